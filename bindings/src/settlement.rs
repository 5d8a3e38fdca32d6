//! Settling a bill at most once, over lost answers and crashes.

use crate::{
    biller::Biller,
    error::{BillwireError, ErrorDetails, Finding},
    flow::FlowRequest,
    lookup::LookupVerdict,
    models::{self, SettlementPolicy, SettlementResponse, Transaction},
    values::{Int32, signed, unsigned},
};
use billwire::{Code, Error, Instant, NextStep, Resolution, Sent, WaitReason};
use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard},
};

/// Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
///
/// Ask for a step, do it, tell the flow what happened, and ask again. An attempt is stored before it is sent. What the
/// service has said is never forgotten: once it has taken the bill, the settlement is never sent again.
#[derive(uniffi::Object)]
#[uniffi::export(Debug)]
pub struct SettlementFlow(Mutex<billwire::SettlementFlow>);

#[uniffi::export]
impl SettlementFlow {
    /// Starts to settle a bill of which no record is stored. `now` is the caller's clock.
    ///
    /// Throws `InvalidRequest` with all violations of the bill, `InvalidConfig` for the policy or the profile, or
    /// `MissingCredential`.
    #[uniffi::constructor(default(policy))]
    pub fn start(
        biller: Arc<Biller>,
        bill: models::Settlement,
        now: Instant,
        policy: Option<SettlementPolicy>,
    ) -> Result<SettlementFlow, BillwireError> {
        let policy = policy.unwrap_or_default().into();
        Ok(SettlementFlow::from(billwire::SettlementFlow::start(&biller.0, &bill, policy, now)?))
    }

    /// Goes on from the stored record of a bill, for example after a crash. A flow of an unclear record looks the bill
    /// up, and sends nothing else.
    ///
    /// Throws what `start` throws, and `InvalidRequest` for a record that cannot be read, is of another bill, or was
    /// written by a later version.
    #[uniffi::constructor(default(policy))]
    pub fn resume(
        biller: Arc<Biller>,
        bill: models::Settlement,
        record: String,
        policy: Option<SettlementPolicy>,
    ) -> Result<SettlementFlow, BillwireError> {
        let policy = policy.unwrap_or_default().into();
        Ok(SettlementFlow::from(billwire::SettlementFlow::resume(&biller.0, &bill, policy, &record)?))
    }

    /// Starts anew from the stored record of a refused bill, which may be corrected, with a biller whose credentials may
    /// be renewed.
    ///
    /// Throws what `resume` throws, and `InvalidRequest` with the code `not_refused` for a record that ended otherwise or
    /// has not ended.
    #[uniffi::constructor(default(policy))]
    pub fn reopen(
        biller: Arc<Biller>,
        bill: models::Settlement,
        record: String,
        now: Instant,
        policy: Option<SettlementPolicy>,
    ) -> Result<SettlementFlow, BillwireError> {
        let policy = policy.unwrap_or_default().into();
        Ok(SettlementFlow::from(billwire::SettlementFlow::reopen(&biller.0, &bill, policy, &record, now)?))
    }

    /// Returns the warnings about the bill, to read before it is sent.
    pub fn warnings(&self) -> Vec<Finding> {
        self.flow().map_or_else(|_| Vec::new(), |flow| flow.warnings().iter().cloned().map(Finding::from).collect())
    }

    /// Returns the next thing to do. `random` is a number from 0 to 1 for the pauses.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` while a request is under way: say first what became of it.
    pub fn step(&self, now: Instant, random: f64) -> Result<SettlementStep, BillwireError> {
        Ok(self.flow()?.step(now, random)?.into())
    }

    /// Says that the record of this revision is stored durably.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask to store this revision.
    pub fn saved(&self, revision: i64) -> Result<(), BillwireError> {
        Ok(self.flow()?.saved(unsigned(revision))?)
    }

    /// Says that the record was not stored, because another flow of this bill stored one in the meantime.
    ///
    /// Throws what `saved` throws, and `InvalidRequest` with the code `record_stored` if the flow was started without the
    /// record that is stored: load it, and resume.
    pub fn not_saved(&self, revision: i64) -> Result<(), BillwireError> {
        Ok(self.flow()?.not_saved(unsigned(revision))?)
    }

    /// Says that the store did not answer, so that the record may be stored. A later `notSaved` then asks for the stored
    /// record, because it may be this one. Throws what `saved` throws.
    pub fn maybe_saved(&self, revision: i64) -> Result<(), BillwireError> {
        Ok(self.flow()?.maybe_saved(unsigned(revision))?)
    }

    /// Says which record is stored, after a store that did not answer: none, or one that this flow or another one stored.
    /// The flow goes on from it.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask to store anything, and what `resume`
    /// throws.
    #[uniffi::method(default(record))]
    pub fn stored(&self, record: Option<String>) -> Result<(), BillwireError> {
        Ok(self.flow()?.stored(record.as_deref())?)
    }

    /// Says which answer a request brought. `retryAfterMs` is the time that the service asked to wait, if it did.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow does not wait for the request of this number. A
    /// late answer to an earlier request is refused in this way, and changes nothing.
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

    /// Says that a request brought no answer, and whether it may have reached the service. `retryAfterMs` is a time to
    /// wait, if you know one. Throws what `answered` throws.
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

    /// Says what a person found out from the service about an unclear bill. The record keeps it as the proof.
    ///
    /// Throws `InvalidRequest` with the code `not_refused` if the record is not unclear, and `out_of_turn` while a
    /// request is under way.
    pub fn resolved(&self, resolution: Resolution) -> Result<(), BillwireError> {
        Ok(self.flow()?.resolved(resolution)?)
    }
}

impl SettlementFlow {
    /// A flow that has panicked may be in any state, and must not send anything.
    fn flow(&self) -> Result<MutexGuard<'_, billwire::SettlementFlow>, Error> {
        self.0.lock().map_err(|_| Error::Internal)
    }
}

#[cfg(test)]
impl SettlementFlow {
    /// Panics while it holds the flow.
    pub(crate) fn panic(&self) {
        let _flow = self.flow();
        panic!("a test asked for it");
    }
}

impl From<billwire::SettlementFlow> for SettlementFlow {
    fn from(flow: billwire::SettlementFlow) -> SettlementFlow {
        SettlementFlow(Mutex::new(flow))
    }
}

impl fmt::Debug for SettlementFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.flow() {
            Ok(flow) => flow.fmt(f),
            Err(_) => f.write_str("SettlementFlow"),
        }
    }
}

/// One thing to do. Then tell the flow what happened, and ask for the next step.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
#[allow(clippy::large_enum_variant, reason = "uniffi passes it by value, and it lives as long as one call")]
pub enum SettlementStep {
    /// Store the record durably, then call `saved`.
    ///
    /// Store it only where the stored record has the revision `previous`: none is stored before revision 1. Where it has
    /// another, a second flow of this bill went on: call `notSaved`. If the store does not answer, drop this flow and
    /// resume from the stored record: it may be this one.
    Save {
        /// JSON text without secrets, of a few hundred bytes.
        record: String,
        /// Revision of this record.
        revision: i64,
        /// Revision that the stored record must have; 0 if none is stored.
        previous: i64,
    },
    /// Send the request once, as it is. Then call `answered` or `noAnswer` with its number.
    Send {
        /// The request.
        request: FlowRequest,
    },
    /// Wait until this time, then ask for the next step.
    Wait {
        /// Time by the clock of the caller.
        until: Instant,
        /// Reason of the pause.
        reason: WaitReason,
    },
    /// The bill has ended, and the stored record says so.
    Finished {
        /// The end.
        ending: SettlementEnding,
    },
    /// Another flow of the same bill stored a record in the meantime. It goes on, and this one has ended.
    TakenOver,
}

impl From<billwire::SettlementStep> for SettlementStep {
    fn from(step: billwire::SettlementStep) -> SettlementStep {
        match step {
            billwire::SettlementStep::Save { record, revision, previous } => {
                SettlementStep::Save { record, revision: signed(revision), previous: signed(previous) }
            }
            billwire::SettlementStep::Send(request) => SettlementStep::Send { request: request.into() },
            billwire::SettlementStep::Wait { until, reason } => SettlementStep::Wait { until, reason },
            billwire::SettlementStep::Finished(ending) => SettlementStep::Finished { ending: ending.into() },
            billwire::SettlementStep::TakenOver => SettlementStep::TakenOver,
        }
    }
}

/// End of a flow.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
#[allow(clippy::large_enum_variant, reason = "uniffi passes it by value, and it lives as long as one call")]
pub enum SettlementEnding {
    /// The money has moved.
    Settled {
        /// The proof.
        proof: SettlementProof,
    },
    /// The bill is not settled, and nothing has moved. `reopen` starts anew.
    Refused {
        /// The reason.
        reason: EndReason,
    },
    /// It is not known whether the money has moved. A flow that resumes looks the bill up and sends nothing else. A person
    /// who has asked the service says the result by `resolved`.
    Unclear {
        /// The reason.
        reason: EndReason,
    },
}

impl From<billwire::SettlementEnding> for SettlementEnding {
    fn from(ending: billwire::SettlementEnding) -> SettlementEnding {
        match ending {
            billwire::SettlementEnding::Settled(proof) => SettlementEnding::Settled { proof: proof.into() },
            billwire::SettlementEnding::Refused(reason) => SettlementEnding::Refused { reason: reason.into() },
            billwire::SettlementEnding::Unclear(reason) => SettlementEnding::Unclear { reason: reason.into() },
            // An ending of a later core, which this match has to name before it is released.
            _ => SettlementEnding::Unclear { reason: EndReason::internal() },
        }
    }
}

/// Proof that the money has moved. A flow that resumed from the record of its end knows the kind alone.
#[derive(Clone, Debug, PartialEq, uniffi::Enum)]
#[allow(clippy::large_enum_variant, reason = "uniffi passes it by value, and it lives as long as one call")]
pub enum SettlementProof {
    /// The answer to the settlement says so.
    Answer {
        /// The answer, unless the flow resumed from the record of its end.
        response: Option<SettlementResponse>,
    },
    /// A lookup found the transaction.
    Verification {
        /// The transaction's `tran_id`. Store it under a unique constraint: one transaction settles one bill. None in a
        /// record of version 1.
        claim_key: Option<String>,
        /// The transaction, unless the flow resumed from the record of its end.
        transaction: Option<Transaction>,
    },
    /// A person has asked the service.
    Person,
}

impl From<billwire::SettlementProof> for SettlementProof {
    fn from(proof: billwire::SettlementProof) -> SettlementProof {
        match proof {
            billwire::SettlementProof::Answer(response) => {
                SettlementProof::Answer { response: response.map(|response| (*response).into()) }
            }
            billwire::SettlementProof::Verification { claim_key, transaction } => {
                let transaction = transaction.map(|transaction| (*transaction).into());
                SettlementProof::Verification { claim_key, transaction }
            }
            billwire::SettlementProof::Person => SettlementProof::Person,
            // A proof of a later core, which this match has to name before it is released.
            _ => SettlementProof::Answer { response: None },
        }
    }
}

/// Reason for which a bill is not settled, or not known to be.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct EndReason {
    /// Why the flow ended.
    pub code: Code,
    /// Next step for a person or for a new flow.
    pub next_step: NextStep,
    /// Last answer to the settlement, or the lack of one. None if nothing was sent.
    pub answer: Option<LastAnswer>,
    /// The same as an error, with the service's message, unless the flow resumed from a record.
    pub error: Option<ErrorDetails>,
    /// Last verdict of a lookup, unless the flow resumed from a record.
    pub lookup: Option<LookupVerdict>,
}

impl EndReason {
    fn internal() -> EndReason {
        EndReason { code: Code::Internal, next_step: NextStep::AskService, answer: None, error: None, lookup: None }
    }
}

impl From<billwire::EndReason> for EndReason {
    fn from(reason: billwire::EndReason) -> EndReason {
        EndReason {
            code: reason.code,
            next_step: reason.next_step,
            answer: reason.answer.map(LastAnswer::from),
            error: reason.error.as_deref().map(ErrorDetails::from),
            lookup: reason.lookup.map(|verdict| (*verdict).into()),
        }
    }
}

/// Last answer to a settlement, as a record keeps it.
#[derive(Clone, Debug, PartialEq, uniffi::Record)]
pub struct LastAnswer {
    /// Why the answer does not settle the bill.
    pub code: Code,
    /// Next step after the answer alone.
    pub next_step: NextStep,
    /// HTTP status; none if there was no answer.
    pub http_status: Option<Int32>,
    /// The service's own code, cut to 64 characters. Untrusted text.
    pub response_code: Option<String>,
}

impl From<billwire::LastAnswer> for LastAnswer {
    fn from(answer: billwire::LastAnswer) -> LastAnswer {
        LastAnswer {
            code: answer.code,
            next_step: answer.next_step,
            http_status: answer.http_status.map(Int32::of),
            response_code: answer.response_code,
        }
    }
}
