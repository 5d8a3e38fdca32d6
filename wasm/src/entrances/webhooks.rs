//! Webhooks of which JavaScript keeps the content.

use billwire::internal::{DynamicValue, MAX_DEPTH};
use billwire::{Biller, Confirmation, Error, EventIds, Expectation, Verdict, WebhookLimits, WebhookReceiver};

/// Prepares the confirmation of an event by its ids.
///
/// # Errors
/// The errors of [`billwire::WebhookEvent::confirm`].
pub fn confirm(biller: &Biller, expectation: &DynamicValue, ids: EventIds) -> Result<Confirmation, Error> {
    let prepare = |expectation| Confirmation::prepare(biller, expectation, ids);
    Expectation::from_value(expectation).and_then(prepare)
}

/// Decides a confirmation by the expectation and the ids.
///
/// # Errors
/// The errors of [`Confirmation::decide`].
pub fn decide(
    biller: &Biller,
    expectation: &DynamicValue,
    ids: &EventIds,
    status: u16,
    body: &[u8],
) -> Result<Verdict, Error> {
    biller.decide_confirmation(&Expectation::from_value(expectation)?, ids, status, body)
}

/// Fingerprint of an event, from the JSON text of its payload.
///
/// # Errors
/// [`Error::InvalidWebhook`] if the text is not that of a payload.
pub fn fingerprint(payload: &[u8]) -> Result<String, Error> {
    let unlimited = WebhookLimits::builder().bytes(usize::MAX).depth(MAX_DEPTH).customers(usize::MAX).build();
    let (payload, _) = WebhookReceiver::checkout().with_limits(unlimited).read_payload(payload)?;
    Ok(payload.fingerprint())
}
