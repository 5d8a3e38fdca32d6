//! Crediting a bill at most once, from a webhook or from an unpaid bill.

use crate::{
    biller::Biller,
    error::{BillwireError, ErrorDetails, Reply},
    flow::FlowRequest,
    models::{self, CreditPolicy, Mismatch},
    values::{Int32, signed, unsigned},
    webhook::{Confirmed, WebhookEvent},
};
use billwire::{Claim, CreditWait, Error, Instant, Sent};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard},
};

/// Credits one bill at most once, from a webhook or from an unpaid bill. It does no I/O: it says one thing to do at a time.
///
/// Ask for a step, do it, tell the flow what happened, and ask again. All flows of a bill share one stored record, by which
/// one verification is under way at a time. What protects the money is the database transaction of `Credit`.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct CreditFlow(Mutex<billwire::CreditFlow>);

#[uniffi::export]
impl CreditFlow {
    /// Starts with a webhook about a bill. `record` is the stored record of the bill, if there is one.
    ///
    /// Throws `InvalidRequest` with all violations of the bill, or for a record that cannot be read; `InvalidConfig` for the
    /// policy; or `MissingCredential`.
    #[uniffi::constructor(default(policy))]
    pub fn of_event(
        biller: Arc<Biller>,
        event: Arc<WebhookEvent>,
        bill: models::Expectation,
        record: Option<String>,
        now: Instant,
        policy: Option<CreditPolicy>,
    ) -> Result<CreditFlow, BillwireError> {
        let (policy, record) = (policy.unwrap_or_default().into(), record.as_deref());
        Ok(CreditFlow::from(billwire::CreditFlow::of_event(&biller.0, &event.0, &bill, policy, record, now)?))
    }

    /// Starts with a bill that has not been paid, and no webhook: the service stops to repeat those of a long outage.
    /// `record` is the stored record of the bill, if there is one. Throws what `ofEvent` throws.
    #[uniffi::constructor(default(policy))]
    pub fn of_bill(
        biller: Arc<Biller>,
        bill: models::Expectation,
        record: Option<String>,
        policy: Option<CreditPolicy>,
    ) -> Result<CreditFlow, BillwireError> {
        let (policy, record) = (policy.unwrap_or_default().into(), record.as_deref());
        Ok(CreditFlow::from(billwire::CreditFlow::of_bill(&biller.0, &bill, policy, record)?))
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

    /// Says that the record of this revision is stored durably.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask to store this revision.
    pub fn saved(&self, revision: i64) -> Result<(), BillwireError> {
        Ok(self.flow()?.saved(unsigned(revision))?)
    }

    /// Says that the record was not stored, because another flow of this bill stored one in the meantime. Throws what
    /// `saved` throws.
    pub fn not_saved(&self, revision: i64) -> Result<(), BillwireError> {
        Ok(self.flow()?.not_saved(unsigned(revision))?)
    }

    /// Says which answer the verification brought.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow does not wait for the request of this number.
    pub fn answered(&self, number: i64, status: Int32, body: &[u8], now: Instant) -> Result<(), BillwireError> {
        Ok(self.flow()?.answered(unsigned(number), status.status(), body, now)?)
    }

    /// Says that the verification brought no answer, and whether it may have reached the service. Throws what `answered`
    /// throws.
    pub fn no_answer(&self, number: i64, sent: Sent, now: Instant) -> Result<(), BillwireError> {
        Ok(self.flow()?.no_answer(unsigned(number), sent, now)?)
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
    /// Store the record durably, then call `saved`.
    ///
    /// Store it only where the stored record has the revision `previous`: none is stored before revision 1. Where it has
    /// another, another flow of this bill went on: call `notSaved`.
    Save {
        /// JSON text without secrets, of a few hundred bytes.
        record: String,
        /// Revision of this record.
        revision: i64,
        /// Revision that the stored record must have; 0 if none is stored.
        previous: i64,
    },
    /// Send the verification once, as it is. Then call `answered` or `noAnswer` with its number.
    Send {
        /// The request.
        request: FlowRequest,
    },
    /// Claim the transaction and credit the bill in one database transaction. Then call `claimed`.
    ///
    /// The claim key and the bill's reference have a unique constraint each: one transaction pays one bill, and one bill is
    /// paid once. Store the record in the same database transaction, where the stored one has the revision `previous`; it
    /// does not matter if it has another.
    Credit {
        /// The transaction, and the key under which it pays one bill.
        confirmed: Arc<Confirmed>,
        /// JSON text without secrets, of a few hundred bytes.
        record: String,
        /// Revision of this record.
        revision: i64,
        /// Revision that the stored record should have.
        previous: i64,
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
            billwire::CreditStep::Save { record, revision, previous } => {
                CreditStep::Save { record, revision: signed(revision), previous: signed(previous) }
            }
            billwire::CreditStep::Send(request) => CreditStep::Send { request: request.into() },
            billwire::CreditStep::Credit { confirmed, record, revision, previous } => CreditStep::Credit {
                confirmed: Arc::new(Confirmed(confirmed)),
                record,
                revision: signed(revision),
                previous: signed(previous),
            },
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
    /// The status of the event is no success. A success arrives as an event of its own.
    NothingToCredit,
    /// The books have no such bill.
    UnknownBill,
    /// The event or the verification differs from what was billed.
    Mismatch {
        /// The fields in which it differs.
        mismatches: Vec<Mismatch>,
    },
    /// The payment is real, but the transaction has paid another bill, or another transaction has paid this one. A person
    /// decides.
    PaidOtherwise {
        /// The transaction.
        confirmed: Arc<Confirmed>,
    },
    /// Anyone can have sent the event, and the bill is paid already. Nothing was verified.
    Ignored,
    /// Another flow verifies this bill, or the pause after a verification is not over.
    Busy {
        /// Time from which the bill is verified again.
        until: Instant,
    },
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
            billwire::CreditEnding::Mismatch(mismatches) => {
                CreditEnding::Mismatch { mismatches: mismatches.into_iter().map(Mismatch::from).collect() }
            }
            billwire::CreditEnding::PaidOtherwise(confirmed) => {
                CreditEnding::PaidOtherwise { confirmed: Arc::new(Confirmed(confirmed)) }
            }
            billwire::CreditEnding::Ignored => CreditEnding::Ignored,
            billwire::CreditEnding::Busy { until } => CreditEnding::Busy { until },
            billwire::CreditEnding::Unconfirmed(error) => {
                CreditEnding::Unconfirmed { error: ErrorDetails::from(&*error) }
            }
            // An ending of a later core, which this match has to name before it is released.
            _ => CreditEnding::Unconfirmed { error: ErrorDetails::from(&Error::Internal) },
        }
    }
}
