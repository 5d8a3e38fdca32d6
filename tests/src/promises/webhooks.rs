//! Webhooks with any headers and body. An input is header lines, an empty line, and the body.

use super::{Verdict, decimals::same_value, ensure, slow, slow::Slow};
use crate::cases;
use billwire::internal::{OffsetIndex, Readability, utf16};
use billwire::{Code, Error, WebhookAuthentication, WebhookEvent, WebhookReceiver, WebhookToken};
use serde_json::Value;
use std::sync::LazyLock;

type Headers<'a> = Vec<(&'a str, &'a str)>;

const EXPECTED: [&str; 2] = ["test-webhook", "another!token"];

static PROXY: LazyLock<WebhookReceiver> = LazyLock::new(|| {
    WebhookReceiver::merchant_proxy(EXPECTED.map(WebhookToken::new).to_vec()).expect("the tokens can stand in a header")
});

pub(crate) fn check(input: &[u8]) -> Verdict {
    receives_rightly(input, |headers, body| PROXY.receive(headers.iter().copied(), body))
}

pub(crate) fn control(input: &[u8]) -> Verdict {
    receives_rightly(input, |headers, body| {
        PROXY.receive(headers.iter().map(|(name, value)| (*name, value.trim())), body)
    })
}

fn receives_rightly(input: &[u8], receive: impl Fn(&Headers<'_>, &[u8]) -> Result<WebhookEvent, Error>) -> Verdict {
    let (headers, body) = request(input);
    let received = receive(&headers, body);
    if !shows_the_token(&headers) {
        let Err(error) = received else { return Err("received without the token".to_owned()) };
        let status = error.response().map(|response| response.status);
        ensure!(error.kind() == "unauthenticated" && status == Some(401.into()), "without the token: {error}");
        return Ok(());
    }
    let anybody = WebhookReceiver::checkout().receive([], body);
    shadow_agrees(body)?;
    match (received, anybody) {
        (Ok(event), Ok(anybodys)) => {
            ensure!(event.authentication == WebhookAuthentication::Token, "the sender showed the token");
            ensure!(
                anybodys.authentication == WebhookAuthentication::Unauthenticated,
                "the checkout variant shows none"
            );
            ensure!(event.payload == anybodys.payload, "the variants read differently");
            ensure!(event.acknowledge().status == 200, "what was received is acknowledged");
            let sent =
                slow::read_body(body).map_err(|code| format!("received, where the slow reader says {code:?}"))?;
            let read = serde_json::to_value(&event.payload).map_err(|error| error.to_string())?;
            says_the_same(&read, &sent)
        }
        (Err(error), Err(anybodys)) => {
            ensure!(error == anybodys, "the variants refuse differently: {error} and {anybodys}");
            refuses_rightly(&error, body)
        }
        (Ok(_), Err(error)) | (Err(error), Ok(_)) => Err(format!("one variant alone refuses: {error}")),
    }
}

/// The headers up to the first empty line, and what follows it.
fn request(input: &[u8]) -> (Headers<'_>, &[u8]) {
    let mut headers = Headers::new();
    let mut rest = input;
    while let Some(end) = rest.iter().position(|&byte| byte == b'\n') {
        let line = &rest[..end];
        rest = &rest[end + 1..];
        if line.is_empty() {
            break;
        }
        headers.extend(std::str::from_utf8(line).ok().and_then(|line| line.split_once(": ")));
    }
    (headers, rest)
}

/// There is exactly one header of that name, in any case, and its value is an expected one.
fn shows_the_token(headers: &Headers<'_>) -> bool {
    let mut shown = headers.iter().filter(|(name, _)| name.eq_ignore_ascii_case("token"));
    let first = shown.next().map(|(_, value)| *value);
    first.is_some_and(|value| EXPECTED.contains(&value)) && shown.next().is_none()
}

/// Checks that what is read from the shadow of a text in UTF-16 is read from its bytes, and that every usual body is.
fn shadow_agrees(body: &[u8]) -> Verdict {
    let Ok(text) = std::str::from_utf8(body) else { return Ok(()) };
    let (units, mut shadow): (Vec<u16>, _) = (text.encode_utf16().collect(), Vec::new());
    ensure!(utf16::shadow(&units, &mut shadow), "the shadow has half a character");
    ensure!(utf16::fits(&units, body.len()), "more bytes than there are");
    ensure!(body.is_empty() || !utf16::fits(&units, body.len() - 1), "fewer bytes than there are");
    let read = |body: &[u8]| {
        let mut index = OffsetIndex::default();
        WebhookReceiver::checkout().read_offsets(body, &mut index).map(|()| (index.readability(), index.words().len()))
    };
    match (read(body), read(&shadow)) {
        // Keys outside ASCII differ in a shadow, or not, otherwise than in bytes: so such a body is read from its
        // bytes.
        (_, Ok((Readability::Uncommon, _))) => {}
        // So is one behind a byte order mark, which a shadow does not show.
        (Ok(_), Err(_)) if text.starts_with('\u{feff}') => {}
        (bytes, Ok(of_shadow)) => ensure!(bytes == Ok(of_shadow), "read from the shadow alone: {bytes:?}"),
        // A space outside ASCII is no blank in a shadow, and what is refused there is read from the bytes.
        (Ok(_), Err(error)) if !text.is_ascii() && error.code() == Code::WrongType => {}
        (Ok((readability, _)), Err(error)) => {
            ensure!(readability != Readability::Known, "not from the shadow: {error}")
        }
        (Err(_), Err(_)) => {}
    }
    Ok(())
}

fn refuses_rightly(error: &Error, body: &[u8]) -> Verdict {
    let status = error.response().map(|response| response.status);
    ensure!(error.kind() == "invalid_webhook" && status == Some(400.into()), "{error}");
    let [finding] = error.violations() else { return Err(format!("not one finding: {error}")) };
    ensure!(finding.offset.is_some_and(|offset| offset <= body.len()), "{error}: outside of the body");
    // A valid JSON object is refused for its content.
    let of_the_text = [Code::InvalidJson, Code::InvalidUtf8, Code::LoneSurrogate, Code::DuplicateKey];
    let is_object = matches!(slow::read_body(body), Ok(Slow::Object(_)));
    ensure!(!is_object || !of_the_text.contains(&finding.code), "{error}, where the slow reader accepts");
    Ok(())
}

/// Whether a value says nothing: null, false, zero, an empty text, or what is made of such alone.
fn is_blank(value: &Slow) -> bool {
    match value {
        Slow::Null => true,
        Slow::Bool(value) => !value,
        Slow::Number(number) => number.parse() == Ok(0.0),
        Slow::Text(text) => text.trim().is_empty(),
        Slow::Array(items) => items.iter().all(is_blank),
        Slow::Object(members) => members.iter().all(|(_, value)| is_blank(value)),
    }
}

/// Whether a value of another type than a text is kept as its JSON text, and as it is in `extra`.
fn is_kept_as_text(read: &Value, kept: Option<&Value>, sent: &Slow) -> bool {
    let text = read.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    text.is_some_and(|text| is_same(&text, sent)) && kept.is_some_and(|kept| is_same(kept, sent))
}

/// Checks that exactly the sent members were read, under their names or in `extra`.
fn says_the_same(read: &Value, sent: &Slow) -> Verdict {
    let Value::Object(read) = read else { return Err("the payload is no object".to_owned()) };
    for (key, value) in sent.members() {
        let name = if key == ALIAS { "customers" } else { key };
        let known = read.get(name).filter(|_| name != "extra");
        // Blank is no list, and yields to one of the other spelling.
        if name == "customers" && is_blank(value) && !matches!(value, Slow::Array(_)) {
            continue;
        }
        let kept = || read.get("extra").and_then(|extra| extra.get(key));
        match (known, value) {
            (Some(Value::Array(items)), Slow::Array(sent)) => {
                ensure!(items.len() == sent.len(), "{name} has lost elements");
                items.iter().zip(sent).try_for_each(|(read, sent)| says_the_same(read, sent))?;
            }
            (Some(read), sent) => {
                ensure!(is_same(read, sent) || is_kept_as_text(read, kept(), sent), "{name} is read as something else")
            }
            (None, sent) => match kept() {
                Some(kept) => ensure!(is_same(kept, sent), "{key:?} is kept as something else"),
                None => ensure!(matches!(sent, Slow::Null), "{key:?} is lost"),
            },
        }
    }
    let was_sent = |key: &str| sent.get(key).is_some() || (key == "customers" && sent.get(ALIAS).is_some());
    let invented = read.keys().find(|key| *key != "extra" && !was_sent(key));
    ensure!(invented.is_none(), "{invented:?} was not sent");
    Ok(())
}

/// The second spelling of `customers`.
const ALIAS: &str = "Customer";

/// Checks that amounts keep their value, and unknown members their text.
fn is_same(read: &Value, sent: &Slow) -> bool {
    match (read, sent) {
        (Value::Null, Slow::Null) => true,
        (Value::Bool(read), Slow::Bool(sent)) => read == sent,
        (Value::String(read), Slow::Text(sent)) if read == sent => true,
        (Value::String(read), Slow::Text(sent) | Slow::Number(sent)) => read == sent || same_value(read, sent),
        (Value::Number(read), Slow::Number(sent)) => {
            read.to_string().parse::<f64>().is_ok_and(|read| sent.parse() == Ok(read))
        }
        (Value::Array(read), Slow::Array(sent)) => {
            read.len() == sent.len() && read.iter().zip(sent).all(|(read, sent)| is_same(read, sent))
        }
        (Value::Object(read), Slow::Object(sent)) => {
            let kept = |(key, sent): &(String, Slow)| read.get(key).is_some_and(|read| is_same(read, sent));
            read.len() == sent.len() && sent.iter().all(kept)
        }
        _ => false,
    }
}

/// The vectors with their headers, and a token behind which a space stands.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let spaced = format!("Token: {} \n\n{{}}", EXPECTED[0]).into_bytes();
    let vectors = cases("webhooks");
    let vectors = vectors.iter().map(|case| {
        let pairs = case.get("headers").as_array().map(Vec::as_slice).unwrap_or_default();
        let text = |pair: &Value, at: usize| pair.get(at).and_then(Value::as_str).unwrap_or_default().to_owned();
        let mut lines: String = pairs.iter().map(|pair| format!("{}: {}\n", text(pair, 0), text(pair, 1))).collect();
        if pairs.is_empty() {
            lines = format!("Token: {}\n", EXPECTED[0]);
        }
        [lines.as_bytes(), b"\n", &case.body()].concat()
    });
    vectors.chain([spaced]).collect()
}
