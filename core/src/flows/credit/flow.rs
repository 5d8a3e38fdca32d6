//! The state machine of one credit: verify, then claim and credit or store for a person, then reply.

use crate::wire::{Draft, Instant};
use crate::{
    exchange::biller::Biller,
    finding::{Code, Finding},
    flows::{
        FlowRequest, NextPause, Pause,
        credit::{
            books::{BookedTransaction, Ledger},
            ending::{CreditEnding, CreditReview},
            judge::{Judgement, judge, paid_twice},
            notice::Notice,
            policy::CreditPolicy,
            step::{Claim, CreditStep, CreditWait},
        },
        later,
    },
    interface::{
        error::{Error, NextStep},
        http::Sent,
        models::Verification,
        operation::Operation,
    },
    webhook::{Confirmation, Confirmed, EventIds, Expectation, Mismatch, MismatchCode, WebhookEvent, present},
};
use std::sync::Arc;

/// Credits one bill at most once, from a webhook, a bill or a payment. It does no I/O: it says one thing to do at a
/// time.
///
/// Ask for a [`step`](CreditFlow::step), do it, tell the flow what happened, and ask again. The flow stores nothing:
/// the merchant's books are the record, and a bill comes from them with its transactions: what has paid it, what
/// waits for a person, what went back. What protects the money is the unique claim in the database transaction of
/// [`CreditStep::Credit`].
///
/// ```
/// # use billwire::*;
/// # let config = BillerConfig::builder().base_url("https://service.example");
/// # let biller = Biller::new(config.verification_token(VerificationToken::new("b")).build())?;
/// # let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("t")])?;
/// # let event = receiver.receive([("Token", "t")], br#"{"tran_id":"T-1","identity_code":"INV-1"}"#)?;
/// # let bill = Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1");
/// # let bill = bill.currency("KHR").amount(40_000).build();
/// # fn now() -> Instant { Instant::from_unix_millis(0) }
/// # fn claim_and_credit(_: &Confirmed) -> Claim { Claim::Credited }
/// # fn send(_: &FlowRequest) -> Result<(u16, Vec<u8>), Sent> {
/// #     Ok((200, br#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
/// #     "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1",
/// #     "bank_code":"B","bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"#.to_vec()))
/// # }
/// # fn store_for_a_person(_: &CreditReview) -> bool { true }
/// let transactions = []; // the books have none of the bill yet
/// let mut flow = CreditFlow::of_event(&biller, &event, &bill, transactions, CreditPolicy::default(), now())?;
/// let reply = loop {
///     match flow.step(now(), 0.5)? {
///         CreditStep::Send { request } => match send(&request) {
///             Ok((status, body)) => flow.answered(request.number, status, &body, None, now())?,
///             Err(sent) => flow.no_answer(request.number, sent, None, now())?,
///         },
///         CreditStep::Credit { confirmed } => flow.claimed(claim_and_credit(&confirmed))?,
///         CreditStep::Review { review } => flow.reviewed(store_for_a_person(&review))?,
///         CreditStep::Wait { .. } => { /* sleep */ }
///         CreditStep::Finished { reply, .. } => break reply,
///     }
/// };
/// assert_eq!(reply.map(|reply| reply.status.as_u16()), Some(200));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a flow does nothing until its steps are taken"]
pub struct CreditFlow {
    policy: CreditPolicy,
    /// The event that waits for its reply; none if the flow began with an unpaid bill.
    notice: Option<Notice>,
    /// The verification, and what its answer is compared with; none if nothing is verified.
    confirmation: Option<Confirmation>,
    /// Transactions of the bill by the books.
    ledger: Ledger,
    /// Whether the ending is stored for a person.
    is_stored: bool,
    turn: Turn,
    /// Pause that begins with the next step, which draws its length.
    next_pause: Option<NextPause>,
    pause: Option<Pause>,
    /// Whether each request gets the credentials of the moment.
    renews: bool,
    /// Verifications of this flow.
    requests: i64,
}

/// The next thing that the flow expects.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    /// The bill is verified next.
    Verify,
    /// The verification brings an answer or none.
    Verifying,
    /// The transaction is claimed and the bill credited.
    Crediting(Arc<Confirmed>),
    /// The ending is stored for a person.
    Reviewing(CreditReview),
    /// The flow has ended.
    Finished(CreditEnding),
}

impl CreditFlow {
    /// Starts with a webhook about this bill. `transactions` are all that your books have of it. A bill that may be
    /// paid more than once gives only those that the event names.
    ///
    /// Find the bill by the event, such as by its `identity_code`.
    ///
    /// # Errors
    /// The errors of [`WebhookEvent::confirm`] for the bill, and [`Error::InvalidConfig`] for the policy and the
    /// transactions.
    pub fn of_event(
        biller: &Biller,
        event: &WebhookEvent,
        bill: &Expectation,
        transactions: impl IntoIterator<Item = BookedTransaction>,
        policy: CreditPolicy,
        now: Instant,
    ) -> Result<CreditFlow, Error> {
        policy.check()?;
        let bill = Expectation::checked(|validator, position| bill.encode(validator, position))?;
        let notice = Notice::of(event, &biller.context().profile, later(now, policy.unauthenticated_reply_ms));
        let ledger = Ledger::checked(transactions)?;
        let ending = notice.early_ending(&ledger).or_else(|| of_another_bill(event, &bill));
        let confirmation = match Confirmation::prepare(biller, bill.clone(), notice.verified_ids()) {
            Ok(confirmation) => Ok(confirmation),
            // The bill alone can be verified, so the fault is that of the event's id.
            Err(_) if Confirmation::prepare(biller, bill.clone(), EventIds::default()).is_ok() => {
                Err(mismatch("tran_id"))
            }
            Err(error) => return Err(error),
        };
        let (confirmation, turn) = match (ending, confirmation) {
            (Some(ending), _) | (None, Err(ending)) => (None, Turn::Finished(ending)),
            (None, Ok(confirmation)) => (Some(confirmation), Turn::Verify),
        };
        Ok(CreditFlow::new(policy, Some(notice), confirmation, ledger, turn))
    }

    /// Starts with a bill and no webhook: the service stops to repeat those of a long outage. A bill that is paid is
    /// asked about, too: there may be another transaction under its references. `transactions` are all that your
    /// books have of it.
    ///
    /// # Errors
    /// The errors of [`CreditFlow::of_event`].
    pub fn of_bill(
        biller: &Biller,
        bill: &Expectation,
        transactions: impl IntoIterator<Item = BookedTransaction>,
        policy: CreditPolicy,
    ) -> Result<CreditFlow, Error> {
        CreditFlow::without_event(biller, bill, EventIds::default(), Ledger::checked(transactions)?, policy)
    }

    /// Starts with a transaction that your books have, and no webhook: it may have been reversed. `transactions` are
    /// the others that they have of its bill.
    ///
    /// # Errors
    /// The errors of [`CreditFlow::of_event`], and [`Error::InvalidConfig`] for a blank claim key.
    pub fn of_payment(
        biller: &Biller,
        bill: &Expectation,
        transaction: BookedTransaction,
        transactions: impl IntoIterator<Item = BookedTransaction>,
        policy: CreditPolicy,
    ) -> Result<CreditFlow, Error> {
        let id = Some(transaction.claim_key.clone());
        if present(&transaction.claim_key).is_some() {
            let blank = Finding::new("transaction.claimKey", Code::Empty);
            return Err(Error::InvalidConfig { violations: blank.into() });
        }
        // It is found by the id that a verification sends, whichever that is.
        let ids = EventIds { tran_id: id.clone(), tran_no: id };
        let ledger = Ledger::checked(std::iter::once(transaction).chain(transactions))?;
        CreditFlow::without_event(biller, bill, ids, ledger, policy)
    }

    fn without_event(
        biller: &Biller,
        bill: &Expectation,
        ids: EventIds,
        ledger: Ledger,
        policy: CreditPolicy,
    ) -> Result<CreditFlow, Error> {
        policy.check()?;
        let bill = Expectation::checked(|validator, position| bill.encode(validator, position))?;
        let confirmation = Confirmation::prepare(biller, bill, ids)?;
        Ok(CreditFlow::new(policy, None, Some(confirmation), ledger, Turn::Verify))
    }

    /// Starts with a webhook about a bill that the books do not have. Nothing is verified.
    ///
    /// An event that anyone can have sent ends as one of a known bill does, so that its reply does not tell which
    /// bills exist.
    ///
    /// # Errors
    /// [`Error::InvalidConfig`] for the policy.
    pub fn of_unknown_bill(
        biller: &Biller,
        event: &WebhookEvent,
        policy: CreditPolicy,
        now: Instant,
    ) -> Result<CreditFlow, Error> {
        policy.check()?;
        let notice = Notice::of(event, &biller.context().profile, later(now, policy.unauthenticated_reply_ms));
        let turn = Turn::Finished(notice.ending_of_unknown());
        Ok(CreditFlow::new(policy, Some(notice), None, Ledger::default(), turn))
    }

    /// Returns the next thing to do. `now` is the caller's clock, and `random` a number from 0 to 1 for the pauses.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` while a verification is under way: say first what became
    /// of it.
    pub fn step(&mut self, now: Instant, random: f64) -> Result<CreditStep, Error> {
        match &self.turn {
            Turn::Verifying => Err(out_of_turn()),
            Turn::Crediting(confirmed) => Ok(CreditStep::Credit { confirmed: confirmed.clone() }),
            Turn::Reviewing(review) => Ok(CreditStep::Review { review: review.clone() }),
            Turn::Finished(ending) => Ok(self.finish(ending, now)),
            Turn::Verify => self.verify(now, random),
        }
    }

    /// Says that the caller gives each request the credentials of the moment. A bill whose verification was refused for
    /// its credential is then verified again, as after any verification without a result. By default that ends the
    /// flow: its own credentials do not change.
    pub fn renews(&mut self) {
        self.renews = true;
    }

    /// Says which answer the verification brought. `retry_after_ms` is the time that the service asked to wait, if it
    /// did.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow does not wait for the request of this
    /// number.
    pub fn answered(
        &mut self,
        number: i64,
        status: u16,
        body: &[u8],
        retry_after_ms: Option<u64>,
        now: Instant,
    ) -> Result<(), Error> {
        self.expect_answer(number)?;
        match self.confirmation()?.decide(status, body) {
            Ok(verdict) => {
                let reading = self.confirmation()?.reading(verdict.transaction());
                self.judged(judge(verdict, reading, &self.ledger), retry_after_ms, now);
            }
            Err(error) => self.unconfirmed(error, retry_after_ms, now),
        }
        Ok(())
    }

    /// Says that the verification brought no answer, and whether it may have reached the service. `retry_after_ms` is
    /// a time to wait, if the caller knows one.
    ///
    /// # Errors
    /// The errors of [`CreditFlow::answered`].
    pub fn no_answer(
        &mut self,
        number: i64,
        sent: Sent,
        retry_after_ms: Option<u64>,
        now: Instant,
    ) -> Result<(), Error> {
        self.expect_answer(number)?;
        let error = self.confirmation()?.call.no_answer(sent);
        self.unconfirmed(error, retry_after_ms, now);
        Ok(())
    }

    /// Says what became of the database transaction that claims the transaction and credits the bill.
    ///
    /// If the database did not answer, drop the flow: the next event or the next flow of the bill goes on.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow did not ask for a credit.
    pub fn claimed(&mut self, claim: Claim) -> Result<(), Error> {
        let Turn::Crediting(confirmed) = &self.turn else { return Err(out_of_turn()) };
        let confirmed = confirmed.clone();
        self.turn = match claim {
            Claim::Credited => {
                self.ledger.credited(confirmed.claim_key(), confirmed.amount());
                Turn::Finished(CreditEnding::Credited { confirmed })
            }
            Claim::CreditedBefore => {
                self.ledger.credited(confirmed.claim_key(), confirmed.amount());
                Turn::Finished(CreditEnding::CreditedBefore)
            }
            Claim::PaidOtherwise => {
                let amount = confirmed.amount();
                Turn::Reviewing(paid_twice(confirmed, amount))
            }
        };
        Ok(())
    }

    /// Says whether the ending of a [`CreditStep::Review`] is stored for a person. If it is not, the response asks
    /// the service to deliver a payment again that the books do not have.
    ///
    /// If the database did not answer, drop the flow: the next event or the next flow of the bill goes on.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow did not ask for it.
    pub fn reviewed(&mut self, is_stored: bool) -> Result<(), Error> {
        let Turn::Reviewing(review) = &self.turn else { return Err(out_of_turn()) };
        self.is_stored = is_stored;
        self.turn = Turn::Finished(review.ending.clone());
        Ok(())
    }
}

impl CreditFlow {
    fn new(
        policy: CreditPolicy,
        notice: Option<Notice>,
        confirmation: Option<Confirmation>,
        ledger: Ledger,
        turn: Turn,
    ) -> CreditFlow {
        CreditFlow {
            policy,
            notice,
            confirmation,
            ledger,
            is_stored: false,
            turn,
            next_pause: None,
            pause: None,
            renews: false,
            requests: 0,
        }
    }

    fn confirmation(&self) -> Result<&Confirmation, Error> {
        self.confirmation.as_ref().ok_or(Error::Internal)
    }

    /// Sends the verification, after the pause if there is one.
    fn verify(&mut self, now: Instant, random: f64) -> Result<CreditStep, Error> {
        if let Some(next) = self.next_pause.take() {
            self.pause = Some(next.drawn(self.policy.pauses(), random));
        }
        if let Some(until) = self.pause.as_mut().and_then(|pause| pause.ends_after(now)) {
            return Ok(CreditStep::Wait { until, reason: CreditWait::VerifyAgain });
        }
        self.pause = None;
        self.requests = self.requests.saturating_add(1);
        let step = CreditStep::Send { request: FlowRequest::of(self.requests, &self.confirmation()?.call, None) };
        self.turn = Turn::Verifying;
        Ok(step)
    }

    fn judged(&mut self, judgement: Judgement, retry_after_ms: Option<u64>, now: Instant) {
        self.turn = match judgement {
            Judgement::Credit(confirmed) => Turn::Crediting(confirmed),
            Judgement::Review(review) => Turn::Reviewing(review),
            Judgement::Ended(ending) => Turn::Finished(ending),
            Judgement::Pending(transaction) => {
                let ending = CreditEnding::Pending { transaction };
                return self.again(NextStep::VerifyAgain, ending, retry_after_ms, now);
            }
        };
    }

    fn unconfirmed(&mut self, error: Error, retry_after_ms: Option<u64>, now: Instant) {
        self.again(error.next_step(), CreditEnding::Unconfirmed { error: Box::new(error) }, retry_after_ms, now);
    }

    /// Verifies again without an event, if that may help, or ends. An event comes again by itself.
    fn again(&mut self, next_step: NextStep, ending: CreditEnding, retry_after_ms: Option<u64>, now: Instant) {
        let goes_on = self.notice.is_none() && self.requests < i64::from(self.policy.attempts);
        let may_help = next_step == NextStep::VerifyAgain || (self.renews && next_step == NextStep::FixCredentials);
        if goes_on && may_help {
            let at_least = retry_after_ms.unwrap_or(0).min(LONGEST_RETRY_AFTER_MS);
            let failures = u32::try_from(self.requests).unwrap_or(u32::MAX).saturating_sub(1);
            self.next_pause = Some(NextPause { from: now, failures, at_least, at_most: u64::MAX });
            self.turn = Turn::Verify;
        } else {
            self.turn = Turn::Finished(ending);
        }
    }

    fn finish(&self, ending: &CreditEnding, now: Instant) -> CreditStep {
        let reply = self.notice.as_ref().map(|notice| notice.reply(ending, self.is_stored, &self.ledger));
        match self.notice.as_ref().and_then(|notice| notice.waits_until(now)) {
            Some(until) => CreditStep::Wait { until, reason: CreditWait::Reply },
            None => CreditStep::Finished { ending: ending.clone(), reply },
        }
    }

    fn expect_answer(&self, number: i64) -> Result<(), Error> {
        if self.turn == Turn::Verifying && number == self.requests { Ok(()) } else { Err(out_of_turn()) }
    }
}

/// Longest time that a service can ask to wait.
const LONGEST_RETRY_AFTER_MS: u64 = 3_600_000;

/// Returns the ending of an event that names another bill.
fn of_another_bill(event: &WebhookEvent, bill: &Expectation) -> Option<CreditEnding> {
    let named = event.payload.identity_code.as_ref()?;
    (*named != bill.identity_code).then(|| mismatch("identity_code"))
}

fn mismatch(field: &str) -> CreditEnding {
    let mismatches = vec![Mismatch { field: field.into(), code: MismatchCode::Different }];
    CreditEnding::Mismatch { mismatches, transaction: None }
}

fn out_of_turn() -> Error {
    let violation = Finding::new("", Code::OutOfTurn);
    Error::InvalidRequest { operation: Verification::NAME, violations: violation.into() }
}
