//! Settling a bill at most once, over lost answers and crashes.

use super::{Form, Setting as _, biller::Biller};
use crate::{
    BillwireError, Error, Finding, HttpStatus, Instant, Resolution, Sent, Settlement, SettlementPolicy, SettlementStep,
};
use std::sync::{Arc, Mutex, MutexGuard};

/// Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
///
/// Ask for a step, do it, tell the flow what happened, and ask again. An attempt is stored before it is sent. What the
/// service has said is never forgotten: once it has taken the bill, the settlement is never sent again.
#[derive(Debug, uniffi::Object)]
pub struct SettlementFlow(Mutex<crate::SettlementFlow>);

#[uniffi::export]
impl SettlementFlow {
    /// Starts to settle a bill of which no record is stored. `now` is the caller's clock.
    ///
    /// Throws `InvalidRequest` with all violations of the bill, `InvalidConfig` for the policy or the profile, or
    /// `MissingCredential`.
    #[uniffi::constructor(default(policy))]
    pub fn start(
        biller: Arc<Biller>,
        bill: Settlement,
        now: Instant,
        policy: Option<Form<SettlementPolicy>>,
    ) -> Result<SettlementFlow, BillwireError> {
        let policy = SettlementPolicy::or(policy, SettlementPolicy::default);
        Ok(SettlementFlow::from(crate::SettlementFlow::start(&biller.0, &bill, policy, now)?))
    }

    /// Goes on from the stored record of a bill, for example after a crash. A flow of an unclear record looks the bill
    /// up, and sends nothing else.
    ///
    /// Throws what `start` throws, and `InvalidRequest` for a record that cannot be read, is of another bill, or was
    /// written by a later version.
    #[uniffi::constructor(default(policy))]
    pub fn resume(
        biller: Arc<Biller>,
        bill: Settlement,
        record: String,
        policy: Option<Form<SettlementPolicy>>,
    ) -> Result<SettlementFlow, BillwireError> {
        let policy = SettlementPolicy::or(policy, SettlementPolicy::default);
        Ok(SettlementFlow::from(crate::SettlementFlow::resume(&biller.0, &bill, policy, &record)?))
    }

    /// Starts anew from the stored record of a refused bill, which may be corrected, with a biller whose credentials
    /// may be renewed.
    ///
    /// Throws what `resume` throws, and `InvalidRequest` with the code `not_refused` for a record that ended
    /// otherwise or has not ended.
    #[uniffi::constructor(default(policy))]
    pub fn reopen(
        biller: Arc<Biller>,
        bill: Settlement,
        record: String,
        now: Instant,
        policy: Option<Form<SettlementPolicy>>,
    ) -> Result<SettlementFlow, BillwireError> {
        let policy = SettlementPolicy::or(policy, SettlementPolicy::default);
        Ok(SettlementFlow::from(crate::SettlementFlow::reopen(&biller.0, &bill, policy, &record, now)?))
    }

    /// Returns the warnings about the bill, to read before it is sent.
    pub fn warnings(&self) -> Vec<Finding> {
        self.flow().map_or_else(|_| Vec::new(), |flow| flow.warnings().to_vec())
    }

    /// Returns the next thing to do. `random` is a number from 0 to 1 for the pauses.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` while a request is under way: say first what became of it.
    pub fn step(&self, now: Instant, random: f64) -> Result<SettlementStep, BillwireError> {
        self.flow()?.step(now, random)
    }

    /// Says that the record of this revision is stored durably.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask to store this revision.
    pub fn saved(&self, revision: i64) -> Result<(), BillwireError> {
        self.flow()?.saved(revision)
    }

    /// Says that the record was not stored, because another flow of this bill stored one in the meantime.
    ///
    /// Throws what `saved` throws, and `InvalidRequest` with the code `record_stored` if the flow was started without
    /// the record that is stored: load it, and resume.
    pub fn not_saved(&self, revision: i64) -> Result<(), BillwireError> {
        self.flow()?.not_saved(revision)
    }

    /// Says that the store did not answer, so that the record may be stored. A later `notSaved` then asks for the
    /// stored record, because it may be this one. Throws what `saved` throws.
    pub fn maybe_saved(&self, revision: i64) -> Result<(), BillwireError> {
        self.flow()?.maybe_saved(revision)
    }

    /// Says which record is stored, after a store that did not answer: none, or one that this flow or another one
    /// stored. The flow goes on from it.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask to store anything, and what `resume`
    /// throws.
    #[uniffi::method(default(record))]
    pub fn stored(&self, record: Option<String>) -> Result<(), BillwireError> {
        self.flow()?.stored(record.as_deref())
    }

    /// Says which answer a request brought. `retryAfterMs` is the time that the service asked to wait, if it did.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow does not wait for the request of this number. A
    /// late answer to an earlier request is refused in this way, and changes nothing.
    #[uniffi::method(default(retry_after_ms))]
    pub fn answered(
        &self,
        number: i64,
        status: HttpStatus,
        body: Vec<u8>,
        now: Instant,
        retry_after_ms: Option<i64>,
    ) -> Result<(), BillwireError> {
        self.flow()?.answered(number, status.as_u16(), &body, retry_after_ms.map(u64::of), now)
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
        self.flow()?.no_answer(number, sent, retry_after_ms.map(u64::of), now)
    }

    /// Says what a person found out from the service about an unclear bill. The record keeps it as the proof.
    ///
    /// Throws `InvalidRequest` with the code `not_refused` if the record is not unclear, and `out_of_turn` while a
    /// request is under way.
    pub fn resolved(&self, resolution: Resolution) -> Result<(), BillwireError> {
        self.flow()?.resolved(resolution)
    }
}

impl SettlementFlow {
    /// A flow that has panicked may be in any state, and must not send anything.
    fn flow(&self) -> Result<MutexGuard<'_, crate::SettlementFlow>, Error> {
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

impl From<crate::SettlementFlow> for SettlementFlow {
    fn from(flow: crate::SettlementFlow) -> SettlementFlow {
        SettlementFlow(Mutex::new(flow))
    }
}
