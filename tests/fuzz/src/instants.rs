//! Timestamps against chrono's reader and time's.

use crate::{Verdict, ensure};
use billwire::{Code, Instant};
use billwire_conformance::cases;
use chrono::DateTime;
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

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
        Err(Code::LeapSecond) => ensure!(text.get(17..19) == Some("60"), "there is no leap second"),
        Err(Code::TooPrecise) => {
            let fraction = text.get(20..).unwrap_or_default().bytes().take_while(u8::is_ascii_digit).count();
            ensure!(fraction > 3, "{fraction} digits are not too precise");
        }
        Err(code) => {
            // chrono accepts a space for the T, and a minus sign (U+2212) in an offset.
            ensure!(chronos.is_none() || text.contains([' ', '\u{2212}']), "{code:?}, where chrono accepts");
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
