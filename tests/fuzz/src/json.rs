//! The strict reader and the writer, for values of any shape.

use crate::{Verdict, ensure, slow};
use billwire::Finding;
use billwire::{Code, Json};
use billwire_conformance::cases;
use serde_json::Value;

/// serde_json uses this name internally for numbers.
const PRIVATE: &[u8] = b"$serde_json";

pub(crate) fn reader(text: &[u8]) -> Verdict {
    reads_rightly(text, Json::parse)
}

pub(crate) fn reader_stops_early(text: &[u8]) -> Verdict {
    reads_rightly(text, |text| Json::parse(text.split(|&byte| byte == 0).next().unwrap_or_default()))
}

fn reads_rightly(text: &[u8], parse: impl Fn(&[u8]) -> Result<Json, Finding>) -> Verdict {
    let theirs = serde_json::from_slice::<Value>(text);
    let known_to_theirs = !text.windows(PRIVATE.len()).any(|window| window == PRIVATE);
    match (parse(text), slow::read(text)) {
        (Ok(own), Ok(slow)) => {
            ensure!(slow.is(&own), "the slow reader reads another value");
            if known_to_theirs {
                let theirs = theirs.map_err(|error| format!("accepted, where serde_json says: {error}"))?;
                ensure!(is_theirs(&own, &theirs), "serde_json reads another value");
            }
        }
        (Err(fault), Err(code)) => {
            ensure!(fault.offset.is_some_and(|offset| offset <= text.len()), "{fault}: outside of the text");
            // The slow reader checks UTF-8 first.
            let known_first = code == Code::InvalidUtf8;
            // Half a pair in a string that does not end is both.
            let both = fault.code == Code::LoneSurrogate && code == Code::InvalidJson;
            ensure!(known_first || both || fault.code == code, "{fault}, where the slow reader says {code:?}");
            let ours_alone = matches!(code, Code::DuplicateKey | Code::TooDeep);
            ensure!(theirs.is_err() || ours_alone || !known_to_theirs, "{fault}, where serde_json accepts");
        }
        (Ok(_), Err(code)) => return Err(format!("accepted, where the slow reader says {code:?}")),
        (Err(fault), Ok(_)) => return Err(format!("{fault}, where the slow reader accepts")),
    }
    Ok(())
}

fn is_theirs(own: &Json, theirs: &Value) -> bool {
    match (own, theirs) {
        (Json::Null, Value::Null) => true,
        (Json::Bool(own), Value::Bool(theirs)) => own == theirs,
        (Json::Number(own), Value::Number(theirs)) => same_number(own.as_str(), &theirs.to_string()),
        (Json::Text(own), Value::String(theirs)) => **own == **theirs,
        (Json::Array(own), Value::Array(theirs)) => {
            own.len() == theirs.len() && own.iter().zip(theirs).all(|(own, theirs)| is_theirs(own, theirs))
        }
        (Json::Object(own), Value::Object(theirs)) => {
            let mut pairs = own.iter().zip(theirs);
            own.len() == theirs.len() && pairs.all(|((key, own), (name, theirs))| key == name && is_theirs(own, theirs))
        }
        _ => false,
    }
}

/// serde_json keeps the digits, and writes exponents as `e+5` or `e-5`.
fn same_number(own: &str, theirs: &str) -> bool {
    let plain = |text: &str| text.replace('E', "e").replace("e+", "e");
    plain(own) == plain(theirs)
}

pub(crate) fn writer(text: &[u8]) -> Verdict {
    writes_rightly(text, Json::to_string)
}

pub(crate) fn writer_forgets_escapes(text: &[u8]) -> Verdict {
    writes_rightly(text, |json| json.to_string().replace("\\n", "\n"))
}

fn writes_rightly(text: &[u8], write: impl Fn(&Json) -> String) -> Verdict {
    let Ok(json) = Json::parse(text) else { return Ok(()) };
    let written = write(&json);
    let read = Json::parse(written.as_bytes()).map_err(|fault| format!("what was written is refused: {fault}"))?;
    ensure!(read == json, "what was written reads as something else");
    let slow = slow::read(written.as_bytes()).map_err(|code| format!("the slow reader refuses it: {code:?}"))?;
    ensure!(slow.is(&json), "the slow reader reads something else");
    let compact = !written.contains(['\n', '\r', '\t']) && written.len() <= text.len() * 6;
    ensure!(compact, "the writer adds space");
    Ok(())
}

/// Every body of the vectors, in requests and answers.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    ["webhooks", "responses", "requests", "confirmations"]
        .iter()
        .flat_map(|file| cases(file))
        .map(|case| case.body())
        .filter(|body| !body.is_empty())
        .collect()
}
