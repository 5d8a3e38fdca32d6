//! The buffers that JavaScript fills and reads.

use crate::state::with;
use billwire::internal::WIDTH;
use wasm_bindgen::prelude::*;

/// Grows the buffers that JavaScript fills, to so many units and bytes of text, and so many values. They may move,
/// and they move at no other time.
#[wasm_bindgen]
pub fn reserve(text: usize, values: usize) {
    with(|state| {
        // Text is read, and a body widened, by whole chunks.
        grow(&mut state.buffers.text, text + WIDTH);
        grow(&mut state.buffers.bytes, text);
        grow(&mut state.buffers.lengths, values);
        grow(&mut state.buffers.numbers, values);
    });
}

fn grow<T: Copy + Default>(buffer: &mut Vec<T>, len: usize) {
    if buffer.len() < len {
        buffer.resize(len, T::default());
    }
}

/// Address of the buffer for text in UTF-16.
#[wasm_bindgen]
pub fn text_at() -> usize {
    with(|state| state.buffers.text.as_ptr() as usize)
}

/// Address of the buffer for text in bytes.
#[wasm_bindgen]
pub fn bytes_at() -> usize {
    with(|state| state.buffers.bytes.as_ptr() as usize)
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

/// Address of the last body: in units of two bytes if it is wide, else in Latin-1.
#[wasm_bindgen]
pub fn body_at(wide: bool) -> usize {
    with(|state| match wide {
        true => state.requests.body.units().as_ptr() as usize,
        false => state.requests.narrow.as_ptr() as usize,
    })
}
