//! Values that cross: each arrives, and preparing reports a wrong one with its path.

use super::*;
use crate::{error::BillwireError, operations::PreparedSettlement, values::Int32};
use billwire::{Code, Decimal, Members, ResponseCode, Sensitive, SigningOffset};
use uniffi::RustBuffer;

fn found(bill: Settlement) -> Vec<(String, Code)> {
    let error: BillwireError = biller().prepare_settlement(bill).err().unwrap();
    error.details().violations.into_iter().map(|one| (one.path, one.code)).collect()
}

fn violation(path: &str, code: Code) -> Vec<(String, Code)> {
    vec![(path.into(), code)]
}

/// The value on the other side; none if it cannot cross.
fn arrived<T: Lower<UniFfiTag, FfiType = RustBuffer>, U: Lift<UniFfiTag, FfiType = RustBuffer>>(value: T) -> Option<U> {
    U::try_lift(T::lower(value)).ok()
}

#[test]
fn keeps_all_digits_of_a_decimal() {
    let with_rate = |rate: &str| Settlement { exchange_rate_khr: Some(decimal(rate)), ..full_bill() };
    // The vector `requests/settlement-exchange_rate_khr-35-digits`.
    assert_eq!(
        found(with_rate("12345678901234567890123456789012345")),
        violation("exchange_rate_khr", Code::TooManyDigits)
    );
    assert_eq!(found(with_rate("NaN")), violation("exchange_rate_khr", Code::InvalidDecimal));
    assert_eq!(crossed::<Decimal, String>("-10.50".parse().unwrap()), "-10.50");
    assert_eq!(arrived::<_, Decimal>("1234567890.0123456789".to_owned()), "1234567890.0123456789".parse().ok());
    assert_eq!(arrived::<_, Decimal>("ten".to_owned()), None);
}

/// A Swift `Date` may lie beside a millisecond, and may be no number.
#[test]
fn an_instant_is_the_nearest_millisecond() {
    let moment = instant("2026-01-31T17:00:00.250Z");
    assert_eq!(crossed::<Instant, f64>(moment), 1_769_878_800_250.0);
    assert_eq!(crossed::<f64, Instant>(1_769_878_800_249.75), moment);
    assert_eq!(crossed::<f64, Instant>(1_769_878_800_250.25), moment);
    assert_eq!(crossed::<f64, Instant>(-0.6), instant("1969-12-31T23:59:59.999Z"));
    for nowhere in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300] {
        let date = crossed::<f64, Instant>(nowhere);
        assert_eq!(found(Settlement { due_date: date, ..bill() }), violation("due_date", Code::YearOutOfRange));
    }
}

#[test]
fn a_zone_is_its_seconds_and_no_more_than_a_day() {
    assert_eq!(crossed::<SigningOffset, i32>("-03:30".parse().unwrap()), -12_600);
    assert_eq!(crossed::<i32, SigningOffset>(25_200), "+07:00".parse().unwrap());
    assert_eq!(crossed::<i32, SigningOffset>(i32::MAX), crossed::<i32, SigningOffset>(86_399));
}

#[test]
fn passes_text_types_as_text() {
    assert_eq!(crossed::<ResponseCode, String>(crossed::<_, ResponseCode>("000".to_owned())), "000");
    let secret: Sensitive = crossed("pm-token-1".to_owned());
    assert_eq!((secret.as_str(), format!("{secret:?}").as_str()), ("pm-token-1", "[hidden]"));
    assert_eq!(crossed::<Sensitive, String>(secret), "pm-token-1");
    let members: Members = crossed(r#"{ "b": 1, "a": [] }"#.to_owned());
    assert_eq!(crossed::<Members, String>(members), r#"{"b":1,"a":[]}"#);
    assert_eq!(arrived::<_, Members>("[]".to_owned()), None);
}

/// The vector `requests/settlement-extra-and-line-extra`.
#[test]
fn takes_extra_members_as_an_object() {
    let line = |extra: &str| {
        let none = Line { item_name: None, description: None, quantity: None, ..line("", "", 0, ["0"; 3]) };
        let none = Line { price: None, amount: None, tax_amount: None, ..none };
        Line { extra: Some(extra.into()), ..none }
    };
    let with = |details: &str, extra: &str| Settlement {
        details: Some(vec![line(details)]),
        extra: Some(extra.into()),
        ..bill()
    };
    let parts = biller().prepare_settlement(with(r#"{"b":1,"a":2}"#, r#"{"y":1,"x":2}"#)).unwrap();
    let parts: PreparedSettlement = crossed(parts);
    let body = parts.request.body.unwrap();
    assert!(body.as_str().ends_with(r#","details":[{"tax_name":"VAT","b":1,"a":2}],"y":1,"x":2}"#), "{body:?}");
    assert_eq!(found(with("{}", "[1]")), violation("extra", Code::WrongType));
    assert_eq!(found(with("{}", r#"{"ref_id":"INV-2"}"#)), violation("extra.ref_id", Code::ReservedKey));
    assert_eq!(found(with(r#"{"a":1,"a":2}"#, "{}")), violation("details[0].extra", Code::DuplicateKey));
}

/// These languages pass a status of 32 bits.
#[test]
fn a_status_that_is_none_is_no_success() {
    let body = br#"{"code":"000"}"#;
    assert!(biller().decode_onboarding(crossed(200), body).is_ok());
    for number in [-1, 0, 1, 65_536 + 200, i32::MIN, i32::MAX] {
        let status: Int32 = crossed(number);
        let failure = biller().decode_onboarding(status, body).unwrap_err().details();
        assert_eq!(failure.code, Code::HttpStatus, "{number}");
    }
    assert_eq!(crossed::<Int32, i32>(65_535.into()), 65_535);
    assert_eq!([0, 1, 200, 65_535].map(|number| crossed::<i32, Int32>(number).status()), [0, 1, 200, 65_535]);
}

/// These languages have no unsigned numbers.
#[test]
fn counts_below_zero_are_zero() {
    let numbers = [i32::MIN, -1, 0, 1, i32::MAX].map(crossed::<i32, Int32>);
    assert_eq!(numbers.map(Int32::count), [0, 0, 0, 1, 2_147_483_647]);
    assert_eq!(numbers.map(Int32::size), [0, 0, 0, 1, 2_147_483_647]);
    assert_eq!([0, 7, u64::MAX].map(|number| crossed::<Int32, i32>(Int32::of(number))), [0, 7, i32::MAX]);
}
