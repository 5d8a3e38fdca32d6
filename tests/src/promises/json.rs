//! The strict reader and the writer, for values of any shape.

use super::{Verdict, ensure, slow};
use crate::cases;
use billwire::Finding;
use billwire::{Code, Json};
use serde::de::IgnoredAny;

pub(crate) fn reader(text: &[u8]) -> Verdict {
    reads_rightly(text, Json::parse)
}

pub(crate) fn reader_stops_early(text: &[u8]) -> Verdict {
    reads_rightly(text, |text| Json::parse(text.split(|&byte| byte == 0).next().unwrap_or_default()))
}

fn reads_rightly(text: &[u8], parse: impl Fn(&[u8]) -> Result<Json, Finding>) -> Verdict {
    let theirs = std::str::from_utf8(text).is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok());
    match (parse(text), slow::read(text)) {
        (Ok(own), Ok(slow)) => {
            ensure!(slow.is(&own), "the slow reader reads another value");
            ensure!(theirs, "accepted, where serde_json refuses");
        }
        (Err(fault), Err(code)) => {
            ensure!(fault.offset.is_some_and(|offset| offset <= text.len()), "{fault}: outside of the text");
            // The slow reader checks UTF-8 first.
            let known_first = code == Code::InvalidUtf8;
            // Half a pair in a string that does not end is both.
            let both = fault.code == Code::LoneSurrogate && code == Code::InvalidJson;
            ensure!(known_first || both || fault.code == code, "{fault}, where the slow reader says {code:?}");
            let ours_alone = matches!(code, Code::DuplicateKey | Code::TooDeep | Code::LoneSurrogate);
            ensure!(!theirs || ours_alone, "{fault}, where serde_json accepts");
        }
        (Ok(_), Err(code)) => return Err(format!("accepted, where the slow reader says {code:?}")),
        (Err(fault), Ok(_)) => return Err(format!("{fault}, where the slow reader accepts")),
    }
    Ok(())
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
    ensure!(slow.written() == written, "serde_json writes {}", slow.written());
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
