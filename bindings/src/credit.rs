//! Crediting a bill at most once, from a webhook or from an unpaid bill.

use crate::{
    biller::Biller,
    error::{BillwireError, ErrorDetails, Reply},
    flow::FlowRequest,
    models::{self, CreditPolicy, Mismatch, Transaction},
    values::{Int32, unsigned},
    webhook::{Confirmed, WebhookEvent},
};
use billwire::{Claim, CreditWait, Error, Instant, Sent};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard},
};

/// Credits one bill at most once, from a webhook or from an unpaid bill. It does no I/O: it says one thing to do at a time.
///
/// Ask for a step, do it, tell the flow what happened, and ask again. The flow stores nothing: your books are the record,
/// and a bill comes from them with the claim keys that have paid it. What protects the money is the unique claim in the
/// database transaction of `Credit`.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct CreditFlow(Mutex<billwire::CreditFlow>);

#[uniffi::export]
impl CreditFlow {
    /// Starts with a webhook about a bill. `claimKeys` are those of the transactions that have paid it, by your books. A bill
    /// that may be paid more than once gives none.
    ///
    /// Throws `InvalidRequest` with all violations of the bill, `InvalidConfig` for the policy, or `MissingCredential`.
    #[uniffi::constructor(default(policy))]
    pub fn of_event(
        biller: Arc<Biller>,
        event: Arc<WebhookEvent>,
        bill: models::Expectation,
        claim_keys: Vec<String>,
        now: Instant,
        policy: Option<CreditPolicy>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = policy.unwrap_or_default().into();
        Ok(CreditFlow::from(billwire::CreditFlow::of_event(&biller.0, &event.0, &bill, claim_keys, policy, now)?))
    }

    /// Starts with a bill that has not been paid, and no webhook: the service stops to repeat those of a long outage.
    /// `claimKeys` are those of the transactions that have paid it, by your books. Throws what `ofEvent` throws.
    #[uniffi::constructor(default(policy))]
    pub fn of_bill(
        biller: Arc<Biller>,
        bill: models::Expectation,
        claim_keys: Vec<String>,
        policy: Option<CreditPolicy>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = policy.unwrap_or_default().into();
        Ok(CreditFlow::from(billwire::CreditFlow::of_bill(&biller.0, &bill, claim_keys, policy)?))
    }

    /// Starts with a webhook about a bill that the books do not have. Nothing is verified. Throws `InvalidConfig` for the
    /// policy.
    #[uniffi::constructor(default(policy))]
    pub fn of_unknown_bill(
        biller: Arc<Biller>,
        event: Arc<WebhookEvent>,
        now: Instant,
        policy: Option<CreditPolicy>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = policy.unwrap_or_default().into();
        Ok(CreditFlow::from(billwire::CreditFlow::of_unknown_bill(&biller.0, &event.0, policy, now)?))
    }

    /// Returns the next thing to do. `now` is the caller's clock, and `random` a number from 0 to 1 for the pauses.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` while a verification is under way: say first what became of it.
    pub fn step(&self, now: Instant, random: f64) -> Result<CreditStep, BillwireError> {
        Ok(self.flow()?.step(now, random)?.into())
    }

    /// Says which answer the verification brought. `retryAfterMs` is the time that the service asked to wait, if it did.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow does not wait for the request of this number.
    #[uniffi::method(default(retry_after_ms))]
    pub fn answered(
        &self,
        number: i64,
        status: Int32,
        body: &[u8],
        now: Instant,
        retry_after_ms: Option<i64>,
    ) -> Result<(), BillwireError> {
        Ok(self.flow()?.answered(unsigned(number), status.status(), body, retry_after_ms.map(unsigned), now)?)
    }

    /// Says that the verification brought no answer, and whether it may have reached the service. `retryAfterMs` is a time
    /// to wait, if you know one. Throws what `answered` throws.
    #[uniffi::method(default(retry_after_ms))]
    pub fn no_answer(
        &self,
        number: i64,
        sent: Sent,
        now: Instant,
        retry_after_ms: Option<i64>,
    ) -> Result<(), BillwireError> {
        Ok(self.flow()?.no_answer(unsigned(number), sent, retry_after_ms.map(unsigned), now)?)
    }

    /// Says what became of the database transaction that claims the transaction and credits the bill. If the database did
    /// not answer, drop the flow: the next event or the next flow of the bill goes on.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask for a credit.
    pub fn claimed(&self, claim: Claim) -> Result<(), BillwireError> {
        Ok(self.flow()?.claimed(claim)?)
    }
}

impl CreditFlow {
    /// A flow that has panicked may be in any state, and must not credit anything.
    fn flow(&self) -> Result<MutexGuard<'_, billwire::CreditFlow>, Error> {
        self.0.lock().map_err(|_| Error::Internal)
    }
}

impl From<billwire::CreditFlow> for CreditFlow {
    fn from(flow: billwire::CreditFlow) -> CreditFlow {
        CreditFlow(Mutex::new(flow))
    }
}

impl fmt::Debug for CreditFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.flow() {
            Ok(flow) => flow.fmt(f),
            Err(_) => f.write_str("CreditFlow"),
        }
    }
}

/// One thing to do. Then tell the flow what happened, and ask for the next step.
#[derive(uniffi::Enum)]
#[allow(clippy::large_enum_variant, reason = "uniffi passes it by value, and it lives as long as one call")]
pub enum CreditStep {
    /// Send the verification once, as it is. Then call `answered` or `noAnswer` with its number.
    Send {
        /// The request.
        request: FlowRequest,
    },
    /// Claim the transaction and credit the bill in one database transaction. Then call `claimed`.
    ///
    /// The claim key has a unique constraint: one transaction pays once. A bill that is paid once has one for its
    /// reference, too. Credit `confirmed.amount` where the bill takes more than one amount.
    Credit {
        /// The transaction, and the key under which it pays once.
        confirmed: Arc<Confirmed>,
    },
    /// Wait until this time, then ask for the next step.
    Wait {
        /// Time by the clock of the caller.
        until: Instant,
        /// Reason of the pause.
        reason: CreditWait,
    },
    /// The flow has ended.
    Finished {
        /// The result.
        ending: CreditEnding,
        /// The response to the webhook; none if the flow began without an event.
        reply: Option<Reply>,
    },
}

impl From<billwire::CreditStep> for CreditStep {
    fn from(step: billwire::CreditStep) -> CreditStep {
        match step {
            billwire::CreditStep::Send(request) => CreditStep::Send { request: request.into() },
            billwire::CreditStep::Credit(confirmed) => CreditStep::Credit { confirmed: Arc::new(Confirmed(confirmed)) },
            billwire::CreditStep::Wait { until, reason } => CreditStep::Wait { until, reason },
            billwire::CreditStep::Finished { ending, reply } => {
                CreditStep::Finished { ending: ending.into(), reply: reply.as_ref().map(Reply::from) }
            }
        }
    }
}

/// End of a credit flow. Only `Credited` changed the books.
#[derive(uniffi::Enum)]
#[allow(clippy::large_enum_variant, reason = "uniffi passes it by value, and it lives as long as one call")]
pub enum CreditEnding {
    /// The bill is credited.
    Credited {
        /// The transaction.
        confirmed: Arc<Confirmed>,
    },
    /// The transaction had paid this bill before.
    CreditedBefore,
    /// The status of the event is listed as failed or pending, so nothing was verified.
    NothingToCredit,
    /// The books have no such bill.
    UnknownBill,
    /// The verification differs from what was billed, or the event is of another bill.
    Mismatch {
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
        /// The transaction as the service has it; none if nothing was verified.
        transaction: Option<Transaction>,
    },
    /// The payment is real, and the bill needs none: another transaction has paid it, or this one has paid another bill. A
    /// person decides about the surplus.
    PaidTwice {
        /// The transaction.
        confirmed: Arc<Confirmed>,
    },
    /// A transaction that paid this bill is declared failed. A person decides.
    Reversed {
        /// The transaction as the service has it.
        transaction: Transaction,
    },
    /// The verification says that the transaction has failed. It paid nothing.
    PaymentFailed {
        /// The transaction as the service has it.
        transaction: Transaction,
    },
    /// The verification does not decide yet. The event comes again, and unpaid bills are asked about.
    Pending {
        /// The transaction as the service has it.
        transaction: Transaction,
    },
    /// Anyone can have sent the event, and the bill is paid already. Nothing was verified.
    Ignored,
    /// The verification has no result. Read its next step.
    Unconfirmed {
        /// The error.
        error: ErrorDetails,
    },
}

impl From<billwire::CreditEnding> for CreditEnding {
    fn from(ending: billwire::CreditEnding) -> CreditEnding {
        match ending {
            billwire::CreditEnding::Credited(confirmed) => {
                CreditEnding::Credited { confirmed: Arc::new(Confirmed(confirmed)) }
            }
            billwire::CreditEnding::CreditedBefore => CreditEnding::CreditedBefore,
            billwire::CreditEnding::NothingToCredit => CreditEnding::NothingToCredit,
            billwire::CreditEnding::UnknownBill => CreditEnding::UnknownBill,
            billwire::CreditEnding::Mismatch { mismatches, transaction } => CreditEnding::Mismatch {
                mismatches: mismatches.into_iter().map(Mismatch::from).collect(),
                transaction: transaction.map(|transaction| (*transaction).into()),
            },
            billwire::CreditEnding::PaidTwice(confirmed) => {
                CreditEnding::PaidTwice { confirmed: Arc::new(Confirmed(confirmed)) }
            }
            billwire::CreditEnding::Reversed(transaction) => {
                CreditEnding::Reversed { transaction: (*transaction).into() }
            }
            billwire::CreditEnding::PaymentFailed(transaction) => {
                CreditEnding::PaymentFailed { transaction: (*transaction).into() }
            }
            billwire::CreditEnding::Pending(transaction) => {
                CreditEnding::Pending { transaction: (*transaction).into() }
            }
            billwire::CreditEnding::Ignored => CreditEnding::Ignored,
            billwire::CreditEnding::Unconfirmed(error) => {
                CreditEnding::Unconfirmed { error: ErrorDetails::from(&*error) }
            }
            // An ending of a later core, which this match has to name before it is released.
            _ => CreditEnding::Unconfirmed { error: ErrorDetails::from(&Error::Internal) },
        }
    }
}
