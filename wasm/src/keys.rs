//! Keys from the text that JavaScript shares: a value of JavaScript would cost a new program two milliseconds.

use crate::state::with;
use billwire::{HashToken, SigningKey};
use wasm_bindgen::prelude::*;
use zeroize::Zeroize;

/// Result for input that the full path has to handle.
pub(crate) const FALLBACK: i32 = -1;

/// Makes a signing key from the token at the start of the bytes, and wipes it there. Returns the number of the key, or
/// [`FALLBACK`].
#[wasm_bindgen]
pub fn key_of_text(len: usize) -> i32 {
    with(|state| {
        let Some(token) = state.buffers.bytes.get_mut(..len) else { return FALLBACK };
        let key =
            core::str::from_utf8(token).ok().map(HashToken::new).and_then(|token| SigningKey::try_new(&token).ok());
        token.zeroize();
        key.map_or(FALLBACK, |key| state.keys.add(key) as i32)
    })
}
