//! Receiving webhooks, and confirming them by the service's own verification.

use crate::{
    biller::Biller,
    credentials::WebhookToken,
    error::{BillwireError, Finding, Reply},
    models::{self, Mismatch, Transaction, WebhookPayload},
    operations::PreparedVerification,
    values::Int32,
};
use billwire::{Code, Delivery, Error, Findings, WebhookAuthentication};
use std::{fmt, sync::Arc};

/// Receives webhooks of one variant (sections 2.7 and 4.4).
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct WebhookReceiver(pub(crate) billwire::WebhookReceiver);

#[uniffi::export]
impl WebhookReceiver {
    /// Creates a receiver of the merchant-proxy variant, whose webhooks show one of `tokens`. Pass several while you
    /// replace one. Throws `InvalidConfig` if there is none, or one that cannot stand in a header, and for a limit below 1.
    #[uniffi::constructor(default(limits))]
    pub fn merchant_proxy(
        tokens: Vec<Arc<WebhookToken>>,
        limits: Option<WebhookLimits>,
    ) -> Result<WebhookReceiver, BillwireError> {
        let tokens = tokens.into_iter().map(WebhookToken::into_core).collect();
        let receiver = billwire::WebhookReceiver::merchant_proxy(tokens)?;
        let limits = limits.map(TryInto::try_into).transpose()?.unwrap_or_default();
        Ok(WebhookReceiver(receiver.with_limits(limits)))
    }

    /// Creates a receiver of the checkout variant, which shows no authentication: anybody can send its webhooks.
    #[uniffi::constructor]
    pub fn checkout() -> WebhookReceiver {
        WebhookReceiver(billwire::WebhookReceiver::checkout())
    }

    /// Creates the same with other limits. Throws `InvalidConfig` for one below 1.
    #[uniffi::constructor]
    pub fn checkout_with_limits(limits: WebhookLimits) -> Result<WebhookReceiver, BillwireError> {
        Ok(WebhookReceiver(billwire::WebhookReceiver::checkout().with_limits(limits.try_into()?)))
    }

    /// Returns the largest body. Of a longer one, its first bytes suffice for the error.
    pub fn max_bytes(&self) -> Int32 {
        Int32::of(self.0.limits().bytes)
    }

    /// Checks the sender, then reads the body. Pass the raw body: do not parse it first. Header names may be in any
    /// case. Throws `Unauthenticated` or `InvalidWebhook`, each with the response to give.
    pub fn receive(&self, headers: WebhookHeaders, body: &[u8]) -> Result<ReceivedEvent, BillwireError> {
        Ok(self.0.receive(headers.lines(), body)?.into())
    }
}

impl fmt::Debug for WebhookReceiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Headers of a webhook: names and values in turn. A map would be built for one lookup.
pub struct WebhookHeaders(Vec<String>);

uniffi::custom_newtype!(WebhookHeaders, Vec<String>);

impl FromIterator<(String, String)> for WebhookHeaders {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(lines: I) -> WebhookHeaders {
        WebhookHeaders(lines.into_iter().flat_map(<[String; 2]>::from).collect())
    }
}

impl WebhookHeaders {
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.as_chunks().0.iter().map(|[name, value]| (name.as_str(), value.as_str()))
    }
}

/// Bounds on a webhook (section 8 shows none).
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct WebhookLimits {
    /// Bytes of the body. Default 65,536.
    #[uniffi(default)]
    pub bytes: Option<Int32>,
    /// Levels of nesting. Default 32, and never more.
    #[uniffi(default)]
    pub depth: Option<Int32>,
    /// Customers. Default 1,000.
    #[uniffi(default)]
    pub customers: Option<Int32>,
}

impl TryFrom<WebhookLimits> for billwire::WebhookLimits {
    type Error = Error;

    fn try_from(limits: WebhookLimits) -> Result<billwire::WebhookLimits, Error> {
        let WebhookLimits { bytes, depth, customers } = limits;
        let named = [("limits.bytes", bytes), ("limits.depth", depth), ("limits.customers", customers)];
        let refused = named.into_iter().filter(|(_, limit)| limit.is_some_and(|limit| limit.size() == 0));
        let violations: Findings = refused.map(|(path, _)| billwire::Finding::new(path, Code::OutOfRange)).collect();
        if !violations.is_empty() {
            return Err(Error::InvalidConfig { violations });
        }
        Ok(billwire::WebhookLimits::builder()
            .maybe_bytes(bytes.map(Int32::size))
            .maybe_depth(depth.map(Int32::size))
            .maybe_customers(customers.map(Int32::size))
            .build())
    }
}

/// Received event, with its payload.
#[derive(uniffi::Record)]
pub struct ReceivedEvent {
    /// The event.
    pub event: Arc<WebhookEvent>,
    /// Its payload.
    pub payload: WebhookPayload,
}

impl From<billwire::WebhookEvent> for ReceivedEvent {
    fn from(event: billwire::WebhookEvent) -> ReceivedEvent {
        ReceivedEvent { payload: event.payload.clone().into(), event: Arc::new(WebhookEvent(event)) }
    }
}

/// Webhook with a readable body. It proves nothing by itself: confirm it.
#[derive(uniffi::Object)]
pub struct WebhookEvent(pub(crate) billwire::WebhookEvent);

#[uniffi::export]
impl WebhookEvent {
    /// Returns the payload.
    pub fn payload(&self) -> WebhookPayload {
        self.0.payload.clone().into()
    }

    /// Returns the authentication of the sender: a token, or none.
    pub fn authentication(&self) -> WebhookAuthentication {
        self.0.authentication
    }

    /// Returns a finding for each unreadable value of the body, which stays in `extra`: the first hundred.
    pub fn warnings(&self) -> Vec<Finding> {
        self.0.warnings.iter().cloned().map(Finding::from).collect()
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
        DeliveryVerdict { delivery, reply: Reply::from(&delivery.reply()) }
    }

    /// Returns the response that acknowledges the webhook (section 2.8).
    pub fn acknowledge(&self) -> Reply {
        Reply::from(&self.0.acknowledge())
    }

    /// Prepares the verification that confirms the event against what was billed. Throws `InvalidRequest` with all
    /// violations of the expectation, or `MissingCredential`.
    pub fn confirm(
        &self,
        biller: Arc<Biller>,
        expectation: models::Expectation,
    ) -> Result<Confirmation, BillwireError> {
        Ok(Confirmation(self.0.confirm_from(&biller.0, &expectation)?))
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
#[derive(uniffi::Object)]
pub struct Confirmation(billwire::Confirmation);

#[uniffi::export]
impl Confirmation {
    /// Returns the verification to send.
    pub fn call(&self) -> PreparedVerification {
        self.0.call.clone().into()
    }

    /// Compares the answer with what was billed. Throws what `VerificationCall.decode` throws: then nothing is known
    /// yet.
    pub fn decide(&self, status: Int32, body: &[u8]) -> Result<Verdict, BillwireError> {
        let verdict = self.0.decide(status.status(), body)?;
        let warnings = verdict.transaction().warnings().into_iter().map(Finding::from).collect();
        Ok(match verdict {
            billwire::Verdict::Confirmed(confirmed) => {
                Verdict::Confirmed { confirmed: Arc::new(Confirmed(confirmed)), warnings }
            }
            billwire::Verdict::Pending(transaction) => {
                Verdict::Pending { transaction: (*transaction).into(), warnings }
            }
            billwire::Verdict::Failed(transaction) => Verdict::Failed { transaction: (*transaction).into(), warnings },
            billwire::Verdict::Mismatch { mismatches, transaction } => {
                let mismatches = mismatches.into_iter().map(Mismatch::from).collect();
                Verdict::Mismatch { mismatches, transaction: (*transaction).into(), warnings }
            }
            // A verdict of a later core, which this match has to name before it is released.
            _ => return Err(Error::Internal.into()),
        })
    }
}

/// Result of a confirmation, with a warning for each field that the service left out.
#[derive(uniffi::Enum)]
#[allow(clippy::large_enum_variant, reason = "uniffi passes it by value, and it lives as long as one call")]
pub enum Verdict {
    /// The transaction matches what was billed, and its status means success.
    Confirmed {
        /// The transaction, and the key under which it is claimed.
        confirmed: Arc<Confirmed>,
        /// Fields that section 2.6 requires and the service left out. No decision depends on one.
        warnings: Vec<Finding>,
    },
    /// The transaction matches what was billed, and its status does not decide: verify again later.
    Pending {
        /// The transaction as the service has it.
        transaction: Transaction,
        /// Fields that section 2.6 requires and the service left out. No decision depends on one.
        warnings: Vec<Finding>,
    },
    /// The transaction matches what was billed, and its status means that it has failed.
    Failed {
        /// The transaction as the service has it.
        transaction: Transaction,
        /// Fields that section 2.6 requires and the service left out. No decision depends on one.
        warnings: Vec<Finding>,
    },
    /// The transaction does not match. Credit nothing for this bill.
    Mismatch {
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
        /// The transaction as the service has it, to credit in part, to refund or to ask about.
        transaction: Transaction,
        /// Fields that section 2.6 requires and the service left out. No decision depends on one.
        warnings: Vec<Finding>,
    },
}

/// Transaction that matches what was billed. Only a confirmation creates one.
#[derive(uniffi::Object)]
pub struct Confirmed(pub(crate) billwire::Confirmed);

#[uniffi::export]
impl Confirmed {
    /// Returns the key under which the transaction pays one bill, once: the verification's `tran_id`. Store it under a
    /// unique constraint, in the same database transaction that credits the bill.
    pub fn claim_key(&self) -> String {
        self.0.claim_key().into()
    }

    /// Returns the verified amount to credit, without the fee. It matters where the bill takes more than one amount.
    pub fn amount(&self) -> billwire::Decimal {
        self.0.amount()
    }

    /// Returns the transaction as the service has it.
    pub fn transaction(&self) -> Transaction {
        self.0.transaction().clone().into()
    }
}
