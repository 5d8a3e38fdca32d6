//! The state machine of one bill: what to do next, by what is stored and what happened.

use crate::{
    biller::Biller,
    error::{Error, NextStep},
    finding::{Code, Finding},
    flow::{FlowRequest, later},
    http::Sent,
    models::Settlement,
    operation::Operation,
    operations::SettlementOutcome,
    settlement::{
        bill::Bill,
        ending::{EndReason, SettlementEnding, SettlementProof},
        lookup::LookupVerdict,
        policy::SettlementPolicy,
        record::{Record, State},
        step::{SettlementStep, WaitReason},
    },
};
use billwire_wire::{Draft, Instant, input::DynamicValue};
use std::fmt;

/// Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
///
/// Ask for a [`step`](SettlementFlow::step), do it, tell the flow what happened, and ask again. An attempt is stored
/// before it is sent, and an attempt in doubt is looked up before anything is sent again.
///
/// ```
/// # use billwire::*;
/// # let profile = WireProfile::from_json(br#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"}}"#)?;
/// # let config = BillerConfig::builder().base_url("https://service.example").bearer(BearerToken::new("a"));
/// # let config = config.verification_token(VerificationToken::new("b")).hash_token(HashToken::new("c")).profile(profile);
/// # let biller = Biller::new(config.build())?;
/// # let date: Instant = "2026-01-31T09:00:00Z".parse().unwrap();
/// # let bill = Settlement::builder().ref_id("INV-1").date(date).due_date(date).currency("KHR").total_amount(40_000);
/// # let bill = bill.customer_sync_code("C-17").settlement_to("SUB-3").build();
/// # fn now() -> Instant { Instant::from_unix_millis(0) }
/// # fn store(_: &str, _: u64) -> bool { true }
/// # fn send(_: &FlowRequest) -> Result<(u16, Vec<u8>), Sent> {
/// #     Ok((200, br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#.to_vec()))
/// # }
/// let mut flow = SettlementFlow::start(&biller, &bill, SettlementPolicy::default(), now())?;
/// let ending = loop {
///     match flow.step(now(), 0.5)? {
///         SettlementStep::Save { record, revision, previous } => match store(&record, previous) {
///             true => flow.saved(revision)?,
///             false => flow.not_saved(revision)?,
///         },
///         SettlementStep::Send(request) => match send(&request) {
///             Ok((status, body)) => flow.answered(request.number, status, &body, now())?,
///             Err(sent) => flow.no_answer(request.number, sent, now())?,
///         },
///         SettlementStep::Wait { .. } => { /* sleep */ }
///         SettlementStep::Finished(ending) => break Some(ending),
///         SettlementStep::TakenOver => break None,
///     }
/// };
/// assert!(matches!(ending, Some(SettlementEnding::Settled(_))));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a flow does nothing until its steps are taken"]
pub struct SettlementFlow {
    bill: Bill,
    policy: SettlementPolicy,
    record: Record,
    turn: Turn,
    /// Whether the attempt in doubt was begun by another flow, such as one that crashed.
    is_resumed: bool,
    pause: Option<Pause>,
    /// Lookups that were made for the attempt in doubt.
    lookups: u32,
    /// Last verdict that left the bill in doubt.
    last_lookup: Option<Box<LookupVerdict>>,
    /// Requests that were given out.
    requests: u64,
}

/// The next thing that the flow expects.
#[derive(Clone, Debug, PartialEq)]
enum Turn {
    /// The caller asks for a step.
    Decide,
    /// The record is stored. One that begins an attempt is followed by its request.
    Saving { begins: bool },
    /// The attempt is stored, and is sent next.
    Begun,
    /// The settlement brings an answer or none.
    Settling,
    /// The lookup brings an answer or none. It was given out at this time.
    LookingUp(Instant),
    /// Another flow has taken over.
    TakenOver,
}

/// A pause before the next request.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Pause {
    from: Instant,
    failures: u32,
    /// Time at which the pause ends at the latest.
    latest: Option<Instant>,
    /// End of the pause, once a step has asked for it.
    until: Option<Instant>,
    reason: WaitReason,
}

impl SettlementFlow {
    /// Starts to settle a bill of which no record is stored.
    ///
    /// # Errors
    /// The errors of [`Biller::prepare`] for the settlement and its lookup, and [`Error::InvalidConfig`] for the policy.
    pub fn start(
        biller: &Biller,
        bill: &impl Draft,
        policy: SettlementPolicy,
        now: Instant,
    ) -> Result<SettlementFlow, Error> {
        Bill::of(biller, bill).and_then(|bill| SettlementFlow::new(bill, policy, now))
    }

    /// Goes on from the stored record of a bill, for example after a crash.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::start`]. [`Error::InvalidRequest`] for a record that cannot be read, is of another
    /// bill, or was written by a later version.
    pub fn resume(
        biller: &Biller,
        bill: &impl Draft,
        policy: SettlementPolicy,
        record: &str,
    ) -> Result<SettlementFlow, Error> {
        Bill::of(biller, bill).and_then(|bill| SettlementFlow::from_record(bill, policy, record))
    }

    /// Starts with a bill whose type is not known before, such as JSON.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::start`].
    pub fn start_value(
        biller: &Biller,
        bill: &DynamicValue,
        policy: SettlementPolicy,
        now: Instant,
    ) -> Result<SettlementFlow, Error> {
        Bill::of_value(biller, bill).and_then(|bill| SettlementFlow::new(bill, policy, now))
    }

    /// Goes on with a bill whose type is not known before, such as JSON.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::resume`].
    pub fn resume_value(
        biller: &Biller,
        bill: &DynamicValue,
        policy: SettlementPolicy,
        record: &str,
    ) -> Result<SettlementFlow, Error> {
        Bill::of_value(biller, bill).and_then(|bill| SettlementFlow::from_record(bill, policy, record))
    }

    /// Returns the next thing to do. `now` is the caller's clock, and `random` a number from 0 to 1 for the pauses.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` while a request is under way: say first what became of it.
    pub fn step(&mut self, now: Instant, random: f64) -> Result<SettlementStep, Error> {
        match self.turn {
            Turn::TakenOver => return Ok(SettlementStep::TakenOver),
            Turn::Saving { .. } => return Ok(self.save()),
            Turn::Settling | Turn::LookingUp(_) => return Err(out_of_turn()),
            Turn::Begun => return Ok(self.send_attempt(now)),
            Turn::Decide => {}
        }
        if let Some((until, reason)) = self.pause_until(random) {
            if now < until {
                return Ok(SettlementStep::Wait { until, reason });
            }
            self.pause = None;
        }
        Ok(match &self.record.state {
            State::Ended(ending) => SettlementStep::Finished(ending.clone()),
            State::Open => {
                self.attempt(now);
                self.save()
            }
            State::InDoubt { not_found_since, .. } => {
                let since = *not_found_since;
                self.look_up(since, now)
            }
        })
    }

    /// Says that the record of this revision is stored durably.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow did not ask to store this revision.
    pub fn saved(&mut self, revision: u64) -> Result<(), Error> {
        let begins = self.expect_save(revision)?;
        self.turn = if begins { Turn::Begun } else { Turn::Decide };
        Ok(())
    }

    /// Says that the record was not stored, because another flow of this bill stored one in the meantime.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::saved`].
    pub fn not_saved(&mut self, revision: u64) -> Result<(), Error> {
        self.expect_save(revision)?;
        self.turn = Turn::TakenOver;
        Ok(())
    }

    /// Says which answer a request brought.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow does not wait for the request of this number.
    /// A late answer to an earlier request is refused in this way, and changes nothing.
    pub fn answered(&mut self, number: u64, status: u16, body: &[u8], now: Instant) -> Result<(), Error> {
        match self.expect_answer(number)? {
            Turn::LookingUp(asked) => {
                let verdict = self.bill.lookup.as_ref().ok_or(Error::Internal)?.decide(status, body);
                self.looked_up(verdict, asked, now);
            }
            _ => match self.bill.settlement.decode(status, body) {
                Ok(SettlementOutcome::Settled { response }) => {
                    self.end(SettlementEnding::Settled(SettlementProof::Answer(Some(Box::new(response)))));
                }
                Ok(SettlementOutcome::Accepted { next_step, .. }) => {
                    self.attempted(EndReason::new(Code::NotSettledYet, next_step), now);
                }
                Err(error) => self.attempted(EndReason::of(error), now),
            },
        }
        Ok(())
    }

    /// Says that a request brought no answer, and whether it may have reached the service.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::answered`].
    pub fn no_answer(&mut self, number: u64, sent: Sent, now: Instant) -> Result<(), Error> {
        match self.expect_answer(number)? {
            Turn::LookingUp(asked) => {
                let error = self.bill.lookup.as_ref().ok_or(Error::Internal)?.call.no_answer(sent);
                let next_step = error.next_step();
                let verdict = LookupVerdict::Unclear { next_step, transaction: None, error: Some(Box::new(error)) };
                self.looked_up(verdict, asked, now);
            }
            _ => {
                let error = self.bill.settlement.no_answer(sent);
                self.attempted(EndReason::of(error), now);
            }
        }
        Ok(())
    }
}

impl SettlementFlow {
    fn new(bill: Bill, policy: SettlementPolicy, now: Instant) -> Result<SettlementFlow, Error> {
        let record = Record::new(&bill, now);
        SettlementFlow::with(bill, policy, record, false)
    }

    fn from_record(bill: Bill, policy: SettlementPolicy, record: &str) -> Result<SettlementFlow, Error> {
        let record = Record::read(record, &bill)?;
        SettlementFlow::with(bill, policy, record, true)
    }

    fn with(bill: Bill, policy: SettlementPolicy, record: Record, is_resumed: bool) -> Result<SettlementFlow, Error> {
        policy.check()?;
        let turn = Turn::Decide;
        let (pause, lookups, last_lookup, requests) = (None, 0, None, 0);
        Ok(SettlementFlow { bill, policy, record, turn, is_resumed, pause, lookups, last_lookup, requests })
    }

    fn save(&self) -> SettlementStep {
        let revision = self.record.revision;
        SettlementStep::Save { record: self.record.to_json(), revision, previous: revision.saturating_sub(1) }
    }

    /// Changes the state, which is stored before anything else happens.
    fn store(&mut self, state: State) {
        self.record.state = state;
        self.record.revision = self.record.revision.saturating_add(1);
        self.turn = Turn::Saving { begins: false };
    }

    fn end(&mut self, ending: SettlementEnding) {
        self.pause = None;
        self.store(State::Ended(ending));
    }

    /// Ends without another attempt. Nothing has moved.
    fn give_up(&mut self, code: Code) {
        self.end(SettlementEnding::Refused(EndReason::new(code, NextStep::SendAgain)));
    }

    /// Begins the next attempt, if the policy allows one. Nothing has moved so far.
    fn attempt(&mut self, now: Instant) {
        let refusal = if self.record.attempts >= self.policy.attempts {
            Some(Code::AttemptsUsedUp)
        } else {
            self.is_late(now).then_some(Code::DeadlinePassed)
        };
        match refusal {
            Some(code) => self.give_up(code),
            None => {
                self.record.attempts = self.record.attempts.saturating_add(1);
                self.begin(now);
            }
        }
    }

    fn begin(&mut self, now: Instant) {
        (self.is_resumed, self.lookups, self.pause) = (false, 0, None);
        self.store(State::InDoubt { begun: now, not_found_since: None });
        self.turn = Turn::Saving { begins: true };
    }

    /// Sends the attempt that was stored. One that was stored long ago is stored anew, because another flow may have
    /// resumed from its record and taken it for lost.
    fn send_attempt(&mut self, now: Instant) -> SettlementStep {
        match self.record.state {
            State::InDoubt { begun, .. } if now < later(begun, self.policy.in_flight_ms) => {
                self.turn = Turn::Settling;
                self.requests = self.requests.saturating_add(1);
                SettlementStep::Send(FlowRequest::of(self.requests, &self.bill.settlement))
            }
            _ => {
                if self.is_late(now) {
                    self.give_up(Code::DeadlinePassed)
                } else {
                    self.begin(now)
                }
                self.save()
            }
        }
    }

    /// Takes an attempt that is not known to have settled the bill.
    fn attempted(&mut self, reason: EndReason, now: Instant) {
        match reason.next_step {
            NextStep::SendAgain => {
                self.store(State::Open);
                self.pause(now, self.record.attempts.saturating_sub(1), WaitReason::SendAgain);
            }
            NextStep::FixRequest | NextStep::FixCredentials => self.end(SettlementEnding::Refused(reason)),
            NextStep::VerifyFirst | NextStep::VerifyAgain if self.bill.lookup.is_some() => {
                self.turn = Turn::Decide;
                self.pause(now, 0, WaitReason::LookUp);
            }
            NextStep::VerifyFirst | NextStep::VerifyAgain | NextStep::AskService => {
                self.end(SettlementEnding::Unclear(reason));
            }
        }
    }

    /// Looks up the attempt in doubt, or gives up on it.
    fn look_up(&mut self, not_found_since: Option<Instant>, now: Instant) -> SettlementStep {
        let Some(lookup) = &self.bill.lookup else {
            self.end(SettlementEnding::Unclear(EndReason::new(Code::SettlementLookup, NextStep::AskService)));
            return self.save();
        };
        // A "not found" that only has to hold a little longer is waited for, so that the bill need not stay unclear.
        let holds_until = not_found_since.map(|since| later(since, self.policy.not_found_holds_ms));
        let is_nearly_known = holds_until.is_some_and(|until| now < later(until, self.policy.longest_pause_ms));
        if self.lookups > 0 && self.is_late(now) && !is_nearly_known {
            let reason = EndReason::new(Code::DeadlinePassed, NextStep::AskService);
            let lookup = self.last_lookup.take();
            self.end(SettlementEnding::Unclear(EndReason { lookup, ..reason }));
            return self.save();
        }
        self.turn = Turn::LookingUp(now);
        self.requests = self.requests.saturating_add(1);
        SettlementStep::Send(FlowRequest::of(self.requests, &lookup.call))
    }

    fn looked_up(&mut self, verdict: LookupVerdict, asked: Instant, now: Instant) {
        self.turn = Turn::Decide;
        let failures = self.lookups;
        self.lookups = self.lookups.saturating_add(1);
        self.pause(now, failures, WaitReason::LookUp);
        match &verdict {
            LookupVerdict::Settled { transaction } => {
                self.end(SettlementEnding::Settled(SettlementProof::Verification(Some(transaction.clone()))));
            }
            LookupVerdict::NotFound => self.not_found(asked, now),
            LookupVerdict::Pending { .. } => self.found_something(),
            // Without a transaction the answer says nothing of the bill, and leaves an earlier "not found" as it was.
            LookupVerdict::Unclear { next_step: NextStep::VerifyAgain, transaction: None, .. } => {}
            LookupVerdict::Unclear { next_step: NextStep::VerifyAgain, .. } => self.found_something(),
            LookupVerdict::Different { .. } | LookupVerdict::Unclear { .. } => {
                self.end(SettlementEnding::Unclear(EndReason::of_lookup(verdict.clone())));
            }
        }
        self.last_lookup = Some(Box::new(verdict));
    }

    /// Takes a "not found". It counts once it has held long enough, since the service may record a settlement late.
    fn not_found(&mut self, asked: Instant, now: Instant) {
        let State::InDoubt { begun, not_found_since } = self.record.state else { return };
        match not_found_since {
            Some(since) if asked >= later(since, self.policy.not_found_holds_ms) => self.attempt(now),
            Some(since) => self.pause_at_most(later(since, self.policy.not_found_holds_ms)),
            None if self.may_be_in_flight(begun, now) => {}
            None => {
                self.store(State::InDoubt { begun, not_found_since: Some(now) });
                self.pause_at_most(later(now, self.policy.not_found_holds_ms));
            }
        }
    }

    /// Whether another flow may still be sending the attempt: it may have begun to just before its time was up.
    fn may_be_in_flight(&self, begun: Instant, now: Instant) -> bool {
        self.is_resumed && now < later(begun, self.policy.in_flight_ms.saturating_mul(2))
    }

    /// A transaction exists after all, so an earlier "not found" no longer counts.
    fn found_something(&mut self) {
        if let State::InDoubt { begun, not_found_since: Some(_) } = self.record.state {
            self.store(State::InDoubt { begun, not_found_since: None });
        }
    }

    fn pause(&mut self, from: Instant, failures: u32, reason: WaitReason) {
        self.pause = Some(Pause { from, failures, latest: None, until: None, reason });
    }

    fn pause_at_most(&mut self, latest: Instant) {
        if let Some(pause) = &mut self.pause {
            pause.latest = Some(latest).filter(|latest| *latest > pause.from);
        }
    }

    /// Returns the end of the pause, if there is one.
    fn pause_until(&mut self, random: f64) -> Option<(Instant, WaitReason)> {
        let policy = self.policy;
        let pause = self.pause.as_mut()?;
        let until = *pause.until.get_or_insert_with(|| {
            let until = later(pause.from, policy.pauses().after(pause.failures, random));
            pause.latest.map_or(until, |latest| until.min(latest))
        });
        Some((until, pause.reason))
    }

    fn is_late(&self, now: Instant) -> bool {
        now >= later(self.record.started, self.policy.deadline_ms)
    }

    /// Returns whether the record that is to be stored begins an attempt.
    fn expect_save(&self, revision: u64) -> Result<bool, Error> {
        match self.turn {
            Turn::Saving { begins } if self.record.revision == revision => Ok(begins),
            _ => Err(out_of_turn()),
        }
    }

    fn expect_answer(&self, number: u64) -> Result<Turn, Error> {
        match &self.turn {
            turn @ (Turn::Settling | Turn::LookingUp(_)) if number == self.requests => Ok(turn.clone()),
            _ => Err(out_of_turn()),
        }
    }
}

/// The state alone: the bill's requests would hide it.
impl fmt::Debug for SettlementFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SettlementFlow")
            .field("record", &self.record)
            .field("turn", &self.turn)
            .field("is_resumed", &self.is_resumed)
            .field("pause", &self.pause)
            .field("lookups", &self.lookups)
            .field("last_lookup", &self.last_lookup)
            .field("requests", &self.requests)
            .finish_non_exhaustive()
    }
}

impl EndReason {
    fn of(error: Error) -> EndReason {
        let reason = EndReason::new(error.code(), error.next_step());
        EndReason { error: Some(Box::new(error)), ..reason }
    }

    fn of_lookup(verdict: LookupVerdict) -> EndReason {
        let code = match &verdict {
            LookupVerdict::Unclear { error: Some(error), .. } => error.code(),
            _ => Code::OtherTransaction,
        };
        let next_step = verdict.next_step().unwrap_or(NextStep::AskService);
        EndReason { lookup: Some(Box::new(verdict)), ..EndReason::new(code, next_step) }
    }
}

fn out_of_turn() -> Error {
    let violation = Finding::new("", Code::OutOfTurn);
    Error::InvalidRequest { operation: Settlement::NAME, violations: violation.into() }
}
