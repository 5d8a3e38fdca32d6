//! Conversion of a JavaScript value to a value tree of billwire, and back, without validation.

use billwire::BillerConfig;
use billwire::internal::{DynamicValue, JsonWriter};
use js_sys::{Array, ArrayBuffer, BigInt, Date, JsString, Map, Number, Object, Reflect, Set};
use wasm_bindgen::{JsCast, JsValue, prelude::wasm_bindgen};

/// Levels that are read: more than a request may have.
const DEPTH: usize = 40;
/// Values that are read, because an object that contains itself twice has no end. The largest bill has fewer.
const VALUES: usize = 1 << 20;
/// Elements of a list that are read: as many as a list of a request may have.
const ELEMENTS: usize = BillerConfig::MAX_LINES;
/// Values that are still read after one that is too deep, which is probably an object that contains itself.
const VALUES_AFTER_TOO_DEEP: usize = 1 << 13;

#[wasm_bindgen]
extern "C" {
    /// Throws for an object with the prototype of a Date that is not a Date.
    #[wasm_bindgen(catch, js_namespace = ["Date", "prototype", "getTime"], js_name = call)]
    fn time_of(date: &JsValue) -> Result<f64, JsValue>;

    /// Throws for a revoked proxy.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;

    #[wasm_bindgen(catch, js_namespace = Object, js_name = hasOwn)]
    fn has_own(value: &JsValue, index: u32) -> Result<bool, JsValue>;
}

/// Reads a whole value.
pub fn tree(value: &JsValue) -> DynamicValue {
    let mut left = VALUES;
    read(value, DEPTH, &mut left)
}

fn read(value: &JsValue, depth: usize, left: &mut usize) -> DynamicValue {
    let Some(deeper) = depth.checked_sub(1) else {
        *left = (*left).min(VALUES_AFTER_TOO_DEEP);
        return DynamicValue::Other;
    };
    let Some(rest) = left.checked_sub(1) else { return DynamicValue::TooMany };
    *left = rest;
    // Each question is a call, and most values are texts and numbers.
    if let Some(text) = value.as_string() {
        if is_well_formed(value, &text) { DynamicValue::Text(text) } else { DynamicValue::LoneSurrogate }
    } else if let Some(double) = value.as_f64() {
        DynamicValue::Double(double, shortest(double))
    } else if value.is_undefined() {
        DynamicValue::Undefined
    } else if value.is_null() {
        DynamicValue::Null
    } else if let Some(value) = value.as_bool() {
        DynamicValue::Bool(value)
    } else if let Some(value) = value.dyn_ref::<BigInt>() {
        whole(value)
    } else if value.is_instance_of::<Date>() {
        time_of(value).map_or(DynamicValue::Other, DynamicValue::Millis)
    } else if is_array(value) == Ok(true) {
        list(value, deeper, left)
    } else if value.is_object() && !value.is_function() && !has_hidden_content(value) {
        members(value, deeper, left)
    } else {
        DynamicValue::Other
    }
}

/// Whether the content of an object is not in its members. As a plain object it would be empty.
fn has_hidden_content(value: &JsValue) -> bool {
    value.is_instance_of::<Map>() || value.is_instance_of::<Set>() || ArrayBuffer::is_view(value)
}

/// Whether a text, which was read as `read`, has no lone surrogate. One is read as U+FFFD, and asking for each unit
/// takes long.
fn is_well_formed(text: &JsValue, read: &str) -> bool {
    // `contains` would compile a search for text.
    read.rfind(char::REPLACEMENT_CHARACTER).is_none() || text.unchecked_ref::<JsString>().is_valid_utf16()
}

/// Shortest text of a number in JavaScript, which is valid JSON for every finite number.
fn shortest(double: f64) -> String {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if double.abs() < EXACT && double.trunc() == double {
        let mut text = JsonWriter::default();
        text.whole(double as i128);
        return text.into_text();
    }
    Number::from(double).to_string_with_radix(10).map(String::from).unwrap_or_default()
}

fn whole(value: &BigInt) -> DynamicValue {
    let text = value.to_string(10).map(String::from).unwrap_or_default();
    text.parse().map_or(DynamicValue::Digits(text), DynamicValue::Whole)
}

fn list(value: &JsValue, depth: usize, left: &mut usize) -> DynamicValue {
    let length = Reflect::get(value, &JsValue::from_str("length")).ok().and_then(|length| length.as_f64());
    let Some(length) = length else { return DynamicValue::Other };
    let length = length as usize;
    if length > ELEMENTS || length > *left {
        return DynamicValue::TooMany;
    }
    // A gap of a list must not inherit an element.
    let item = |index: u32| {
        if has_own(value, index)? { Reflect::get_u32(value, index) } else { Ok(JsValue::UNDEFINED) }
    };
    let items =
        (0..length as u32).map(|index| item(index).map_or(DynamicValue::Other, |item| read(&item, depth, left)));
    DynamicValue::List(items.collect())
}

fn members(value: &JsValue, depth: usize, left: &mut usize) -> DynamicValue {
    // Proxies and getters are the caller's code. A value that throws is refused by every field.
    let Ok(keys) = Reflect::own_keys(value) else {
        return DynamicValue::Other;
    };
    // A promise that nobody awaited would pass for settings that set nothing.
    let then = |value| Reflect::get(value, &JsValue::from_str("then"));
    if keys.length() == 0 && !then(value).is_ok_and(|then| !then.is_function()) {
        return DynamicValue::Other;
    }
    let members = keys.iter().filter_map(|key| {
        let name = key.as_string()?; // a symbol is no key
        // A key with a lone surrogate cannot be written unchanged.
        let value = if is_well_formed(&key, &name) {
            Reflect::get(value, &key).map_or(DynamicValue::Other, |value| read(&value, depth, left))
        } else {
            DynamicValue::LoneSurrogate
        };
        Some((name, value))
    });
    DynamicValue::Members(members.collect())
}

/// Plain value of JavaScript with the same content. Values that no setting has are undefined.
pub fn value(tree: &DynamicValue) -> JsValue {
    match tree {
        DynamicValue::Null => JsValue::NULL,
        DynamicValue::Bool(value) => JsValue::from_bool(*value),
        DynamicValue::Double(value, _) => JsValue::from_f64(*value),
        DynamicValue::Whole(value) => JsValue::from_f64(*value as f64),
        DynamicValue::Text(text) => JsValue::from_str(text),
        DynamicValue::List(items) => items.iter().map(value).collect::<Array>().into(),
        DynamicValue::Members(members) => {
            let entry = |(key, inner): &(String, DynamicValue)| Array::of2(&JsValue::from_str(key), &value(inner));
            let entries = members.iter().map(entry).collect::<Array>();
            Object::from_entries(&entries).map_or(JsValue::UNDEFINED, JsValue::from)
        }
        _ => JsValue::UNDEFINED,
    }
}
