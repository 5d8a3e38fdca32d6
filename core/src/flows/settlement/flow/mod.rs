//! The flow of one bill: a thin hand over what is known, what an event adds to it, and what is next.

mod heard;
mod next;
mod store;

use crate::exchange::{biller::Biller, operations::SettlementOutcome};
use crate::finding::{Code, Finding};
use crate::flows::settlement::{
    bill::{Bill, control_lookup, invalid},
    decide::{Control, Memory},
    ending::Resolution,
    evidence::Evidence,
    hear::{Hearing, hear},
    knowledge::{AttemptId, Heard, Knowledge, Millis, Says},
    last_answer::LastAnswer,
    learn::Event,
    lookup::{Lookup, LookupVerdict},
    policy::SettlementPolicy,
    record::Record,
    step::SettlementStep,
};
use crate::flows::{FlowRequest, NextPause, Pause};
use crate::interface::{
    error::Error,
    http::Sent,
    models::{Settlement, SettlementResponse},
    operation::RequestOf,
};
use crate::wire::Instant;
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
    /// Plans, which become knowledge once they are stored: an opening, the next attempt, or an end.
    plans: Vec<Event>,
    /// The record that is being stored, or was when the store did not answer.
    saving: Option<Record>,
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
    given_out: Vec<(i64, AttemptId)>,
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

/// Answers that this flow has seen itself, for the end that it reports.
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
            saving: None,
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
            given_out: Vec::new(),
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
            Turn::Saving => self.saving.as_ref().map(|record| self.saving_step(record, now)).ok_or(Error::Internal),
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
        let record = self.expect_save(revision)?;
        self.stored_own(record);
        self.turn = Turn::Decide;
        Ok(())
    }

    /// Says that the record was not stored, because another one is, or that the store did not answer. The flow then
    /// asks for what is stored.
    ///
    /// # Errors
    /// The errors of [`SettlementFlow::saved`].
    pub fn not_saved(&mut self, revision: i64) -> Result<(), Error> {
        self.saving = Some(self.expect_save(revision)?);
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
        if let Some(id) = self.attempt_of(number).cloned() {
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
        if let Some(id) = self.attempt_of(number).cloned() {
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

fn millis(millis: u64) -> Millis {
    Millis::try_from(millis).unwrap_or(Millis::MAX)
}

/// The state alone: the bill's requests would hide it. Flows with one text behave alike, but for the lengths of their
/// pauses and what they report.
impl fmt::Debug for SettlementFlow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SettlementFlow")
            .field("known", &self.known)
            .field("plans", &self.plans)
            .field("saving", &self.saving)
            .field("revision", &self.revision)
            .field("me", &self.me)
            .field("turn", &self.turn)
            .field("intent", &self.intent)
            .field("next_pause", &self.next_pause)
            .field("stored_pause", &self.stored_pause)
            .field("waited", &self.waited)
            .field("vain_saves", &self.vain_saves)
            .field("mark", &self.mark)
            .field("requests", &self.requests)
            .finish_non_exhaustive()
    }
}

fn out_of_turn() -> Error {
    invalid(Finding::new("", Code::OutOfTurn))
}
