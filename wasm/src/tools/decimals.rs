//! Exact arithmetic on amounts.

use super::arithmetic;
use crate::js_values::{Answer, thrown, tree};
use billwire::Error;
use billwire::internal::DynamicValue;
use wasm_bindgen::prelude::*;

/// Compares two amounts: -1, 0 or 1.
#[wasm_bindgen]
pub fn compare_decimals(a: &JsValue, b: &JsValue) -> Result<i32, JsValue> {
    arithmetic::compare_decimals(&tree(a), &tree(b)).map(|ordering| ordering as i32).map_err(thrown)
}

/// Exact sum.
#[wasm_bindgen]
pub fn add_decimals(a: &JsValue, b: &JsValue) -> Answer {
    with_two(arithmetic::add_decimals, a, b)
}

/// Exact difference.
#[wasm_bindgen]
pub fn subtract_decimals(a: &JsValue, b: &JsValue) -> Answer {
    with_two(arithmetic::subtract_decimals, a, b)
}

/// Exact product.
#[wasm_bindgen]
pub fn multiply_decimals(a: &JsValue, b: &JsValue) -> Answer {
    with_two(arithmetic::multiply_decimals, a, b)
}

/// Same value with a number of places.
#[wasm_bindgen]
pub fn quantize_decimal(amount: &JsValue, places: &JsValue) -> Answer {
    with_two(arithmetic::quantize_decimal, amount, places)
}

fn with_two(work: fn(&DynamicValue, &DynamicValue) -> Result<String, Error>, one: &JsValue, other: &JsValue) -> Answer {
    work(&tree(one), &tree(other)).map_err(thrown)
}
