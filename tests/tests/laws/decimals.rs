//! Decimals compared with `bigdecimal`.

use crate::{cases, keeps};
use bigdecimal::BigDecimal;
use billwire::internal::DynamicValue;
use billwire::{Code, Decimal};
use billwire_wasm::tools::arithmetic;
use proptest::prelude::*;
use std::str::FromStr;

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn values_and_arithmetic_are_exact([a, b] in [text(), text()]) {
        keeps("decimals", format!("{a}\n{b}").as_bytes())?;
    }
}

proptest! {
    #![proptest_config(cases(1_000))]

    /// Arithmetic on texts: a result has at most 34 digits in plain notation.
    #[test]
    fn arithmetic_on_dynamic_values([a, b] in [operand(), operand()], places in -6..12i64) {
        let (own_a, own_b) = (DynamicValue::Text(a.clone()), DynamicValue::Text(b.clone()));
        let (big_a, big_b) = (big(&a), big(&b));
        prop_assert_eq!(arithmetic::compare_decimals(&own_a, &own_b), Ok(big_a.cmp(&big_b)));
        for (own, exact) in [
            (arithmetic::add_decimals(&own_a, &own_b), &big_a + &big_b),
            (arithmetic::subtract_decimals(&own_a, &own_b), &big_a - &big_b),
            (arithmetic::multiply_decimals(&own_a, &own_b), &big_a * &big_b),
        ] {
            let plain = exact.normalized().to_plain_string();
            prop_assert_eq!(own.ok(), fits_plainly(&plain).ok().map(|()| plain), "{} and {}", a, b);
        }
        let exact = big_a.with_scale(places);
        match arithmetic::quantize_decimal(&own_a, &DynamicValue::Whole(places.into())).map_err(|error| error.code()) {
            Ok(text) => {
                let fraction = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
                prop_assert_eq!((big(&text), fraction as i64), (big_a, places.max(0)), "{}", text);
            }
            Err(Code::TooPrecise) => prop_assert_ne!(exact, big_a),
            Err(code) => prop_assert_eq!(fits_plainly(&exact.to_plain_string()), Err(code)),
        }
    }
}

/// Parses a text as a decimal.
fn operand() -> impl Strategy<Value = String> {
    decimal().prop_map(|decimal| decimal.to_string())
}

/// Returns whether a text in plain notation has at most 34 digits, including leading zeros, and at most 34 decimal
/// places.
fn fits_plainly(plain: &str) -> Result<(), Code> {
    let digits: String = plain.chars().filter(char::is_ascii_digit).collect();
    match plain.parse::<Decimal>() {
        _ if digits.trim_start_matches('0').len() > 34 => Err(Code::TooManyDigits),
        read => read.map(drop).map_err(|error| error.code()),
    }
}

/// A number in JSON's grammar.
fn text() -> impl Strategy<Value = String> {
    let whole = prop_oneof![Just("0".to_owned()), "[1-9][0-9]{0,2}", "[1-9][0-9]{0,36}", "[1-9][0-9]{0,33}0{0,36}"];
    let fraction =
        prop_oneof![2 => Just(String::new()), 1 => "[0-9]{1,3}", 1 => "0{0,34}[0-9]{1,6}", 1 => "[0-9]{1,36}"];
    let exponent = prop_oneof![4 => Just(None), 1 => (-5..5i64).prop_map(Some), 1 => (-70..70i64).prop_map(Some)];
    ("-?", whole, fraction, exponent, "[eE]").prop_map(|(sign, whole, fraction, exponent, e)| {
        let point = if fraction.is_empty() { "" } else { "." };
        let power = exponent.map_or(String::new(), |exponent| format!("{e}{exponent}"));
        format!("{sign}{whole}{point}{fraction}{power}")
    })
}

fn decimal() -> impl Strategy<Value = Decimal> {
    text().prop_filter_map("no decimal", |text| text.parse().ok())
}

fn big(text: &str) -> BigDecimal {
    BigDecimal::from_str(text).unwrap()
}
