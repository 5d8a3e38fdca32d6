//! The flow of one bill: a thin hand over what is known, what an event adds to it, and what is next.

use crate::exchange::{biller::Biller, operations::SettlementOutcome};
use crate::finding::{Code, Finding};
use crate::flows::settlement::{
    bill::{Bill, control_lookup},
    decide::{Control, Decision, Memory, after, decide, still_to_hold},
    ending::{EndReason, LastAnswer, Resolution, SettlementEnding, SettlementProof},
    evidence::Evidence,
    hear::{Hearing, hear},
    knowledge::{Attempt, AttemptId, Heard, Knowledge, Millis, Says},
    learn::Event,
    lookup::{Lookup, LookupVerdict},
    meaning::{Outcome, Proof},
    policy::SettlementPolicy,
    record::{Record, invalid},
    sight::Sight,
    step::{SettlementState, SettlementStep},
};
use crate::flows::{FlowRequest, NextPause, Pause};
use crate::interface::{
    error::Error,
    http::Sent,
    models::{Settlement, SettlementResponse},
    operation::RequestOf,
};
use crate::wire::Instant;
use std::collections::BTreeMap;
use std::fmt;

/// Settles one bill at most once, over lost answers, crashes and other flows of the same bill. It does no I/O: it
/// says one thing to do at a time.
///
/// Ask for a [`step`](SettlementFlow::step), do it, tell the flow what happened, and ask again. The record is
/// everything that anybody has heard of the bill. A flow that is too late to store loads what is stored, and adds
/// what it has heard.
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
/// # fn load() -> Option<String> { None }
/// # fn store(_: &str, _: i64) -> bool { true }
/// # fn last_settled_bill() -> Option<Settlement> { None }
/// # fn send(_: &FlowRequest) -> Result<(u16, Vec<u8>), Sent> {
/// #     Ok((200, br#"{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}"#.to_vec()))
/// # }
/// let mut flow = SettlementFlow::new(&biller, &bill, SettlementPolicy::default())?;
/// let ending = loop {
///     match flow.step(now(), 0.5)? {
///         SettlementStep::Load => flow.loaded(load().as_deref(), now())?,
///         SettlementStep::Save { record, revision, previous, .. } => match store(&record, previous) {
///             true => flow.saved(revision)?,
///             false => flow.not_saved(revision)?,
///         },
///         SettlementStep::Send { request } => match send(&request) {
///             Ok((status, body)) => flow.answered(request.number, status, &body, None, now())?,
///             Err(sent) => flow.no_answer(request.number, sent, None, now())?,
///         },
///         SettlementStep::Control => flow.control(last_settled_bill().as_ref())?,
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
    biller: Biller,
    bill: Bill,
    policy: SettlementPolicy,
    intent: Intent,
    known: Knowledge,
    /// What becomes knowledge once it is stored: an opening, the next attempt, or an end.
    plans: Vec<Event>,
    /// Revision of the stored record, as far as this flow knows.
    revision: i64,
    me: Memory,
    turn: Turn,
    /// Pause that begins with the next step, which draws its length.
    next_pause: Option<NextPause>,
    /// The pause that the stored record has.
    stored_pause: Option<Pause>,
    /// Length of the pause that has just ended.
    waited: Millis,
    /// Lookups since the last attempt.
    lookups: u32,
    control: Option<Box<Lookup>>,
    /// Saves in a row that were not stored although the stored record is the one that this flow knows.
    vain_saves: u32,
    /// Tells the attempts of this flow from those of others.
    mark: Option<u32>,
    /// Settlements that were given out, by the number of their request.
    given_out: BTreeMap<i64, AttemptId>,
    /// Requests that were given out.
    requests: i64,
    details: Details,
}

/// Wishes of the caller that wait for the stored record.
#[derive(Clone, Debug, Default, PartialEq)]
struct Intent {
    reopen: bool,
    restored: bool,
    words: Vec<(Says, Option<String>)>,
}

/// The next thing that the flow expects.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Turn {
    /// The caller asks for a step.
    Decide,
    /// The stored record is loaded.
    Loading,
    /// The record is stored.
    Saving,
    /// The control bill is named.
    NamingControl,
    /// The settlement brings an answer or none.
    Settling,
    /// The lookup brings an answer or none.
    LookingUp,
    /// The lookup of the control bill does.
    Controlling,
}

/// What this flow has seen itself, for the end that it reports.
#[derive(Clone, Debug, Default, PartialEq)]
struct Details {
    response: Option<Box<SettlementResponse>>,
    error: Option<Box<Error>>,
    lookup: Option<Box<LookupVerdict>>,
}

/// The caller's side.
impl SettlementFlow {
    /// Makes a flow of a bill. It loads the stored record first, and starts or goes on. The bill's type may not be
    /// known before, such as that of JSON.
    ///
    /// # Errors
    /// The errors of [`Biller::prepare`] for the settlement and its lookup, and [`Error::InvalidConfig`] for the
    /// policy.
    pub fn new(
        biller: &Biller,
        bill: &impl RequestOf<Settlement>,
        policy: SettlementPolicy,
    ) -> Result<SettlementFlow, Error> {
        policy.check()?;
        let bill = Bill::of(biller, bill)?;
        let can_look_up = bill.lookup.is_some();
        let me = Memory {
            bill: bill.digest.clone(),
            can_look_up,
            control: if policy.trust_not_found { Control::Trusted } else { Control::Unasked },
            has_to_load: true,
            rechecks: if can_look_up { policy.attempts } else { 0 },
            ..Memory::default()
        };
        Ok(SettlementFlow {
            biller: biller.clone(),
            bill,
            policy,
            intent: Intent::default(),
            known: Knowledge::default(),
            plans: Vec::new(),
            revision: 0,
            me,
            turn: Turn::Decide,
            next_pause: None,
            stored_pause: None,
            waited: 0,
            lookups: 0,
            control: None,
            vain_saves: 0,
            mark: None,
            given_out: BTreeMap::new(),
            requests: 0,
            details: Details::default(),
        })
    }

    /// Opens the bill again if its record is refused. The bill may be corrected. A record that was reopened with
    /// this bill is gone on with. Say it before the first step.
    ///
    /// [`SettlementFlow::loaded`] reports [`Error::InvalidRequest`] with the code `not_refused` for a record that
    /// ended otherwise or has not ended.
    pub fn reopen(mut self) -> SettlementFlow {
        self.intent.reopen = true;
        self
    }

    /// Says that the stored record may be older than the last one, as after a restored backup, or that the last one
    /// is lost. The flow takes one attempt more for under way, of which nothing is known. Say it before the first
    /// step.
    pub fn restored(mut self) -> SettlementFlow {
        self.intent.restored = true;
        self
    }

    /// Asks once about a bill that has ended, however it ended: `lookup` of the ending is the answer. What it shows
    /// is kept. Say it before the first step.
    pub fn look_again(mut self) -> SettlementFlow {
        (self.me.rechecks, self.me.rechecks_every_end) = (u32::from(self.me.can_look_up), true);
        self
    }

    /// Returns the warnings about the bill and about settings of the profile, to read before it is sent.
    pub fn warnings(&self) -> &[Finding] {
        &self.bill.settlement.warnings
    }

    /// Returns what is known of the settlement.
    pub fn evidence(&self) -> Evidence {
        self.known.evidence()
    }

    /// Returns the next thing to do. `now` is the caller's clock, and `random` a number from 0 to 1 for the pauses,
    /// which also tells this flow's attempts from those of others.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` while a request is under way: say first what became of
    /// it.
    pub fn step(&mut self, now: Instant, random: f64) -> Result<SettlementStep, Error> {
        if let Some(next) = self.next_pause.take() {
            self.me.pause = Some(next.drawn(self.policy.pauses(), random));
        }
        self.mark.get_or_insert((random.clamp(0.0, 1.0) * f64::from(u32::MAX)) as u32);
        match self.turn {
            Turn::Loading => Ok(SettlementStep::Load),
            Turn::Saving => Ok(self.save(now)),
            Turn::NamingControl => Ok(SettlementStep::Control),
            Turn::Settling | Turn::LookingUp | Turn::Controlling => Err(out_of_turn()),
            Turn::Decide => self.decide(now),
        }
    }

    /// Says which record is stored; none if no record of the bill is.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`]: with the code `out_of_turn` if the flow did not ask for it, and for a record that
    /// cannot be read, is of another bill or another service, or was written by a later version. The codes of
    /// [`SettlementFlow::reopen`] and of [`SettlementFlow::resolved`].
    pub fn loaded(&mut self, record: Option<&str>, now: Instant) -> Result<(), Error> {
        if self.turn != Turn::Loading {
            return Err(out_of_turn());
        }
        let record = record.map(|text| Record::read(text, &self.bill)).transpose()?;
        let is_first = self.known.openings.is_empty();
        if is_first && let Some(record) = &record {
            self.check_bill(&record.knowledge)?;
        }
        self.take(record, is_first)?;
        (self.turn, self.me.has_to_load) = (Turn::Decide, false);
        self.apply_intent(now.unix_millis())
    }

    /// Says that the record of this revision is stored durably.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow did not ask to store this revision.
    pub fn saved(&mut self, revision: i64) -> Result<(), Error> {
        self.expect_save(revision)?;
        self.stored_own();
        self.turn = Turn::Decide;
        Ok(())
    }

    /// Says that the record was not stored, because another one is, or that the store did not answer. The flow then
    /// asks for what is stored.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::saved`].
    pub fn not_saved(&mut self, revision: i64) -> Result<(), Error> {
        self.expect_save(revision)?;
        (self.turn, self.me.has_to_load) = (Turn::Decide, true);
        Ok(())
    }

    /// Names a bill that the merchant's books know as settled, or none. Its lookup shows whether lookups work.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` if the flow did not ask for it, for a bill that is not
    /// valid, and with the code `same_bill` for the bill of this flow. The errors of
    /// [`Biller::prepare_settlement_lookup`].
    pub fn control(&mut self, bill: Option<&impl RequestOf<Settlement>>) -> Result<(), Error> {
        if self.turn != Turn::NamingControl {
            return Err(out_of_turn());
        }
        self.control = match bill {
            Some(bill) => Some(Box::new(control_lookup(&self.biller, bill, &self.bill.ref_id)?)),
            None => None,
        };
        self.me.control = if self.control.is_some() { Control::Given } else { Control::Missing };
        self.turn = Turn::Decide;
        Ok(())
    }

    /// Takes renewed credentials. Returns the request under way with them, if there is one.
    ///
    /// # Errors
    /// [`Error::MissingCredential`], and [`Error::InvalidRequest`] with the code `other_service` for a biller of
    /// another service.
    pub fn renew(&mut self, biller: &Biller) -> Result<Option<FlowRequest>, Error> {
        self.bill.renew(biller)?;
        self.biller = biller.clone();
        if let Some(control) = &mut self.control {
            control.call.renew(biller)?;
        }
        Ok(match self.turn {
            Turn::Settling | Turn::LookingUp | Turn::Controlling => self.request(),
            _ => None,
        })
    }

    /// Says which answer a request brought. `retry_after_ms` is the time that the service asked to wait, if it did.
    /// The answer to a settlement counts at any time, also after the flow has ended: ask for the next step, which
    /// stores it.
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `out_of_turn` for a number that the flow has not given out, and for
    /// a lookup that it does not wait for.
    pub fn answered(
        &mut self,
        number: i64,
        status: u16,
        body: &[u8],
        retry_after_ms: Option<u64>,
        now: Instant,
    ) -> Result<(), Error> {
        if let Some(id) = self.given_out.get(&number).cloned() {
            let Hearing { heard, outcome } = hear(&self.bill.settlement, status, body);
            match outcome {
                Ok(SettlementOutcome::Settled { response }) => self.details.response = Some(Box::new(response)),
                Ok(_) => {}
                Err(error) => self.details.error = Some(Box::new(error)),
            }
            self.heard(number, id, heard, retry_after_ms, now);
            return Ok(());
        }
        let turn = self.expect_lookup(number)?;
        let lookup = if turn == Turn::Controlling { self.control.as_deref() } else { self.bill.lookup.as_ref() };
        let lookup = lookup.ok_or(Error::Internal)?;
        let first_attempt = self.known.first_attempt().filter(|_| turn == Turn::LookingUp);
        let verdict = lookup.decide_since(first_attempt.map(Instant::from_unix_millis), status, body);
        self.looked_up(turn, verdict, retry_after_ms, now)
    }

    /// Says that a request brought no answer, and whether it may have reached the service. `retry_after_ms` is a
    /// time to wait, if the caller knows one.
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
        if let Some(id) = self.given_out.get(&number).cloned() {
            let error = self.bill.settlement.no_answer(sent);
            let answer = Some(LastAnswer::of(&error, false));
            self.details.error = Some(Box::new(error));
            let heard = Heard { ended: true, never_sent: sent == Sent::No, answer, ..Heard::default() };
            self.heard(number, id, heard, retry_after_ms, now);
            return Ok(());
        }
        let turn = self.expect_lookup(number)?;
        let error = self.bill.lookup.as_ref().ok_or(Error::Internal)?.call.no_answer(sent);
        let next_step = error.next_step();
        let verdict = LookupVerdict::Unclear { next_step, transaction: None, error: Some(Box::new(error)) };
        self.looked_up(turn, verdict, retry_after_ms, now)
    }

    /// Says what a person found out from the service about an unclear bill, or that a person's earlier word was
    /// wrong. It counts for what is known when it is given: a transaction that a lookup shows later, or that
    /// differs from the bill, outweighs "nothing moved".
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] with the code `not_refused` if the bill is not unclear, from
    /// [`SettlementFlow::loaded`] if it is said before the record is loaded; `out_of_turn` while a request is under
    /// way.
    pub fn resolved(&mut self, resolution: Resolution) -> Result<(), Error> {
        let says = match resolution {
            Resolution::Settled => Says::Settled,
            Resolution::NothingMoved => Says::NothingMoved,
        };
        self.word(says, None)
    }

    /// Says that a transaction is not this bill's, by its `tran_id`. The bill is then unclear. Use it if the claim
    /// key of a settled bill pays another one, and for a transaction under the reference that differs.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::resolved`], and the code `unknown_value` for a transaction that no lookup
    /// has shown.
    pub fn not_this_bill(&mut self, tran_id: &str) -> Result<(), Error> {
        self.word(Says::NotThisBill, Some(tran_id.to_owned()))
    }
}

/// The stored record.
impl SettlementFlow {
    /// A bill that is not reopened is the one of the record.
    fn check_bill(&self, stored: &Knowledge) -> Result<(), Error> {
        let is_same = stored.opening().1.bill == self.bill.digest;
        let is_refused = matches!(stored.outcome(), Some(Outcome::Closed(closed)) if !closed.is_unclear);
        match (self.intent.reopen, is_same) {
            (false, true) => Ok(()),
            (false, false) => Err(invalid(Finding::new("record.bill", Code::OtherBill))),
            (true, is_same) if is_refused || (is_same && stored.openings.len() > 1 && stored.outcome().is_none()) => {
                Ok(())
            }
            (true, _) => Err(invalid(Finding::new("record.state", Code::NotRefused))),
        }
    }

    /// Takes the stored record into the knowledge. A plan that was not stored is dropped, since it was made without
    /// it.
    fn take(&mut self, record: Option<Record>, is_first: bool) -> Result<(), Error> {
        let stored = record.as_ref().map_or(0, |record| record.revision);
        self.vain_saves = if stored == self.revision { self.vain_saves.saturating_add(1) } else { 0 };
        if self.vain_saves > MOST_VAIN_SAVES {
            return Err(invalid(Finding::new("record.revision", Code::OutOfRange).explained(REFUSING_STORE)));
        }
        let Some(record) = record else {
            // All records are lost, or none was stored: what this flow knows is stored as the first.
            (self.revision, self.me.stored) = (0, None);
            return Ok(());
        };
        let own = self.record();
        if !is_first && record.revision == own.revision && record.knowledge == own.knowledge {
            self.stored_own();
            return Ok(());
        }
        if self.me.stored.is_some() && record.revision == self.revision {
            return Ok(());
        }
        self.me.came_second = self.me.stored.is_some();
        self.plans.clear();
        self.known = match is_first {
            true => record.knowledge.clone(),
            false => std::mem::take(&mut self.known).merge(&record.knowledge),
        };
        if is_first {
            (self.me.pause, self.stored_pause) = (record.pause, record.pause);
        }
        (self.revision, self.me.stored) = (record.revision, Some(record.knowledge));
        Ok(())
    }

    fn apply_intent(&mut self, now: Millis) -> Result<(), Error> {
        if self.known.openings.is_empty() {
            self.known.ref_id.clone_from(&self.bill.ref_id);
            self.known.service.clone_from(&self.bill.service);
            self.plan_opening(now);
        } else if self.intent.reopen
            && matches!(self.known.outcome(), Some(Outcome::Closed(closed)) if !closed.is_unclear)
        {
            self.plan_opening(now);
        }
        if self.bill.lookup.is_some() {
            self.learn(&Event::LooksBy { settings: self.bill.lookup_settings.clone() });
        }
        if std::mem::take(&mut self.intent.restored) {
            self.learn(&Event::Restored { at: now, until: after(now, self.policy.in_flight_ms.saturating_mul(2)) });
            self.me.rechecks_every_end = true;
        }
        for (says, transaction) in std::mem::take(&mut self.intent.words) {
            self.speak(says, transaction)?;
        }
        Ok(())
    }

    fn plan_opening(&mut self, at: Millis) {
        let (bill, facts) = (self.bill.digest.clone(), self.bill.facts.clone());
        self.plans.push(Event::Opened { bill, facts, at });
        (self.me.pause, self.me.rechecks) = (None, 0);
    }

    /// Returns what is known once the plans are stored.
    fn planned(&self) -> Knowledge {
        self.plans.iter().fold(self.known.clone(), |known, plan| known.learn(plan))
    }

    fn record(&self) -> Record {
        Record::new(self.revision.saturating_add(1), self.pause_to_store(), self.planned())
    }

    /// A flow with renewed credentials need not wait.
    fn pause_to_store(&self) -> Option<Pause> {
        self.me.pause.filter(|_| !self.me.is_unauthorised)
    }

    fn save(&mut self, now: Instant) -> SettlementStep {
        self.turn = Turn::Saving;
        let record = self.record();
        let outcome = record.knowledge.outcome();
        let pause = self.me.pause.map(|pause| after(pause.from.unix_millis(), pause.millis));
        let until = pause.max(record.knowledge.in_flight_until(now.unix_millis())).unwrap_or(now.unix_millis());
        SettlementStep::Save {
            revision: record.revision,
            previous: self.revision,
            state: SettlementState::of(outcome.as_ref()),
            until: outcome.is_none().then(|| Instant::from_unix_millis(until)),
            claim_key: match outcome {
                Some(Outcome::Settled(Proof::Transaction(id))) => Some(id),
                _ => None,
            },
            record: record.to_json(),
        }
    }

    /// The plans are knowledge now.
    fn stored_own(&mut self) {
        self.stored_pause = self.pause_to_store();
        self.known = self.planned();
        for plan in std::mem::take(&mut self.plans) {
            match plan {
                Event::Begun { id, .. } => {
                    (self.me.mine, self.me.pause, self.me.has_looked, self.lookups) = (Some(id), None, false, 0);
                }
                Event::Opened { .. } => self.intent.reopen = false,
                _ => {}
            }
        }
        (self.revision, self.me.came_second, self.vain_saves) = (self.revision.saturating_add(1), false, 0);
        self.me.stored = Some(self.known.clone());
    }

    fn expect_save(&self, revision: i64) -> Result<(), Error> {
        let is_asked = self.turn == Turn::Saving && revision == self.revision.saturating_add(1);
        if is_asked { Ok(()) } else { Err(out_of_turn()) }
    }
}

/// What is next.
impl SettlementFlow {
    fn decide(&mut self, now: Instant) -> Result<SettlementStep, Error> {
        loop {
            let planned = self.planned();
            let decision = decide(&planned, &self.policy, now.unix_millis(), &self.me);
            match decision {
                Decision::Load => {
                    self.turn = Turn::Loading;
                    return Ok(SettlementStep::Load);
                }
                Decision::Leave(outcome) => {
                    return Ok(match outcome {
                        Some(outcome) => self.finished(outcome),
                        None => SettlementStep::TakenOver,
                    });
                }
                Decision::Begin => {
                    self.plan_attempt(&planned, now.unix_millis());
                    return Ok(self.save(now));
                }
                Decision::Close(closed) => {
                    self.plans.push(Event::Closed(closed));
                    (self.me.pause, self.me.rechecks) = (None, 0);
                    return Ok(self.save(now));
                }
                Decision::DoNotSend(id) => {
                    self.me.mine = None;
                    self.learn(&Event::Heard {
                        id,
                        heard: Heard { ended: true, never_sent: true, ..Heard::default() },
                    });
                }
                Decision::Rested => {
                    self.waited = self.me.pause.take().map_or(0, |pause| millis(pause.millis));
                    self.me.is_unauthorised = false;
                }
                _ if self.is_to_be_stored(&planned, &decision) => return Ok(self.save(now)),
                decision => return self.act(decision),
            }
        }
    }

    /// Whether anything is known that the stored record does not say, such as a pause for whoever goes on.
    fn is_to_be_stored(&self, planned: &Knowledge, decision: &Decision) -> bool {
        let is_waiting = matches!(decision, Decision::Wait { .. });
        let has_new_pause = is_waiting && self.pause_to_store().is_some_and(|pause| self.stored_pause != Some(pause));
        has_new_pause || !self.plans.is_empty() || self.me.stored.as_ref() != Some(planned)
    }

    /// Returns the step of a decision about a record that is stored.
    fn act(&mut self, decision: Decision) -> Result<SettlementStep, Error> {
        let turn = match decision {
            Decision::Finished(outcome) => return Ok(self.finished(outcome)),
            Decision::Wait { until, reason } => {
                return Ok(SettlementStep::Wait { until: Instant::from_unix_millis(until), reason });
            }
            Decision::AskControl => {
                self.turn = Turn::NamingControl;
                return Ok(SettlementStep::Control);
            }
            Decision::Send { attempt, .. } => {
                self.me.mine = None;
                self.given_out.insert(self.requests.saturating_add(1), attempt);
                Turn::Settling
            }
            Decision::LookUp => {
                self.me.rechecks = self.me.rechecks.saturating_sub(1);
                Turn::LookingUp
            }
            _ => Turn::Controlling,
        };
        (self.turn, self.requests) = (turn, self.requests.saturating_add(1));
        self.request().map(|request| SettlementStep::Send { request }).ok_or(Error::Internal)
    }

    /// Returns the request under way.
    fn request(&self) -> Option<FlowRequest> {
        let number = self.requests;
        match self.turn {
            Turn::Settling => {
                let begun = self.known.attempts.get(self.given_out.get(&number)?)?.begun;
                let before = Instant::from_unix_millis(after(begun, self.policy.in_flight_ms));
                Some(FlowRequest::of(number, &self.bill.settlement, Some(before)))
            }
            Turn::LookingUp => Some(FlowRequest::of(number, &self.bill.lookup.as_ref()?.call, None)),
            Turn::Controlling => Some(FlowRequest::of(number, &self.control.as_ref()?.call, None)),
            _ => None,
        }
    }

    fn plan_attempt(&mut self, planned: &Knowledge, now: Millis) {
        let (opening, _) = planned.opening();
        let number = planned.attempts.len().saturating_add(1);
        let id = format!("{number}-{:x}", self.mark.unwrap_or_default());
        let until = after(now, self.policy.in_flight_ms.saturating_mul(2));
        let bill = Some(self.bill.digest.clone());
        let attempt = Attempt { opening, begun: now, until, bill, heard: Heard::default() };
        self.plans.push(Event::Begun { id, attempt });
    }

    fn finished(&mut self, outcome: Outcome) -> SettlementStep {
        let lookup = self.details.lookup.clone();
        let closed = match outcome {
            Outcome::Settled(proof) => {
                let proof = self.proof(proof);
                return SettlementStep::Finished { ending: SettlementEnding::Settled { proof, lookup } };
            }
            Outcome::Closed(closed) => closed,
        };
        let reason = EndReason {
            code: closed.code,
            next_step: closed.next_step,
            answer: self.known.last_answer().cloned(),
            error: self.details.error.clone(),
            lookup,
        };
        SettlementStep::Finished {
            ending: match closed.is_unclear {
                true => SettlementEnding::Unclear { reason },
                false => SettlementEnding::Refused { reason },
            },
        }
    }

    fn proof(&self, proof: Proof) -> SettlementProof {
        match proof {
            Proof::Answer => SettlementProof::Answer { response: self.details.response.clone() },
            Proof::Person => SettlementProof::Person,
            Proof::Transaction(id) => {
                let seen = self.details.lookup.as_ref().and_then(|verdict| verdict.transaction());
                let transaction = seen.filter(|transaction| transaction.tran_id == id).cloned().map(Box::new);
                SettlementProof::Verification { claim_key: id, transaction }
            }
        }
    }
}

/// What was heard.
impl SettlementFlow {
    fn learn(&mut self, event: &Event) {
        self.known = self.known.learn(event);
    }

    fn heard(&mut self, number: i64, id: AttemptId, heard: Heard, retry_after_ms: Option<u64>, now: Instant) {
        let is_unauthorised = heard.is_unauthorised();
        let moved_nothing = !heard.may_have_moved();
        self.learn(&Event::Heard { id, heard });
        if self.turn != Turn::Settling || number != self.requests {
            return;
        }
        (self.turn, self.me.is_unauthorised) = (Turn::Decide, is_unauthorised);
        let failures = if moved_nothing { self.known.attempts_used().saturating_sub(1) } else { 0 };
        self.pause_unless_ended(failures, retry_after_ms, now);
    }

    fn looked_up(
        &mut self,
        turn: Turn,
        verdict: LookupVerdict,
        retry_after_ms: Option<u64>,
        now: Instant,
    ) -> Result<(), Error> {
        self.turn = Turn::Decide;
        let lookup = self.bill.lookup.as_ref().ok_or(Error::Internal)?;
        let sight = Sight::of(&verdict, lookup, &self.known);
        self.me.is_unauthorised = sight == Sight::Unauthorised;
        if turn == Turn::Controlling {
            let found = match verdict {
                LookupVerdict::Settled { .. } => Some(true),
                LookupVerdict::NotFound => Some(false),
                _ => None,
            };
            self.learn(&Event::Controlled { found });
            self.me.misses_control = found != Some(true);
            if self.me.misses_control {
                self.pause(self.lookups, retry_after_ms, now);
            }
            return Ok(());
        }
        let waited = std::mem::take(&mut self.waited);
        self.learn(&Event::LookedUp { sight, at: now.unix_millis(), waited });
        self.details.lookup = Some(Box::new(verdict));
        self.me.has_looked = true;
        let failures = self.lookups;
        self.lookups = self.lookups.saturating_add(1);
        self.pause_unless_ended(failures, retry_after_ms, now);
        Ok(())
    }

    /// Begins a pause if the same is asked again: another lookup of the bill, or another attempt after one that
    /// moved nothing.
    fn pause_unless_ended(&mut self, failures: u32, retry_after_ms: Option<u64>, now: Instant) {
        let next = decide(&self.known, &self.policy, now.unix_millis(), &Memory { pause: None, ..self.me.clone() });
        let was_settling = !self.me.has_looked;
        let is_again = match next {
            Decision::LookUp => true,
            Decision::Begin => was_settling,
            _ => self.me.is_unauthorised,
        };
        if is_again {
            self.pause(failures, retry_after_ms, now);
        }
    }

    fn pause(&mut self, failures: u32, retry_after_ms: Option<u64>, now: Instant) {
        let at_least = retry_after_ms.unwrap_or(0).min(self.policy.deadline_ms);
        // Lookups need not find nothing for longer than they must.
        let missing = still_to_hold(&self.known, &self.policy);
        self.next_pause = Some(NextPause { from: now, failures, at_least, at_most: missing.unwrap_or(u64::MAX) });
    }

    fn word(&mut self, says: Says, transaction: Option<String>) -> Result<(), Error> {
        match self.turn {
            Turn::Decide | Turn::Loading if self.me.has_to_load => {
                self.intent.words.push((says, transaction));
                Ok(())
            }
            Turn::Decide => self.speak(says, transaction),
            _ => Err(out_of_turn()),
        }
    }

    fn speak(&mut self, says: Says, transaction: Option<String>) -> Result<(), Error> {
        let outcome = self.known.outcome();
        let is_unclear = matches!(&outcome, Some(Outcome::Closed(closed)) if closed.is_unclear);
        let counts = match &outcome {
            Some(Outcome::Settled(Proof::Person)) => true,
            Some(Outcome::Settled(Proof::Transaction(_))) => says == Says::NotThisBill,
            _ => is_unclear,
        };
        if !counts {
            return Err(invalid(Finding::new("record.state", Code::NotRefused)));
        }
        if transaction.as_ref().is_some_and(|id| !self.known.transactions.contains_key(id)) {
            return Err(invalid(Finding::new("tran_id", Code::UnknownValue)));
        }
        self.learn(&Event::Spoken { says, transaction });
        (self.me.rechecks, self.me.pause, self.next_pause) = (0, None, None);
        Ok(())
    }

    fn expect_lookup(&self, number: i64) -> Result<Turn, Error> {
        match self.turn {
            turn @ (Turn::LookingUp | Turn::Controlling) if number == self.requests => Ok(turn),
            _ => Err(out_of_turn()),
        }
    }
}

/// A store that does not answer may hold the record before for a while. The first load counts, too.
const MOST_VAIN_SAVES: u32 = 5;
const REFUSING_STORE: &str = "the store returns the revision before, and does not store the one that follows it";

fn millis(millis: u64) -> Millis {
    Millis::try_from(millis).unwrap_or(Millis::MAX)
}

/// The state alone: the bill's requests would hide it.
impl fmt::Debug for SettlementFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SettlementFlow")
            .field("known", &self.known)
            .field("plans", &self.plans)
            .field("revision", &self.revision)
            .field("me", &self.me)
            .field("turn", &self.turn)
            .field("next_pause", &self.next_pause)
            .field("requests", &self.requests)
            .finish_non_exhaustive()
    }
}

fn out_of_turn() -> Error {
    invalid(Finding::new("", Code::OutOfTurn))
}
