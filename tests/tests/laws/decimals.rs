//! Decimals compared with `bigdecimal`.

use crate::cases;
use bigdecimal::{BigDecimal, Zero};
use billwire::internal::DynamicValue;
use billwire::{Code, Decimal};
use billwire_wasm::tools::arithmetic;
use proptest::prelude::*;
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    str::FromStr,
};

proptest! {
    #![proptest_config(cases(10_000))]

    #[test]
    fn decimal_has_the_value_of_its_text((text, digits, scale) in text()) {
        let expected = if digits > 34 {
            Err(Code::TooManyDigits)
        } else if scale.abs() > 34 {
            Err(Code::OutOfRange)
        } else {
            Ok(big(&text))
        };
        let own = text.parse::<Decimal>();
        prop_assert_eq!(own.map(|own| big(&own.to_string())).map_err(|error| error.code()), expected);
        if let Ok(own) = own {
            // Plain notation, with every decimal place that was written.
            let plain = own.to_string();
            let fraction = plain.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i64);
            prop_assert!(plain.bytes().all(|byte| byte.is_ascii_digit() || b"-.".contains(&byte)), "{}", plain);
            prop_assert_eq!(fraction, (-scale).max(0), "{}", plain);
            prop_assert_eq!(plain.parse(), Ok(own), "{}", plain);
            prop_assert_eq!(big(&own.normalized().to_string()), big(&text));
        }
    }

    #[test]
    fn comparison_and_arithmetic_are_exact((a, b) in (decimal(), decimal())) {
        let (big_a, big_b) = (big(&a.to_string()), big(&b.to_string()));
        prop_assert_eq!(a.cmp(&b), big_a.cmp(&big_b));
        prop_assert_eq!(a == b, hash(a) == hash(b));
        for (own, exact) in [(a.checked_mul(b), &big_a * &big_b), (a.checked_add(b), &big_a + &big_b)] {
            match own {
                Some(own) => prop_assert_eq!(big(&own.to_string()), exact),
                None => prop_assert!(!fits(&exact), "{} and {}: {}", a, b, exact),
            }
        }
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

/// Returns whether a value, written with the fewest digits, is a decimal.
fn fits(exact: &BigDecimal) -> bool {
    let (digits, scale) = exact.normalized().as_bigint_and_exponent();
    exact.is_zero() || (digits.to_string().trim_start_matches('-').len() <= 34 && scale.abs() <= 34)
}

/// Parses a number in JSON's grammar. Returns the number of significant digits and the power of ten of the last one.
fn text() -> impl Strategy<Value = (String, usize, i64)> {
    let whole = prop_oneof![Just("0".to_owned()), "[1-9][0-9]{0,2}", "[1-9][0-9]{0,36}", "[1-9][0-9]{0,33}0{0,36}"];
    let fraction =
        prop_oneof![2 => Just(String::new()), 1 => "[0-9]{1,3}", 1 => "0{0,34}[0-9]{1,6}", 1 => "[0-9]{1,36}"];
    let exponent = prop_oneof![4 => Just(None), 1 => (-5..5i64).prop_map(Some), 1 => (-70..70i64).prop_map(Some)];
    (any::<bool>(), whole, fraction, exponent, "[eE]").prop_map(|(negative, whole, fraction, exponent, e)| {
        let sign = if negative { "-" } else { "" };
        let point = if fraction.is_empty() { "" } else { "." };
        let power = exponent.map_or(String::new(), |exponent| format!("{e}{exponent}"));
        let digits = [whole.as_str(), &fraction].concat().trim_start_matches('0').len();
        // Trailing zeros of a whole number do not count beyond the 34th digit.
        let zeros =
            if point.is_empty() && power.is_empty() { whole.len() - whole.trim_end_matches('0').len() } else { 0 };
        let digits = if digits > 34 && digits - 34 <= zeros.min(34) { 34 } else { digits };
        let scale = exponent.unwrap_or(0) - fraction.len() as i64;
        (format!("{sign}{whole}{point}{fraction}{power}"), digits, scale)
    })
}

fn decimal() -> impl Strategy<Value = Decimal> {
    text().prop_filter_map("no decimal", |(text, ..)| text.parse().ok())
}

fn big(text: &str) -> BigDecimal {
    BigDecimal::from_str(text).unwrap()
}

fn hash(decimal: Decimal) -> u64 {
    let mut hasher = DefaultHasher::new();
    decimal.hash(&mut hasher);
    hasher.finish()
}
