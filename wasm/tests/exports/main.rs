//! Exports of the wasm, called as JavaScript calls them, in Node and in Chromium.
#![cfg(target_arch = "wasm32")]

mod passes;
mod platform;

use billwire_wasm::values as exports;
use js_sys::{Array, JSON, Reflect};
use wasm_bindgen::JsValue;

const ONBOARDING: usize = 0;
const SETTLEMENT: usize = 1;
const VERIFICATION: usize = 2;

const BILL: &str = r#"{
    "ref_id": "INV-0001", "date": "2026-01-31T17:00:00.000Z", "due_date": "2026-02-28T17:00:00.000Z",
    "currency": "KHR", "total_amount": 40000, "customer_sync_code": "C-1", "settlement_to": "S-1"
}"#;
/// Body of the bill up to its hash.
const BODY: &str = "{\"ref_id\":\"INV-0001\",\"date\":\"2026-01-31T17:00:00.000Z\",\
    \"due_date\":\"2026-02-28T17:00:00.000Z\",\"currency\":\"KHR\",\"total_amount\":40000,\
    \"customer_sync_code\":\"C-1\",\"settlement_to\":\"S-1\",\"total_amount_khr\":\"40000\",\"hash\":\"";
const HASH: &str = "N7AQmVospQGWuQKOtyc18lzm8SlcBsGXJrb7AK6bNKA9aVb6IbB+dn0aBGkk+vXHby2axi3DAQFRSCcVef/5Xg==";

/// Number of a biller with all credentials.
fn biller() -> u32 {
    let options = r#"{"baseUrl": "https://service.example", "bearer": "b", "verificationToken": "v",
        "hashToken": "test-hash-key"}"#;
    number(exports::new_biller(&json(options), false))
}

/// Number of an object, without its settings.
fn number(made: Result<Array, JsValue>) -> u32 {
    made.unwrap().get(0).as_f64().unwrap() as u32
}

fn json(text: &str) -> JsValue {
    JSON::parse(text).unwrap()
}

/// Member of a result, which is an object or JSON text.
fn member(value: &(impl Clone + Into<JsValue>), name: &str) -> JsValue {
    let value = value.clone().into();
    let object = value.as_string().map_or(value, |text| json(&text));
    Reflect::get(&object, &name.into()).unwrap()
}

fn text(value: &(impl Clone + Into<JsValue>), name: &str) -> String {
    member(value, name).as_string().unwrap()
}

/// Paths and codes of an error's violations.
fn violations(error: &JsValue) -> Vec<String> {
    let findings = Array::from(&member(error, "violations"));
    findings.iter().map(|finding| format!("{} {}", text(&finding, "path"), text(&finding, "code"))).collect()
}
