//! Receiving webhooks, and confirming them by the service's own verification.

use super::{Form, Setting as _, biller::Biller, calls::VerificationCall};
use crate::{
    BillwireError, Code, Confirmed, Delivery, Error, Expectation, Finding, Findings, HttpStatus, Reply, Transaction,
    Verdict, WebhookAuthentication, WebhookLimits, WebhookPayload, WebhookToken,
};
use std::{collections::HashMap, sync::Arc};

/// Receives webhooks of one variant (sections 2.7 and 4.4).
#[derive(Debug, uniffi::Object)]
pub struct WebhookReceiver(pub(super) crate::WebhookReceiver);

#[uniffi::export]
impl WebhookReceiver {
    /// Creates a receiver of the merchant-proxy variant, whose webhooks show one of `tokens`. Pass several while you
    /// replace one. Throws `InvalidConfig` if there is none, or one that cannot stand in a header, and for a limit
    /// below 1.
    #[uniffi::constructor(default(limits))]
    pub fn merchant_proxy(
        tokens: Vec<Arc<WebhookToken>>,
        limits: Option<Form<WebhookLimits>>,
    ) -> Result<WebhookReceiver, BillwireError> {
        let receiver = crate::WebhookReceiver::merchant_proxy(tokens.into_iter().map(WebhookToken::of).collect())?;
        Ok(WebhookReceiver(receiver.with_limits(limits_of(limits)?)))
    }

    /// Creates a receiver of the checkout variant, which shows no authentication: anybody can send its webhooks. Throws
    /// `InvalidConfig` for a limit below 1.
    #[uniffi::constructor(default(limits))]
    pub fn checkout(limits: Option<Form<WebhookLimits>>) -> Result<WebhookReceiver, BillwireError> {
        Ok(WebhookReceiver(crate::WebhookReceiver::checkout().with_limits(limits_of(limits)?)))
    }

    /// Returns the largest body. Of a longer one, its first bytes suffice for the error.
    pub fn max_bytes(&self) -> usize {
        self.0.limits().bytes
    }

    /// Checks the sender, then reads the body. Pass the raw body: do not parse it first. Header names may be in any
    /// case. Throws `Unauthenticated` or `InvalidWebhook`, each with the response to give.
    pub fn receive(&self, headers: HashMap<String, Vec<String>>, body: Vec<u8>) -> Result<WebhookEvent, BillwireError> {
        self.0.receive(lines(&headers), &body).map(WebhookEvent)
    }
}

/// Returns each value of each header with its name.
pub(super) fn lines(headers: &HashMap<String, Vec<String>>) -> impl Iterator<Item = (&str, &str)> {
    headers.iter().flat_map(|(name, values)| values.iter().map(move |value| (name.as_str(), value.as_str())))
}

/// Returns limits, of which none is below 1.
fn limits_of(limits: Option<Form<WebhookLimits>>) -> Result<WebhookLimits, Error> {
    let limits = WebhookLimits::or(limits, WebhookLimits::default);
    let named =
        [("limits.bytes", limits.bytes), ("limits.depth", limits.depth), ("limits.customers", limits.customers)];
    let refused = named.into_iter().filter(|(_, limit)| *limit == 0);
    let violations: Findings = refused.map(|(path, _)| Finding::new(path, Code::OutOfRange)).collect();
    if violations.is_empty() { Ok(limits) } else { Err(Error::InvalidConfig { violations }) }
}

/// Webhook with a readable body. It proves nothing by itself: confirm it.
#[derive(Debug, uniffi::Object)]
pub struct WebhookEvent(pub(super) crate::WebhookEvent);

#[uniffi::export]
impl WebhookEvent {
    /// Returns the payload.
    pub fn payload(&self) -> WebhookPayload {
        self.0.payload.clone()
    }

    /// Returns the authentication of the sender: a token, or none.
    pub fn authentication(&self) -> WebhookAuthentication {
        self.0.authentication
    }

    /// Returns a finding for each unreadable value of the body, which stays in `extra`: the first hundred.
    pub fn warnings(&self) -> Vec<Finding> {
        self.0.warnings.clone()
    }

    /// Returns a key that deliveries of the same event share, to save work; none if the payload has no ids. It does not
    /// protect the money: `Confirmed.claimKey` does.
    pub fn dedup_key(&self) -> Option<String> {
        self.0.dedup_key()
    }

    /// Returns a digest of what the event says about the money. Store it with the dedup key.
    pub fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    /// Compares this delivery with the fingerprint that is stored under its dedup key; none if nothing is stored.
    pub fn compare(&self, stored_fingerprint: Option<String>) -> DeliveryVerdict {
        let delivery = self.0.compare(stored_fingerprint.as_deref());
        DeliveryVerdict { delivery, reply: delivery.reply() }
    }

    /// Returns the response that acknowledges the webhook (section 2.8).
    pub fn acknowledge(&self) -> Reply {
        self.0.acknowledge()
    }

    /// Prepares the verification that confirms the event against what was billed. Throws `InvalidRequest` with all
    /// violations of the expectation, or `MissingCredential`.
    pub fn confirm(&self, biller: Arc<Biller>, expectation: Expectation) -> Result<Confirmation, BillwireError> {
        self.0.confirm(&biller.0, expectation).map(Confirmation)
    }
}

/// Result of comparing a delivery with the record of an earlier one that has the same dedup key.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct DeliveryVerdict {
    /// The first delivery, the same again, or the same key with another statement about the money.
    pub delivery: Delivery,
    /// The response to give: a replay is acknowledged like the first, a conflict gets 409.
    pub reply: Reply,
}

/// Confirmation of an event: send its call, then decide by the answer.
#[derive(Debug, uniffi::Object)]
pub struct Confirmation(crate::Confirmation);

#[uniffi::export]
impl Confirmation {
    /// Returns the verification to send.
    pub fn call(&self) -> Arc<VerificationCall> {
        Arc::new(VerificationCall(self.0.call.clone()))
    }

    /// Compares the answer with what was billed. Throws what `VerificationCall.decode` throws: then nothing is known
    /// yet.
    pub fn decide(&self, status: HttpStatus, body: Vec<u8>) -> Result<Verdict, BillwireError> {
        self.0.decide(status.as_u16(), &body)
    }
}

#[uniffi::export]
impl Confirmed {
    /// Returns the key under which the transaction pays one bill, once: the verification's `tran_id`. Store it under a
    /// unique constraint, in the same database transaction that credits the bill.
    #[uniffi::method(name = "claim_key")]
    fn claim_key_text(&self) -> String {
        self.claim_key().into()
    }

    /// Returns the transaction as the service has it.
    #[uniffi::method(name = "transaction")]
    fn verified_transaction(&self) -> Transaction {
        self.transaction().clone()
    }
}

#[uniffi::export]
impl Transaction {
    /// Returns a warning for each field that section 2.6 requires and the service left out, and for each text that it
    /// sent in another form. No decision depends on one.
    #[uniffi::method(name = "warnings")]
    fn left_out_fields(&self) -> Vec<Finding> {
        self.warnings()
    }
}
