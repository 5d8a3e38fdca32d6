//! The last value that is taken, and the first that is not.

use crate::{bill, biller, config, decimal, places, violations};
use billwire::*;

const FIRST: i64 = -62_167_219_200_000;
const LAST: i64 = 253_402_300_799_999;
const HOUR: i64 = 3_600_000;

#[test]
fn years_have_four_digits_in_both_zones() {
    for (zone, first, last) in
        [("Z", FIRST, LAST), ("+07:00", FIRST, LAST - 7 * HOUR), ("-11:30", FIRST + 23 * HOUR / 2, LAST)]
    {
        let profile = WireProfile { digits_offset: zone.parse().unwrap(), ..WireProfile::default() };
        let biller = Biller::new(BillerConfig { profile, ..config() }).unwrap();
        for (millis, inside) in
            [(first, true), (first - 1, false), (last, true), (last + 1, false), (i64::MIN, false), (i64::MAX, false)]
        {
            let date = Instant::from_unix_millis(millis);
            let expected: &[_] = if inside { &[] } else { &[("date", Code::YearOutOfRange)] };
            let dated = Settlement { date, due_date: Instant::from_unix_millis(0), ..bill() };
            assert_eq!(places(&violations(&biller, &dated)), expected, "{zone} {millis}");
        }
    }
    let body = biller().prepare(&Settlement { date: Instant::from_unix_millis(FIRST), ..bill() }).unwrap().body;
    assert!(body.contains(r#""date":"0000-01-01T00:00:00.000Z""#), "{body}");
    let body = biller().prepare(&Settlement { due_date: Instant::from_unix_millis(LAST), ..bill() }).unwrap().body;
    assert!(body.contains(r#""due_date":"9999-12-31T23:59:59.999Z""#), "{body}");
}

#[test]
fn whole_amounts_end_where_every_host_holds_them() {
    const LARGEST: i64 = (1 << 53) - 1;
    for (amount, inside) in
        [(0, true), (LARGEST, true), (-1, false), (LARGEST + 1, false), (i64::MIN, false), (i64::MAX, false)]
    {
        let line = Line { quantity: Some(amount), ..Line::default() };
        let bill = Settlement { total_amount: amount, total_tax: Some(amount), details: Some(vec![line]), ..bill() };
        let expected: &[_] = if inside { &[] } else { &["total_amount", "total_tax", "details[0].quantity"] };
        let found = violations(&biller(), &bill);
        let found: Vec<_> = found.iter().filter(|finding| finding.code == Code::OutOfRange).collect();
        assert_eq!(found.iter().map(|finding| finding.path.as_str()).collect::<Vec<_>>(), expected, "{amount}");
    }
}

#[test]
fn decimals_have_34_digits() {
    let longest = "1234567890123456789012345678901234";
    for text in [
        longest,
        "0.1234567890123456789012345678901234",
        "1234567890123456789012345678901.234",
        "0.0000000000000000000000000000000001",
    ] {
        let khr = Settlement { total_amount_khr: Some(decimal(text)), ..bill() };
        assert!(biller().prepare(&khr).unwrap().body.contains(&format!(r#""total_amount_khr":"{text}""#)));
        let line = Line { price: Some(decimal(&format!("-{text}"))), ..Line::default() };
        let body = biller().prepare(&Settlement { details: Some(vec![line]), ..bill() }).unwrap().body;
        assert!(body.contains(&format!(r#""price":-{text}}}"#)), "{body}");
    }
    for (text, code) in [
        (format!("{longest}5"), Code::TooManyDigits),
        (format!("0.{longest}5"), Code::TooManyDigits),
        ("1e35".into(), Code::OutOfRange),
        ("1e-35".into(), Code::OutOfRange),
    ] {
        assert_eq!(text.parse::<Decimal>().unwrap_err().code(), code, "{text}");
    }
}

#[test]
fn only_lines_know_amounts_below_zero() {
    let below = Some(decimal("-0.01"));
    let bill = |rate, khr| Settlement { exchange_rate_khr: rate, total_amount_khr: khr, ..bill() };
    assert_eq!(
        places(&violations(&biller(), &bill(below, below))),
        [("exchange_rate_khr", Code::OutOfRange), ("total_amount_khr", Code::OutOfRange)]
    );
    // A rate of nothing is no rate; a total of nothing is a total, with or without a minus.
    let nothing = Some(decimal("-0.00"));
    assert_eq!(places(&violations(&biller(), &bill(nothing, nothing))), [("exchange_rate_khr", Code::OutOfRange)]);
    let line = Line { price: below, amount: below, tax_amount: below, ..Line::default() };
    assert!(biller().prepare(&Settlement { details: Some(vec![line]), ..self::bill() }).is_ok());
}

/// Line by line: tab and newline stand in descriptions and addresses alone.
#[test]
fn control_characters() {
    let controls = (0..=0x1f).chain(0x7f..=0x9f).map(|code| char::from_u32(code).unwrap());
    for c in controls {
        let text = format!("a{c}b");
        let multiline = matches!(c, '\t' | '\n');
        let bill = Settlement {
            ref_id: text.clone(),
            description: Some(text.clone()),
            details: Some(vec![Line { item_name: Some(text.clone()), description: Some(text), ..Line::default() }]),
            ..bill()
        };
        let expected = ["ref_id", "description", "details[0].item_name", "details[0].description"];
        let expected = expected.into_iter().filter(|path| !(multiline && path.ends_with("description")));
        let expected: Vec<_> = expected.map(|path| (path, Code::ControlCharacter)).collect();
        assert_eq!(places(&violations(&biller(), &bill)), expected, "U+{:04X}", u32::from(c));
    }
    // Khmer is written with these.
    for c in ['\u{200b}', '\u{200c}', '\u{200d}', '\u{a0}', '\u{feff}'] {
        let bill = Settlement { description: Some(format!("ក{c}ខ")), ..bill() };
        assert_eq!(violations(&biller(), &bill), []);
    }
}
