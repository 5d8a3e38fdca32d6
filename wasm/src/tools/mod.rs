//! Everything that no single call needs: the flows, drafts, explaining a hash, counting the bills of a signing string,
//! arithmetic on amounts.

pub mod arithmetic;
pub mod credit;
pub mod decimals;
pub mod drafts;
pub mod flows;
pub mod settlement;
pub mod signature;

use crate::js_values::{Answer, text, thrown, tree};
use billwire::Normalize;
use js_sys::JsString;
use wasm_bindgen::prelude::*;

/// Explains the signature of a bill.
#[wasm_bindgen]
pub fn explain(bill: &JsValue, options: &JsValue) -> Answer {
    signature::explain(&tree(bill), tree(options), &JsStrings).map(|explanation| text(&explanation)).map_err(thrown)
}

/// Counts the bills that have a signing string.
#[wasm_bindgen]
pub fn count_parses(signing_string: &str, code_shapes: &JsValue) -> Result<f64, JsValue> {
    signature::count_parses(signing_string, tree(code_shapes)).map(|count| count as f64).map_err(thrown)
}

/// Normal forms of Unicode by the functions of JavaScript.
struct JsStrings;

impl Normalize for JsStrings {
    fn nfc(&self, text: &str) -> String {
        JsString::from(text).normalize("NFC").into()
    }

    fn nfd(&self, text: &str) -> String {
        JsString::from(text).normalize("NFD").into()
    }

    fn lower_case(&self, text: &str) -> String {
        JsString::from(text).to_lower_case().into()
    }
}
