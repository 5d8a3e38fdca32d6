//! Webhooks of which the host keeps what it has read.

pub use crate::webhook::EventIds;

use crate::{
    biller::Biller,
    error::Error,
    finding::Finding,
    http::Reply,
    webhook::{
        self, Confirmation, Delivery, Expectation, Verdict, WebhookAuthentication, WebhookEvent, WebhookPayload,
        WebhookReceiver,
    },
};
use billwire_wire::{
    Model, Read,
    decode::{Limits, decode},
    input::DynamicValue,
    offset_index::OffsetIndex,
    reader::{Fault, Units},
};

/// Bytes of a webhook that a receiver reads at most.
pub fn webhook_limit(receiver: &WebhookReceiver) -> usize {
    receiver.limits().bytes
}

/// Checks the sender of a webhook by the values of all its `Token` headers.
///
/// # Errors
/// [`Error::Unauthenticated`].
#[inline]
pub fn authenticate(receiver: &WebhookReceiver, tokens: &[&[u8]]) -> Result<WebhookAuthentication, Error> {
    receiver.authenticate(tokens)
}

/// Reads a webhook's body to the tape, and tells whether it is ASCII.
///
/// # Errors
/// [`Error::InvalidWebhook`].
#[inline]
pub fn read_webhook(
    receiver: &WebhookReceiver,
    body: &[u8],
    units: Units,
    tape: &mut OffsetIndex,
) -> Result<bool, Error> {
    decode(WebhookPayload::SCHEMA, body, units, receiver.limits(), tape)
        .map_err(|fault: Fault| Error::invalid_webhook(fault.finding()))
}

/// Reads a webhook's body to its model, with the event's warnings.
///
/// # Errors
/// [`Error::InvalidWebhook`].
pub fn read_webhook_payload(receiver: &WebhookReceiver, body: &[u8]) -> Result<(WebhookPayload, Vec<Finding>), Error> {
    WebhookPayload::from_body_with_notes(body, receiver.limits()).map_err(Error::invalid_webhook)
}

/// The key that deliveries of one event share: of `tran_id`, `tran_no`, `bank_code` and `bank_ref`, and `status`.
pub fn dedup_key(texts: [Option<&str>; 4], status: Option<&str>) -> Option<String> {
    webhook::dedup_key(texts, status)
}

/// The response to a webhook that has arrived.
pub fn acknowledgement() -> Reply {
    webhook::acknowledgement()
}

/// Prepares the confirmation of an event of which the caller has kept the ids.
///
/// # Errors
/// Those of [`crate::WebhookEvent::confirm`].
pub fn confirm(biller: &Biller, expectation: &DynamicValue, ids: EventIds) -> Result<Confirmation, Error> {
    Confirmation::prepare(biller, read_expectation(expectation)?, ids)
}

/// Decides a confirmation of which the caller has kept what it was made from.
///
/// # Errors
/// Those of [`Confirmation::decide`].
pub fn decide(
    biller: &Biller,
    expectation: &DynamicValue,
    ids: &EventIds,
    status: u16,
    body: &[u8],
) -> Result<Verdict, Error> {
    webhook::decide(biller.context(), &read_expectation(expectation)?, ids, status, body)
}

fn read_expectation(tree: &DynamicValue) -> Result<Expectation, Error> {
    Expectation::checked(|validator, place| validator.members(place, tree.members()))
}

/// What an event says about the money, of which the host has kept the payload.
///
/// # Errors
/// [`Error::InvalidWebhook`] if the payload is none any more.
pub fn fingerprint(payload: &[u8]) -> Result<String, Error> {
    let unbounded = Limits { bytes: usize::MAX, depth: billwire_wire::json::MAX_DEPTH, items: usize::MAX };
    let payload = WebhookPayload::from_body(payload, unbounded).map_err(Error::invalid_webhook)?;
    Ok(WebhookEvent { payload, authentication: WebhookAuthentication::Unauthenticated, warnings: Vec::new() }
        .fingerprint())
}

/// What a delivery is, by its fingerprint and that of the record.
pub fn compare(fingerprint: &str, stored: Option<&str>) -> Delivery {
    Delivery::of(fingerprint, stored)
}
