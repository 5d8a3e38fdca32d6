//! Values of JavaScript for the unit tests, and the violations that they look for.

use billwire::internal::DynamicValue;
use billwire::{Code, Error};

pub(crate) fn text(text: &str) -> DynamicValue {
    DynamicValue::Text(text.into())
}

pub(crate) fn double(value: f64) -> DynamicValue {
    DynamicValue::Double(value, value.to_string())
}

pub(crate) fn list(texts: &[&str]) -> DynamicValue {
    DynamicValue::List(texts.iter().map(|item| text(item)).collect())
}

pub(crate) fn object<const N: usize>(members: [(&str, DynamicValue); N]) -> DynamicValue {
    DynamicValue::Members(members.into_iter().map(|(key, value)| (key.into(), value)).collect())
}

/// Paths and codes of an error's violations.
pub(crate) fn refused<T>(result: Result<T, Error>) -> Vec<(String, Code)> {
    let Err(error) = result else { panic!("it is not refused") };
    error.violations().iter().map(|violation| (violation.path.clone(), violation.code)).collect()
}

/// Expected paths and codes.
pub(crate) fn places<const N: usize>(places: [(&str, Code); N]) -> Vec<(String, Code)> {
    places.map(|(path, code)| (path.to_owned(), code)).into()
}
