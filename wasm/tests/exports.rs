//! Exports of the fast path and the full path, called as JavaScript calls them.
#![cfg(target_arch = "wasm32")]

use billwire_wasm::{fast_path, full_path, keys};
use js_sys::{Array, Float64Array, Function, Int32Array, JSON, Reflect, Uint8Array, Uint16Array, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const ONBOARDING: usize = 0;
const SETTLEMENT: usize = 1;
const VERIFICATION: usize = 2;

const BILL: &str = r#"{
    "ref_id": "INV-0001", "date": "2026-01-31T17:00:00.000Z", "due_date": "2026-02-28T17:00:00.000Z",
    "currency": "KHR", "total_amount": 40000, "customer_sync_code": "C-1", "settlement_to": "S-1"
}"#;
const BODY: &str = "{\"ref_id\":\"INV-0001\",\"date\":\"2026-01-31T17:00:00.000Z\",\
    \"due_date\":\"2026-02-28T17:00:00.000Z\",\"currency\":\"KHR\",\"total_amount\":40000,\
    \"customer_sync_code\":\"C-1\",\"settlement_to\":\"S-1\",\"total_amount_khr\":\"40000\",\"hash\":\"";
const HASH: &str = "N7AQmVospQGWuQKOtyc18lzm8SlcBsGXJrb7AK6bNKA9aVb6IbB+dn0aBGkk+vXHby2axi3DAQFRSCcVef/5Xg==";

#[wasm_bindgen_test]
fn names_every_invalid_setting() {
    let options = json(r#"{"baseUrl": "http://service.example", "bearer": "Bearer x", "hashToken": " k", "token": 1}"#);
    let error = full_path::new_biller(&options, false).unwrap_err();
    assert_eq!(text(&error, "kind"), "invalid_config");
    assert_eq!(
        violations(&error),
        ["token unknown_field", "baseUrl insecure_base_url", "bearer bearer_prefix", "hashToken surrounding_space"]
    );
}

#[wasm_bindgen_test]
fn returns_settings_as_they_were_read() {
    let asked = "((asked = 0) => ({ baseUrl: 'https://service.example', get bearer() { return `read-${++asked}`; }, \
        strict: false, hashToken: undefined, codeShapes: null, profile: { successCodes: { settlement: ['0'] } } }))()";
    let settings = full_path::new_biller(&evaluate(asked), false).unwrap().get(1);
    let text = JSON::stringify(&settings).unwrap();
    assert_eq!(
        String::from(text),
        r#"{"baseUrl":"https://service.example","bearer":"read-1","strict":false,"codeShapes":null,"profile":{"successCodes":{"settlement":["0"]}}}"#
    );
    let limits = evaluate("({ limits: { bytes: 1024n, depth: 8 } })");
    let settings = full_path::new_receiver(&limits, true).unwrap().get(1);
    assert_eq!(String::from(JSON::stringify(&settings).unwrap()), r#"{"limits":{"bytes":1024,"depth":8}}"#);
}

#[wasm_bindgen_test]
fn refuses_credentials_in_a_browser() {
    let options = json(r#"{"baseUrl": "https://service.example", "bearer": "x"}"#);
    assert_eq!(violations(&full_path::new_biller(&options, true).unwrap_err()), ["dangerouslyAllowBrowser browser"]);
    assert!(full_path::new_biller(&json(r#"{"baseUrl": "https://service.example"}"#), true).is_ok());
}

#[wasm_bindgen_test]
fn prepares_and_signs_a_value() {
    let prepared = full_path::prepare_value(biller(), SETTLEMENT, &json(BILL)).unwrap();
    assert_eq!(text(&prepared, "body"), format!("{BODY}{HASH}\"}}"));
    assert_eq!(text(&prepared, "url"), "https://service.example/bill_payment/push_bill_with_payment");
}

#[wasm_bindgen_test]
fn explains_an_invalid_value() {
    let request = json(r#"{"ref_id": 1, "date": "2026-01-31T17:00:00", "details": [{"price": "x"}], "hash": "x"}"#);
    let error = full_path::prepare_value(biller(), SETTLEMENT, &request).unwrap_err();
    assert_eq!(text(&error, "kind"), "invalid_request");
    let found = violations(&error);
    assert_eq!(found[..2], ["ref_id wrong_type", "date missing_offset"]);
    assert!(found.contains(&"details[0].price invalid_decimal".into()));
    assert!(found.contains(&"hash reserved_key".into()));
}

#[wasm_bindgen_test]
fn handles_values_that_json_does_not_have() {
    for (expression, expected) in [
        ("undefined", "total_amount required"),
        ("null", "total_amount required"),
        ("NaN", "total_amount not_finite"),
        ("0.5", "total_amount not_an_integer"),
        ("2n ** 53n", "total_amount out_of_range"),
        ("-(10n ** 400n)", "total_amount out_of_range"),
        ("'40000'", "total_amount wrong_type"),
        ("Symbol('x')", "total_amount wrong_type"),
        ("() => 1", "total_amount wrong_type"),
    ] {
        let bill = json(BILL);
        Reflect::set(&bill, &"total_amount".into(), &evaluate(expression)).unwrap();
        let error = full_path::prepare_value(biller(), SETTLEMENT, &bill).unwrap_err();
        assert_eq!(violations(&error), [expected], "{expression}");
    }
    let bill = json(BILL);
    Reflect::set(&bill, &"total_amount".into(), &evaluate("40000n")).unwrap();
    Reflect::set(&bill, &"date".into(), &evaluate("new Date('2026-01-31T17:00:00Z')")).unwrap();
    assert!(text(&full_path::prepare_value(biller(), SETTLEMENT, &bill).unwrap(), "body").contains(HASH));
}

#[wasm_bindgen_test]
fn refuses_an_object_that_contains_itself() {
    let bill = json(BILL);
    Reflect::set(&bill, &"extra".into(), &bill).unwrap();
    let found = violations(&full_path::prepare_value(biller(), SETTLEMENT, &bill).unwrap_err());
    let (last, rest) = found.split_last().unwrap();
    assert_eq!(last, "extra.extra too_deep");
    assert!(rest.iter().all(|one| one.ends_with(" reserved_key")), "{rest:?}");
}

#[wasm_bindgen_test]
fn decodes_answers() {
    let success = br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#;
    let outcome = full_path::decode(biller(), SETTLEMENT, 200, success).unwrap();
    assert_eq!(text(&outcome, "outcome"), "settled");
    let error = full_path::decode(biller(), ONBOARDING, 307, b"").unwrap_err();
    assert_eq!([text(&error, "kind"), text(&error, "code")], ["undetermined", "redirect"]);
    let error = full_path::decode(biller(), VERIFICATION, 200, b"{\"code\":\"SUCCESS\",}").unwrap_err();
    assert_eq!(text(&error, "kind"), "unreadable");
    let error = full_path::no_answer(biller(), SETTLEMENT, true).unwrap();
    assert_eq!(text(&error, "nextStep"), "askService");
}

#[wasm_bindgen_test]
fn writes_packed_values_like_the_same_value() {
    let (fields, lengths) = packed();
    put(&fields, &lengths, &[40000.0]);
    let length = fast_path::prepare(biller(), SETTLEMENT, fields.len(), lengths.len(), 1);
    assert_eq!(length & 1, 0);
    let body = bytes_at(fast_path::body_at(false), length as usize >> 1);
    assert_eq!(String::from_utf8(body).unwrap(), format!("{BODY}{HASH}\"}}"));
}

#[wasm_bindgen_test]
fn writes_a_body_in_the_width_of_its_text() {
    for (ref_id, is_wide) in [("INV-\u{a0}é", false), ("INV-\u{100}1", true), ("វិក្កយបត្រ", true)]
    {
        let (fields, mut lengths) = packed();
        let fields = fields.replace("INV-0001", ref_id);
        lengths[0] = ref_id.encode_utf16().count() as i32;
        put(&fields, &lengths, &[40000.0]);
        let units = fields.encode_utf16().count();
        let length = fast_path::prepare(biller(), SETTLEMENT, units, lengths.len(), 1);
        assert_eq!(length & 1 == 1, is_wide, "{ref_id}");
        let length = length as usize >> 1;
        let body: String = if is_wide {
            let bytes = bytes_at(fast_path::body_at(true), 2 * length);
            String::from_utf16(&bytes.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit)).collect::<Vec<_>>())
                .unwrap()
        } else {
            bytes_at(fast_path::body_at(false), length).into_iter().map(char::from).collect()
        };
        let bill = json(&BILL.replace("INV-0001", ref_id));
        assert_eq!(body, text(&full_path::prepare_value(biller(), SETTLEMENT, &bill).unwrap(), "body"));
    }
}

#[wasm_bindgen_test]
fn sends_invalid_packed_values_to_the_full_path() {
    let (fields, lengths) = packed();
    put(&fields, &lengths, &[0.5]);
    assert_eq!(fast_path::prepare(biller(), SETTLEMENT, fields.len(), lengths.len(), 1), -1);
    put(&fields, &lengths, &[40000.0]);
    assert_eq!(fast_path::prepare(biller(), SETTLEMENT, fields.len() - 1, lengths.len(), 1), -1);
    assert_eq!(fast_path::prepare(biller(), SETTLEMENT, fields.len(), lengths.len() - 1, 1), -1);
    assert_eq!(fast_path::prepare(biller(), SETTLEMENT, fields.len(), lengths.len(), 0), -1);
    assert_eq!(fast_path::prepare(u32::MAX, SETTLEMENT, fields.len(), lengths.len(), 1), -1);
    assert_eq!(fast_path::prepare(biller(), usize::MAX, fields.len(), lengths.len(), 1), -1);
    assert_eq!(fast_path::prepare(biller(), SETTLEMENT, usize::MAX, usize::MAX, usize::MAX), -1);
}

#[wasm_bindgen_test]
fn signs_packed_fields() {
    let key = full_path::new_key(&"test-hash-key".into()).unwrap();
    let fields = "INV-00012026-01-31T17:00:00.000ZKHRC-1S-1";
    put(fields, &[8, 24, 3, -2, 3, 3], &[40000.0]);
    let length = fast_path::sign(key, fields.len(), 6, 1);
    assert_eq!(String::from_utf8(bytes_at(fast_path::bytes_at(), length as usize)).unwrap(), HASH);
    assert_eq!(full_path::sign_value(key, &json(BILL), &JsValue::UNDEFINED).unwrap(), HASH);
    full_path::drop_key(key);
    put(fields, &[8, 24, 3, -2, 3, 3], &[40000.0]);
    assert_eq!(fast_path::sign(key, fields.len(), 6, 1), -1);
}

#[wasm_bindgen_test]
fn makes_a_key_of_the_text_and_wipes_it() {
    put_bytes("test-hash-key");
    let key = keys::key_of_text(13);
    assert_eq!(bytes_at(fast_path::bytes_at(), 13), [0; 13]);
    assert_eq!(full_path::sign_value(key as u32, &json(BILL), &JsValue::UNDEFINED).unwrap(), HASH);
    for refused in ["", " ", "test-hash-key "] {
        put_bytes(refused);
        assert_eq!(keys::key_of_text(refused.len()), -1, "{refused:?}");
    }
    assert_eq!(keys::key_of_text(usize::MAX), -1);
}

#[wasm_bindgen_test]
fn reads_a_webhook_only_with_its_token() {
    let receiver = number(full_path::new_receiver(&json(r#"{"tokens": ["hook", "next"]}"#), false));
    let body = r#"{"tran_id":"T-1","status":"success"}"#;
    put(body, &[], &[]);
    put_bytes(body);
    for token in ["hook", "next"] {
        put_token(token);
        assert!(fast_path::receive_bytes(receiver, body.len(), token.len()) >= 0);
        assert!(fast_path::receive_text(receiver, body.len(), token.len()) >= 0);
    }
    for token in ["", "hoo", "hooks", "NEXT"] {
        put_token(token);
        assert_eq!(fast_path::receive_bytes(receiver, body.len(), token.len()), -1, "{token}");
        assert_eq!(fast_path::receive_text(receiver, body.len(), token.len()), -1, "{token}");
        let error = full_path::receive_value(receiver, &json(&format!("[\"{token}\"]")), body.as_bytes()).unwrap_err();
        assert_eq!(text(&error, "kind"), "unauthenticated");
    }
    assert_eq!(fast_path::receive_bytes(receiver, usize::MAX, usize::MAX), -1);
    assert_eq!(fast_path::receive_text(receiver, usize::MAX, usize::MAX), -1);
    let received = full_path::receive_value(receiver, &json(r#"["hook"]"#), body.as_bytes()).unwrap();
    assert!(received.starts_with(r#"{"payload":{"tran_id":"T-1","#), "{received}");
}

#[wasm_bindgen_test]
fn sends_an_unusual_webhook_to_the_full_path() {
    let receiver = number(full_path::new_receiver(&JsValue::UNDEFINED, true));
    for body in [r#"{"tran_id":1}"#, r#"{"not_known":1e3}"#, "[]", "", "{\"tran_id\":\"\u{0}\"}"] {
        assert_eq!(received(receiver, body), [-1, -1], "{body}");
    }
    // Unknown members that JSON.parse reads unchanged set a flag in the address.
    for (body, unknown) in [(r#"{"tran_id":"T-1"}"#, 0), (r#"{"tran_id":"T-1","not_known":1}"#, 2)] {
        assert_eq!(received(receiver, body).map(|read| read & 2), [unknown; 2], "{body}");
    }
    let error = full_path::receive_value(receiver, &json("[]"), b"{\"tran_id\":true}").unwrap_err();
    assert_eq!(violations(&error), ["tran_id wrong_type"]);
}

#[wasm_bindgen_test]
fn offsets_count_the_units_of_a_text_outside_ascii() {
    let receiver = number(full_path::new_receiver(&JsValue::UNDEFINED, true));
    let body = r#"{"bank_name":"អគ្គិសនី😀","status":"success"}"#;
    let read = received(receiver, body);
    assert_eq!(read.map(|read| read & 3), [1; 2]);
    assert_eq!(fast_path::received_units(), body.encode_utf16().count());
    assert_eq!(
        received(receiver, r#"{"bank_name":"ABA"}"#).map(|read| read & 1),
        [0, 1],
        "bytes of ASCII are not widened"
    );
}

/// Results for a body in bytes, and in UTF-16.
fn received(receiver: u32, body: &str) -> [i32; 2] {
    put(body, &[], &[]);
    let of_text = fast_path::receive_text(receiver, body.encode_utf16().count(), 0);
    put_bytes(body);
    [fast_path::receive_bytes(receiver, body.len(), 0), of_text]
}

#[wasm_bindgen_test]
fn reuses_the_number_of_a_dropped_object() {
    let first = biller();
    full_path::drop_biller(first);
    assert_eq!(text(&full_path::prepare_value(first, SETTLEMENT, &json(BILL)).unwrap_err(), "kind"), "internal");
    assert_eq!(biller(), first);
    full_path::drop_biller(u32::MAX);
}

/// Number of a biller with all credentials.
fn biller() -> u32 {
    let options = r#"{"baseUrl": "https://service.example", "bearer": "b", "verificationToken": "v", "hashToken": "test-hash-key"}"#;
    number(full_path::new_biller(&json(options), false))
}

/// Number of an object, without its settings.
fn number(made: Result<Array, JsValue>) -> u32 {
    made.unwrap().get(0).as_f64().unwrap() as u32
}

/// The bill in packed form: all text, and a length for each of the thirteen fields.
fn packed() -> (String, Vec<i32>) {
    let fields = "INV-00012026-01-31T17:00:00.000Z2026-02-28T17:00:00.000ZKHRC-1S-1";
    (fields.into(), vec![8, 24, 24, 3, -2, 3, -1, -1, 3, -1, -1, -1, -1])
}

/// Fills the buffers through views of the memory, as JavaScript does.
fn put(text: &str, lengths: &[i32], numbers: &[f64]) {
    fast_path::reserve(1 << 10, 1 << 5);
    let (text_at, lengths_at, numbers_at) =
        (fast_path::text_at() as u32, fast_path::lengths_at() as u32, fast_path::numbers_at() as u32);
    let memory = memory();
    let units: Vec<u16> = text.encode_utf16().collect();
    Uint16Array::new_with_byte_offset_and_length(&memory, text_at, units.len() as u32).copy_from(&units);
    Int32Array::new_with_byte_offset_and_length(&memory, lengths_at, lengths.len() as u32).copy_from(lengths);
    Float64Array::new_with_byte_offset_and_length(&memory, numbers_at, numbers.len() as u32).copy_from(numbers);
}

fn put_bytes(text: &str) {
    fast_path::reserve(1 << 10, 1 << 5);
    let place = Uint8Array::new_with_byte_offset_and_length(&memory(), fast_path::bytes_at() as u32, text.len() as u32);
    place.copy_from(text.as_bytes());
}

fn put_token(token: &str) {
    let place =
        Uint8Array::new_with_byte_offset_and_length(&memory(), fast_path::token_at() as u32, token.len() as u32);
    place.copy_from(token.as_bytes());
}

fn bytes_at(at: usize, length: usize) -> Vec<u8> {
    Uint8Array::new_with_byte_offset_and_length(&memory(), at as u32, length as u32).to_vec()
}

fn memory() -> JsValue {
    wasm_bindgen::memory().unchecked_into::<WebAssembly::Memory>().buffer()
}

fn json(text: &str) -> JsValue {
    JSON::parse(text).unwrap()
}

fn evaluate(expression: &str) -> JsValue {
    Function::new_no_args(&format!("return {expression}")).call0(&JsValue::NULL).unwrap()
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

fn violations(error: &JsValue) -> Vec<String> {
    let findings = Array::from(&member(error, "violations"));
    findings.iter().map(|finding| format!("{} {}", text(&finding, "path"), text(&finding, "code"))).collect()
}
