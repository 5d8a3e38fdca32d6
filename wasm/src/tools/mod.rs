//! Everything that no single call needs: the flows, drafts, counting the bills of a signing string, arithmetic on
//! amounts.

pub mod arithmetic;
pub mod credit;
pub mod decimals;
pub mod drafts;
pub mod flows;
pub mod settlement;

use crate::js_values::{thrown, tree};
use billwire::internal::{DynamicValue, expected_one_of, read_settings};
use billwire::{Code, CodeShapes, Error, Finding};
use wasm_bindgen::prelude::*;

/// Counts the bills that have a signing string.
#[wasm_bindgen]
pub fn count_parses(signing_string: &str, code_shapes: &JsValue) -> Result<f64, JsValue> {
    parses(signing_string, tree(code_shapes)).map(|count| count as f64).map_err(thrown)
}

/// Counts the bills that have a signing string and codes of these shapes.
pub(crate) fn parses(signing_string: &str, code_shapes: DynamicValue) -> Result<u64, Error> {
    let shapes: CodeShapes =
        read_settings("codeShapes", code_shapes).map_err(|violations| Error::InvalidConfig { violations })?;
    Ok(shapes.parses(signing_string))
}

/// Value that has a name.
///
/// # Errors
/// [`Error::InvalidConfig`] for any other text.
pub(crate) fn by_name<T: Copy>(field: &str, name: &str, all: &[T], as_str: fn(T) -> &'static str) -> Result<T, Error> {
    all.iter().copied().find(|value| as_str(*value) == name).ok_or_else(|| {
        let finding = Finding::new(field, Code::UnknownValue);
        let sentence = expected_one_of(all.iter().map(|value| as_str(*value)));
        Error::InvalidConfig { violations: finding.explained(sentence).into() }
    })
}
