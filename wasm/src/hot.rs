//! The three jobs that have to be fast: exports of numbers only, over buffers that stay where they are.
//!
//! What is out of the ordinary is answered with [`COLD`]: the host then takes the way that explains.

use crate::state::{Buffers, with};
use billwire::{OperationName, host};
use billwire_wire::{offset_index::Readability, packed::Packed, reader::Units, utf16};
use wasm_bindgen::prelude::*;

/// Nothing was done: ask the cold half.
const COLD: i32 = -1;
/// The body has members that no schema knows.
const UNKNOWN: i32 = 2;

/// Lengthens the buffers that the host fills. They may move.
#[wasm_bindgen]
pub fn reserve(text: usize, values: usize) {
    with(|state| {
        grow(&mut state.buffers.text, text);
        grow(&mut state.buffers.lengths, values);
        grow(&mut state.buffers.numbers, values);
    });
}

fn grow<T: Copy + Default>(buffer: &mut Vec<T>, len: usize) {
    if buffer.len() < len {
        buffer.resize(len.next_power_of_two(), T::default());
    }
}

/// Where the host puts text.
#[wasm_bindgen]
pub fn text_at() -> usize {
    with(|state| state.buffers.text.as_ptr() as usize)
}

/// Where the host puts the token of a webhook.
#[wasm_bindgen]
pub fn token_at() -> usize {
    with(|state| state.buffers.token.as_ptr() as usize)
}

/// Where the host puts lengths.
#[wasm_bindgen]
pub fn lengths_at() -> usize {
    with(|state| state.buffers.lengths.as_ptr() as usize)
}

/// Where the host puts numbers.
#[wasm_bindgen]
pub fn numbers_at() -> usize {
    with(|state| state.buffers.numbers.as_ptr() as usize)
}

/// Where the last body stands.
#[wasm_bindgen]
pub fn body_at() -> usize {
    with(|state| state.workspace.body().as_ptr() as usize)
}

/// Writes the last body in UTF-16, which hosts copy and do not decode: how many units it has.
#[wasm_bindgen]
pub fn widen() -> usize {
    with(|state| {
        utf16::widen(state.workspace.body(), &mut state.units);
        state.units.len()
    })
}

/// Where the last body stands in UTF-16.
#[wasm_bindgen]
pub fn units_at() -> usize {
    with(|state| state.units.as_ptr() as usize)
}

/// Writes the body of a request whose values are packed: its length, if there is nothing to say about it.
#[wasm_bindgen]
pub fn prepare(biller: u32, operation: usize, text: usize, ascii: bool, lengths: usize, numbers: usize) -> i32 {
    with(|state| {
        let (Some(biller), Some(name)) = (state.billers.get(biller), OperationName::ALL.get(operation)) else {
            return COLD;
        };
        let Some(packed) = packed(&state.buffers, text, ascii, lengths, numbers) else { return COLD };
        match state.workspace.prepare(biller, *name, packed) {
            Ok(true) => i32::try_from(state.workspace.body().len()).unwrap_or(COLD),
            _ => COLD,
        }
    })
}

/// Signs the packed signed fields, and puts the hash at the beginning of the text: how long it is.
#[wasm_bindgen]
pub fn sign(key: u32, text: usize, ascii: bool, lengths: usize, numbers: usize) -> i32 {
    with(|state| {
        let Some(key) = state.keys.get(key) else { return COLD };
        let Some(packed) = packed(&state.buffers, text, ascii, lengths, numbers) else { return COLD };
        let Ok(Some(hash)) = state.workspace.sign(key, packed) else { return COLD };
        let hash = hash.as_bytes();
        let Some(place) = state.buffers.text.get_mut(..hash.len()) else { return COLD };
        // Pieces of a fixed length are moved by plain loads and stores; the engine copies longer ones by a call.
        for (place, letters) in place.as_chunks_mut::<8>().0.iter_mut().zip(hash.as_chunks().0) {
            *place = *letters;
        }
        hash.len() as i32
    })
}

/// Checks a webhook's one token and reads its body: where the tape lies, if there is nothing unusual about the body.
/// The address is that of words, so its lowest bits are free: the first tells whether the body is ASCII, the second whether
/// there are members that no schema knows.
#[wasm_bindgen]
pub fn receive(receiver: u32, body: usize, token: usize) -> i32 {
    with(|state| {
        let Some(receiver) = state.receivers.get(receiver) else { return COLD };
        let (Some(body), Some(token)) = (state.buffers.text.get(..body), state.buffers.token.get(..token)) else {
            return COLD;
        };
        let shown: &[&[u8]] = if token.is_empty() { &[] } else { &[token] };
        if host::authenticate(receiver, shown).is_err() {
            return COLD;
        }
        match host::read_webhook(receiver, body, Units::Utf16, &mut state.tape) {
            Ok(ascii) => {
                let unknown = match state.tape.readability() {
                    Readability::Known => 0,
                    Readability::WithUnknown => UNKNOWN,
                    Readability::Uncommon => return COLD,
                };
                state.tape.words().as_ptr() as i32 | unknown | i32::from(ascii)
            }
            Err(_) => COLD,
        }
    })
}

/// What the host has put into the streams.
fn packed(buffers: &Buffers, text: usize, ascii: bool, lengths: usize, numbers: usize) -> Option<Packed<'_>> {
    Some(Packed {
        text: core::str::from_utf8(buffers.text.get(..text)?).ok()?,
        lengths: buffers.lengths.get(..lengths)?,
        numbers: buffers.numbers.get(..numbers)?,
        ascii,
    })
}
