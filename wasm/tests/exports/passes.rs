//! Exports of one pass over shared buffers.

use billwire_wasm::{buffers, passes, values};
use js_sys::{Float64Array, Int32Array, Uint8Array, Uint16Array, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{BODY, HASH, SETTLEMENT, biller, json, number};

#[wasm_bindgen_test]
fn writes_packed_values_like_the_same_value() {
    let biller = biller();
    let (fields, lengths) = packed();
    put(&fields, &lengths, &[40000.0]);
    let length = passes::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 1);
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
        let length = passes::prepare(biller, SETTLEMENT, units, lengths.len(), 1);
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
fn invalid_packed_values_are_passed_as_values() {
    let biller = biller();
    let (fields, lengths) = packed();
    put(&fields, &lengths, &[0.5]);
    assert_eq!(passes::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 1), -1);
    put(&fields, &lengths, &[40000.0]);
    assert_eq!(passes::prepare(biller, SETTLEMENT, fields.len() - 1, lengths.len(), 1), -1);
    assert_eq!(passes::prepare(biller, SETTLEMENT, fields.len(), lengths.len() - 1, 1), -1);
    assert_eq!(passes::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 0), -1);
    assert_eq!(passes::prepare(u32::MAX, SETTLEMENT, fields.len(), lengths.len(), 1), -1);
    assert_eq!(passes::prepare(biller, usize::MAX, fields.len(), lengths.len(), 1), -1);
    assert_eq!(passes::prepare(biller, SETTLEMENT, usize::MAX, usize::MAX, usize::MAX), -1);
}

#[wasm_bindgen_test]
fn signs_packed_fields() {
    let key = values::new_key(&"test-hash-key".into()).unwrap();
    let fields = "INV-00012026-01-31T17:00:00.000ZKHRC-1S-1";
    put(fields, &[8, 24, 3, -2, 3, 3], &[40000.0]);
    let length = passes::sign(key, fields.len(), 6, 1);
    assert_eq!(String::from_utf8(bytes_at(buffers::bytes_at(), length as usize)).unwrap(), HASH);
    values::drop_key(key);
    put(fields, &[8, 24, 3, -2, 3, 3], &[40000.0]);
    assert_eq!(passes::sign(key, fields.len(), 6, 1), -1);
}

#[wasm_bindgen_test]
fn reads_a_webhook_only_with_its_token() {
    let receiver = receiver(r#"{"tokens": ["hook", "next"]}"#, false);
    let body = r#"{"tran_id":"T-1","status":"success"}"#;
    put(body, &[], &[]);
    put_bytes(body);
    for token in ["hook", "next"] {
        put_token(token);
        assert!(passes::receive_bytes(receiver, body.len(), token.len(), false) >= 0);
        assert!(passes::receive_text(receiver, body.len(), token.len()) >= 0);
    }
    for token in ["", "hoo", "hooks", "NEXT"] {
        put_token(token);
        assert_eq!(passes::receive_bytes(receiver, body.len(), token.len(), false), -1, "{token}");
        assert_eq!(passes::receive_text(receiver, body.len(), token.len()), -1, "{token}");
    }
    assert_eq!(passes::receive_bytes(receiver, usize::MAX, usize::MAX, false), -1);
    assert_eq!(passes::receive_text(receiver, usize::MAX, usize::MAX), -1);
}

#[wasm_bindgen_test]
fn an_unusual_webhook_is_passed_as_a_value() {
    let receiver = receiver("{}", true);
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
    let receiver = receiver("{}", true);
    let body = r#"{"bank_name":"អគ្គិសនី😀","status":"success"}"#;
    let read = received(receiver, body);
    assert_eq!(read.map(|read| read & 3), [1; 2]);
    assert_eq!(passes::received_units(), body.encode_utf16().count());
    assert_eq!(
        received(receiver, r#"{"bank_name":"ABA"}"#).map(|read| read & 1),
        [0, 1],
        "bytes of ASCII are not widened"
    );
}

#[wasm_bindgen_test]
fn a_biller_without_credentials_prepares_nothing() {
    let biller = biller();
    let (fields, lengths) = packed();
    put(&fields, &lengths, &[40000.0]);
    assert!(passes::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 1) >= 0);
    values::forget_credentials(biller).unwrap();
    assert_eq!(passes::prepare(biller, SETTLEMENT, fields.len(), lengths.len(), 1), -1);
    values::drop_biller(biller);
    assert_eq!(crate::biller(), biller, "the number of a dropped object is used again");
}

fn receiver(options: &str, checkout: bool) -> u32 {
    let receiver = number(values::new_receiver(&json(options), checkout));
    assert_eq!(passes::webhook_limit(receiver), 65_536);
    receiver
}

#[wasm_bindgen_test]
fn leaves_decoding_to_javascript_after_the_token() {
    let receiver = receiver(r#"{"tokens": ["hook"]}"#, false);
    let received = |body: &str, token: &str| {
        put_bytes(body);
        put_token(token);
        passes::receive_bytes(receiver, body.len(), token.len(), true)
    };
    assert_eq!(received(r#"{"bank_name":"ធនាគារ"}"#, "hook"), -2);
    assert_eq!(received(r#"{"bank_name":"ធនាគារ"}"#, "other"), -1);
    assert!(received(r#"{"bank_name":"bank"}"#, "hook") >= 0);
}

/// Results for a body in bytes, and in UTF-16.
fn received(receiver: u32, body: &str) -> [i32; 2] {
    put(body, &[], &[]);
    let of_text = passes::receive_text(receiver, body.encode_utf16().count(), 0);
    put_bytes(body);
    [passes::receive_bytes(receiver, body.len(), 0, false), of_text]
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
