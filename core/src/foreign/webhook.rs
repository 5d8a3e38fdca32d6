//! Receiving webhooks, and believing none of them before the service's own verification says the same.

use super::{
    biller::Biller,
    calls::PreparedVerification,
    config::count,
    failure::{BillwireError, Finding, Reply},
    values::{Foreign, HttpStatus},
};
use crate::{
    credentials::WebhookToken,
    operations::Transaction,
    webhook::{self, Delivery, Expectation, Mismatch, Sender, WebhookPayload},
};
use billwire_wire::{Draft, Read, decode::Limits};
use std::{
    fmt,
    sync::{Arc, LazyLock},
};

/// Receives webhooks of one variant (sections 2.7 and 4.4).
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct WebhookReceiver(pub(super) webhook::WebhookReceiver);

#[uniffi::export]
impl WebhookReceiver {
    /// A receiver of the merchant-proxy variant: one of `tokens` has to be shown (several, while one is replaced).
    /// Throws `InvalidConfig` if there is none, or one that cannot stand in a header.
    #[uniffi::constructor(default(limits))]
    pub fn merchant_proxy(
        tokens: Vec<Arc<WebhookToken>>,
        limits: Option<WebhookLimits>,
    ) -> Result<WebhookReceiver, BillwireError> {
        let tokens = tokens.into_iter().map(Arc::unwrap_or_clone).collect();
        let receiver = webhook::WebhookReceiver::merchant_proxy(tokens)?;
        Ok(WebhookReceiver(receiver.with_limits(limits.map(Into::into).unwrap_or_default())))
    }

    /// A receiver of the checkout variant, which shows no authentication: anybody may have sent its events.
    #[uniffi::constructor(default(limits))]
    pub fn checkout(limits: Option<WebhookLimits>) -> WebhookReceiver {
        let receiver = webhook::WebhookReceiver::checkout();
        WebhookReceiver(receiver.with_limits(limits.map(Into::into).unwrap_or_default()))
    }

    /// Checks the sender, then reads the body: the raw bytes as they arrived. Header names may be in any case. Throws
    /// `Unauthenticated` or `InvalidWebhook`, each with the response to give.
    pub fn receive(&self, headers: WebhookHeaders, body: &[u8]) -> Result<ReceivedEvent, BillwireError> {
        Ok(self.0.receive(headers.lines(), body)?.into())
    }
}

impl fmt::Debug for WebhookReceiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The headers of a webhook: names, each with its values.
// They cross as one list, names and values by turns: a map would be built anew for one look.
pub struct WebhookHeaders(Vec<String>);

uniffi::custom_newtype!(WebhookHeaders, Vec<String>);

impl FromIterator<(String, String)> for WebhookHeaders {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(lines: I) -> WebhookHeaders {
        WebhookHeaders(lines.into_iter().flat_map(<[String; 2]>::from).collect())
    }
}

impl WebhookHeaders {
    pub(super) fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.as_chunks().0.iter().map(|[name, value]| (name.as_str(), value.as_str()))
    }
}

/// Bounds on a webhook (section 8 shows none).
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct WebhookLimits {
    /// Bytes of the body. Default 65,536.
    #[uniffi(default)]
    pub bytes: Option<i64>,
    /// Levels of nesting. Default 32, and never more.
    #[uniffi(default)]
    pub depth: Option<i64>,
    /// Customers. Default 1,000.
    #[uniffi(default)]
    pub customers: Option<i64>,
}

impl From<WebhookLimits> for webhook::WebhookLimits {
    fn from(limits: WebhookLimits) -> webhook::WebhookLimits {
        let default = webhook::WebhookLimits::default();
        webhook::WebhookLimits {
            bytes: limits.bytes.map_or(default.bytes, count),
            depth: limits.depth.map_or(default.depth, count),
            customers: limits.customers.map_or(default.customers, count),
        }
    }
}

/// An event, and what it says.
#[derive(uniffi::Record)]
pub struct EventParts {
    /// The event.
    pub event: Arc<WebhookEvent>,
    /// What it says.
    pub payload: WebhookPayload,
}

/// What other languages see as the event: as with a call, one crossing brings both.
pub struct ReceivedEvent(EventParts);

uniffi::custom_newtype!(ReceivedEvent, EventParts);

impl From<webhook::WebhookEvent> for ReceivedEvent {
    fn from(event: webhook::WebhookEvent) -> ReceivedEvent {
        ReceivedEvent(EventParts { payload: event.payload.clone(), event: Arc::new(WebhookEvent::of(event)) })
    }
}

/// A webhook whose body could be read. It proves nothing by itself: confirm it.
#[derive(uniffi::Object)]
pub struct WebhookEvent(LazyLock<webhook::WebhookEvent, Reading>);

/// How an event comes to be when it is first asked for something.
type Reading = Box<dyn FnOnce() -> webhook::WebhookEvent + Send>;

impl WebhookEvent {
    fn of(event: webhook::WebhookEvent) -> WebhookEvent {
        WebhookEvent(LazyLock::new(Box::new(move || event)))
    }

    /// The event of a body that can be read, as is known. Whoever has its payload may never ask for more.
    #[expect(clippy::expect_used, reason = "what could be read can be read again; a panic is an internal error")]
    pub(super) fn of_body(body: &[u8], limits: Limits, sender: Sender) -> WebhookEvent {
        let body = body.to_vec();
        WebhookEvent(LazyLock::new(Box::new(move || {
            let read = WebhookPayload::from_body_with_notes(&body, limits);
            let (payload, warnings) = read.expect("a body that was read before");
            webhook::WebhookEvent { payload, sender, warnings }
        })))
    }
}

#[uniffi::export]
impl WebhookEvent {
    /// What it says.
    pub fn payload(&self) -> WebhookPayload {
        self.0.payload.clone()
    }

    /// Who sent it: somebody with the token, or anybody.
    pub fn sender(&self) -> Sender {
        self.0.sender
    }

    /// Values of the body that could not be read and are kept in `extra`: the first hundred.
    pub fn warnings(&self) -> Vec<Finding> {
        self.0.warnings.iter().cloned().map(Finding::from).collect()
    }

    /// A key that deliveries of the same event share, to save work with; none if there is nothing to tell it by. It is
    /// not what protects the money: [`Confirmed.claim_key`] is.
    pub fn dedup_key(&self) -> Option<String> {
        self.0.dedup_key()
    }

    /// A digest of what the event says about the money. Store it beside the dedup key.
    pub fn fingerprint(&self) -> String {
        self.0.fingerprint()
    }

    /// What this delivery is, given the fingerprint of the record with its dedup key; none if there is no record.
    pub fn compare(&self, stored_fingerprint: Option<String>) -> DeliveryVerdict {
        let delivery = self.0.compare(stored_fingerprint.as_deref());
        DeliveryVerdict { delivery, reply: Reply::from(&delivery.reply()) }
    }

    /// The response that tells the service that the webhook has arrived (section 2.8).
    pub fn acknowledge(&self) -> Reply {
        Reply::from(&self.0.acknowledge())
    }

    /// Prepares the verification by which the event is confirmed: it has to match what was billed. Throws
    /// `InvalidRequest` with all that is wrong with the expectation, or `MissingCredential`.
    pub fn confirm(
        &self,
        biller: Arc<Biller>,
        expectation: <Expectation as Foreign>::Draft,
    ) -> Result<Confirmation, BillwireError> {
        let expectation = Expectation::checked(|validator, place| expectation.give(validator, place))?;
        Ok(Confirmation(self.0.confirm(&biller.0, expectation)?))
    }
}

/// What a delivery is, held against the record of an earlier one with the same dedup key.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct DeliveryVerdict {
    /// The first one, the same again, or the same key saying something else about the money.
    pub delivery: Delivery,
    /// The response to give: a replay is acknowledged like the first, a conflict is answered with 409.
    pub reply: Reply,
}

/// A confirmation under way: send its call, then decide by the answer.
#[derive(uniffi::Object)]
pub struct Confirmation(webhook::Confirmation);

#[uniffi::export]
impl Confirmation {
    /// The verification to send.
    pub fn call(&self) -> PreparedVerification {
        self.0.call.clone().into()
    }

    /// Holds the answer against what was billed. Throws what [`VerificationCall.decode`] throws: then nothing is known
    /// yet.
    pub fn decide(&self, status: HttpStatus, body: &[u8]) -> Result<Verdict, BillwireError> {
        Ok(match self.0.decide(status.number(), body)? {
            webhook::Verdict::Confirmed(confirmed) => Verdict::Confirmed { confirmed: Arc::new(Confirmed(confirmed)) },
            webhook::Verdict::Mismatch(mismatches) => Verdict::Mismatch { mismatches },
        })
    }
}

/// What the verification says of the event.
#[derive(uniffi::Enum)]
pub enum Verdict {
    /// It matches what was billed.
    Confirmed {
        /// The transaction, and the key under which it is claimed.
        confirmed: Arc<Confirmed>,
    },
    /// It does not; nothing may be credited.
    Mismatch {
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
    },
}

/// A transaction that matches what was billed. There is no other way to have one than to decide a confirmation.
#[derive(uniffi::Object)]
pub struct Confirmed(webhook::Confirmed);

#[uniffi::export]
impl Confirmed {
    /// The key under which the transaction pays one bill, once: the verification's `tran_id`. Store it under a unique
    /// constraint, in the same database transaction that credits the bill.
    pub fn claim_key(&self) -> String {
        self.0.claim_key().into()
    }

    /// The transaction as the service has it.
    pub fn transaction(&self) -> Transaction {
        self.0.transaction().clone()
    }
}
