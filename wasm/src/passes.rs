//! Preparing, signing and receiving in one pass over the shared buffers.

use crate::{
    FALLBACK,
    state::{Buffers, Requests, with},
};
use billwire::internal::{OffsetIndex, Packet, Readability, utf16};
use billwire::{OperationName, WebhookReceiver};
use wasm_bindgen::prelude::*;

/// Flag of a body that JavaScript reads in UTF-16.
const WIDE: i32 = 1;
/// Flag of a body with unknown members.
const UNKNOWN: i32 = 2;

/// Flags of a prepared request: with warnings, which may be those of the last request that had any. Writing them and
/// passing the text would take as long as a third of the request.
const WARNED: usize = 2;
const AS_BEFORE: usize = 4;

/// Writes the body of a packed request. Returns eight times its length in units with its flags, or [`FALLBACK`] for a
/// request with violations.
#[wasm_bindgen]
pub fn prepare(biller: u32, operation: usize, text: usize, lengths: usize, numbers: usize) -> i32 {
    with(|state| {
        let (Some(biller), Some(name)) = (state.billers.get(biller), OperationName::ALL.get(operation)) else {
            return FALLBACK;
        };
        let Some(packet) = packet(&state.buffers, text, lengths, numbers) else { return FALLBACK };
        let Requests { kept, body, narrow, warnings } = &mut state.requests;
        let Some(found) = biller.prepare_packet(*name, packet, kept, body) else { return FALLBACK };
        let is_wide = !utf16::narrow(body.units(), narrow);
        let mut flags = usize::from(is_wide);
        if !found.is_empty() {
            flags |= WARNED;
            // The list stays in its place: a new one for each request would leave gaps in the memory.
            if *warnings == found { flags |= AS_BEFORE } else { *warnings = found }
        }
        i32::try_from(8 * body.units().len() + flags).unwrap_or(FALLBACK)
    })
}

/// Warnings of the last request that had any.
#[wasm_bindgen]
pub fn last_warnings() -> String {
    with(|state| crate::js_values::text(&state.requests.warnings))
}

/// Signs the packed signed fields and writes the hash at the start of the bytes. Returns its length.
#[wasm_bindgen]
pub fn sign(key: u32, text: usize, lengths: usize, numbers: usize) -> i32 {
    with(|state| {
        let Some(key) = state.keys.get(key) else { return FALLBACK };
        let Some(packet) = packet(&state.buffers, text, lengths, numbers) else { return FALLBACK };
        let Requests { kept, body, .. } = &mut state.requests;
        let Some(hash) = key.sign_packet(packet, kept, body) else { return FALLBACK };
        let hash = hash.as_bytes();
        let Some(place) = state.buffers.bytes.get_mut(..hash.len()) else { return FALLBACK };
        // Chunks of a fixed length become loads and stores; the engine copies longer ones by a call.
        for (place, letters) in place.as_chunks_mut::<8>().0.iter_mut().zip(hash.as_chunks().0) {
            *place = *letters;
        }
        hash.len() as i32
    })
}

/// Result for a body that JavaScript decodes, and passes to [`receive_text`].
const NOT_ASCII: i32 = -2;

/// Checks the token of a webhook and reads its body in bytes. Returns the address of the offsets, or [`FALLBACK`]. With
/// `decodes`, JavaScript is the faster one to decode UTF-8: it gets [`NOT_ASCII`] for a body outside ASCII.
///
/// The address is a multiple of four. Its lowest bit says that the offsets count the units of the text buffer, where
/// the body is in UTF-16 then; else it is ASCII. The next bit says that the body has unknown members.
#[wasm_bindgen]
pub fn receive_bytes(receiver: u32, body: usize, token: usize, decodes: bool) -> i32 {
    with(|state| {
        let Some(receiver) = state.receivers.get(receiver) else { return FALLBACK };
        let Buffers { text, bytes, token: shown, .. } = &mut state.buffers;
        let Some(body) = bytes.get(..body).filter(|body| body.len() <= receiver.limits().bytes) else {
            return FALLBACK;
        };
        if !is_from_sender(receiver, shown, token) {
            return FALLBACK;
        }
        if utf16::is_ascii(body) {
            return read(receiver, body, &mut state.offsets).unwrap_or(FALLBACK);
        }
        if decodes {
            return NOT_ASCII;
        }
        let Some(units) = utf16::widen(body, text) else { return FALLBACK };
        state.received_units = units;
        // It comes from UTF-8, so it has no lone surrogate.
        utf16::shadow(text.get(..units).unwrap_or_default(), &mut state.shadow);
        read(receiver, &state.shadow, &mut state.offsets).map_or(FALLBACK, |read| read | WIDE)
    })
}

/// Units of the last body in the text buffer.
#[wasm_bindgen]
pub fn received_units() -> usize {
    with(|state| state.received_units)
}

/// Checks the token of a webhook and reads its body in the text buffer, as [`receive_bytes`] does.
#[wasm_bindgen]
pub fn receive_text(receiver: u32, body: usize, token: usize) -> i32 {
    with(|state| {
        let Some(receiver) = state.receivers.get(receiver) else { return FALLBACK };
        let Some(body) = state.buffers.text.get(..body) else { return FALLBACK };
        if !is_from_sender(receiver, &state.buffers.token, token) {
            return FALLBACK;
        }
        if !utf16::shadow(body, &mut state.shadow) || !utf16::fits(body, receiver.limits().bytes) {
            return FALLBACK;
        }
        read(receiver, &state.shadow, &mut state.offsets).map_or(FALLBACK, |read| read | WIDE)
    })
}

fn is_from_sender(receiver: &WebhookReceiver, token: &[u8], length: usize) -> bool {
    let Some(token) = token.get(..length) else { return false };
    let shown: &[&[u8]] = if token.is_empty() { &[] } else { &[token] };
    receiver.authenticate(shown).is_ok()
}

/// Reads a body, and returns the address of the offsets with the flag of unknown members.
fn read(receiver: &WebhookReceiver, body: &[u8], offsets: &mut OffsetIndex) -> Option<i32> {
    receiver.warnings().is_empty().then_some(())?;
    receiver.read_offsets(body, offsets).ok()?;
    let unknown = match offsets.readability() {
        Readability::Known => 0,
        Readability::WithUnknown => UNKNOWN,
        Readability::Uncommon => return None,
    };
    Some(offsets.words().as_ptr() as i32 | unknown)
}

/// Values that JavaScript has written to the buffers.
fn packet(buffers: &Buffers, text: usize, lengths: usize, numbers: usize) -> Option<Packet<'_>> {
    Packet::new(&buffers.text, text, buffers.lengths.get(..lengths)?, buffers.numbers.get(..numbers)?)
}

/// Largest webhook of a receiver in bytes. JavaScript copies no more than one byte beyond it.
#[wasm_bindgen]
pub fn webhook_limit(receiver: u32) -> usize {
    with(|state| state.receivers.get(receiver).map_or(0, |receiver| receiver.limits().bytes))
}
