//! General Decimal Arithmetic: its texts as decimals, and its exact results of comparison, products, sums and
//! rescaling.
//!
//! A decimal of billwire is text in JSON's grammar, has at most 34 digits and an exponent from -34 to 34, and is exact.
//! It has no NaN, no infinity and no negative zero, so tests with such operands are refused. billwire never rounds, so
//! tests with a rounded result are skipped.

use crate::corpus;
use bigdecimal::BigDecimal;
use billwire::{Code, Decimal};
use serde::de::IgnoredAny;
use std::path::Path;

#[test]
fn general_decimal_arithmetic() {
    let Some(folder) = corpus("decimal", "decTest") else { return };
    // The numbers of exact results, of refusals, and of results that dectest has rounded.
    for (file, operations, expected) in [
        ("base", &["toSci", "toEng", "apply"][..], [489, 490, 179]),
        ("compare", &["compare"], [441, 198, 0]),
        ("randoms", &["compare"], [176, 324, 0]),
        ("multiply", &["multiply"], [134, 350, 37]),
        ("randoms", &["add"], [21, 324, 155]),
        ("rounding", &["add"], [96, 0, 466]),
        ("quantize", &["quantize"], [194, 553, 28]),
    ] {
        let [mut exact, mut refused, mut rounded] = [0; 3];
        let tests = tests(&folder.join(file).with_extension("decTest"));
        for test in tests.iter().filter(|test| operations.contains(&test.operation.as_str())) {
            match calculate(test) {
                Ok(result) if test.conditions.is_empty() => {
                    let [own, theirs] = [&result, &test.result].map(|text| big(text));
                    assert_eq!(own, theirs, "{}", test.id);
                    let places = [own, theirs].map(|value| value.fractional_digit_count().max(0));
                    let keeps_places = matches!(test.operation.as_str(), "toSci" | "apply" | "quantize");
                    assert!(!keeps_places || places[0] == places[1], "{}: {result}", test.id);
                    exact += 1;
                }
                Ok(_) => {
                    // Rescaling never rounds.
                    let is_inexact = test.conditions.contains(&"Inexact".into());
                    assert!(test.operation != "quantize" || !is_inexact, "{}", test.id);
                    rounded += 1;
                }
                Err(_) => refused += 1,
            }
        }
        assert_eq!([exact, refused, rounded], expected, "{file} {operations:?}");
    }
}

/// Returns the result in plain notation, or why an operand or the result is no decimal.
fn calculate(test: &Test) -> Result<String, Code> {
    let operands = test.operands.iter().map(|operand| decimal(operand, &test.id)).collect::<Result<Vec<_>, _>>()?;
    let result = match (test.operation.as_str(), operands.as_slice()) {
        ("compare", [a, b]) => return Ok((a.cmp(b) as i8).to_string()),
        ("multiply", [a, b]) => a.checked_mul(*b),
        ("add", [a, b]) => a.checked_add(*b),
        ("quantize", [a, _]) => a.quantized((-big(&test.operands[1]).fractional_digit_count()).try_into().unwrap()),
        (_, [a]) => Some(*a),
        // An operand in quotes, with a space inside.
        _ => return Err(Code::InvalidDecimal),
    };
    result.map(|result| result.to_string()).ok_or(Code::OutOfRange)
}

/// Reads a decimal, or returns why a text is none.
fn decimal(text: &str, id: &str) -> Result<Decimal, Code> {
    let is_spaced = text.contains(char::is_whitespace);
    let is_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let is_json = is_number && !is_spaced && serde_json::from_str::<IgnoredAny>(text).is_ok();
    let read = text.parse::<Decimal>().map_err(|error| error.code());
    assert_eq!(read.err() == Some(Code::InvalidDecimal), !is_json, "{id}");
    read
}

struct Test {
    id: String,
    operation: String,
    operands: Vec<String>,
    result: String,
    conditions: Vec<String>,
}

/// `id operation operand… -> result condition…`
fn tests(file: &Path) -> Vec<Test> {
    let text = std::fs::read_to_string(file).unwrap();
    let test = |line: &str| {
        let words = line.split_whitespace().take_while(|word| !word.starts_with("--"));
        let words: Vec<_> = words.map(|word| word.trim_matches(['\'', '"']).to_owned()).collect();
        let [id, operation, rest @ ..] = words.as_slice() else { return None };
        let arrow = rest.iter().position(|word| word == "->")?;
        let [result, conditions @ ..] = &rest[arrow + 1..] else { return None };
        let [id, operation, result] = [id, operation, result].map(String::clone);
        Some(Test { id, operation, operands: rest[..arrow].to_vec(), result, conditions: conditions.to_vec() })
    };
    text.lines().filter_map(test).collect()
}

fn big(text: &str) -> BigDecimal {
    text.parse().unwrap()
}
