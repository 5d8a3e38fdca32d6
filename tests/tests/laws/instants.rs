//! Instants compared with chrono's parser and formatter.

use crate::{cases, keeps};
use billwire::{Code, Error, Instant, SignedFields, SigningOffset};
use chrono::{DateTime, Datelike, FixedOffset, Utc};
use proptest::{prelude::*, sample::select};

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn instant_has_the_value_of_its_text(text in timestamp()) {
        keeps("instants", text.as_bytes())?;
    }

    #[test]
    fn digits_and_text_agree_with_chrono((millis, minutes) in (millis(), -1439..1440i32)) {
        let offset = FixedOffset::east_opt(minutes * 60).unwrap();
        let signing_offset = offset.to_string().parse::<SigningOffset>().unwrap();
        let utc = DateTime::<Utc>::from_timestamp_millis(millis);
        // At the ends of chrono's range, only UTC has a valid year.
        let local = utc.and_then(|utc| utc.naive_utc().checked_add_offset(offset));
        let has_digits = |year: i32| (0..=9999).contains(&year);
        let fields = SignedFields {
            ref_id: "R-",
            date: Instant::from_unix_millis(millis),
            currency: "KHR",
            total_amount: 1,
            customer_sync_code: "C",
            settlement_to: "D",
        };
        match (fields.signing_string(signing_offset), utc.zip(local)) {
            (Ok(string), Some((utc, local))) => {
                prop_assert!(has_digits(utc.year()) && has_digits(local.year()));
                prop_assert_eq!(string, format!("R-{}KHR1CD", local.format("%Y%m%d%H%M%S")));
                prop_assert_eq!(fields.date.to_string(), utc.format("%Y-%m-%dT%H:%M:%S%.3fZ").to_string());
                prop_assert_eq!(fields.date, Instant::from(utc.with_timezone(&offset)));
            }
            (Err(Error::InvalidRequest { violations, .. }), calendar) => {
                prop_assert!(!calendar.is_some_and(|(utc, local)| has_digits(utc.year()) && has_digits(local.year())));
                prop_assert_eq!(violations.len(), 1);
                prop_assert_eq!((violations[0].path.as_str(), violations[0].code), ("date", Code::YearOutOfRange));
            }
            (other, _) => prop_assert!(false, "{other:?}"),
        }
    }
}

/// A timestamp, usually valid.
fn timestamp() -> impl Strategy<Value = String> {
    let date = prop_oneof!["[0-9]{4}-(0[0-9]|1[0-3])-([0-2][0-9]|3[0-2])", "20[0-9]{2}-02-2[89]"];
    let time = prop_oneof![4 => "([01][0-9]|2[0-4]):[0-5][0-9]:[0-5][0-9]", 1 => "[0-2][0-9]:[0-6][0-9]:(59|60|61)"];
    let fraction = prop_oneof![2 => Just(String::new()), 3 => "\\.[0-9]{1,3}", 1 => "\\.[0-9]{0,12}"];
    let zone = prop_oneof![
        3 => "[Zz]",
        4 => "[+-]([01][0-9]|2[0-4]):[0-6][0-9]",
        1 => "[+-][0-9]{0,4}",
        1 => Just(String::new()),
    ];
    let wound = proptest::option::weighted(
        0.2,
        (any::<prop::sample::Index>(), select(vec!["", " ", "0", ":", "\u{2212}", "៩", "+", "\n"])),
    );
    (date, "[Tt]", time, fraction, zone, wound).prop_map(|(date, t, time, fraction, zone, wound)| {
        let mut text = [date, t, time, fraction, zone].concat();
        if let Some((at, with)) = wound {
            let at = at.index(text.len());
            text.replace_range(at..=at, with);
        }
        text
    })
}

/// Instants of every size, most of them near the limits of four-digit years.
fn millis() -> impl Strategy<Value = i64> {
    const DAY: i64 = 86_400_000;
    prop_oneof![
        6 => -62_167_219_200_000..253_402_300_800_000i64,
        1 => (-2 * DAY..2 * DAY).prop_map(|about| about - 62_167_219_200_000),
        1 => (-2 * DAY..2 * DAY).prop_map(|about| about + 253_402_300_800_000),
        1 => any::<i64>(),
    ]
}
