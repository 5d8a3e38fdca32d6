//! The last accepted value, and the first refused one.

use crate::{bill, biller, config, decimal, places, violations};
use billwire::wire::input::DynamicValue;
use billwire::*;
use billwire_conformance::with;
use billwire_wasm::entrances;

const FIRST: i64 = -62_167_219_200_000;
const LAST: i64 = 253_402_300_799_999;
const HOUR: i64 = 3_600_000;

#[test]
fn years_have_four_digits_in_both_zones() {
    for (zone, first, last) in
        [("Z", FIRST, LAST), ("+07:00", FIRST, LAST - 7 * HOUR), ("-11:30", FIRST + 23 * HOUR / 2, LAST)]
    {
        let profile = WireProfile::builder().signing_offset(zone.parse().unwrap()).build();
        let biller = Biller::new(with(config(), |config| config.profile = profile)).unwrap();
        for (millis, inside) in
            [(first, true), (first - 1, false), (last, true), (last + 1, false), (i64::MIN, false), (i64::MAX, false)]
        {
            let date = Instant::from_unix_millis(millis);
            let expected: &[_] = if inside { &[] } else { &[("date", Code::YearOutOfRange)] };
            let dated = with(bill(), |bill| {
                bill.date = date;
                bill.due_date = Instant::from_unix_millis(0);
            });
            assert_eq!(places(&violations(&biller, &dated)), expected, "{zone} {millis}");
        }
    }
    let body = biller().prepare(&with(bill(), |bill| bill.date = Instant::from_unix_millis(FIRST))).unwrap().body;
    assert!(body.contains(r#""date":"0000-01-01T00:00:00.000Z""#), "{body}");
    let body = biller().prepare(&with(bill(), |bill| bill.due_date = Instant::from_unix_millis(LAST))).unwrap().body;
    assert!(body.contains(r#""due_date":"9999-12-31T23:59:59.999Z""#), "{body}");
}

#[test]
fn whole_amounts_end_at_2_to_the_53() {
    const LARGEST: i64 = (1 << 53) - 1;
    for (amount, inside) in
        [(0, true), (LARGEST, true), (-1, false), (LARGEST + 1, false), (i64::MIN, false), (i64::MAX, false)]
    {
        let line = Line::builder().quantity(amount).build();
        let bill = with(bill(), |bill| {
            bill.total_amount = amount;
            bill.total_tax = Some(amount);
            bill.details = Some(vec![line]);
        });
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
        let khr = with(bill(), |bill| bill.total_amount_khr = Some(decimal(text).into()));
        assert!(biller().prepare(&khr).unwrap().body.contains(&format!(r#""total_amount_khr":"{text}""#)));
        let line = Line::builder().price(decimal(&format!("-{text}"))).build();
        let body = biller().prepare(&with(bill(), |bill| bill.details = Some(vec![line]))).unwrap().body;
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
fn only_lines_accept_negative_amounts() {
    let below: Option<Given<Decimal>> = Some("-0.01".into());
    let bill = |rate, khr| {
        with(bill(), |bill| {
            bill.exchange_rate_khr = rate;
            bill.total_amount_khr = khr;
        })
    };
    assert_eq!(
        places(&violations(&biller(), &bill(below.clone(), below.clone()))),
        [("exchange_rate_khr", Code::OutOfRange), ("total_amount_khr", Code::OutOfRange)]
    );
    // A rate of zero is refused; a total of zero is accepted, with or without a minus.
    let nothing: Option<Given<Decimal>> = Some("-0.00".into());
    assert_eq!(
        places(&violations(&biller(), &bill(nothing.clone(), nothing))),
        [("exchange_rate_khr", Code::OutOfRange)]
    );
    let line = Line::builder().maybe_price(below.clone()).maybe_amount(below.clone()).maybe_tax_amount(below).build();
    assert!(biller().prepare(&with(self::bill(), |bill| bill.details = Some(vec![line]))).is_ok());
}

/// Tabs and newlines are allowed in the descriptions and addresses of lines only.
#[test]
fn control_characters_are_refused() {
    let controls = (0..=0x1f).chain(0x7f..=0x9f).map(|code| char::from_u32(code).unwrap());
    for c in controls {
        let text = format!("a{c}b");
        let multiline = matches!(c, '\t' | '\n');
        let bill = with(bill(), |bill| {
            bill.ref_id = text.clone();
            bill.description = Some(text.clone());
            bill.details = Some(vec![Line::builder().item_name(text.clone()).description(text).build()]);
        });
        let expected = ["ref_id", "description", "details[0].item_name", "details[0].description"];
        let expected = expected.into_iter().filter(|path| !(multiline && path.ends_with("description")));
        let expected: Vec<_> = expected.map(|path| (path, Code::ControlCharacter)).collect();
        assert_eq!(places(&violations(&biller(), &bill)), expected, "U+{:04X}", u32::from(c));
    }
    // Khmer requires these characters.
    for c in ['\u{200b}', '\u{200c}', '\u{200d}', '\u{a0}', '\u{feff}'] {
        let bill = with(bill(), |bill| bill.description = Some(format!("ក{c}ខ")));
        assert_eq!(violations(&biller(), &bill), []);
    }
}

/// Returns the error of a bill with this number of lines, if it is refused.
fn refusal(max_lines: Option<usize>, lines: usize) -> Option<Vec<(String, Code)>> {
    let biller = Biller::new(with(config(), |config| config.max_lines = max_lines)).unwrap();
    let draft = with(bill(), |bill| bill.details = Some(vec![Line::default(); lines]));
    let tree = tree("details", DynamicValue::List(vec![DynamicValue::Members(Vec::new()); lines]));
    let by_draft = biller.prepare(&draft).err().map(|error| found(&error));
    let by_tree = entrances::prepare(&biller, OperationName::Settlement, &tree).err().map(|error| found(&error));
    assert_eq!(by_draft, by_tree);
    by_draft
}

/// A valid bill with one more member.
fn tree(key: &str, value: DynamicValue) -> DynamicValue {
    let bill = br#"{"ref_id":"R","date":"2026-01-31T17:00:00Z","due_date":"2026-02-28T17:00:00Z","currency":"KHR",
        "total_amount":1,"customer_sync_code":"C","settlement_to":"S"}"#;
    let DynamicValue::Members(mut members) = DynamicValue::from(Json::parse(bill).unwrap()) else {
        panic!("an object")
    };
    members.push((key.into(), value));
    DynamicValue::Members(members)
}

fn found(error: &Error) -> Vec<(String, Code)> {
    error.violations().iter().map(|finding| (finding.path.clone(), finding.code)).collect()
}

#[test]
fn setting_limits_the_lines_of_a_bill() {
    let too_many = || Some(vec![("details".to_owned(), Code::TooManyLines)]);
    assert_eq!([refusal(None, 10_000), refusal(None, 10_001)], [None, too_many()]);
    assert_eq!([refusal(Some(3), 3), refusal(Some(3), 4)], [None, too_many()]);
    assert_eq!([refusal(Some(20_000), 20_000), refusal(Some(20_000), 20_001)], [None, too_many()]);
    for (max_lines, is_allowed) in [(0, false), (1, true), (100_000, true), (100_001, false), (usize::MAX, false)] {
        let made = Biller::new(with(config(), |config| config.max_lines = Some(max_lines)));
        let refused = made.err().map(|error| found(&error));
        assert_eq!(refused, (!is_allowed).then(|| vec![("maxLines".to_owned(), Code::OutOfRange)]));
    }
}

#[test]
fn refuses_lists_with_too_many_items() {
    let refusal =
        |tree| entrances::prepare(&biller(), OperationName::Settlement, &tree).err().map(|error| found(&error));
    assert_eq!(refusal(tree("details", DynamicValue::TooMany)), Some(vec![("details".into(), Code::TooManyLines)]));
    let extra = DynamicValue::Members(vec![("x".into(), DynamicValue::TooMany)]);
    assert_eq!(refusal(tree("extra", extra)), Some(vec![("extra.x".into(), Code::TooManyItems)]));
}
