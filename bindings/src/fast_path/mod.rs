//! The fast path: signing, preparing and receiving by functions of numbers over shared buffers.
//!
//! A structure that crosses costs the JVM up to several microseconds, and a number next to nothing. Kotlin therefore
//! calls these functions past uniffi's own Kotlin, and fills and reads the buffers by their addresses. Unusual input
//! returns [`FALLBACK`]. It then calls the full path, which reports every error.
//!
//! uniffi exports the functions as all others, so a panic returns 0, which is [`FALLBACK`], too.

mod buffers;
#[cfg(test)]
mod tests;

use crate::{
    biller::Biller,
    calls::{HttpHeader, HttpRequest},
    error::BillwireError,
    numbered::Tabled,
    signature::SigningKey,
    webhook::WebhookReceiver,
};
use billwire::OperationName;
use billwire::wire::{offset_index::Readability, utf16};
use buffers::{Buffers, Part, index};
use std::sync::Arc;

/// Result for input that the full path has to handle.
const FALLBACK: i32 = 0;

// These are methods, because uniffi keeps the object of a method alive during the call, and refuses a closed one.

#[uniffi::export]
impl Biller {
    /// Returns the number of the biller on the fast path.
    pub fn number(&self) -> i64 {
        self.0.number()
    }

    /// Returns the request of an operation without its body: the fast path writes bodies alone.
    pub fn envelope(&self, operation: OperationName) -> Result<HttpRequest, BillwireError> {
        let envelope = self.0.envelope(operation)?;
        Ok(HttpRequest {
            method: envelope.method.as_str().into(),
            url: envelope.url,
            headers: envelope.headers.iter().map(HttpHeader::from).collect(),
            body: None,
        })
    }

    /// Returns the same biller without credentials, for calls that outlive it.
    pub fn without_credentials(&self) -> Arc<Biller> {
        Arc::new(Biller(self.0.without_credentials().into()))
    }
}

#[uniffi::export]
impl SigningKey {
    /// Returns the number of the key on the fast path.
    pub fn number(&self) -> i64 {
        self.0.number()
    }
}

#[uniffi::export]
impl WebhookReceiver {
    /// Returns the number of the receiver on the fast path.
    pub fn number(&self) -> i64 {
        self.0.number()
    }
}

/// Makes buffers for one caller at a time, and returns their number.
#[uniffi::export]
pub fn fast_buffers() -> i64 {
    Buffers::add()
}

/// Drops buffers.
#[uniffi::export]
pub fn fast_drop(buffers: i64) {
    Buffers::drop(buffers);
}

/// Grows a buffer to at least `len` elements, and returns its address. It moves at no other time, unless a result is longer
/// than it was.
#[uniffi::export]
pub fn fast_reserve(buffers: i64, part: i32, len: i32) -> i64 {
    Buffers::with(buffers, |buffers| Some(buffers.reserve(Part::of(part)?, index(len)?))).unwrap_or_default()
}

/// Signs the packed signed fields, and writes the hash to the buffer of units. Returns its length.
#[uniffi::export]
pub fn fast_sign(key: i64, buffers: i64, units: i32, lengths: i32, numbers: i32) -> i32 {
    let Some(key) = billwire::SigningKey::by_number(key) else { return FALLBACK };
    let length = Buffers::with(buffers, |buffers| {
        let (packet, kept, body) = buffers.packet(units, lengths, numbers)?;
        let hash = key.sign_packet(packet, kept, body)?;
        buffers.put_ascii(hash.as_bytes())
    });
    length.unwrap_or(FALLBACK)
}

/// Writes the body of a packed request to the buffer of units. Returns its length.
#[uniffi::export]
pub fn fast_prepare(biller: i64, operation: i32, buffers: i64, units: i32, lengths: i32, numbers: i32) -> i32 {
    let Some(biller) = billwire::Biller::by_number(biller) else { return FALLBACK };
    let length = Buffers::with(buffers, |buffers| {
        let name = OperationName::ALL.get(index(operation)?)?;
        let (packet, kept, body) = buffers.packet(units, lengths, numbers)?;
        if biller.prepare_packet(*name, packet, kept, body) { buffers.take_body() } else { None }
    });
    length.unwrap_or(FALLBACK)
}

/// Checks the token of a webhook, which stands behind its body in the buffer of bytes, and reads the body.
///
/// Returns the number of offsets in the buffer of lengths. The upper 32 bits have the number of units in the buffer of units,
/// which the offsets count; without any, the body is ASCII, and they count its bytes.
#[uniffi::export]
pub fn fast_receive(receiver: i64, buffers: i64, body: i32, token: i32) -> i64 {
    let Some(receiver) = billwire::WebhookReceiver::by_number(receiver) else { return FALLBACK.into() };
    let result = Buffers::with(buffers, |buffers| receive(&receiver, buffers, index(body)?, index(token)?));
    result.unwrap_or(FALLBACK.into())
}

fn receive(receiver: &billwire::WebhookReceiver, buffers: &mut Buffers, body: usize, token: usize) -> Option<i64> {
    let (body, rest) = buffers.bytes.split_at_mut_checked(body)?;
    if !receiver.warnings().is_empty()
        || body.len() > receiver.limits().bytes
        || !is_from_sender(receiver, rest.get_mut(..token)?)
    {
        return None;
    }
    let (text, units) = if utf16::is_ascii(body) {
        (&*body, 0)
    } else {
        let units = utf16::widen(body, &mut buffers.units)?;
        // Of UTF-8, so it has no lone surrogate.
        utf16::shadow(buffers.units.get(..units)?, &mut buffers.shadow);
        (&*buffers.shadow, i64::try_from(units).ok()?)
    };
    receiver.read_offsets(text, &mut buffers.offsets).ok()?;
    // Whoever wants unknown members reads them on the full path.
    if buffers.offsets.readability() != Readability::Known {
        return None;
    }
    Some((units << i32::BITS) + i64::from(buffers.take_offsets()?))
}

/// Compares the token, and erases it.
fn is_from_sender(receiver: &billwire::WebhookReceiver, token: &mut [u8]) -> bool {
    let shown: &[&[u8]] = if token.is_empty() { &[] } else { &[token] };
    let is_from_sender = receiver.authenticate(shown).is_ok() && !receiver.warns_of(shown);
    token.fill(0);
    is_from_sender
}
