//! General Decimal Arithmetic: parses its texts as decimals, and checks comparison, products, sums and rescaling.
//!
//! A decimal of billwire is text in JSON's grammar, has at most 34 digits and an exponent from -34 to 34, and is exact.
//! It has no NaN, no infinity and no negative zero, so tests with such operands are refused. billwire never rounds. A
//! rounded result is compared with the exact value, or refused.

use crate::{Verdicts, corpus};
use bigdecimal::{BigDecimal, RoundingMode};
use billwire::{Code, Decimal};
use std::{path::Path, str::FromStr};

/// Largest number of digits, and of decimal places.
const LIMIT: u64 = 34;

#[test]
fn general_decimal_arithmetic() {
    let Some(folder) = corpus("dectest") else { return };
    let tests = |file: &str| tests(&folder.join(file).with_extension("decTest"));

    let mut verdicts = Verdicts::default();
    for test in tests("base") {
        let [operand] = test.operands.as_slice() else { panic!("{}", test.id) };
        match text(operand, &test.id) {
            Ok(decimal) => {
                // Skips engineering notation, which adds digits, and rounding, which removes them.
                let kept = test.operation != "toEng" && test.conditions.is_empty();
                assert_eq!(decimal.to_string(), plain(if kept { &test.result } else { operand }), "{}", test.id);
                if test.conditions.is_empty() {
                    assert_eq!(Ok(decimal), plain(&test.result).parse(), "{}", test.id);
                }
                verdicts.accepted_as(&test.id, decimal);
            }
            Err(code) => verdicts.refused(&test.id, code),
        }
    }
    verdicts.figure("dectest", "base: text", [668, 502, 0]);

    for (file, operation, expected) in [
        ("compare", "compare", [441, 198, 0]),
        ("randoms", "compare", [176, 324, 0]),
        ("multiply", "multiply", [171, 350, 0]),
        ("randoms", "multiply", [176, 324, 0]),
        ("rounding", "multiply", [152, 52, 0]),
        ("randoms", "add", [176, 324, 0]),
        ("rounding", "add", [562, 0, 0]),
        ("quantize", "quantize", [222, 553, 0]),
    ] {
        let mut verdicts = Verdicts::default();
        for test in tests(file).iter().filter(|test| test.operation == operation) {
            match calculate(test) {
                Ok(result) => verdicts.accepted_as(&test.id, result),
                Err(why) => verdicts.refused(&test.id, why),
            }
        }
        verdicts.figure("dectest", &format!("{file}: {operation}"), expected);
    }
}

/// Returns the test's result, or the operands that are not decimals, or the reason for no result.
fn calculate(test: &Test) -> Result<String, String> {
    let [a, b] = test.operands.as_slice() else { panic!("{}", test.id) };
    let (a, b) = match (text(a, &test.id), text(b, &test.id)) {
        (Ok(a), Ok(b)) => (a, b),
        (a, b) => {
            let wrong = [a.err().map(|code| format!("a: {code}")), b.err().map(|code| format!("b: {code}"))];
            return Err(wrong.into_iter().flatten().collect::<Vec<_>>().join(", "));
        }
    };
    let result = match test.operation.as_str() {
        "compare" => Ok(compared(test, a, b)),
        "multiply" => exact(test, a.checked_mul(b)),
        "add" => exact(test, a.checked_add(b)),
        "quantize" => quantized(test, a),
        _ => panic!("{}", test.id),
    };
    result.map_err(|code| code.to_string())
}

fn compared(test: &Test, a: Decimal, b: Decimal) -> String {
    let ordering = (a.cmp(&b) as i8).to_string();
    assert_eq!(ordering, test.result, "{}", test.id);
    ordering
}

/// Checks that a sum or product is exact, and equals the expected one after rounding.
fn exact(test: &Test, result: Option<Decimal>) -> Result<String, Code> {
    let [a, b] = test.operands.as_slice() else { panic!("{}", test.id) };
    let [a, b] = [a, b].map(|operand| BigDecimal::from_str(operand).unwrap());
    let exact = if test.operation == "add" { a + b } else { a * b }.normalized();
    let Some(result) = result else { return Err(why_none(&exact, &test.id)) };
    assert_eq!(BigDecimal::from_str(&result.to_string()).unwrap(), exact, "{}", test.id);
    if let Some(round) = test.rounded() {
        assert_eq!(round(exact), BigDecimal::from_str(&test.result).unwrap(), "{}", test.id);
    }
    Ok(result.normalized().to_string())
}

/// Returns the limit that a value exceeds.
fn why_none(value: &BigDecimal, id: &str) -> Code {
    if value.digits() > LIMIT {
        return Code::TooManyDigits;
    }
    assert!(value.fractional_digit_count().unsigned_abs() > LIMIT, "{id}");
    Code::OutOfRange
}

/// Rescaling to the second operand's scale keeps the value, or fails.
fn quantized(test: &Test, value: Decimal) -> Result<String, Code> {
    let scale = exponent(&test.operands[1]);
    let is = |condition: &str| test.conditions.iter().any(|name| name == condition);
    let Some(quantized) = value.quantized(scale.try_into().unwrap()) else {
        assert!(is("Inexact") || is("Invalid_operation"), "{}", test.id);
        let exact = BigDecimal::from_str(&test.operands[0]).unwrap();
        let there = exact.with_scale(-i64::from(scale));
        return Err(if there == exact { why_none(&there, &test.id) } else { Code::TooPrecise });
    };
    assert!(!is("Inexact"), "{}", test.id);
    assert_eq!(quantized, value, "{}", test.id);
    if is("Invalid_operation") {
        // The result has more digits than the test allows.
        assert!(quantized.to_string().len() as u64 > test.precision, "{}", test.id);
        assert_eq!(exponent(&quantized.to_string()), scale.min(0), "{}", test.id);
    } else {
        assert_eq!(quantized.to_string(), plain(&test.result), "{}", test.id);
    }
    Ok(quantized.to_string())
}

/// Parses a text as a decimal, or returns why it is not one.
fn text(operand: &str, id: &str) -> Result<Decimal, Code> {
    let decimal = operand.parse::<Decimal>();
    match (decimal, is_json_number(operand)) {
        (Ok(decimal), true) => Ok(decimal),
        (Err(error), true) => {
            assert!(matches!(error.code(), Code::TooManyDigits | Code::OutOfRange), "{id}");
            Err(error.code())
        }
        (Err(error), false) => {
            assert_eq!(error.code(), Code::InvalidDecimal, "{id}");
            Err(error.code())
        }
        (Ok(_), false) => panic!("{id} was read"),
    }
}

/// Returns whether serde_json parses the text as a number of any size.
fn is_json_number(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let exponent = text.get(mantissa.len() + 1..).unwrap_or("0");
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let spaced = text.contains(char::is_whitespace);
    starts
        && whole
        && !spaced
        && serde_json::from_str::<serde_json::Value>(mantissa).is_ok_and(|value| value.is_number())
}

struct Test {
    id: String,
    operation: String,
    operands: Vec<String>,
    result: String,
    conditions: Vec<String>,
    precision: u64,
    rounding: String,
}

impl Test {
    /// Returns the step that turns the exact result into the test's one, or `None` if no rounding does.
    fn rounded(&self) -> Option<impl Fn(BigDecimal) -> BigDecimal> {
        let usual = ["Rounded", "Inexact"];
        let (precision, mode) = (std::num::NonZeroU64::new(self.precision)?, mode(&self.rounding)?);
        let usual = self.conditions.iter().all(|condition| usual.contains(&condition.as_str()));
        usual.then_some(move |exact: BigDecimal| exact.with_precision_round(precision, mode))
    }
}

fn mode(name: &str) -> Option<RoundingMode> {
    Some(match name {
        "up" => RoundingMode::Up,
        "down" => RoundingMode::Down,
        "floor" => RoundingMode::Floor,
        "ceiling" => RoundingMode::Ceiling,
        "half_up" => RoundingMode::HalfUp,
        "half_down" => RoundingMode::HalfDown,
        "half_even" => RoundingMode::HalfEven,
        _ => return None,
    })
}

/// Returns the power of ten of the last digit.
fn exponent(text: &str) -> i32 {
    let (mantissa, exponent) = text.split_once(['E', 'e']).unwrap_or((text, "0"));
    let fraction = mantissa.split_once('.').map_or("", |(_, fraction)| fraction);
    exponent.parse::<i32>().unwrap() - fraction.len() as i32
}

/// Writes a result of dectest in plain notation, with its own digits and no sign before zero.
fn plain(scientific: &str) -> String {
    let (negative, text) = scientific.strip_prefix('-').map_or((false, scientific), |text| (true, text));
    let mantissa = text.split(['E', 'e']).next().unwrap_or_default();
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole, fraction].concat();
    let scale = exponent(text);
    let is_zero = digits.bytes().all(|digit| digit == b'0');
    let text = match usize::try_from(scale) {
        // Leading zeros of a zero carry no information.
        Ok(_) if is_zero => "0".into(),
        Ok(zeros) => digits.trim_start_matches('0').to_owned() + &"0".repeat(zeros),
        Err(_) => {
            let places = scale.unsigned_abs() as usize;
            let digits = format!("{:0>1$}", digits, places + 1);
            let (whole, fraction) = digits.split_at(digits.len() - places);
            let whole = whole.trim_start_matches('0');
            format!("{}.{fraction}", if whole.is_empty() { "0" } else { whole })
        }
    };
    if negative && !is_zero { format!("-{text}") } else { text }
}

/// `id operation operand… -> result condition…`, with directives `name: value` between them.
fn tests(file: &Path) -> Vec<Test> {
    let (mut tests, mut precision, mut rounding) = (Vec::new(), 9, String::from("half_up"));
    for line in std::fs::read_to_string(file).unwrap().lines() {
        let words = words(line);
        match words.as_slice() {
            [name, value, ..] if name.eq_ignore_ascii_case("precision:") => precision = value.parse().unwrap(),
            [name, value, ..] if name.eq_ignore_ascii_case("rounding:") => rounding = value.clone(),
            [id, operation, rest @ ..] => {
                let Some(arrow) = rest.iter().position(|word| word == "->") else { continue };
                let [result, conditions @ ..] = &rest[arrow + 1..] else { continue };
                tests.push(Test {
                    id: id.clone(),
                    operation: operation.clone(),
                    operands: rest[..arrow].to_vec(),
                    result: result.clone(),
                    conditions: conditions.to_vec(),
                    precision,
                    rounding: rounding.clone(),
                });
            }
            _ => {}
        }
    }
    tests
}

/// Splits into words, between spaces or in quotes; a doubled quote stands for one. `--` begins a comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut rest) = (Vec::new(), line.trim_start());
    while let Some(first) = rest.chars().next().filter(|_| !rest.starts_with("--")) {
        let tail;
        match first {
            '"' | '\'' => {
                let (mut word, mut after) = (String::new(), &rest[1..]);
                while let Some((piece, more)) = after.split_once(first) {
                    word += piece;
                    after = more;
                    let Some(more) = after.strip_prefix(first) else { break };
                    word.push(first);
                    after = more;
                }
                words.push(word);
                tail = after;
            }
            _ => {
                let (word, after) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
                words.push(word.to_owned());
                tail = after;
            }
        }
        rest = tail.trim_start();
    }
    words
}
