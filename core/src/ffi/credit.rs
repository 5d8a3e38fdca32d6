//! Crediting a bill at most once, from a webhook or from an unpaid bill.

use super::{Form, Setting as _, biller::Biller, webhook::WebhookEvent};
use crate::{BillwireError, Claim, CreditPolicy, CreditStep, Error, Expectation, HttpStatus, Instant, Sent};
use std::sync::{Arc, Mutex, MutexGuard};

/// Credits one bill at most once, from a webhook or from an unpaid bill. It does no I/O: it says one thing to do at a
/// time.
///
/// Ask for a step, do it, tell the flow what happened, and ask again. The flow stores nothing: your books are the
/// record, and a bill comes from them with the claim keys that have paid it. What protects the money is the unique
/// claim in the database transaction of `Credit`.
#[derive(Debug, uniffi::Object)]
pub struct CreditFlow(Mutex<crate::CreditFlow>);

#[uniffi::export]
impl CreditFlow {
    /// Starts with a webhook about a bill. `claimKeys` are those of the transactions that have paid it, by your
    /// books. A bill that may be paid more than once gives none.
    ///
    /// Throws `InvalidRequest` with all violations of the bill, `InvalidConfig` for the policy, or `MissingCredential`.
    #[uniffi::constructor(default(policy))]
    pub fn of_event(
        biller: Arc<Biller>,
        event: Arc<WebhookEvent>,
        bill: Expectation,
        claim_keys: Vec<String>,
        now: Instant,
        policy: Option<Form<CreditPolicy>>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = CreditPolicy::or(policy, CreditPolicy::default);
        Ok(CreditFlow::from(crate::CreditFlow::of_event(&biller.0, &event.0, &bill, claim_keys, policy, now)?))
    }

    /// Starts with a bill that has not been paid, and no webhook: the service stops to repeat those of a long outage.
    /// `claimKeys` are those of the transactions that have paid it, by your books. Throws what `ofEvent` throws.
    #[uniffi::constructor(default(policy))]
    pub fn of_bill(
        biller: Arc<Biller>,
        bill: Expectation,
        claim_keys: Vec<String>,
        policy: Option<Form<CreditPolicy>>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = CreditPolicy::or(policy, CreditPolicy::default);
        Ok(CreditFlow::from(crate::CreditFlow::of_bill(&biller.0, &bill, claim_keys, policy)?))
    }

    /// Starts with a webhook about a bill that the books do not have. Nothing is verified. Throws `InvalidConfig` for
    /// the policy.
    #[uniffi::constructor(default(policy))]
    pub fn of_unknown_bill(
        biller: Arc<Biller>,
        event: Arc<WebhookEvent>,
        now: Instant,
        policy: Option<Form<CreditPolicy>>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = CreditPolicy::or(policy, CreditPolicy::default);
        Ok(CreditFlow::from(crate::CreditFlow::of_unknown_bill(&biller.0, &event.0, policy, now)?))
    }

    /// Returns the next thing to do. `now` is the caller's clock, and `random` a number from 0 to 1 for the pauses.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` while a verification is under way: say first what became
    /// of it.
    pub fn step(&self, now: Instant, random: f64) -> Result<CreditStep, BillwireError> {
        self.flow()?.step(now, random)
    }

    /// Says which answer the verification brought. `retryAfterMs` is the time that the service asked to wait, if it
    /// did.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow does not wait for the request of this number.
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

    /// Says that the verification brought no answer, and whether it may have reached the service. `retryAfterMs` is a
    /// time to wait, if you know one. Throws what `answered` throws.
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

    /// Says what became of the database transaction that claims the transaction and credits the bill. If the database
    /// did not answer, drop the flow: the next event or the next flow of the bill goes on.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask for a credit.
    pub fn claimed(&self, claim: Claim) -> Result<(), BillwireError> {
        self.flow()?.claimed(claim)
    }
}

impl CreditFlow {
    /// A flow that has panicked may be in any state, and must not credit anything.
    fn flow(&self) -> Result<MutexGuard<'_, crate::CreditFlow>, Error> {
        self.0.lock().map_err(|_| Error::Internal)
    }
}

impl From<crate::CreditFlow> for CreditFlow {
    fn from(flow: crate::CreditFlow) -> CreditFlow {
        CreditFlow(Mutex::new(flow))
    }
}
