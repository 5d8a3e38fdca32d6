//! The RFC 3339 tables of the JSON Schema Test Suite.
//!
//! Instants are stricter than RFC 3339 in three points. Second 60 is refused, because the signature has no digits for
//! it. At most three fraction digits are accepted, and the year in UTC must have four digits.

use crate::{Verdicts, corpus, read_json};
use billwire::{Code, Instant, SigningOffset};

#[test]
fn rfc_3339_tables() {
    let Some(folder) = corpus("jsonschema_format") else { return };
    for (table, head, tail, expected, by_stricter_rules) in [
        ("date-time", "", "", [3, 24, 6], 5),
        ("date", "", "T12:00:00Z", [17, 58, 6], 0),
        ("time", "2026-01-31T", "", [6, 35, 6], 7),
    ] {
        let (mut verdicts, mut stricter) = (Verdicts::default(), Vec::new());
        let groups = read_json(&folder.join(table).with_extension("json"));
        let tests = groups.as_array().unwrap().iter().flat_map(|group| group["tests"].as_array().unwrap());
        for (id, test) in tests.enumerate() {
            // A schema's format ignores values that are not text.
            let Some(text) = test["data"].as_str() else {
                verdicts.skipped(id, "no text");
                continue;
            };
            let text = format!("{head}{text}{tail}");
            match Instant::parse(&text) {
                Ok(instant) => {
                    verdicts.accepted_as(id, instant);
                    assert_eq!(test["valid"], true, "{text}");
                    assert_eq!(Instant::read_local(&text, SigningOffset::UTC), Some(instant), "{text}");
                }
                Err(code) => {
                    verdicts.refused(id, code);
                    if test["valid"] == true {
                        stricter.push((text, code));
                    }
                }
            }
        }
        for (text, code) in &stricter {
            let by_rule = if text.contains(":60") { Code::LeapSecond } else { Code::TooPrecise };
            assert_eq!(*code, by_rule, "{text}");
            // Received instants may have any precision.
            let read = Instant::read_local(text, SigningOffset::UTC);
            assert_eq!(read.is_some(), by_rule == Code::TooPrecise, "{text}");
        }
        assert_eq!(stricter.len(), by_stricter_rules, "{table}");
        verdicts.figure("RFC 3339", table, expected);
    }
}
