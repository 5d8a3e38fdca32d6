//! Exact arithmetic on amounts. JavaScript's own numbers are floats.

use billwire::{BillerConfig, Code, Error, Finding};
use billwire::{
    Decimal,
    internal::{DynamicValue, Field, Kind, Options, Presence, Schema, Validator},
};
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
        invalid(match code {
            Code::TooPrecise => {
                Finding::new("amount", code).explained("a digit would be lost: nothing is ever rounded")
            }
            _ => no_result(code),
        })
    })
}

fn computed(result: Result<Decimal, Code>) -> Result<String, Error> {
    let result = result.and_then(Decimal::written_out).map_err(|code| invalid(no_result(code)))?;
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

fn invalid(finding: Finding) -> Error {
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
    use crate::test_values::{double, places, refused, text};

    #[test]
    fn explains_results_that_cannot_be_read_again() {
        let (large, small, one) = (text("9999999999999999999999999999999999"), text("1e-34"), DynamicValue::Whole(1));
        for (result, violation, sentence) in [
            (add_decimals(&large, &one), ("", Code::TooManyDigits), "more than 34 digits"),
            (subtract_decimals(&large, &small), ("", Code::TooManyDigits), "more than 34 digits"),
            (multiply_decimals(&small, &small), ("", Code::OutOfRange), "more than 34 places"),
            (quantize_decimal(&large, &one), ("", Code::TooManyDigits), "more than 34 digits"),
            (
                quantize_decimal(&text("1.5"), &DynamicValue::Whole(0)),
                ("amount", Code::TooPrecise),
                "nothing is ever rounded",
            ),
        ] {
            let explanation = result.clone().unwrap_err().violations()[0].explanation.to_string();
            assert!(explanation.contains(sentence), "{explanation}");
            assert_eq!(refused(result), places([violation]));
        }
    }

    #[test]
    fn a_count_of_places_is_a_whole_number_of_34_at_most() {
        for (count, code) in [
            (DynamicValue::Null, Code::Required),
            (text("2"), Code::WrongType),
            (DynamicValue::Digits("2".into()), Code::OutOfRange),
            (double(0.5), Code::NotAnInteger),
            (double(f64::INFINITY), Code::NotFinite),
            (double(1e300), Code::OutOfRange),
            (DynamicValue::Whole(i128::MIN), Code::OutOfRange),
            (DynamicValue::Whole(35), Code::OutOfRange),
        ] {
            assert_eq!(refused(quantize_decimal(&text("1.5"), &count)), places([("places", code)]));
        }
        assert_eq!(quantize_decimal(&text("1.500"), &double(2.0)).as_deref(), Ok("1.50"));
    }
}
