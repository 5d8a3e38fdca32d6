//! The state machine of one credit: what to do next, by what is stored and what happened.

use crate::{
    biller::Biller,
    credit::{
        ending::CreditEnding,
        notice::{Notice, early_ending},
        policy::CreditPolicy,
        record::Record,
        step::{Claim, CreditStep, CreditWait},
    },
    error::{Error, NextStep},
    finding::{Code, Finding},
    flow::{FlowRequest, later},
    http::Sent,
    models::Verification,
    operation::Operation,
    webhook::{Confirmation, Confirmed, EventIds, Expectation, Mismatch, MismatchCode, Verdict, WebhookEvent},
};
use billwire_wire::{Draft, Instant};

/// Credits one bill at most once, from a webhook or from an unpaid bill. It does no I/O: it says one thing to do at a time.
///
/// Ask for a [`step`](CreditFlow::step), do it, tell the flow what happened, and ask again. All flows of a bill share one
/// stored record, by which one verification is under way at a time. What protects the money is the database transaction of
/// [`CreditStep::Credit`].
///
/// ```
/// # use billwire::*;
/// # let config = BillerConfig::builder().base_url("https://service.example");
/// # let biller = Biller::new(config.verification_token(VerificationToken::new("b")).build())?;
/// # let receiver = WebhookReceiver::merchant_proxy(vec![WebhookToken::new("t")])?;
/// # let event = receiver.receive([("Token", "t")], br#"{"tran_id":"T-1","status":"success","identity_code":"INV-1"}"#)?;
/// # let bill = Expectation::builder().identity_code("INV-1").purpose_of_transaction("INV-1");
/// # let bill = bill.currency("KHR").amount(40_000).build();
/// # fn now() -> Instant { Instant::from_unix_millis(0) }
/// # fn store(_: &str, _: u64) -> bool { true }
/// # fn claim_and_credit(_: &Confirmed, _: &str, _: u64) -> Claim { Claim::Credited }
/// # fn send(_: &FlowRequest) -> Result<(u16, Vec<u8>), Sent> {
/// #     Ok((200, br#"{"code":"SUCCESS","message":"","data":{"tran_id":"T-1","tran_date":"2026-01-31T09:00:00.000",
/// #     "tran_amount":40000,"fee_amount":0,"total_amount":40000,"currency":"KHR","identity_code":"INV-1","bank_code":"B",
/// #     "bank_ref":"R","purpose_of_transaction":"INV-1","status":"success"}}"#.to_vec()))
/// # }
/// # let stored = None;
/// let mut flow = CreditFlow::of_event(&biller, &event, &bill, CreditPolicy::default(), stored, now())?;
/// let reply = loop {
///     match flow.step(now(), 0.5)? {
///         CreditStep::Save { record, revision, previous } => match store(&record, previous) {
///             true => flow.saved(revision)?,
///             false => flow.not_saved(revision)?,
///         },
///         CreditStep::Send(request) => match send(&request) {
///             Ok((status, body)) => flow.answered(request.number, status, &body, now())?,
///             Err(sent) => flow.no_answer(request.number, sent, now())?,
///         },
///         CreditStep::Credit { confirmed, record, previous, .. } => {
///             flow.claimed(claim_and_credit(&confirmed, &record, previous))?;
///         }
///         CreditStep::Wait { .. } => { /* sleep */ }
///         CreditStep::Finished { reply, .. } => break reply,
///     }
/// };
/// assert_eq!(reply.map(|reply| reply.status), Some(200));
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
    record: Record,
    turn: Turn,
    /// Time of a failure after which the pause begins.
    failed: Option<Instant>,
    /// Verifications of this flow.
    requests: u64,
}

/// The next thing that the flow expects.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    /// The caller asks for a step.
    Decide,
    /// The record is stored, and then the flow goes on.
    Saving(Saved),
    /// The verification is stored as under way, and is sent next.
    Begun,
    /// The verification brings an answer or none.
    Verifying,
    /// The transaction is claimed and the bill credited.
    Crediting(Confirmed),
    /// The flow has ended.
    Finished(CreditEnding),
}

/// Continuation of a stored record.
#[derive(Clone, Debug, PartialEq)]
enum Saved {
    /// The verification is sent. Another flow that stored its own needs until this time.
    Begin { until: Instant },
    /// The next verification, after a pause. Another flow that stored its own needs until this time.
    Again { until: Instant },
    /// The end, whether this record is stored or that of another flow.
    Finish(CreditEnding),
}

impl CreditFlow {
    /// Starts with a webhook about this bill. `record` is the stored record of the bill, if there is one.
    ///
    /// Find the bill by the event's `identity_code`.
    ///
    /// # Errors
    /// The errors of [`WebhookEvent::confirm`] for the bill, and [`Error::InvalidConfig`] for the policy.
    /// [`Error::InvalidRequest`] for a record that cannot be read, is of another bill, or was written by a later version.
    pub fn of_event(
        biller: &Biller,
        event: &WebhookEvent,
        bill: &impl Draft,
        policy: CreditPolicy,
        record: Option<&str>,
        now: Instant,
    ) -> Result<CreditFlow, Error> {
        let notice = Notice::of(event, later(now, policy.unauthenticated_reply_ms));
        let bill = Expectation::checked(|validator, position| bill.encode(validator, position))?;
        let mut flow = CreditFlow::new(biller, bill.clone(), policy, record, Some(notice.clone()))?;
        let claim_key = flow.record.claim_key.as_deref();
        let ending = early_ending(event, &bill, &biller.context().profile).or_else(|| notice.ending_of_paid(claim_key));
        match ending.map_or_else(|| Confirmation::prepare(biller, bill, notice.verified_ids()).map_err(no_such_id), Err)
        {
            Ok(confirmation) => flow.confirmation = Some(confirmation),
            Err(ending) => flow.turn = Turn::Finished(ending),
        }
        Ok(flow)
    }

    /// Starts with a bill that has not been paid, and no webhook: the service stops to repeat those of a long outage.
    /// `record` is the stored record of the bill, if there is one.
    ///
    /// # Errors
    /// The errors of [`CreditFlow::of_event`].
    pub fn of_bill(
        biller: &Biller,
        bill: &impl Draft,
        policy: CreditPolicy,
        record: Option<&str>,
    ) -> Result<CreditFlow, Error> {
        let bill = Expectation::checked(|validator, position| bill.encode(validator, position))?;
        let mut flow = CreditFlow::new(biller, bill, policy, record, None)?;
        if flow.record.claim_key.is_some() {
            flow.turn = Turn::Finished(CreditEnding::CreditedBefore);
        }
        Ok(flow)
    }

    /// Starts with a webhook about a bill that the books do not have. Nothing is verified.
    ///
    /// An event that anyone can have sent ends as one of a known bill does, so that its reply does not tell which bills exist.
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
        let notice = Notice::of(event, later(now, policy.unauthenticated_reply_ms));
        let turn = Turn::Finished(notice.ending_of_unknown(event, &biller.context().profile));
        let record = Record::new(String::new());
        Ok(CreditFlow { policy, notice: Some(notice), confirmation: None, record, turn, failed: None, requests: 0 })
    }

    /// Returns the next thing to do. `now` is the caller's clock, and `random` a number from 0 to 1 for the pauses.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` while a verification is under way: say first what became of it.
    pub fn step(&mut self, now: Instant, random: f64) -> Result<CreditStep, Error> {
        if let Some(failed) = self.failed.take() {
            let failures = self.record.failures.saturating_sub(1);
            self.record.pause_until = Some(later(failed, self.policy.pauses().after(failures, random)));
        }
        match &self.turn {
            Turn::Saving(_) => Ok(self.save()),
            Turn::Verifying => Err(out_of_turn()),
            Turn::Begun => Ok(self.send(now)),
            Turn::Crediting(confirmed) => Ok(self.credit(confirmed.clone())),
            Turn::Finished(ending) => Ok(self.finish(ending.clone(), now)),
            Turn::Decide => Ok(self.decide(now)),
        }
    }

    /// Says that the record of this revision is stored durably.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow did not ask to store this revision.
    pub fn saved(&mut self, revision: u64) -> Result<(), Error> {
        self.turn = match self.expect_save(revision)? {
            Saved::Begin { .. } => Turn::Begun,
            Saved::Again { .. } => Turn::Decide,
            Saved::Finish(ending) => Turn::Finished(ending),
        };
        Ok(())
    }

    /// Says that the record was not stored, because another flow of this bill stored one in the meantime.
    ///
    /// # Errors
    /// The errors of [`CreditFlow::saved`].
    pub fn not_saved(&mut self, revision: u64) -> Result<(), Error> {
        self.turn = match self.expect_save(revision)? {
            Saved::Begin { until } | Saved::Again { until } => Turn::Finished(CreditEnding::Busy { until }),
            Saved::Finish(ending) => Turn::Finished(ending),
        };
        Ok(())
    }

    /// Says which answer the verification brought.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow does not wait for the request of this number.
    pub fn answered(&mut self, number: u64, status: u16, body: &[u8], now: Instant) -> Result<(), Error> {
        self.expect_answer(number)?;
        match self.confirmation.as_ref().ok_or(Error::Internal)?.decide(status, body) {
            Ok(Verdict::Confirmed(confirmed)) => {
                self.rest();
                self.record.claim_key.get_or_insert_with(|| confirmed.claim_key().to_owned());
                self.record.revision = self.record.revision.saturating_add(1);
                self.turn = Turn::Crediting(confirmed);
            }
            Ok(Verdict::Mismatch(mismatches)) => {
                self.rest();
                self.store(Saved::Finish(CreditEnding::Mismatch(mismatches)));
            }
            Err(error) => self.failed(error, now),
        }
        Ok(())
    }

    /// Says that the verification brought no answer, and whether it may have reached the service.
    ///
    /// # Errors
    /// The errors of [`CreditFlow::answered`].
    pub fn no_answer(&mut self, number: u64, sent: Sent, now: Instant) -> Result<(), Error> {
        self.expect_answer(number)?;
        let error = self.confirmation.as_ref().ok_or(Error::Internal)?.call.no_answer(sent);
        self.failed(error, now);
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
            Claim::Credited => Turn::Finished(CreditEnding::Credited(confirmed)),
            // The record was not stored, since the database transaction changed nothing.
            Claim::CreditedBefore => Turn::Saving(Saved::Finish(CreditEnding::CreditedBefore)),
            Claim::PaidOtherwise => {
                if self.record.claim_key.as_deref() == Some(confirmed.claim_key()) {
                    self.record.claim_key = None;
                }
                Turn::Saving(Saved::Finish(CreditEnding::PaidOtherwise(confirmed)))
            }
        };
        Ok(())
    }
}

impl CreditFlow {
    /// Prepares the verification of the bill alone, which finds every fault of the bill.
    fn new(
        biller: &Biller,
        bill: Expectation,
        policy: CreditPolicy,
        record: Option<&str>,
        notice: Option<Notice>,
    ) -> Result<CreditFlow, Error> {
        policy.check()?;
        let record = match record {
            Some(text) => Record::read(text, &bill)?,
            None => Record::new(bill.identity_code.clone()),
        };
        let confirmation = Some(Confirmation::prepare(biller, bill, EventIds::default())?);
        Ok(CreditFlow { policy, notice, confirmation, record, turn: Turn::Decide, failed: None, requests: 0 })
    }

    fn save(&self) -> CreditStep {
        let revision = self.record.revision;
        CreditStep::Save { record: self.record.to_json(), revision, previous: revision.saturating_sub(1) }
    }

    /// Begins a verification, unless another one is under way or the pause is not over.
    fn decide(&mut self, now: Instant) -> CreditStep {
        if let Some(until) = self.others_until().filter(|until| now < *until) {
            return self.end(CreditEnding::Busy { until }, now);
        }
        match self.paused_until().filter(|until| now < *until) {
            Some(until) if self.notice.is_some() => self.end(CreditEnding::Busy { until }, now),
            Some(until) => CreditStep::Wait { until, reason: CreditWait::VerifyAgain },
            None => self.begin(now),
        }
    }

    fn begin(&mut self, now: Instant) -> CreditStep {
        (self.record.in_flight_since, self.record.verified) = (Some(now), Some(now));
        self.store(Saved::Begin { until: later(now, self.policy.in_flight_ms.saturating_mul(2)) });
        self.save()
    }

    /// Sends the verification that was stored. One that was stored long ago is stored anew, because another flow may have
    /// taken it for lost.
    fn send(&mut self, now: Instant) -> CreditStep {
        let sent_by = self.record.in_flight_since.map(|since| later(since, self.policy.in_flight_ms));
        let is_late = sent_by.is_none_or(|sent_by| now >= sent_by);
        match &self.confirmation {
            Some(confirmation) if !is_late => {
                self.turn = Turn::Verifying;
                self.requests = self.requests.saturating_add(1);
                CreditStep::Send(FlowRequest::of(self.requests, &confirmation.call))
            }
            _ => self.begin(now),
        }
    }

    fn credit(&self, confirmed: Confirmed) -> CreditStep {
        let revision = self.record.revision;
        CreditStep::Credit { confirmed, record: self.record.to_json(), revision, previous: revision.saturating_sub(1) }
    }

    fn end(&mut self, ending: CreditEnding, now: Instant) -> CreditStep {
        self.turn = Turn::Finished(ending.clone());
        self.finish(ending, now)
    }

    fn finish(&self, ending: CreditEnding, now: Instant) -> CreditStep {
        let Some(notice) = &self.notice else { return CreditStep::Finished { ending, reply: None } };
        let reply = notice.reply(&ending, self.record.claim_key.as_deref());
        if notice.waits(&reply) && now < notice.reply_from {
            return CreditStep::Wait { until: notice.reply_from, reason: CreditWait::Reply };
        }
        CreditStep::Finished { ending, reply: Some(reply) }
    }

    /// Takes a verification without a result.
    fn failed(&mut self, error: Error, now: Instant) {
        let failures = self.record.failures;
        self.rest();
        self.record.failures = failures.saturating_add(1);
        self.failed = Some(now);
        let goes_on = self.notice.is_none() && self.requests < u64::from(self.policy.attempts);
        self.store(match error.next_step() {
            NextStep::VerifyAgain if goes_on => {
                Saved::Again { until: later(now, self.policy.in_flight_ms.saturating_mul(2)) }
            }
            _ => Saved::Finish(CreditEnding::Unconfirmed(Box::new(error))),
        });
    }

    /// No verification is under way any more.
    fn rest(&mut self) {
        (self.record.in_flight_since, self.record.pause_until, self.record.failures) = (None, None, 0);
    }

    fn store(&mut self, then: Saved) {
        self.record.revision = self.record.revision.saturating_add(1);
        self.turn = Turn::Saving(then);
    }

    /// Time until which another flow may be verifying this bill: it may have begun to just before its time was up.
    fn others_until(&self) -> Option<Instant> {
        self.record.in_flight_since.map(|since| later(since, self.policy.in_flight_ms.saturating_mul(2)))
    }

    /// Time before which this flow verifies nothing: longer for an event that anyone can have sent.
    fn paused_until(&self) -> Option<Instant> {
        let is_anyones = self.notice.as_ref().is_some_and(|notice| notice.is_anyones);
        let verified = self.record.verified.filter(|_| is_anyones);
        let pause = verified.map(|verified| later(verified, self.policy.unauthenticated_pause_ms));
        pause.max(self.record.pause_until)
    }

    /// Returns what follows the record that is to be stored.
    fn expect_save(&self, revision: u64) -> Result<Saved, Error> {
        match &self.turn {
            Turn::Saving(then) if self.record.revision == revision => Ok(then.clone()),
            _ => Err(out_of_turn()),
        }
    }

    fn expect_answer(&self, number: u64) -> Result<(), Error> {
        if self.turn == Turn::Verifying && number == self.requests { Ok(()) } else { Err(out_of_turn()) }
    }
}

/// The ending of an event whose id no transaction can have. The bill alone can be verified, so the fault is the event's.
fn no_such_id(_: Error) -> CreditEnding {
    CreditEnding::Mismatch(vec![Mismatch { field: "tran_id".into(), code: MismatchCode::Different }])
}

fn out_of_turn() -> Error {
    let violation = Finding::new("", Code::OutOfTurn);
    Error::InvalidRequest { operation: Verification::NAME, violations: violation.into() }
}
