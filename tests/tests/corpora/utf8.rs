//! Valid and invalid UTF-8 sequences, in every position of text in a body.

use crate::{Verdicts, corpus, unhex};
use billwire::{Code, Json, WebhookReceiver};

#[test]
fn utf8_wherever_text_stands() {
    let Some(folder) = corpus("utf8tests") else { return };
    let text = std::fs::read_to_string(folder.join("utf8tests.txt")).unwrap();
    let sequences: Vec<_> = text.lines().filter_map(sequence).collect();
    for (place, head, tail) in [
        ("in a key", r#"{""#, r#"":1}"#),
        ("in a known value", r#"{"tran_id":""#, r#""}"#),
        ("in a known value of a list", r#"{"customers":[{"bill_no":""#, r#""}]}"#),
        ("in an ignored value", r#"{"x":[{"y":""#, r#""}]}"#),
        ("in an ignored key", r#"{"x":{""#, r#"":0}}"#),
    ] {
        let mut verdicts = Verdicts::default();
        for (id, bytes, valid) in &sequences {
            let body = [head.as_bytes(), &escaped(bytes), tail.as_bytes()].concat();
            let refusal = refusal(&body, bytes, id);
            assert_eq!(refusal.is_none(), *valid, "{id} {place}");
            match refusal {
                None => verdicts.accepted(id),
                Some((code, at)) => verdicts.refused(id, format_args!("{code} at {at}")),
            }
        }
        verdicts.figure("utf8tests", place, [77, 145, 0]);
    }
}

/// Checks that both readers refuse the body at the wrong byte, or keep the text.
fn refusal(body: &[u8], sequence: &[u8], id: &str) -> Option<(Code, usize)> {
    let webhook = WebhookReceiver::checkout().receive([], body);
    let json = Json::parse(body);
    match (&webhook, &json) {
        (Ok(event), Ok(json)) => {
            let text = std::str::from_utf8(sequence).expect(id);
            let Json::Object(extra) = json else { panic!("{id}") };
            let payload = &event.payload;
            let kept = payload.tran_id.as_deref() == Some(text)
                || payload.customers.as_slice().iter().any(|customer| customer.bill_no.as_deref() == Some(text))
                || payload.extra == *extra;
            assert!(kept && holds(json, text), "{id}");
            None
        }
        (Err(error), Err(fault)) => {
            let at = std::str::from_utf8(body).expect_err(id).valid_up_to();
            for finding in error.violations().iter().chain([&fault.clone()]) {
                assert_eq!((finding.code, finding.offset), (Code::InvalidUtf8, Some(at)), "{id}");
            }
            Some((Code::InvalidUtf8, at))
        }
        _ => panic!("the readers differ on {id}"),
    }
}

fn holds(json: &Json, text: &str) -> bool {
    match json {
        Json::Text(own) => **own == *text,
        Json::Array(elements) => elements.iter().any(|element| holds(element, text)),
        Json::Object(members) => members.iter().any(|(key, value)| key == text || holds(value, text)),
        _ => false,
    }
}

/// Characters that JSON does not allow unescaped must not cause the refusal of the sequence.
fn escaped(bytes: &[u8]) -> Vec<u8> {
    let escape = |&byte: &u8| match byte {
        0..0x20 | b'"' | b'\\' => format!("\\u{byte:04x}").into_bytes(),
        _ => vec![byte],
    };
    bytes.iter().flat_map(escape).collect()
}

/// `id:valid:text`, `id:valid hex:bytes` or `id:invalid hex:bytes:…`.
fn sequence(line: &str) -> Option<(&str, Vec<u8>, bool)> {
    let mut parts = line.split(':');
    let (id, kind, text) = (parts.next()?, parts.next()?.trim(), parts.next()?);
    match kind {
        _ if line.starts_with('#') => None,
        "valid" => Some((id, text.into(), true)),
        "valid hex" => Some((id, unhex(text), true)),
        "invalid hex" => Some((id, unhex(text), false)),
        _ => None,
    }
}
