//! Options and steps of a credit flow, as JavaScript sees them.

use super::by_name;
use crate::entrances::finish;
use billwire::internal::{DynamicValue, MAX_DEPTH, Settings};
use billwire::{
    Biller, BookedTransaction, Claim, CreditEnding, CreditFlow, CreditPolicy, CreditReview, CreditStep, Decimal, Error,
    Expectation, FlowRequest, Given, Instant, Mismatch, OperationName, Reply, Transaction, WebhookAuthentication,
    WebhookEvent, WebhookLimits, WebhookReceiver,
};
use serde::Serialize;

/// Event of which JavaScript keeps the content, from the JSON text of its payload.
///
/// # Errors
/// [`Error::InvalidWebhook`] if the text is not that of a payload.
pub fn event(payload: &[u8], has_token: bool) -> Result<WebhookEvent, Error> {
    let unlimited = WebhookLimits::builder().bytes(usize::MAX).depth(MAX_DEPTH).customers(usize::MAX).build();
    let no_headers: [(&str, &str); 0] = [];
    let mut event = WebhookReceiver::checkout().with_limits(unlimited).receive(no_headers, payload)?;
    if has_token {
        event.authentication = WebhookAuthentication::Token;
    }
    Ok(event)
}

/// Start of a flow.
pub enum Start<'a> {
    /// An event about the bill.
    Event(&'a WebhookEvent),
    /// The bill alone.
    Bill,
    /// A transaction of the bill.
    Payment(&'a DynamicValue),
}

/// Starts a flow of a bill.
///
/// # Errors
/// The errors of [`CreditFlow::of_event`] and [`CreditFlow::of_payment`].
pub fn flow(
    biller: &Biller,
    start: Start<'_>,
    bill: &DynamicValue,
    options: DynamicValue,
    now: Instant,
) -> Result<CreditFlow, Error> {
    let (policy, transactions) = read(options)?;
    match start {
        Start::Event(event) => {
            CreditFlow::of_event(biller, event, &Expectation::from_value(bill)?, transactions, policy, now)
        }
        Start::Bill => CreditFlow::of_bill(biller, &Expectation::from_value(bill)?, transactions, policy),
        Start::Payment(transaction) => {
            let transaction = BookedTransaction::from_value(transaction)?;
            CreditFlow::of_payment(biller, &Expectation::from_value(bill)?, transaction, transactions, policy)
        }
    }
}

/// Starts with an event about a bill that the books do not have.
///
/// # Errors
/// [`Error::InvalidConfig`] for the policy.
pub fn flow_of_unknown_bill(
    biller: &Biller,
    event: &WebhookEvent,
    options: DynamicValue,
    now: Instant,
) -> Result<CreditFlow, Error> {
    let (policy, _) = read(options)?;
    CreditFlow::of_unknown_bill(biller, event, policy, now)
}

fn read(options: DynamicValue) -> Result<(CreditPolicy, Vec<BookedTransaction>), Error> {
    let mut settings = Settings::new("", options);
    let rows = settings.take("transactions").unwrap_or(DynamicValue::Undefined);
    let (transactions, violations) = BookedTransaction::list_from_value(&rows);
    settings.violations.append(violations);
    let policy = settings.get::<CreditPolicy>("policy");
    finish(settings)?;
    Ok((policy.unwrap_or_default(), transactions))
}

/// Result of a credit by its name.
///
/// # Errors
/// [`Error::InvalidConfig`] for any other text.
pub fn claim(name: &str) -> Result<Claim, Error> {
    by_name("claim", name, Claim::ALL, Claim::as_str)
}

/// One step of a flow.
#[derive(Serialize)]
#[serde(tag = "step", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum CreditStepValue<'a> {
    /// Send a verification. Its headers and its body are beside the JSON text.
    Send {
        /// Number of the request.
        number: i64,
        /// Operation.
        operation: OperationName,
        /// HTTP method.
        method: &'static str,
        /// Full address.
        url: &'a str,
    },
    /// Claim a transaction and credit the bill.
    Credit {
        /// Key that pays one bill once.
        claim_key: &'a str,
        /// Verified amount.
        amount: Decimal,
        /// The transaction.
        transaction: &'a Transaction,
    },
    /// Store what a person must see.
    Review {
        /// Name of the ending.
        ending: &'a str,
        /// Key of the transaction.
        claim_key: &'a str,
        /// State of the transaction in the books from now on; null if they keep what they have.
        state: Option<&'static str>,
        /// Its amount in the books from now on.
        amount: Option<&'a Given<Decimal>>,
        /// Fields of a mismatch.
        mismatches: &'a [Mismatch],
        /// The transaction.
        transaction: Option<&'a Transaction>,
    },
    /// Wait.
    Wait {
        /// Time in milliseconds since 1970.
        until: i64,
        /// Reason of the pause.
        reason: &'static str,
    },
    /// The flow has ended.
    Finished {
        /// End.
        ending: CreditEndingValue<'a>,
        /// Response to the webhook.
        reply: Option<&'a Reply>,
    },
}

/// End of a flow.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreditEndingValue<'a> {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    claim_key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    transaction: Option<&'a Transaction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mismatches: Option<&'a [Mismatch]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a Error>,
}

impl<'a> From<&'a CreditStep> for CreditStepValue<'a> {
    fn from(step: &'a CreditStep) -> CreditStepValue<'a> {
        match step {
            CreditStep::Send { request: FlowRequest { number, operation, http, .. } } => CreditStepValue::Send {
                number: *number,
                operation: *operation,
                method: http.method.as_str(),
                url: &http.url,
            },
            CreditStep::Credit { confirmed } => CreditStepValue::Credit {
                claim_key: confirmed.claim_key(),
                amount: confirmed.amount(),
                transaction: confirmed.transaction(),
            },
            CreditStep::Review { review } => review.into(),
            CreditStep::Wait { until, reason } => {
                CreditStepValue::Wait { until: until.unix_millis(), reason: reason.as_str() }
            }
            CreditStep::Finished { ending, reply } => {
                CreditStepValue::Finished { ending: ending.into(), reply: reply.as_ref() }
            }
        }
    }
}

impl<'a> From<&'a CreditReview> for CreditStepValue<'a> {
    fn from(review: &'a CreditReview) -> CreditStepValue<'a> {
        let booked = review.booked.as_ref();
        CreditStepValue::Review {
            ending: &review.name,
            claim_key: &review.claim_key,
            state: booked.map(|booked| booked.state.as_str()),
            amount: booked.map(|booked| &booked.amount),
            mismatches: if let CreditEnding::Mismatch { mismatches, .. } = &review.ending { mismatches } else { &[] },
            transaction: review.ending.transaction(),
        }
    }
}

impl<'a> From<&'a CreditEnding> for CreditEndingValue<'a> {
    fn from(ending: &'a CreditEnding) -> CreditEndingValue<'a> {
        let value = CreditEndingValue {
            outcome: ending.as_str(),
            transaction: ending.transaction(),
            ..CreditEndingValue::default()
        };
        match ending {
            CreditEnding::Credited { confirmed } | CreditEnding::PaidTwice { confirmed } => {
                CreditEndingValue { claim_key: Some(confirmed.claim_key()), ..value }
            }
            CreditEnding::Mismatch { mismatches, .. } => CreditEndingValue { mismatches: Some(mismatches), ..value },
            CreditEnding::Unconfirmed { error } => CreditEndingValue { error: Some(error), ..value },
            // The others have no more than their name and their transaction.
            _ => value,
        }
    }
}
