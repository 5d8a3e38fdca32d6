//! Decimals against `bigdecimal`. An input is two lines, each a decimal.

use super::{Verdict, ensure, slow::is_number};
use bigdecimal::{BigDecimal, Zero};
use billwire::{Code, Decimal};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    str::FromStr,
};

type Operation = fn(Decimal, Decimal) -> Option<Decimal>;

pub(crate) fn check(input: &[u8]) -> Verdict {
    calculates_rightly(input, Decimal::checked_add)
}

pub(crate) fn control(input: &[u8]) -> Verdict {
    calculates_rightly(input, |a, b| {
        let sum = a.to_string().parse::<f64>().ok()? + b.to_string().parse::<f64>().ok()?;
        sum.to_string().parse().ok()
    })
}

fn calculates_rightly(input: &[u8], add: Operation) -> Verdict {
    let Ok(text) = std::str::from_utf8(input) else { return Ok(()) };
    let (a, b) = text.split_once('\n').unwrap_or((text, ""));
    let (Some(own_a), Some(own_b)) = (reads_rightly(a)?, reads_rightly(b)?) else { return Ok(()) };
    let (Some(big_a), Some(big_b)) = (big(a), big(b)) else { return Err("billwire alone reads them".to_owned()) };

    ensure!(own_a.cmp(&own_b) == big_a.cmp(&big_b), "{a} and {b} are compared wrongly");
    ensure!((own_a == own_b) == (big_a == big_b), "{a} and {b} are the same for one side");
    ensure!((own_a == own_b) == (hash(own_a) == hash(own_b)), "{a} and {b} are the same for a hash table alone");
    let operations: [(Operation, _, _); 3] = [
        (add, &big_a + &big_b, "+"),
        (Decimal::checked_sub, &big_a - &big_b, "-"),
        (Decimal::checked_mul, &big_a * &big_b, "*"),
    ];
    for (calculate, exact, what) in operations {
        match calculate(own_a, own_b) {
            Some(own) => ensure!(big(&own.to_string()) == Some(exact), "{a} {what} {b} is not {own}"),
            None => ensure!(!fits(&exact), "{a} {what} {b} has a result: {exact}"),
        }
    }
    Ok(())
}

/// Checks a text: refused by the broken rule, or read as its value.
fn reads_rightly(text: &str) -> Result<Option<Decimal>, String> {
    let expected = if !is_number(text) {
        Err(Code::InvalidDecimal)
    } else {
        let (digits, scale) = shape(text);
        match scale {
            _ if digits > 34 && digits - 34 > zeros(text).min(34) => Err(Code::TooManyDigits),
            Some(-34..=34) => Ok(()),
            _ => Err(Code::OutOfRange),
        }
    };
    let own = Decimal::from_str(text);
    match (own, expected) {
        (Ok(own), Ok(())) => {
            let plain = own.to_string();
            ensure!(big(&plain) == big(text), "{text} is read as {own}");
            // Plain notation, with every decimal place that was written.
            let places = plain.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i64);
            let written = shape(text).1.map_or(0, |scale| (-scale).max(0));
            ensure!(places == written && !plain.contains(['e', 'E', '+']), "{text} is written as {plain}");
            ensure!(plain.parse() == Ok(own), "{plain} is not read back");
            ensure!(big(&own.normalized().to_string()) == big(text), "{text} is another value when normalized");
            Ok(Some(own))
        }
        (Err(error), Err(code)) => {
            ensure!(error.code() == code, "{text:?}: {error}, and {code:?} was due");
            Ok(None)
        }
        (own, expected) => Err(format!("{text:?}: {own:?}, and {expected:?} was due")),
    }
}

fn hash(decimal: Decimal) -> u64 {
    let mut hasher = DefaultHasher::new();
    decimal.hash(&mut hasher);
    hasher.finish()
}

/// Number of significant digits, and the power of ten of the last one if that has a reasonable size.
fn shape(text: &str) -> (usize, Option<i64>) {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let fraction = mantissa.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let scale = exponent.parse::<i64>().ok().and_then(|exponent| exponent.checked_sub(i64::try_from(fraction).ok()?));
    (digits.trim_start_matches('0').len(), scale)
}

/// Zeros at the end of a whole number in plain notation; beyond the 34th digit they count as digits.
fn zeros(text: &str) -> usize {
    if text.contains(['.', 'e', 'E']) { 0 } else { text.len() - text.trim_end_matches('0').len() }
}

/// Whether two texts write the same value; no if one of them writes none of a reasonable size.
pub(crate) fn same_value(a: &str, b: &str) -> bool {
    big(a).zip(big(b)).is_some_and(|(a, b)| a == b)
}

/// The value of a number of a reasonable size: bigdecimal writes all its zeros out. Those of an exponent have no size.
pub(crate) fn big(text: &str) -> Option<BigDecimal> {
    let reasonable = is_number(text) && shape(text).1?.abs() <= 1_000;
    reasonable.then(|| BigDecimal::from_str(text).ok())?
}

/// Whether a value, written with the fewest digits, is a decimal.
fn fits(exact: &BigDecimal) -> bool {
    let (digits, scale) = exact.normalized().as_bigint_and_exponent();
    exact.is_zero() || (digits.to_string().trim_start_matches('-').len() <= 34 && scale.abs() <= 34)
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let texts = ["0", "-0.00", "1.10", "0.1", "0.2", "4100", "1e34", "1e-34", "9999999999999999999999999999999999"];
    let more = ["-12345678901234567.8901234567890123", "40000", "1.5E+3", "0.0000000000000000000000000000000001", "01"];
    let all: Vec<_> = texts.iter().chain(&more).collect();
    let pairs = all.iter().flat_map(|a| all.iter().map(move |b| (a, b)));
    let long_exponent = format!("1\n-1.81e{}2", "0".repeat(1_008));
    pairs.map(|(a, b)| format!("{a}\n{b}")).chain([long_exponent]).map(String::into_bytes).collect()
}
