//! Timestamps against chrono's reader and time's.

use super::{Verdict, ensure};
use crate::cases;
use billwire::{Code, Instant, SigningOffset};
use chrono::DateTime;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// U+2212, the minus sign.
const MINUS: char = '\u{2212}';

pub(crate) fn check(input: &[u8]) -> Verdict {
    reads_rightly(input, Instant::parse)
}

pub(crate) fn control(input: &[u8]) -> Verdict {
    reads_rightly(input, |text| match text.split_at_checked(text.len().saturating_sub(6)) {
        Some((local, offset)) if offset.starts_with(['+', '-']) => Instant::parse(&format!("{local}Z")),
        _ => Instant::parse(text),
    })
}

fn reads_rightly(input: &[u8], parse: impl Fn(&str) -> Result<Instant, Code>) -> Verdict {
    let Ok(text) = std::str::from_utf8(input) else { return Ok(()) };
    let chronos = DateTime::parse_from_rfc3339(text).ok().map(|theirs| theirs.timestamp_millis());
    let times =
        OffsetDateTime::parse(text, &Rfc3339).ok().map(|theirs| theirs.unix_timestamp_nanos().div_euclid(1_000_000));
    match parse(text) {
        Ok(own) => {
            ensure!(chronos == Some(own.unix_millis()), "chrono reads {chronos:?}, and not {own}");
            ensure!(times == Some(own.unix_millis().into()), "time reads {times:?}, and not {own}");
        }
        // If RFC 3339 accepts it and billwire does not, the code gives the reason.
        Err(Code::LeapSecond) => {
            // chrono accepts second 60 after 23:59 UTC only. It accepts 59 everywhere, and no malformed text.
            let second_before =
                text.get(..17).zip(text.get(19..)).map(|(before, behind)| format!("{before}59{behind}"));
            let is_well_formed = second_before.is_some_and(|text| DateTime::parse_from_rfc3339(&text).is_ok());
            ensure!(text.get(17..19) == Some("60") && is_well_formed, "there is no leap second");
        }
        Err(Code::TooPrecise) => {
            let fraction = text.get(20..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
            ensure!(fraction > 3, "{fraction} digits are not too precise");
            // A date of a webhook may be as precise.
            let read = Instant::read_local(text, SigningOffset::UTC).map(Instant::unix_millis);
            let is_odd = text.get(17..19) == Some("60") || text.contains([' ', MINUS]);
            ensure!(is_odd || chronos.is_none() || read == chronos, "{read:?} is read of a date, and not {chronos:?}");
        }
        Err(code) => {
            // chrono accepts a space for the T, and a minus sign (U+2212) in an offset.
            ensure!(chronos.is_none() || text.contains([' ', MINUS]), "{code:?}, where chrono accepts");
            ensure!(times.is_none() || text.get(10..11) != Some("T"), "{code:?}, where time accepts");
        }
    }
    Ok(())
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let dates =
        cases("requests").into_iter().filter_map(|case| Some(case.get("request").get("date")?.as_str()?.to_owned()));
    let edges = [
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59.999+00:00",
        "2024-02-29T23:59:60Z",
        "2026-01-31t09:00:00.1-23:59",
        "2026-01-31T09:00:00.1234+07:00",
    ];
    dates.chain(edges.map(str::to_owned)).map(String::into_bytes).collect()
}
