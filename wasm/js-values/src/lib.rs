//! What crosses between JavaScript and the core when it may take its time: any value in, JSON out. The faces share it.

mod json;
mod tree;

pub use json::text;
pub use tree::{tree, value};

use billwire::{Error, host};
use wasm_bindgen::JsValue;

/// JSON, and so is what is thrown.
pub type Answer = Result<String, JsValue>;

/// An error as the JSON of which the host makes a `BillwireError`.
pub fn thrown(error: Error) -> JsValue {
    text(&host::in_camel_case(error)).into()
}
