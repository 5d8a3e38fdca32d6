//! The state machine of one bill: what to do next, by what is stored and what happened.

use crate::wire::Instant;
use crate::{
    exchange::{
        answer::{Heard, heard},
        biller::Biller,
        operations::SettlementOutcome,
    },
    finding::{Code, Finding},
    flows::{
        FlowRequest, NextPause, later,
        settlement::{
            bill::Bill,
            doubt::Doubt,
            ending::{EndReason, LastAnswer, Resolution, SettlementEnding, SettlementProof},
            evidence::Evidence,
            lookup::LookupVerdict,
            policy::SettlementPolicy,
            record::{Record, State, invalid},
            step::{SettlementStep, WaitReason},
        },
    },
    interface::{
        error::{Error, NextStep},
        http::Sent,
        models::Settlement,
        operation::{Behaviour, RequestOf},
    },
};
use std::fmt;

/// Settles one bill at most once, over lost answers and crashes. It does no I/O: it says one thing to do at a time.
///
/// Ask for a [`step`](SettlementFlow::step), do it, tell the flow what happened, and ask again. An attempt is stored
/// before it is sent. What the service has said is never forgotten: see [`Evidence`]. The settlement is sent again
/// only if nothing has moved, or if lookups have found nothing for long enough; once the service has taken the bill,
/// never.
///
/// ```
/// # use billwire::*;
/// # let profile = br#"{"settlementLookup":{"identity_code":"ref_id","purpose_of_transaction":"ref_id"}}"#;
/// # let profile = WireProfile::from_json(profile)?;
/// # let config = BillerConfig::builder().base_url("https://service.example").bearer(BearerToken::new("a"));
/// # let config = config.verification_token(VerificationToken::new("b")).hash_token(HashToken::new("c"));
/// # let config = config.profile(profile);
/// # let biller = Biller::new(config.build())?;
/// # let date: Instant = "2026-01-31T09:00:00Z".parse().unwrap();
/// # let bill = Settlement::builder().ref_id("INV-1").date(date).due_date(date).currency("KHR").total_amount(40_000);
/// # let bill = bill.customer_sync_code("C-17").settlement_to("SUB-3").build();
/// # fn now() -> Instant { Instant::from_unix_millis(0) }
/// # fn store(_: &str, _: i64) -> bool { true }
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
///         SettlementStep::Send { request } => match send(&request) {
///             Ok((status, body)) => flow.answered(request.number, status, &body, None, now())?,
///             Err(sent) => flow.no_answer(request.number, sent, None, now())?,
///         },
///         SettlementStep::Wait { .. } => { /* sleep */ }
///         SettlementStep::Finished { ending } => break Some(ending),
///         SettlementStep::TakenOver => break None,
///     }
/// };
/// assert!(matches!(ending, Some(SettlementEnding::Settled { .. })));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone)]
#[must_use = "a flow does nothing until its steps are taken"]
pub struct SettlementFlow {
    bill: Bill,
    policy: SettlementPolicy,
    record: Record,
    turn: Turn,
    /// Whether the flow knows the stored record, or has stored one itself.
    has_record: bool,
    /// Pause that begins with the next step, which draws its length.
    next_pause: Option<NextPause>,
    /// Whether this flow has looked the bill up since the last attempt.
    looked: bool,
    /// Lookups that a flow of an unclear record still makes.
    rechecks: u32,
    /// Last answer to the settlement that did not settle it.
    last_error: Option<Box<Error>>,
    /// Last verdict that left the bill in doubt.
    last_lookup: Option<Box<LookupVerdict>>,
    /// Requests that were given out.
    requests: i64,
}

/// The next thing that the flow expects.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    /// The caller asks for a step.
    Decide,
    /// The record is stored. One that begins an attempt is followed by its request.
    Saving { begins: bool },
    /// The attempt is stored, and is sent next.
    Begun,
    /// The settlement brings an answer or none.
    Settling,
    /// The lookup brings an answer or none.
    LookingUp,
    /// Another flow has taken over.
    TakenOver,
}

impl SettlementFlow {
    /// Starts to settle a bill of which no record is stored. Its type may not be known before, such as that of JSON.
    ///
    /// # Errors
    /// The errors of [`Biller::prepare`] for the settlement and its lookup, and [`Error::InvalidConfig`] for the
    /// policy.
    pub fn start(
        biller: &Biller,
        bill: &impl RequestOf<Settlement>,
        policy: SettlementPolicy,
        now: Instant,
    ) -> Result<SettlementFlow, Error> {
        Bill::of(biller, bill).and_then(|bill| SettlementFlow::new(bill, policy, now))
    }

    /// Goes on from the stored record of a bill, for example after a crash. A flow of an unclear record looks the
    /// bill up, and sends nothing else.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::start`]. [`Error::InvalidRequest`] for a record that cannot be read, is of
    /// another bill, or was written by a later version.
    pub fn resume(
        biller: &Biller,
        bill: &impl RequestOf<Settlement>,
        policy: SettlementPolicy,
        record: &str,
    ) -> Result<SettlementFlow, Error> {
        Bill::of(biller, bill).and_then(|bill| SettlementFlow::from_record(bill, policy, record))
    }

    /// Starts anew from the stored record of a refused bill, which may be corrected, with a biller whose credentials
    /// may be renewed. The revisions of the record go on.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::resume`], and [`Error::InvalidRequest`] with the code `not_refused` for a
    /// record that ended otherwise or has not ended.
    pub fn reopen(
        biller: &Biller,
        bill: &impl RequestOf<Settlement>,
        policy: SettlementPolicy,
        record: &str,
        now: Instant,
    ) -> Result<SettlementFlow, Error> {
        Bill::of(biller, bill).and_then(|bill| SettlementFlow::reopened(bill, policy, record, now))
    }

    /// Returns the warnings about the bill and about settings of the profile, to read before it is sent.
    pub fn warnings(&self) -> &[Finding] {
        &self.bill.settlement.warnings
    }

    /// Returns what is known of the settlement.
    pub fn evidence(&self) -> Evidence {
        self.record.evidence
    }

    /// Returns the next thing to do. `now` is the caller's clock, and `random` a number from 0 to 1 for the pauses.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` while a request is under way: say first what became of it.
    pub fn step(&mut self, now: Instant, random: f64) -> Result<SettlementStep, Error> {
        self.draw_pause(random);
        match self.turn {
            Turn::TakenOver => return Ok(SettlementStep::TakenOver),
            Turn::Saving { .. } => return Ok(self.save()),
            Turn::Settling | Turn::LookingUp => return Err(out_of_turn()),
            Turn::Begun => return Ok(self.send_attempt(now)),
            Turn::Decide => {}
        }
        Ok(match self.wait(now) {
            Some(wait) => wait,
            None => self.decide(now),
        })
    }

    /// Says that the record of this revision is stored durably.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow did not ask to store this revision.
    pub fn saved(&mut self, revision: i64) -> Result<(), Error> {
        let begins = self.expect_save(revision)?;
        self.has_record = true;
        self.turn = if begins { Turn::Begun } else { Turn::Decide };
        Ok(())
    }

    /// Says that the record was not stored, because another flow of this bill stored one in the meantime.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::saved`]. [`Error::InvalidRequest`] with the code `record_stored` if the flow
    /// was started without the record that is stored: load it, and resume.
    pub fn not_saved(&mut self, revision: i64) -> Result<(), Error> {
        self.expect_save(revision)?;
        self.turn = Turn::TakenOver;
        if self.has_record { Ok(()) } else { Err(invalid(Finding::new("record", Code::RecordStored))) }
    }

    /// Says that the store did not answer, so that the record may be stored. A later
    /// [`not_saved`](SettlementFlow::not_saved) then asks for the stored record, because it may be this one.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::saved`].
    pub fn maybe_saved(&mut self, revision: i64) -> Result<(), Error> {
        self.expect_save(revision)?;
        self.has_record = false;
        Ok(())
    }

    /// Says which record is stored, after a store that did not answer: none, or one that this flow or another one
    /// stored. The flow goes on from it.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow did not ask to store anything, and the
    /// errors of [`SettlementFlow::resume`].
    pub fn stored(&mut self, record: Option<&str>) -> Result<(), Error> {
        let Turn::Saving { .. } = self.turn else { return Err(out_of_turn()) };
        let Some(record) = record else { return Ok(()) };
        let mut record = Record::read(record, &self.bill)?;
        // The stored record is the one before, so the flow stores its own, which holds what the service has said since.
        if record.revision < self.record.revision {
            return Ok(());
        }
        record.evidence = record.evidence.max(self.record.evidence);
        let requests = self.requests;
        *self = SettlementFlow { requests, ..SettlementFlow::with(self.bill.clone(), self.policy, record, true)? };
        Ok(())
    }

    /// Says which answer a request brought. `retry_after_ms` is the time that the service asked to wait, if it did.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow does not wait for the request of this number.
    /// A late answer to an earlier request is refused in this way, and changes nothing.
    pub fn answered(
        &mut self,
        number: i64,
        status: u16,
        body: &[u8],
        retry_after_ms: Option<u64>,
        now: Instant,
    ) -> Result<(), Error> {
        if self.expect_answer(number)? == Turn::LookingUp {
            let not_before = self.record.not_before;
            let verdict = self.bill.lookup.as_ref().ok_or(Error::Internal)?.decide_since(not_before, status, body);
            self.looked_up(verdict, retry_after_ms, now);
            return Ok(());
        }
        match self.bill.settlement.decode(status, body) {
            Ok(SettlementOutcome::Settled { response }) => {
                self.knows(Evidence::Accepted);
                self.end(SettlementEnding::Settled {
                    proof: SettlementProof::Answer { response: Some(Box::new(response)) },
                });
            }
            Ok(SettlementOutcome::Accepted { next_step, .. }) => {
                self.knows(Evidence::Accepted);
                self.in_doubt(LastAnswer::of_outcome(Code::NotSettledYet, next_step, status), retry_after_ms, now);
            }
            Ok(SettlementOutcome::Failed { next_step, .. }) => {
                self.in_doubt(LastAnswer::of_outcome(Code::DeclaredFailed, next_step, status), retry_after_ms, now);
            }
            Err(error) => {
                let Heard { accepted, needs_person } =
                    heard(Settlement::DECLARATION, &self.bill.settlement.context, status, body);
                if accepted {
                    self.knows(Evidence::Accepted);
                }
                self.attempted(error, needs_person, retry_after_ms, now);
            }
        }
        Ok(())
    }

    /// Says that a request brought no answer, and whether it may have reached the service. `retry_after_ms` is a time
    /// to wait, if the caller knows one.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::answered`].
    pub fn no_answer(
        &mut self,
        number: i64,
        sent: Sent,
        retry_after_ms: Option<u64>,
        now: Instant,
    ) -> Result<(), Error> {
        if self.expect_answer(number)? == Turn::LookingUp {
            let error = self.bill.lookup.as_ref().ok_or(Error::Internal)?.call.no_answer(sent);
            let next_step = error.next_step();
            let verdict = LookupVerdict::Unclear { next_step, transaction: None, error: Some(Box::new(error)) };
            self.looked_up(verdict, retry_after_ms, now);
        } else {
            let error = self.bill.settlement.no_answer(sent);
            self.attempted(error, false, retry_after_ms, now);
        }
        Ok(())
    }

    /// Says what a person found out from the service about an unclear bill. The record keeps it as the proof.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `not_refused` if the record is not unclear, and `out_of_turn` while a
    /// request is under way.
    pub fn resolved(&mut self, resolution: Resolution) -> Result<(), Error> {
        if self.turn != Turn::Decide {
            return Err(out_of_turn());
        }
        let State::Ended(SettlementEnding::Unclear { reason }) = &self.record.state else {
            return Err(invalid(Finding::new("record.state", Code::NotRefused)));
        };
        let refused =
            EndReason { answer: reason.answer.clone(), ..EndReason::new(Code::PersonsWord, NextStep::FixRequest) };
        self.end(match resolution {
            Resolution::Settled => SettlementEnding::Settled { proof: SettlementProof::Person },
            Resolution::NothingMoved => SettlementEnding::Refused { reason: refused },
        });
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

    fn reopened(bill: Bill, policy: SettlementPolicy, record: &str, now: Instant) -> Result<SettlementFlow, Error> {
        let record = Record::read_any(record)?.reopened(&bill, now)?;
        SettlementFlow::with(bill, policy, record, true)
    }

    fn with(
        bill: Bill,
        policy: SettlementPolicy,
        mut record: Record,
        has_record: bool,
    ) -> Result<SettlementFlow, Error> {
        policy.check(bill.lookup.is_some())?;
        if policy.look_first {
            record.distrust();
        }
        if let State::InDoubt(_) = record.state {
            record.evidence = record.evidence.max(Evidence::Tried);
        }
        let rechecks = if bill.lookup.is_some() { policy.attempts } else { 0 };
        Ok(SettlementFlow {
            bill,
            policy,
            record,
            turn: Turn::Decide,
            has_record,
            next_pause: None,
            looked: false,
            rechecks,
            last_error: None,
            last_lookup: None,
            requests: 0,
        })
    }

    /// Decides on the next request, or on the end.
    fn decide(&mut self, now: Instant) -> SettlementStep {
        match &self.record.state {
            State::Ended(SettlementEnding::Unclear { .. }) if self.rechecks > 0 => self.look_up(),
            State::Ended(ending) => SettlementStep::Finished { ending: ending.clone() },
            // Before the settlement is sent again, one lookup shows whether the answer was wrong that nothing has
            // moved.
            State::Open if self.record.attempts > 0 && !self.looked && self.bill.lookup.is_some() => self.look_up(),
            State::Open => {
                self.attempt(now);
                self.save()
            }
            State::InDoubt(doubt) => {
                let doubt = *doubt;
                self.look_up_doubt(doubt, now)
            }
        }
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
        (self.next_pause, self.record.pause, self.rechecks) = (None, None, 0);
        self.store(State::Ended(ending));
    }

    fn knows(&mut self, evidence: Evidence) {
        self.record.evidence = self.record.evidence.max(evidence);
    }

    /// Returns the reason of an end, with the last answer and the last verdict.
    fn reason(&mut self, code: Code, next_step: NextStep) -> EndReason {
        let (answer, error) = (self.record.answer.clone(), self.last_error.take());
        EndReason { answer, error, lookup: self.last_lookup.take(), ..EndReason::new(code, next_step) }
    }

    /// Ends with the reason of the last answer, or with another code if there was none.
    fn unclear(&mut self, code: Code) {
        let code = self.record.answer.as_ref().map_or(code, |answer| answer.code);
        let reason = self.reason(code, NextStep::AskService);
        self.end(SettlementEnding::Unclear { reason });
    }

    /// Ends without another attempt. Nothing has moved. What the last answer asks for outweighs sending again.
    fn refuse(&mut self, code: Code) {
        let next_step = match self.record.answer.as_ref().map(|answer| answer.next_step) {
            Some(step @ (NextStep::FixRequest | NextStep::FixCredentials | NextStep::AskService)) => step,
            _ => NextStep::SendAgain,
        };
        let reason = self.reason(code, next_step);
        self.end(SettlementEnding::Refused { reason });
    }

    /// Begins the next attempt, if the policy allows one. Nothing has moved so far.
    fn attempt(&mut self, now: Instant) {
        if self.record.attempts >= self.policy.attempts {
            self.refuse(Code::AttemptsUsedUp);
        } else if self.is_late(now) {
            self.refuse(Code::DeadlinePassed);
        } else {
            self.record.attempts = self.record.attempts.saturating_add(1);
            self.begin(now);
        }
    }

    fn begin(&mut self, now: Instant) {
        (self.looked, self.next_pause, self.record.pause) = (false, None, None);
        self.store(State::InDoubt(Doubt::new(now, true)));
        self.turn = Turn::Saving { begins: true };
    }

    /// Sends the attempt that was stored. One that was stored long ago is stored anew, because another flow may have
    /// resumed from its record and taken it for lost.
    fn send_attempt(&mut self, now: Instant) -> SettlementStep {
        match self.record.state {
            State::InDoubt(Doubt { begun, .. }) if now >= begun && now < self.send_before(begun) => {
                self.turn = Turn::Settling;
                self.requests = self.requests.saturating_add(1);
                SettlementStep::Send {
                    request: FlowRequest::of(self.requests, &self.bill.settlement, Some(self.send_before(begun))),
                }
            }
            _ => {
                if self.is_late(now) {
                    self.refuse(Code::DeadlinePassed)
                } else {
                    self.begin(now)
                }
                self.save()
            }
        }
    }

    /// Time before which a request has to be sent.
    fn send_before(&self, begun: Instant) -> Instant {
        later(begun, self.policy.in_flight_ms)
    }

    /// Takes an answer that does not settle the bill, or the lack of one.
    fn attempted(&mut self, error: Error, needs_person: bool, retry_after_ms: Option<u64>, now: Instant) {
        let answer = LastAnswer::of(&error, needs_person);
        self.last_error = Some(Box::new(error));
        let is_sure = self.record.evidence == Evidence::None;
        match answer.next_step {
            NextStep::SendAgain if is_sure => {
                self.record.answer = Some(answer);
                self.store(State::Open);
                self.pause(now, self.record.attempts.saturating_sub(1), retry_after_ms);
            }
            NextStep::FixRequest | NextStep::FixCredentials if is_sure => {
                let (code, next_step) = (answer.code, answer.next_step);
                self.record.answer = Some(answer);
                let reason = self.reason(code, next_step);
                self.end(SettlementEnding::Refused { reason });
            }
            _ => self.in_doubt(answer, retry_after_ms, now),
        }
    }

    /// Takes an answer after which the bill is looked up. Without a lookup, a person has to ask the service.
    fn in_doubt(&mut self, answer: LastAnswer, retry_after_ms: Option<u64>, now: Instant) {
        self.knows(Evidence::Tried);
        self.record.answer = Some(answer);
        match (self.record.state.clone(), self.bill.lookup.is_some()) {
            (State::InDoubt(doubt), true) => {
                self.store(State::InDoubt(Doubt { in_flight: false, ..doubt }));
                self.pause(now, 0, retry_after_ms);
            }
            _ => self.unclear(Code::SettlementLookup),
        }
    }

    /// Looks up the attempt in doubt, or gives up on it.
    fn look_up_doubt(&mut self, doubt: Doubt, now: Instant) -> SettlementStep {
        // A "not found" that only has to hold a little longer is waited for, so that the bill need not stay unclear.
        let is_nearly_known = doubt.not_found > 0 && self.record.evidence.yields_to_not_found();
        if self.bill.lookup.is_none() {
            self.unclear(Code::SettlementLookup);
            self.save()
        } else if self.looked && self.is_late(now) && !is_nearly_known {
            let reason = self.reason(Code::DeadlinePassed, NextStep::AskService);
            self.end(SettlementEnding::Unclear { reason });
            self.save()
        } else {
            self.look_up()
        }
    }

    fn look_up(&mut self) -> SettlementStep {
        let Some(lookup) = &self.bill.lookup else {
            self.unclear(Code::SettlementLookup);
            return self.save();
        };
        self.turn = Turn::LookingUp;
        self.requests = self.requests.saturating_add(1);
        SettlementStep::Send { request: FlowRequest::of(self.requests, &lookup.call, None) }
    }

    fn looked_up(&mut self, verdict: LookupVerdict, retry_after_ms: Option<u64>, now: Instant) {
        (self.turn, self.looked) = (Turn::Decide, true);
        if let LookupVerdict::Settled { transaction } = verdict {
            self.knows(Evidence::Seen);
            let claim_key = Some(transaction.tran_id.clone());
            let proof = SettlementProof::Verification { claim_key, transaction: Some(transaction) };
            return self.end(SettlementEnding::Settled { proof });
        }
        let news = self.news(&verdict);
        self.last_lookup = Some(Box::new(verdict));
        match self.record.state.clone() {
            State::Open => self.looked_up_before_sending(news, now),
            State::InDoubt(doubt) => self.looked_up_in_doubt(doubt, news, retry_after_ms, now),
            State::Ended(ending) => self.looked_up_again(ending, news, retry_after_ms, now),
        }
    }

    /// Takes what a lookup says of the bill's transaction, which is never forgotten.
    fn news(&mut self, verdict: &LookupVerdict) -> News {
        match verdict {
            LookupVerdict::NotFound => News::NotFound,
            LookupVerdict::Failed { transaction } => self.failed(&transaction.tran_id),
            LookupVerdict::Pending { transaction } | LookupVerdict::Unclear { transaction: Some(transaction), .. } => {
                self.knows(Evidence::Seen);
                self.record.seen = Some(transaction.tran_id.clone());
                News::Seen
            }
            LookupVerdict::Unclear { next_step: NextStep::VerifyAgain, .. } => News::Nothing,
            LookupVerdict::Different { .. } => News::Other,
            LookupVerdict::Settled { .. } | LookupVerdict::Unclear { .. } => News::Unusable,
        }
    }

    /// Takes a transaction that the service declares failed. It counts only if it can be that of the last attempt.
    fn failed(&mut self, tran_id: &str) -> News {
        if self.record.failed.iter().any(|failed| failed == tran_id) {
            return News::Nothing;
        }
        let is_other = self.record.seen.as_deref().is_some_and(|seen| seen != tran_id);
        if is_other || self.record.attempts > 1 || self.record.has_earlier {
            return News::Unusable;
        }
        self.record.failed.push(tran_id.to_owned());
        News::Failed
    }

    /// Nothing has moved by what the service said, so only a transaction under the bill's reference keeps the flow from
    /// sending. One that differs may still be this bill's, booked otherwise.
    fn looked_up_before_sending(&mut self, news: News, now: Instant) {
        let mut doubt = Doubt::new(now, false);
        match news {
            News::Seen => {}
            News::Other => {
                self.knows(Evidence::Tried);
                doubt.found_something_else(false);
            }
            _ => return self.attempt(now),
        }
        self.store(State::InDoubt(doubt));
        self.pause(now, 0, None);
    }

    fn looked_up_in_doubt(&mut self, mut doubt: Doubt, news: News, retry_after_ms: Option<u64>, now: Instant) {
        match news {
            News::NotFound if self.may_be_in_flight(&doubt, now) => {}
            News::NotFound if self.record.evidence.yields_to_not_found() => doubt.found_nothing(),
            News::NotFound | News::Seen | News::Nothing => doubt.found_something_else(true),
            News::Other | News::Unusable => doubt.found_something_else(false),
            News::Failed => return self.refuse(Code::DeclaredFailed),
        }
        if doubt.is_unusable() {
            return self.other_transaction();
        }
        let holds_ms = self.not_found_holds_ms();
        if doubt.not_found_holds(holds_ms) {
            return self.nothing_moved(now);
        }
        let failures = doubt.lookups;
        doubt.lookups = doubt.lookups.saturating_add(1);
        self.store(State::InDoubt(doubt));
        self.pause(now, failures, retry_after_ms);
        // Lookups need not find nothing for longer than they must.
        if let (Some(pause), 1..) = (&mut self.next_pause, doubt.not_found) {
            let missing = holds_ms.saturating_sub(doubt.waited_ms);
            pause.at_most = if missing > 0 { missing } else { u64::MAX };
        }
    }

    /// Takes a lookup of an unclear bill. Only the transaction itself changes what is known.
    fn looked_up_again(&mut self, ending: SettlementEnding, news: News, retry_after_ms: Option<u64>, now: Instant) {
        self.rechecks = self.rechecks.saturating_sub(1);
        match news {
            News::Failed => return self.refuse(Code::DeclaredFailed),
            News::Seen => self.store(State::Ended(ending)),
            News::NotFound | News::Nothing | News::Other | News::Unusable => {}
        }
        if self.rechecks > 0 {
            self.pause(now, self.policy.attempts.saturating_sub(self.rechecks), retry_after_ms);
        }
    }

    /// Ends with the last verdict, which no waiting mends.
    fn other_transaction(&mut self) {
        let (code, next_step) = match self.last_lookup.as_deref() {
            Some(LookupVerdict::Unclear { error: Some(error), next_step, .. }) => (error.code(), *next_step),
            _ => (Code::OtherTransaction, NextStep::AskService),
        };
        let reason = self.reason(code, next_step);
        self.end(SettlementEnding::Unclear { reason });
    }

    /// Goes on after lookups have found nothing for long enough: as the last answer allows.
    fn nothing_moved(&mut self, now: Instant) {
        match self.record.answer.clone() {
            Some(answer) if answer.is_refusal() => self.refuse(answer.code),
            Some(answer) if answer.code == Code::DeclaredFailed => {
                self.record.has_earlier = true;
                self.refuse(Code::DeclaredFailed);
            }
            Some(answer) if answer.needs_person => self.unclear(answer.code),
            _ => self.attempt(now),
        }
    }

    /// Time for which "not found" has to hold: twice as long with each further attempt, since the service was slow to
    /// record the ones before, and no longer than the deadline, so that every bill comes to an end.
    fn not_found_holds_ms(&self) -> u64 {
        let SettlementPolicy { not_found_holds_ms, deadline_ms, .. } = self.policy;
        let doublings = self.record.attempts.saturating_sub(1).min(32);
        not_found_holds_ms.saturating_mul(1 << doublings).min(deadline_ms.max(not_found_holds_ms))
    }

    /// Whether another flow may still be sending the attempt: it may have begun to just before its time was up.
    fn may_be_in_flight(&self, doubt: &Doubt, now: Instant) -> bool {
        doubt.in_flight && now < later(doubt.begun, self.policy.in_flight_ms.saturating_mul(2))
    }

    fn pause(&mut self, from: Instant, failures: u32, retry_after_ms: Option<u64>) {
        let at_least = retry_after_ms.unwrap_or(0).min(self.policy.deadline_ms);
        self.next_pause = Some(NextPause { from, failures, at_least, at_most: u64::MAX });
    }

    fn draw_pause(&mut self, random: f64) {
        if let Some(next) = self.next_pause.take() {
            self.record.pause = Some(next.drawn(self.policy.pauses(), random));
        }
    }

    /// Returns the wait that the pause asks for, until it has passed.
    fn wait(&mut self, now: Instant) -> Option<SettlementStep> {
        let reason = if self.record.state == State::Open { WaitReason::SendAgain } else { WaitReason::LookUp };
        let pause = self.record.pause.as_mut()?;
        if let Some(until) = pause.ends_after(now) {
            return Some(SettlementStep::Wait { until, reason });
        }
        let millis = pause.millis;
        if let State::InDoubt(doubt) = &mut self.record.state {
            doubt.waited(millis);
        }
        self.record.pause = None;
        None
    }

    fn is_late(&self, now: Instant) -> bool {
        now >= later(self.record.started, self.policy.deadline_ms)
    }

    /// Returns whether the record that is to be stored begins an attempt.
    fn expect_save(&self, revision: i64) -> Result<bool, Error> {
        match self.turn {
            Turn::Saving { begins } if self.record.revision == revision => Ok(begins),
            _ => Err(out_of_turn()),
        }
    }

    fn expect_answer(&self, number: i64) -> Result<Turn, Error> {
        match self.turn {
            turn @ (Turn::Settling | Turn::LookingUp) if number == self.requests => Ok(turn),
            _ => Err(out_of_turn()),
        }
    }
}

/// Meaning of a lookup for the bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum News {
    NotFound,
    /// The bill's transaction is there, and not declared failed.
    Seen,
    /// The service declares the transaction of the last attempt failed.
    Failed,
    /// Nothing that concerns the last attempt. Waiting may help.
    Nothing,
    /// A transaction under the bill's reference that differs from the bill.
    Other,
    /// Something that no waiting mends.
    Unusable,
}

/// The state alone: the bill's requests would hide it.
impl fmt::Debug for SettlementFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SettlementFlow")
            .field("record", &self.record)
            .field("turn", &self.turn)
            .field("has_record", &self.has_record)
            .field("next_pause", &self.next_pause)
            .field("looked", &self.looked)
            .field("rechecks", &self.rechecks)
            .field("last_lookup", &self.last_lookup)
            .field("requests", &self.requests)
            .finish_non_exhaustive()
    }
}

fn out_of_turn() -> Error {
    invalid(Finding::new("", Code::OutOfTurn))
}
