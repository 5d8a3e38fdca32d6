//! Everything that no single call needs: the flows, drafts, counting the bills of a signing string, arithmetic on
//! amounts.

pub mod arithmetic;
pub mod credit;
pub mod decimals;
pub mod drafts;
pub mod flows;
pub mod settlement;

use crate::js_values::{thrown, tree};
use billwire::internal::{DynamicValue, read_settings};
use billwire::{CodeShapes, Error};
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
