//! What no call needs: why two sides differ about a hash, what a signing string could stand for, arithmetic on amounts.
//!
//! It is a file of its own, so that whoever only calls does not start it, and a bundle that does not name it leaves it out.

pub mod decimals;

use billwire::{Normalize, host};
use billwire_wasm_js_values::{Answer, text, thrown, tree};
use js_sys::JsString;
use wasm_bindgen::prelude::*;

/// Explains the signature of a bill.
#[wasm_bindgen]
pub fn explain(bill: &JsValue, options: &JsValue) -> Answer {
    Ok(text(&host::explain(&tree(bill), tree(options), &JsStrings).map_err(thrown)?))
}

/// Counts how many bills a signing string could stand for.
#[wasm_bindgen]
pub fn count_readings(signing_string: &str, code_shapes: &JsValue) -> Result<f64, JsValue> {
    host::count_readings(signing_string, tree(code_shapes)).map(|count| count as f64).map_err(thrown)
}

/// The normal forms of Unicode, as JavaScript has them.
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
