//! Exports of the fast path, called as JavaScript calls them.
#![cfg(target_arch = "wasm32")]

use billwire_fast_wasm::{buffers, calls, objects};
use js_sys::{Float64Array, Int32Array, Uint8Array, Uint16Array, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

const SETTLEMENT: usize = 1;

const BODY: &str = "{\"ref_id\":\"INV-0001\",\"date\":\"2026-01-31T17:00:00.000Z\",\
    \"due_date\":\"2026-02-28T17:00:00.000Z\",\"currency\":\"KHR\",\"total_amount\":40000,\
    \"customer_sync_code\":\"C-1\",\"settlement_to\":\"S-1\",\"total_amount_khr\":\"40000\",\"hash\":\"";
const HASH: &str = "N7AQmVospQGWuQKOtyc18lzm8SlcBsGXJrb7AK6bNKA9aVb6IbB+dn0aBGkk+vXHby2axi3DAQFRSCcVef/5Xg==";
/// Kinds of packed settings.
const TEXT: i32 = 4;
const LIST: i32 = 5;
const MEMBERS: i32 = 6;

#[wasm_bindgen_test]
fn writes_packed_values_like_the_same_value() {
    let biller = biller();
    let (fields, lengths) = packed();
    put(&fields, &lengths, &[40000.0]);
    let length = calls::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 1);
    assert_eq!(length & 1, 0);
    let body = bytes_at(buffers::body_at(false), length as usize >> 1);
    assert_eq!(String::from_utf8(body).unwrap(), format!("{BODY}{HASH}\"}}"));
}

#[wasm_bindgen_test]
fn writes_a_body_in_the_width_of_its_text() {
    let biller = biller();
    for (ref_id, is_wide) in [("INV-\u{a0}é", false), ("INV-\u{100}1", true), ("វិក្កយបត្រ", true)]
    {
        let (fields, mut lengths) = packed();
        let fields = fields.replace("INV-0001", ref_id);
        lengths[0] = ref_id.encode_utf16().count() as i32;
        put(&fields, &lengths, &[40000.0]);
        let units = fields.encode_utf16().count();
        let length = calls::prepare(biller, SETTLEMENT, units, lengths.len(), 1);
        assert_eq!(length & 1 == 1, is_wide, "{ref_id}");
        let length = length as usize >> 1;
        let body: String = if is_wide {
            let bytes = bytes_at(buffers::body_at(true), 2 * length);
            String::from_utf16(&bytes.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit)).collect::<Vec<_>>())
                .unwrap()
        } else {
            bytes_at(buffers::body_at(false), length).into_iter().map(char::from).collect()
        };
        let unsigned = &BODY.replace("INV-0001", ref_id);
        assert_eq!(body.get(..unsigned.len()), Some(unsigned.as_str()));
    }
}

#[wasm_bindgen_test]
fn sends_invalid_packed_values_to_the_full_path() {
    let biller = biller();
    let (fields, lengths) = packed();
    put(&fields, &lengths, &[0.5]);
    assert_eq!(calls::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 1), -1);
    put(&fields, &lengths, &[40000.0]);
    assert_eq!(calls::prepare(biller, SETTLEMENT, fields.len() - 1, lengths.len(), 1), -1);
    assert_eq!(calls::prepare(biller, SETTLEMENT, fields.len(), lengths.len() - 1, 1), -1);
    assert_eq!(calls::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 0), -1);
    assert_eq!(calls::prepare(u32::MAX, SETTLEMENT, fields.len(), lengths.len(), 1), -1);
    assert_eq!(calls::prepare(biller, usize::MAX, fields.len(), lengths.len(), 1), -1);
    assert_eq!(calls::prepare(biller, SETTLEMENT, usize::MAX, usize::MAX, usize::MAX), -1);
}

#[wasm_bindgen_test]
fn signs_packed_fields() {
    put_bytes("test-hash-key");
    let key = objects::new_key(13) as u32;
    let fields = "INV-00012026-01-31T17:00:00.000ZKHRC-1S-1";
    put(fields, &[8, 24, 3, -2, 3, 3], &[40000.0]);
    let length = calls::sign(key, fields.len(), 6, 1);
    assert_eq!(String::from_utf8(bytes_at(buffers::bytes_at(), length as usize)).unwrap(), HASH);
    objects::drop_key(key);
    put(fields, &[8, 24, 3, -2, 3, 3], &[40000.0]);
    assert_eq!(calls::sign(key, fields.len(), 6, 1), -1);
}

#[wasm_bindgen_test]
fn makes_a_key_of_the_text_and_wipes_it() {
    put_bytes("test-hash-key");
    assert!(objects::new_key(13) >= 0);
    assert_eq!(bytes_at(buffers::bytes_at(), 13), [0; 13]);
    for refused in ["", " ", "test-hash-key "] {
        put_bytes(refused);
        assert_eq!(objects::new_key(refused.len()), -1, "{refused:?}");
    }
    assert_eq!(objects::new_key(usize::MAX), -1);
}

#[wasm_bindgen_test]
fn reads_a_webhook_only_with_its_token() {
    let receiver = receiver(&[("tokens", &["hook", "next"])], false);
    let body = r#"{"tran_id":"T-1","status":"success"}"#;
    put(body, &[], &[]);
    put_bytes(body);
    for token in ["hook", "next"] {
        put_token(token);
        assert!(calls::receive_bytes(receiver, body.len(), token.len(), false) >= 0);
        assert!(calls::receive_text(receiver, body.len(), token.len()) >= 0);
    }
    for token in ["", "hoo", "hooks", "NEXT"] {
        put_token(token);
        assert_eq!(calls::receive_bytes(receiver, body.len(), token.len(), false), -1, "{token}");
        assert_eq!(calls::receive_text(receiver, body.len(), token.len()), -1, "{token}");
    }
    assert_eq!(calls::receive_bytes(receiver, usize::MAX, usize::MAX, false), -1);
    assert_eq!(calls::receive_text(receiver, usize::MAX, usize::MAX), -1);
}

#[wasm_bindgen_test]
fn sends_an_unusual_webhook_to_the_full_path() {
    let receiver = receiver(&[], true);
    for body in [r#"{"tran_id":1}"#, r#"{"not_known":1e3}"#, "[]", "", "{\"tran_id\":\"\u{0}\"}"] {
        assert_eq!(received(receiver, body), [-1, -1], "{body}");
    }
    // Unknown members that JSON.parse reads unchanged set a flag in the address.
    for (body, unknown) in [(r#"{"tran_id":"T-1"}"#, 0), (r#"{"tran_id":"T-1","not_known":1}"#, 2)] {
        assert_eq!(received(receiver, body).map(|read| read & 2), [unknown; 2], "{body}");
    }
}

#[wasm_bindgen_test]
fn offsets_count_the_units_of_a_text_outside_ascii() {
    let receiver = receiver(&[], true);
    let body = r#"{"bank_name":"អគ្គិសនី😀","status":"success"}"#;
    let read = received(receiver, body);
    assert_eq!(read.map(|read| read & 3), [1; 2]);
    assert_eq!(calls::received_units(), body.encode_utf16().count());
    assert_eq!(
        received(receiver, r#"{"bank_name":"ABA"}"#).map(|read| read & 1),
        [0, 1],
        "bytes of ASCII are not widened"
    );
}

#[wasm_bindgen_test]
fn makes_a_biller_of_packed_settings_and_wipes_them() {
    let biller = biller();
    assert_eq!(bytes_at(buffers::bytes_at(), 77), [0; 77]);
    let count = objects::envelope(biller, SETTLEMENT);
    let lengths = Int32Array::new_with_byte_offset_and_length(&memory(), buffers::lengths_at() as u32, count as u32);
    assert_eq!(lengths.to_vec(), [4, 59, 12, 16, 13, -8]);
    let text = String::from_utf8(bytes_at(buffers::bytes_at(), 112)).unwrap();
    assert_eq!(
        text,
        "POSThttps://service.example/bill_payment/push_bill_with_payment\
            Content-Typeapplication/jsonAuthorizationBearer b"
    );
    assert_eq!(objects::envelope(u32::MAX, SETTLEMENT), -1);
    assert_eq!(objects::envelope(biller, usize::MAX), -1);
}

#[wasm_bindgen_test]
fn sends_wrong_settings_to_the_full_path() {
    for members in [
        &[("baseUrl", "http://service.example")][..],
        &[("baseUrl", "https://service.example"), ("bearer", "Bearer x")],
        &[("baseUrl", "https://service.example"), ("hashToken", " k")],
        &[("baseUrl", "https://service.example"), ("token", "unknown")],
    ] {
        assert_eq!(new_biller(members, false), -1, "{members:?}");
    }
    assert_eq!(new_biller(&[("baseUrl", "https://service.example"), ("bearer", "x")], true), -1, "in a browser");
    assert_eq!(objects::new_biller(usize::MAX, usize::MAX, false), -1);
    assert_eq!(objects::new_receiver(usize::MAX, usize::MAX, true), -1);
}

#[wasm_bindgen_test]
fn a_biller_without_credentials_prepares_nothing() {
    let biller = biller();
    let (fields, lengths) = packed();
    put(&fields, &lengths, &[40000.0]);
    assert!(calls::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 1) >= 0);
    objects::forget_credentials(biller);
    assert_eq!(calls::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 1), -1);
    objects::drop_biller(biller);
    assert_eq!(objects::envelope(biller, SETTLEMENT), -1);
    assert_eq!(self::biller(), biller, "the number of a dropped object is used again");
}

/// Number of a biller with all credentials.
fn biller() -> u32 {
    let members = [
        ("baseUrl", "https://service.example"),
        ("bearer", "b"),
        ("verificationToken", "v"),
        ("hashToken", "test-hash-key"),
    ];
    new_biller(&members, false) as u32
}

fn new_biller(members: &[(&str, &str)], in_browser: bool) -> i32 {
    let (mut words, mut text) = (vec![word(MEMBERS, members.len())], String::new());
    for part in members.iter().flat_map(|(key, value)| [key, value]) {
        words.push(word(TEXT, part.len()));
        text.push_str(part);
    }
    put("", &words, &[]);
    put_bytes(&text);
    objects::new_biller(words.len(), text.len(), in_browser)
}

fn receiver(members: &[(&str, &[&str])], checkout: bool) -> u32 {
    let (mut words, mut text) = (vec![word(MEMBERS, members.len())], String::new());
    for (key, values) in members {
        words.extend([word(TEXT, key.len()), word(LIST, values.len())]);
        words.extend(values.iter().map(|value| word(TEXT, value.len())));
        text.push_str(key);
        values.iter().for_each(|value| text.push_str(value));
    }
    put("", &words, &[]);
    put_bytes(&text);
    let receiver = objects::new_receiver(words.len(), text.len(), checkout);
    assert_eq!(objects::webhook_limit(receiver as u32), 65_536);
    receiver as u32
}

/// Word of a packed value.
fn word(kind: i32, count: usize) -> i32 {
    (count as i32) << 3 | kind
}

#[wasm_bindgen_test]
fn leaves_decoding_to_javascript_after_the_token() {
    let receiver = receiver(&[("tokens", &["hook"])], false);
    let received = |body: &str, token: &str| {
        put_bytes(body);
        put_token(token);
        calls::receive_bytes(receiver, body.len(), token.len(), true)
    };
    assert_eq!(received(r#"{"bank_name":"ធនាគារ"}"#, "hook"), -2);
    assert_eq!(received(r#"{"bank_name":"ធនាគារ"}"#, "other"), -1);
    assert!(received(r#"{"bank_name":"bank"}"#, "hook") >= 0);
}

/// Results for a body in bytes, and in UTF-16.
fn received(receiver: u32, body: &str) -> [i32; 2] {
    put(body, &[], &[]);
    let of_text = calls::receive_text(receiver, body.encode_utf16().count(), 0);
    put_bytes(body);
    [calls::receive_bytes(receiver, body.len(), 0, false), of_text]
}

/// The bill in packed form: all text, and a length for each of the thirteen fields.
fn packed() -> (String, Vec<i32>) {
    let fields = "INV-00012026-01-31T17:00:00.000Z2026-02-28T17:00:00.000ZKHRC-1S-1";
    (fields.into(), vec![8, 24, 24, 3, -2, 3, -1, -1, 3, -1, -1, -1, -1])
}

/// Fills the buffers through views of the memory, as JavaScript does.
fn put(text: &str, lengths: &[i32], numbers: &[f64]) {
    buffers::reserve(1 << 10, 1 << 5);
    let (text_at, lengths_at, numbers_at) =
        (buffers::text_at() as u32, buffers::lengths_at() as u32, buffers::numbers_at() as u32);
    let memory = memory();
    let units: Vec<u16> = text.encode_utf16().collect();
    Uint16Array::new_with_byte_offset_and_length(&memory, text_at, units.len() as u32).copy_from(&units);
    Int32Array::new_with_byte_offset_and_length(&memory, lengths_at, lengths.len() as u32).copy_from(lengths);
    Float64Array::new_with_byte_offset_and_length(&memory, numbers_at, numbers.len() as u32).copy_from(numbers);
}

fn put_bytes(text: &str) {
    buffers::reserve(1 << 10, 1 << 5);
    let place = Uint8Array::new_with_byte_offset_and_length(&memory(), buffers::bytes_at() as u32, text.len() as u32);
    place.copy_from(text.as_bytes());
}

fn put_token(token: &str) {
    let place = Uint8Array::new_with_byte_offset_and_length(&memory(), buffers::token_at() as u32, token.len() as u32);
    place.copy_from(token.as_bytes());
}

fn bytes_at(at: usize, length: usize) -> Vec<u8> {
    Uint8Array::new_with_byte_offset_and_length(&memory(), at as u32, length as u32).to_vec()
}

fn memory() -> JsValue {
    wasm_bindgen::memory().unchecked_into::<WebAssembly::Memory>().buffer()
}
