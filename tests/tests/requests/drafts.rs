//! Drafts without credentials: findings, and JSON for another program.

use super::{bill, places};
use billwire::{internal::draft_value_to_json, *};
use billwire_conformance::with;
use serde_json::{Value, json};

fn from_json(text: &str) -> Result<Settlement, Error> {
    draft_from_json(text.as_bytes(), &DraftSettings::default())
}

#[test]
fn lists_violations_and_warnings_at_once() {
    let bill = with(bill(), |bill| {
        bill.total_amount = -1;
        bill.total_tax = Some(200);
        bill.ref_id = String::new();
    });
    let due_date = Instant::from_unix_millis(-1);
    let validation = validate_draft(&with(bill, |bill| bill.due_date = due_date), &DraftSettings::default()).unwrap();
    assert!(!validation.is_valid());
    assert_eq!(places(&validation.violations), [("ref_id", Code::Empty), ("total_amount", Code::OutOfRange)]);
    assert_eq!(places(&validation.warnings), [("due_date", Code::DueBeforeDate)]);
    let warned = with(self::bill(), |bill| bill.due_date = due_date);
    assert!(validate_draft(&warned, &DraftSettings::default()).unwrap().is_valid());
}

#[test]
fn settings_decide_as_those_of_a_biller() {
    let bill = with(bill(), |bill| {
        bill.description = Some(String::new());
        bill.details = Some(vec![Line::default(); 2]);
    });
    let profile = WireProfile::builder().send_empty_text(true).build();
    let settings = DraftSettings::builder().profile(profile).max_lines(1).build();
    let validation = validate_draft(&bill, &settings).unwrap();
    assert_eq!(places(&validation.violations), [("details", Code::TooManyLines)]);
}

#[test]
fn invalid_settings_are_an_error() {
    let profile = WireProfile::builder().destination_key("hash").build();
    let settings = DraftSettings::builder().profile(profile).max_lines(0).build();
    let error = validate_draft(&bill(), &settings).unwrap_err();
    let expected = [("maxLines", Code::OutOfRange), ("profile.destinationKey", Code::UnknownValue)];
    assert_eq!(places(error.violations()), expected);
}

#[test]
fn json_keeps_the_offset_of_a_date() {
    let text = concat!(
        r#"{"ref_id":"1","date":"2026-01-31T09:00:00.000+07:00","due_date":"2026-01-31T09:00:00.000+07:00","#,
        r#""currency":"KHR","total_amount":1,"customer_sync_code":"C","settlement_to":"S"}"#,
    );
    let value = Json::parse(text.as_bytes()).unwrap().into();
    assert_eq!(draft_value_to_json(OperationName::Settlement, &value, &DraftSettings::default()).unwrap(), text);
}

#[test]
fn reading_json_lists_all_violations() {
    let error = from_json(r#"{"ref_id":7,"hash":"x","total_amount":1.5,"details":[3]}"#).unwrap_err();
    let paths: Vec<_> = error.violations().iter().map(|finding| finding.path.as_str()).collect();
    let expected = "ref_id date due_date currency total_amount customer_sync_code settlement_to details[0] hash";
    assert_eq!(paths.join(" "), expected);
    assert_eq!(places(from_json("{").unwrap_err().violations()), [("", Code::InvalidJson)]);
    assert_eq!(places(from_json("[]").unwrap_err().violations()), [("", Code::WrongType)]);
}

#[test]
fn a_builder_takes_options_and_leaves_defaults() {
    let draft =
        Line::builder().item_name("Rice").maybe_description(None::<String>).price(2).maybe_amount(Some(2)).build();
    let expected = with(Line::default(), |line| {
        line.item_name = Some("Rice".into());
        line.price = Some(2.into());
        line.amount = Some(2.into());
    });
    assert_eq!(draft, expected);
    assert_eq!(WireProfile::builder().build(), WireProfile::default());
    assert_eq!(SettlementPolicy::builder().build(), SettlementPolicy::default());
}

#[test]
fn a_value_of_serde_json_reads_as_its_text_does() {
    for text in [
        r#"{"ref_id":7,"hash":"x","total_amount":1.5,"details":[3]}"#,
        r#"{"total_amount":9007199254740992,"exchange_rate_khr":"4100.50"}"#,
        r#"{"total_amount":-1,"total_tax":18446744073709551615,"extra":{"branch":[1,{"a":null}]}}"#,
        "[]",
        "null",
    ] {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(Settlement::try_from(value).unwrap_err(), from_json(text).unwrap_err(), "{text}");
    }
    let text = draft_to_json(&bill(), &DraftSettings::default()).unwrap();
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(Settlement::try_from(value).unwrap(), bill());
}

#[test]
fn a_fraction_that_a_double_may_have_changed_is_refused() {
    let rate = |rate: Value| {
        let draft = json!({ "details": [{ "price": rate }] });
        let error = Settlement::try_from(draft).unwrap_err();
        error.violations().iter().find(|finding| finding.path == "details[0].price").map(|finding| finding.code)
    };
    assert_eq!(rate(10.5.into()), None);
    assert_eq!(rate("0.30000000000000004".into()), None);
    assert!(rate((0.1 + 0.2).into()).is_some());
}

#[test]
fn an_expectation_reads_from_a_value() {
    let value =
        json!({ "identity_code": "INV-1", "purpose_of_transaction": "INV-1", "currency": "KHR", "amount": 40_000 });
    let expected =
        Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1").currency("KHR").amount(40_000);
    assert_eq!(Expectation::try_from(value).unwrap(), expected.build());
    let error = Expectation::try_from(json!({ "amount": true, "currencey": 1 })).unwrap_err();
    let paths: Vec<_> = error.violations().iter().map(|finding| finding.path.as_str()).collect();
    assert_eq!(paths, ["identity_code", "purpose_of_transaction", "currency", "amount", "currencey"]);
}

#[test]
fn a_row_with_more_columns_is_an_expectation() {
    let row = |more: Value| {
        let mut row =
            json!({"identity_code": "C-1", "purpose_of_transaction": "INV-1", "currency": "USD", "min_amount": 1});
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Expectation::try_from(row)
    };
    let plain = row(json!({})).unwrap();
    assert_eq!(row(json!({"id": 7, "created_at": "today", "extra": {"a": 1}, "note": null})).unwrap(), plain);
    // A misspelt bound would let any amount through.
    for key in ["maxAmount", "max_amont", "MAX_AMOUNT"] {
        assert_eq!(places(row(json!({ key: 9 })).unwrap_err().violations()), [(key, Code::UnknownField)]);
    }
    // Beside the field itself, it is a column like any other.
    assert!(row(json!({"max_amount": 9, "maxAmount": 8})).is_ok());
}

#[test]
fn errors_of_parsing_are_standard_errors() {
    let errors: [Box<dyn std::error::Error>; 3] = [
        "2026-01-31T09:00:00".parse::<Instant>().unwrap_err().into(),
        "Asia/Phnom_Penh".parse::<SigningOffset>().unwrap_err().into(),
        "1,5".parse::<Decimal>().unwrap_err().into(),
    ];
    for error in errors {
        let sentence = error.to_string();
        assert!(sentence.contains(' ') && !sentence.contains("Phnom"), "{sentence}");
    }
    assert_eq!("2026-01-31T09:00:00".parse::<Instant>().unwrap_err().code(), Code::MissingOffset);
}

#[test]
fn whole_numbers_are_decimals() {
    for (decimal, text) in [
        (Decimal::from(i64::MIN), "-9223372036854775808"),
        (Decimal::from(u64::MAX), "18446744073709551615"),
        (Decimal::from(-1_i8), "-1"),
        (Decimal::from(0_i32), "0"),
        (Decimal::from(65_535_u16), "65535"),
    ] {
        assert_eq!(decimal.to_string(), text);
        assert_eq!(decimal, text.parse().unwrap());
    }
}
