//! Exports of the fast path: preparing, signing and receiving. They take numbers and share buffers with JavaScript.
//!
//! Unusual input returns [`FALLBACK`]. JavaScript then calls the full path, which reports every error.

use crate::{
    packed::Packed,
    state::{Buffers, with},
    utf16,
};
use billwire::OperationName;
use billwire_wire::{offset_index::Readability, reader::Units};
use wasm_bindgen::prelude::*;

/// Result for input that the full path has to handle.
const FALLBACK: i32 = -1;
/// Flag of a body with unknown members.
const UNKNOWN: i32 = 2;

/// Grows the buffers that JavaScript fills. They may move.
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

/// Address of the buffer for text.
#[wasm_bindgen]
pub fn text_at() -> usize {
    with(|state| state.buffers.text.as_ptr() as usize)
}

/// Address of the buffer for the token of a webhook.
#[wasm_bindgen]
pub fn token_at() -> usize {
    with(|state| state.buffers.token.as_ptr() as usize)
}

/// Address of the buffer for lengths.
#[wasm_bindgen]
pub fn lengths_at() -> usize {
    with(|state| state.buffers.lengths.as_ptr() as usize)
}

/// Address of the buffer for numbers.
#[wasm_bindgen]
pub fn numbers_at() -> usize {
    with(|state| state.buffers.numbers.as_ptr() as usize)
}

/// Address of the last body.
#[wasm_bindgen]
pub fn body_at() -> usize {
    with(|state| state.workspace.body().as_ptr() as usize)
}

/// Writes the last body in UTF-16, which JavaScript copies without decoding. Returns the number of units.
#[wasm_bindgen]
pub fn widen() -> usize {
    with(|state| {
        utf16::widen(state.workspace.body(), &mut state.units);
        state.units.len()
    })
}

/// Address of the last body in UTF-16.
#[wasm_bindgen]
pub fn units_at() -> usize {
    with(|state| state.units.as_ptr() as usize)
}

/// Writes the body of a packed request. Returns its length, or [`FALLBACK`] for a request with findings.
#[wasm_bindgen]
pub fn prepare(biller: u32, operation: usize, text: usize, ascii: bool, lengths: usize, numbers: usize) -> i32 {
    with(|state| {
        let (Some(biller), Some(name)) = (state.billers.get(biller), OperationName::ALL.get(operation)) else {
            return FALLBACK;
        };
        let Some(packed) = packed(&state.buffers, text, ascii, lengths, numbers) else { return FALLBACK };
        let mut fits = Ok(());
        let is_written = state.workspace.prepare(biller, *name, |validator, position| {
            fits = packed.encode(validator, position, position.schema.fields.iter().enumerate());
        });
        if !is_written || fits.is_err() {
            return FALLBACK;
        }
        i32::try_from(state.workspace.body().len()).unwrap_or(FALLBACK)
    })
}

/// Signs the packed signed fields and writes the hash at the start of the text. Returns its length.
#[wasm_bindgen]
pub fn sign(key: u32, text: usize, ascii: bool, lengths: usize, numbers: usize) -> i32 {
    with(|state| {
        let Some(key) = state.keys.get(key) else { return FALLBACK };
        let Some(packed) = packed(&state.buffers, text, ascii, lengths, numbers) else { return FALLBACK };
        let mut fits = Ok(());
        let hash = state.workspace.sign(key, |validator, position| {
            fits = packed.encode(validator, position, position.schema.signed());
        });
        let (Some(hash), Ok(())) = (hash, fits) else { return FALLBACK };
        let hash = hash.as_bytes();
        let Some(place) = state.buffers.text.get_mut(..hash.len()) else { return FALLBACK };
        // Chunks of a fixed length become loads and stores; the engine copies longer ones by a call.
        for (place, letters) in place.as_chunks_mut::<8>().0.iter_mut().zip(hash.as_chunks().0) {
            *place = *letters;
        }
        hash.len() as i32
    })
}

/// Checks the token of a webhook and reads its body. Returns the address of the offsets, or [`FALLBACK`].
///
/// The address is a multiple of four. Its lowest bit says that the body is ASCII, the next one that it has unknown members.
#[wasm_bindgen]
pub fn receive(receiver: u32, body: usize, token: usize) -> i32 {
    with(|state| {
        let Some(receiver) = state.receivers.get(receiver) else { return FALLBACK };
        let (Some(body), Some(token)) = (state.buffers.text.get(..body), state.buffers.token.get(..token)) else {
            return FALLBACK;
        };
        let shown: &[&[u8]] = if token.is_empty() { &[] } else { &[token] };
        if receiver.authenticate(shown).is_err() {
            return FALLBACK;
        }
        match receiver.read_offsets(body, Units::Utf16, &mut state.offsets) {
            Ok(ascii) => {
                let unknown = match state.offsets.readability() {
                    Readability::Known => 0,
                    Readability::WithUnknown => UNKNOWN,
                    Readability::Uncommon => return FALLBACK,
                };
                state.offsets.words().as_ptr() as i32 | unknown | i32::from(ascii)
            }
            Err(_) => FALLBACK,
        }
    })
}

/// Values that JavaScript has written to the buffers.
fn packed(buffers: &Buffers, text: usize, ascii: bool, lengths: usize, numbers: usize) -> Option<Packed<'_>> {
    Some(Packed {
        text: core::str::from_utf8(buffers.text.get(..text)?).ok()?,
        lengths: buffers.lengths.get(..lengths)?,
        numbers: buffers.numbers.get(..numbers)?,
        ascii,
    })
}
