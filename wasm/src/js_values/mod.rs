//! Conversions: values of JavaScript to values of billwire, and results to JSON text.

mod json;
mod tree;

pub use json::text;
pub use tree::{tree, value};

use billwire::Error;
use wasm_bindgen::JsValue;

/// JSON text, or an error as JSON text.
pub type Answer = Result<String, JsValue>;

/// Error as JSON text, of which JavaScript makes a `BillwireError`.
pub fn thrown(error: Error) -> JsValue {
    text(&error).into()
}
