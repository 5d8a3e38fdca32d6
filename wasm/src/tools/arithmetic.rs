//! Exact arithmetic on amounts. JavaScript's own numbers are floats.

use billwire::wire::{
    Decimal, Options,
    input::DynamicValue,
    schema::{Field, Kind, Presence, Schema},
    validate::Validator,
};
use billwire::{BillerConfig, Code, Error, Finding};
use std::cmp::Ordering;

/// Operand: any value that a decimal field accepts, and negative ones.
static OPERAND: Field = Field::new("operand", Kind::Decimal, Presence::Required).negative();
static OPERANDS: Schema = Schema::new("Operand", "", std::slice::from_ref(&OPERAND));

static OPTIONS: Options = Options::new(BillerConfig::DEFAULT_MAX_LINES);

/// Compares two amounts by value.
///
/// # Errors
/// [`Error::InvalidConfig`] if an operand is not a decimal.
pub fn compare_decimals(a: &DynamicValue, b: &DynamicValue) -> Result<Ordering, Error> {
    let (a, b) = operands(a, b)?;
    Ok(a.cmp(&b))
}

/// Exact sum, without zeros at the end of its fraction.
///
/// # Errors
/// [`Error::InvalidConfig`] if an operand or the sum is not a decimal.
pub fn add_decimals(a: &DynamicValue, b: &DynamicValue) -> Result<String, Error> {
    let (a, b) = operands(a, b)?;
    computed(a.sum(b))
}

/// Exact difference, without zeros at the end of its fraction.
///
/// # Errors
/// [`Error::InvalidConfig`] if an operand or the difference is not a decimal.
pub fn subtract_decimals(a: &DynamicValue, b: &DynamicValue) -> Result<String, Error> {
    let (a, b) = operands(a, b)?;
    computed(a.sum(-b))
}

/// Exact product, without zeros at the end of its fraction.
///
/// # Errors
/// [`Error::InvalidConfig`] if an operand or the product is not a decimal.
pub fn multiply_decimals(a: &DynamicValue, b: &DynamicValue) -> Result<String, Error> {
    let (a, b) = operands(a, b)?;
    computed(a.product(b))
}

/// Same value with a number of places after the point, or before it if the number is negative.
///
/// # Errors
/// [`Error::InvalidConfig`] for an invalid amount or count of places, or if a digit would be lost.
pub fn quantize_decimal(amount: &DynamicValue, places: &DynamicValue) -> Result<String, Error> {
    let (amount, scale) = both(operand("amount", amount), scale(places))?;
    let quantized = amount.at_scale(scale).and_then(Decimal::written_out);
    quantized.map(|value| value.to_string()).map_err(|code| {
        refused(match code {
            Code::TooPrecise => {
                Finding::new("amount", code).explained("a digit would be lost: nothing is ever rounded")
            }
            _ => no_result(code),
        })
    })
}

fn computed(result: Result<Decimal, Code>) -> Result<String, Error> {
    let result = result.and_then(Decimal::written_out).map_err(|code| refused(no_result(code)))?;
    Ok(result.normalized().to_string())
}

fn no_result(code: Code) -> Finding {
    Finding::new("", code).explained(match code {
        Code::OutOfRange => "the exact result has more than 34 places",
        _ => "the exact result has more than 34 digits",
    })
}

fn operands(a: &DynamicValue, b: &DynamicValue) -> Result<(Decimal, Decimal), Error> {
    both(operand("a", a), operand("b", b))
}

/// Both arguments, or the violations of both.
fn both<A, B>(a: Result<A, Finding>, b: Result<B, Finding>) -> Result<(A, B), Error> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => Err(Error::InvalidConfig { violations: a.err().into_iter().chain(b.err()).collect() }),
    }
}

fn refused(finding: Finding) -> Error {
    Error::InvalidConfig { violations: finding.into() }
}

fn operand(name: &str, value: &DynamicValue) -> Result<Decimal, Finding> {
    if *value == DynamicValue::Text(String::new()) {
        // The advice for a field, to leave an empty text out, does not apply here.
        return Err(Finding::new(name, Code::InvalidDecimal));
    }
    let (mut validator, position) = Validator::new(&OPERANDS, &OPTIONS);
    validator.field(position, 0, &OPERAND, value.input());
    match validator.findings.pop() {
        Some(finding) => Err(finding.with_path(name)),
        None => validator.values.decimal(0).ok_or_else(|| Finding::new(name, Code::WrongType)),
    }
}

/// Power of ten of the last place.
fn scale(places: &DynamicValue) -> Result<i8, Finding> {
    let count = match places {
        DynamicValue::Double(value, _) if !value.is_finite() => Err(Code::NotFinite),
        DynamicValue::Double(value, _) if value.fract() != 0.0 => Err(Code::NotAnInteger),
        // The cast saturates.
        DynamicValue::Double(value, _) => Ok(*value as i128),
        DynamicValue::Whole(value) => Ok(*value),
        DynamicValue::Digits(_) => Err(Code::OutOfRange),
        DynamicValue::Undefined | DynamicValue::Null => Err(Code::Required),
        _ => return Err(Finding::new("places", Code::WrongType).explained("expected a count of places")),
    };
    let scale = |count: i128| {
        let scale = count.checked_neg().and_then(|scale| i8::try_from(scale).ok());
        // Zero has a text at every valid scale.
        scale.filter(|&scale| Decimal::ZERO.quantized(scale).is_some()).ok_or(Code::OutOfRange)
    };
    count.and_then(scale).map_err(|code| Finding::new("places", code))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> DynamicValue {
        DynamicValue::Text(text.into())
    }

    fn told<T: std::fmt::Debug>(result: Result<T, Error>) -> Vec<String> {
        let error = result.unwrap_err();
        assert_eq!(error.kind(), "invalid_config");
        error.violations().iter().map(|violation| format!("{} {}", violation.path, violation.code)).collect()
    }

    #[test]
    fn names_every_invalid_operand() {
        for (value, code) in [
            (DynamicValue::Undefined, "required"),
            (DynamicValue::Bool(true), "wrong_type"),
            (DynamicValue::List(Vec::new()), "wrong_type"),
            (DynamicValue::LoneSurrogate, "lone_surrogate"),
            (DynamicValue::Double(f64::NAN, "NaN".into()), "not_finite"),
            (DynamicValue::Double(0.1 + 0.2, "0.30000000000000004".into()), "inexact_number"),
            (text(""), "invalid_decimal"),
            (text("1,000"), "invalid_decimal"),
            (text("1e35"), "out_of_range"),
            (DynamicValue::Digits("9".repeat(40)), "too_many_digits"),
        ] {
            assert_eq!(told(compare_decimals(&value, &value)), [format!("a {code}"), format!("b {code}")]);
            assert_eq!(told(quantize_decimal(&value, &DynamicValue::Whole(0))), [format!("amount {code}")]);
        }
    }

    fn double(value: f64) -> DynamicValue {
        DynamicValue::Double(value, value.to_string())
    }

    #[test]
    fn computes_exact_results() {
        for (a, b, order, sum, difference, product) in [
            (double(0.1), double(0.2), Ordering::Less, "0.3", "-0.1", "0.02"),
            (text("10.50"), double(10.5), Ordering::Equal, "21", "0", "110.25"),
            (DynamicValue::Whole(-3), text("1e-3"), Ordering::Less, "-2.999", "-3.001", "-0.003"),
            (DynamicValue::Digits("12e2".into()), DynamicValue::Whole(0), Ordering::Greater, "1200", "1200", "0"),
        ] {
            assert_eq!(compare_decimals(&a, &b), Ok(order));
            assert_eq!(add_decimals(&a, &b).as_deref(), Ok(sum));
            assert_eq!(subtract_decimals(&a, &b).as_deref(), Ok(difference));
            assert_eq!(multiply_decimals(&a, &b).as_deref(), Ok(product));
        }
    }

    #[test]
    fn explains_errors_of_arithmetic() {
        let explained = |result: Result<String, Error>| result.unwrap_err().violations()[0].explanation.to_string();
        let (large, small) = (text("9999999999999999999999999999999999"), text("1e-34"));
        assert!(explained(add_decimals(&large, &DynamicValue::Whole(1))).contains("more than 34 digits"));
        assert!(explained(multiply_decimals(&small, &small)).contains("more than 34 places"));
        assert!(explained(quantize_decimal(&text("1.5"), &DynamicValue::Whole(0))).contains("nothing is ever rounded"));
        assert!(explained(quantize_decimal(&large, &DynamicValue::Whole(1))).contains("more than 34 digits"));
    }

    #[test]
    fn refuses_results_that_cannot_be_read_again() {
        let (large, small) = (text("9999999999999999999999999999999999"), text("1e-34"));
        assert_eq!(told(add_decimals(&large, &DynamicValue::Whole(1))), [" too_many_digits"]);
        assert_eq!(told(subtract_decimals(&large, &small)), [" too_many_digits"]);
        assert_eq!(told(multiply_decimals(&small, &small)), [" out_of_range"]);
        assert_eq!(told(quantize_decimal(&text("1e34"), &DynamicValue::Whole(-34))), [" too_many_digits"]);
    }

    #[test]
    fn validates_places() {
        for (places, code) in [
            (DynamicValue::Null, "places required"),
            (text("2"), "places wrong_type"),
            (DynamicValue::Digits("2".into()), "places out_of_range"),
            (DynamicValue::Double(0.5, "0.5".into()), "places not_an_integer"),
            (DynamicValue::Double(f64::INFINITY, "Infinity".into()), "places not_finite"),
            (DynamicValue::Double(1e300, "1e+300".into()), "places out_of_range"),
            (DynamicValue::Whole(i128::MIN), "places out_of_range"),
            (DynamicValue::Whole(35), "places out_of_range"),
            (DynamicValue::Whole(0), "amount too_precise"),
        ] {
            assert_eq!(told(quantize_decimal(&text("1.5"), &places)), [code]);
        }
        let both = ["amount invalid_decimal", "places out_of_range"];
        assert_eq!(told(quantize_decimal(&text("x"), &DynamicValue::Whole(-35))), both);
        assert_eq!(quantize_decimal(&text("1.5"), &DynamicValue::Whole(3)).as_deref(), Ok("1.500"));
        assert_eq!(quantize_decimal(&text("1.2e3"), &DynamicValue::Whole(-2)).as_deref(), Ok("1200"));
        assert_eq!(quantize_decimal(&text("1.500"), &double(2.0)).as_deref(), Ok("1.50"));
    }
}
