//! Exports of one pass over shared buffers.

use billwire_wasm::{buffers, passes};
use js_sys::{Float64Array, Int32Array, Uint8Array, Uint16Array, WebAssembly};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{BODY, HASH, SETTLEMENT, biller};

#[wasm_bindgen_test]
fn writes_a_body_in_the_width_of_its_text() {
    let biller = biller();
    for (ref_id, is_wide) in [("INV-0001", false), ("INV-\u{a0}é", false), ("INV-\u{100}1", true), ("វិក្កយបត្រ", true)]
    {
        let (fields, mut lengths) = packed();
        let fields = fields.replace("INV-0001", ref_id);
        lengths[0] = ref_id.encode_utf16().count() as i32;
        put(&fields, &lengths, &[40000.0]);
        let units = fields.encode_utf16().count();
        let length = passes::prepare(biller, SETTLEMENT, units, lengths.len(), 1);
        assert_eq!(length & 1 == 1, is_wide, "{ref_id}");
        let length = length as usize >> 3;
        let body: String = if is_wide {
            let bytes = bytes_at(buffers::body_at(true), 2 * length);
            String::from_utf16(&bytes.as_chunks().0.iter().map(|unit| u16::from_le_bytes(*unit)).collect::<Vec<_>>())
                .unwrap()
        } else {
            bytes_at(buffers::body_at(false), length).into_iter().map(char::from).collect()
        };
        assert!(body.starts_with(&BODY.replace("INV-0001", ref_id)), "{body}");
        assert_eq!(body.ends_with(&format!("{HASH}\"}}")), ref_id == "INV-0001", "{body}");
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

fn bytes_at(at: usize, length: usize) -> Vec<u8> {
    Uint8Array::new_with_byte_offset_and_length(&memory(), at as u32, length as u32).to_vec()
}

fn memory() -> JsValue {
    wasm_bindgen::memory().unchecked_into::<WebAssembly::Memory>().buffer()
}
