//! A JavaScript value as the core's value tree. Nothing is judged here.

use billwire::wire::given::HostValue;
use js_sys::{Array, BigInt, Date, JsString, Number, Reflect};
use wasm_bindgen::{JsCast, JsValue};

/// Levels that are looked at: more than any request may have.
const DEPTH: usize = 40;
/// Values that are looked at, lest an object that holds itself twice has no end.
const VALUES: usize = 1 << 20;

/// Looks at a whole value.
pub(crate) fn tree(value: &JsValue) -> HostValue {
    let mut left = VALUES;
    look(value, DEPTH, &mut left)
}

fn look(value: &JsValue, depth: usize, left: &mut usize) -> HostValue {
    let (Some(deeper), Some(rest)) = (depth.checked_sub(1), left.checked_sub(1)) else { return HostValue::Other };
    *left = rest;
    if value.is_undefined() {
        HostValue::Undefined
    } else if value.is_null() {
        HostValue::Null
    } else if let Some(value) = value.as_bool() {
        HostValue::Bool(value)
    } else if let Some(text) = value.dyn_ref::<JsString>() {
        text_of(text)
    } else if let Some(double) = value.as_f64() {
        HostValue::Double(double, shortest(double))
    } else if let Some(value) = value.dyn_ref::<BigInt>() {
        whole(value)
    } else if let Some(date) = value.dyn_ref::<Date>() {
        HostValue::Millis(date.get_time())
    } else if Array::is_array(value) {
        list(value, deeper, left)
    } else if value.is_object() && !value.is_function() {
        members(value, deeper, left)
    } else {
        HostValue::Other
    }
}

fn text_of(text: &JsString) -> HostValue {
    if text.is_valid_utf16() { HostValue::Text(String::from(text)) } else { HostValue::LoneSurrogate }
}

/// As JavaScript writes it, which is JSON's grammar for every finite number.
fn shortest(double: f64) -> String {
    Number::from(double).to_string_with_radix(10).map(String::from).unwrap_or_default()
}

fn whole(value: &BigInt) -> HostValue {
    let text = value.to_string(10).map(String::from).unwrap_or_default();
    text.parse().map_or(HostValue::Digits(text), HostValue::Whole)
}

fn list(value: &JsValue, depth: usize, left: &mut usize) -> HostValue {
    let items: &Array = value.unchecked_ref();
    let length = (items.length() as usize).min(*left);
    let item = |index: usize| Reflect::get_u32(items, index as u32).unwrap_or(JsValue::UNDEFINED);
    HostValue::List((0..length).map(|index| look(&item(index), depth, left)).collect())
}

fn members(value: &JsValue, depth: usize, left: &mut usize) -> HostValue {
    // Proxies and getters are other people's code: what throws is a value that no field takes.
    let Ok(keys) = Reflect::own_keys(value) else { return HostValue::Other };
    let keys = keys.iter().filter_map(|key| key.dyn_into::<JsString>().ok());
    let members = keys.map(|key| {
        let value = Reflect::get(value, &key).map_or(HostValue::Other, |value| look(&value, depth, left));
        (String::from(&key), value)
    });
    HostValue::Members(members.collect())
}
