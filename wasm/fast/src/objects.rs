//! The objects that JavaScript uses by number: keys, billers and receivers.
//!
//! They are made of what the buffers hold, which is wiped: a value of JavaScript would cost a new program two milliseconds.

use crate::{
    FALLBACK,
    settings::unpacked,
    state::{Buffers, State, with},
};
use billwire::wire::input::DynamicValue;
use billwire::{Biller, Envelope, HashToken, OperationName, SigningKey, WebhookReceiver};
use billwire_wasm_objects::{HandleTable, biller, receiver};
use wasm_bindgen::prelude::*;
use zeroize::Zeroize;

/// Makes a signing key from the token at the start of the bytes. Returns the number of the key, or [`FALLBACK`].
#[wasm_bindgen]
pub fn new_key(token: usize) -> i32 {
    with(|state| {
        let Some(token) = state.buffers.bytes.get_mut(..token) else { return FALLBACK };
        let key =
            core::str::from_utf8(token).ok().map(HashToken::new).and_then(|token| SigningKey::try_new(&token).ok());
        token.zeroize();
        added(&mut state.keys, key)
    })
}

/// Drops a key.
#[wasm_bindgen]
pub fn drop_key(key: u32) {
    with(|state| state.keys.drop(key));
}

/// Makes a biller from packed settings. Returns its number, or [`FALLBACK`].
#[wasm_bindgen]
pub fn new_biller(words: usize, text: usize, in_browser: bool) -> i32 {
    with(|state| {
        let made = settings(state, words, text).and_then(|settings| biller(settings, in_browser).ok());
        added(&mut state.billers, made)
    })
}

/// Drops a biller and its credentials.
#[wasm_bindgen]
pub fn drop_biller(biller: u32) {
    with(|state| state.billers.drop(biller));
}

/// Removes the credentials of a biller: it prepares nothing.
#[wasm_bindgen]
pub fn forget_credentials(biller: u32) {
    with(|state| {
        if let Some(bare) = state.billers.get(biller).map(Biller::without_credentials) {
            state.billers.replace(biller, bare);
        }
    });
}

/// Writes method, address, and the names and values of the headers of all calls of an operation: to the bytes, which
/// JavaScript wipes, and their lengths. That of a secret value is negative. Returns how many there are, or [`FALLBACK`].
#[wasm_bindgen]
pub fn envelope(biller: u32, operation: usize) -> i32 {
    with(|state| {
        let (Some(biller), Some(name)) = (state.billers.get(biller), OperationName::ALL.get(operation)) else {
            return FALLBACK;
        };
        let envelope = biller.envelope(*name).ok();
        envelope.and_then(|envelope| write(&envelope, &mut state.buffers)).unwrap_or(FALLBACK)
    })
}

fn write(envelope: &Envelope, buffers: &mut Buffers) -> Option<i32> {
    let (mut texts, mut written) = (0, 0);
    let mut put = |text: &str, secret: bool| {
        let end = written + text.len();
        buffers.bytes.get_mut(written..end)?.copy_from_slice(text.as_bytes());
        let length = i32::try_from(text.len()).ok()?;
        *buffers.lengths.get_mut(texts)? = if secret { -length } else { length };
        (texts, written) = (texts + 1, end);
        Some(())
    };
    put(envelope.method.as_str(), false)?;
    put(&envelope.url, false)?;
    for header in &envelope.headers {
        put(header.name, false)?;
        put(header.value.as_str(), header.secret)?;
    }
    i32::try_from(texts).ok()
}

/// Makes a receiver from packed settings. Returns its number, or [`FALLBACK`].
#[wasm_bindgen]
pub fn new_receiver(words: usize, text: usize, checkout: bool) -> i32 {
    with(|state| {
        let made = settings(state, words, text).and_then(|settings| receiver(settings, checkout).ok());
        added(&mut state.receivers, made)
    })
}

/// Largest webhook of a receiver in bytes. JavaScript copies no more than one byte beyond it.
#[wasm_bindgen]
pub fn webhook_limit(receiver: u32) -> usize {
    with(|state| state.receivers.get(receiver).map_or(0, |receiver: &WebhookReceiver| receiver.limits().bytes))
}

/// Drops a receiver and its tokens.
#[wasm_bindgen]
pub fn drop_receiver(receiver: u32) {
    with(|state| {
        state.receivers.drop(receiver);
        state.buffers.token.fill(0);
    });
}

/// Settings that the buffers hold, of which the text is wiped.
fn settings(state: &mut State, words: usize, text: usize) -> Option<DynamicValue> {
    let Buffers { bytes, lengths, .. } = &mut state.buffers;
    let (words, text) = (lengths.get(..words)?, bytes.get_mut(..text)?);
    let settings = unpacked(words, text);
    text.zeroize();
    settings
}

fn added<T>(table: &mut HandleTable<T>, made: Option<T>) -> i32 {
    made.map_or(FALLBACK, |made| table.add(made) as i32)
}
