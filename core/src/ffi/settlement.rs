//! Settling a bill at most once, over lost answers and crashes.

use super::{Form, Setting as _, biller::Biller};
use crate::{
    BillwireError, Error, Finding, FlowRequest, HttpStatus, Instant, Resolution, Sent, Settlement, SettlementPolicy,
    SettlementStep,
};
use std::sync::{Arc, Mutex, MutexGuard};

/// Settles one bill at most once, over lost answers, crashes and other flows of the same bill. It does no I/O: it
/// says one thing to do at a time.
///
/// Ask for a step, do it, tell the flow what happened, and ask again. The record is everything that anybody has
/// heard of the bill. A flow that is too late to store loads what is stored, and adds what it has heard.
#[derive(Debug, uniffi::Object)]
pub struct SettlementFlow(Mutex<crate::SettlementFlow>);

#[uniffi::export]
impl SettlementFlow {
    /// Makes a flow of a bill. It loads the stored record first, and starts or goes on.
    ///
    /// Throws `InvalidRequest` with all violations of the bill, `InvalidConfig` for the policy or the profile, or
    /// `MissingCredential`.
    #[uniffi::constructor(default(policy = None, mode = None))]
    pub fn new(
        biller: Arc<Biller>,
        bill: Settlement,
        policy: Option<Form<SettlementPolicy>>,
        mode: Option<SettlementMode>,
    ) -> Result<SettlementFlow, BillwireError> {
        let policy = SettlementPolicy::or(policy, SettlementPolicy::default);
        let flow = crate::SettlementFlow::new(&biller.0, &bill, policy)?;
        Ok(SettlementFlow(Mutex::new(match mode {
            None => flow,
            Some(SettlementMode::Reopen) => flow.reopen(),
            Some(SettlementMode::Restored) => flow.restored(),
            Some(SettlementMode::LookAgain) => flow.look_again(),
        })))
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

    /// Says which record is stored; none if no record of the bill is.
    ///
    /// Throws `InvalidRequest`: with the code `out_of_turn` if the flow did not ask for it, and for a record that
    /// cannot be read, is of another bill or another service, or was written by a later version; with `not_refused`
    /// for a bill that cannot be reopened, or that takes no person's word.
    pub fn loaded(&self, record: Option<String>, now: Instant) -> Result<(), BillwireError> {
        self.flow()?.loaded(record.as_deref(), now)
    }

    /// Says that the record of this revision is stored durably.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask to store this revision.
    pub fn saved(&self, revision: i64) -> Result<(), BillwireError> {
        self.flow()?.saved(revision)
    }

    /// Says that the record was not stored, because another one is, or that the store did not answer. The flow then
    /// asks for what is stored. Throws what `saved` throws.
    pub fn not_saved(&self, revision: i64) -> Result<(), BillwireError> {
        self.flow()?.not_saved(revision)
    }

    /// Names a bill that your books know as settled, or none. Its lookup shows whether lookups work.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask for it, for a bill that is not
    /// valid, and with the code `same_bill` for the bill of this flow.
    pub fn control(&self, bill: Option<Settlement>) -> Result<(), BillwireError> {
        self.flow()?.control(bill.as_ref())
    }

    /// Takes renewed credentials. Returns the request under way with them, if there is one.
    ///
    /// Throws `MissingCredential`, and `InvalidRequest` with the code `other_service` for a biller of another service.
    pub fn renew(&self, biller: Arc<Biller>) -> Result<Option<FlowRequest>, BillwireError> {
        self.flow()?.renew(&biller.0)
    }

    /// Says which answer a request brought. `retryAfterMs` is the time that the service asked to wait, if it did.
    ///
    /// The answer to a settlement counts at any time, also after the flow has ended: ask for the next step, which
    /// stores it.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` for a number that the flow has not given out, and for a
    /// lookup that it does not wait for.
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

    /// Says what a person found out from the service about an unclear bill, or that a person's earlier word was
    /// wrong. It counts for what is known when it is given.
    ///
    /// Throws `InvalidRequest` with the code `not_refused` if the bill is not unclear (`loaded` throws it if the
    /// record is not loaded yet), and `out_of_turn` while a request is under way.
    pub fn resolved(&self, resolution: Resolution) -> Result<(), BillwireError> {
        self.flow()?.resolved(resolution)
    }

    /// Says that a transaction is not this bill's, by its `tran_id`. The bill is then unclear. Use it if the claim
    /// key of a settled bill pays another one, and for a transaction under the reference that differs.
    ///
    /// Throws what `resolved` throws, and the code `unknown_value` for a transaction that no lookup has shown.
    pub fn not_this_bill(&self, tran_id: String) -> Result<(), BillwireError> {
        self.flow()?.not_this_bill(&tran_id)
    }
}

/// Task of a flow in addition to settling, once it has the stored record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum SettlementMode {
    /// Open a refused bill again, perhaps corrected. A record that was reopened with this bill is gone on with.
    Reopen,
    /// Take the stored record for older than the last one, as after a restored backup: one attempt more may be
    /// under way.
    Restored,
    /// Ask once about a bill that has ended, however it ended.
    LookAgain,
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
