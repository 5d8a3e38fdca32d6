//! Crediting a bill at most once, from a webhook, a bill or a payment.

use super::{Form, Setting as _, biller::Biller, webhook::WebhookEvent};
use crate::{
    BillwireError, BookedTransaction, Claim, CreditPolicy, CreditStep, Error, Expectation, HttpStatus, Instant, Sent,
};
use std::sync::{Arc, Mutex, MutexGuard};

/// Credits one bill at most once, from a webhook, a bill or a payment. It does no I/O: it says one thing to do at a
/// time.
///
/// Ask for a step, do it, tell the flow what happened, and ask again. The flow stores nothing: your books are the
/// record, and a bill comes from them with its transactions: what has paid it, what waits for a person, what went
/// back. What protects the money is the unique claim in the database transaction of `Credit`.
#[derive(Debug, uniffi::Object)]
pub struct CreditFlow(Mutex<crate::CreditFlow>);

#[uniffi::export]
impl CreditFlow {
    /// Starts with a webhook about a bill. `transactions` are all that your books have of it. A bill that may be paid
    /// more than once gives only those that the event names.
    ///
    /// Throws `InvalidRequest` with all violations of the bill, `InvalidConfig` for the policy and the transactions,
    /// or `MissingCredential`.
    #[uniffi::constructor(default(policy))]
    pub fn of_event(
        biller: Arc<Biller>,
        event: Arc<WebhookEvent>,
        bill: Expectation,
        transactions: Vec<BookedTransaction>,
        now: Instant,
        policy: Option<Form<CreditPolicy>>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = CreditPolicy::or(policy, CreditPolicy::default);
        Ok(CreditFlow::from(crate::CreditFlow::of_event(&biller.0, &event.0, &bill, transactions, policy, now)?))
    }

    /// Starts with a bill and no webhook: the service stops to repeat those of a long outage. A bill that is paid is
    /// asked about, too: there may be another transaction under its references. `transactions` are all that your
    /// books have of it. Throws what `ofEvent` throws.
    #[uniffi::constructor(default(policy))]
    pub fn of_bill(
        biller: Arc<Biller>,
        bill: Expectation,
        transactions: Vec<BookedTransaction>,
        policy: Option<Form<CreditPolicy>>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = CreditPolicy::or(policy, CreditPolicy::default);
        Ok(CreditFlow::from(crate::CreditFlow::of_bill(&biller.0, &bill, transactions, policy)?))
    }

    /// Starts with a transaction that your books have, and no webhook: it may have been reversed. `transactions` are
    /// the others that they have of its bill. Throws what `ofEvent` throws, and `InvalidConfig` for a blank claim
    /// key.
    #[uniffi::constructor(default(policy))]
    pub fn of_payment(
        biller: Arc<Biller>,
        bill: Expectation,
        transaction: BookedTransaction,
        transactions: Vec<BookedTransaction>,
        policy: Option<Form<CreditPolicy>>,
    ) -> Result<CreditFlow, BillwireError> {
        let policy = CreditPolicy::or(policy, CreditPolicy::default);
        let flow = crate::CreditFlow::of_payment(&biller.0, &bill, transaction, transactions, policy)?;
        Ok(CreditFlow::from(flow))
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

    /// Says whether the ending of a `Review` is stored for a person. If it is not, the response asks the service to
    /// deliver a payment again that the books do not have. If the database did not answer, drop the flow.
    ///
    /// Throws `InvalidRequest` with the code `out_of_turn` if the flow did not ask for it.
    pub fn reviewed(&self, is_stored: bool) -> Result<(), BillwireError> {
        self.flow()?.reviewed(is_stored)
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
