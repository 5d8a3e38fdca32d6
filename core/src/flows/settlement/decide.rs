//! Decides the next step for a bill. Nothing else decides.

use crate::finding::Code;
use crate::flows::Pause;
use crate::flows::settlement::{
    evidence::Evidence,
    knowledge::{Attempt, AttemptId, BillDigest, Closed, Heard, Knowledge, Millis},
    meaning::Outcome,
    policy::SettlementPolicy,
    step::WaitReason,
};
use crate::interface::error::NextStep;
use crate::wire::Instant;

/// Memory of one flow, in addition to the knowledge.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Memory {
    /// The bill that this flow settles.
    pub(crate) bill: BillDigest,
    pub(crate) can_look_up: bool,
    pub(crate) control: Control,
    /// The stored record, as far as this flow knows.
    pub(crate) stored: Option<Knowledge>,
    /// The stored record is not known: nothing was loaded, or the last save was refused or did not answer.
    pub(crate) has_to_load: bool,
    /// Another flow has stored a record after this one.
    pub(crate) came_second: bool,
    /// The attempt that this flow has stored and not given out.
    pub(crate) mine: Option<AttemptId>,
    /// Whether this flow has looked the bill up since its last attempt.
    pub(crate) has_looked: bool,
    /// Whether its last lookup of the control bill did not find it.
    pub(crate) misses_control: bool,
    /// Lookups of an ended bill that this flow still makes.
    pub(crate) rechecks: u32,
    /// Whether it looks up a bill that is settled or refused, too.
    pub(crate) rechecks_every_end: bool,
    pub(crate) pause: Option<Pause>,
    /// The last request was refused for its credentials.
    pub(crate) is_unauthorised: bool,
}

/// Control of the lookup: a bill that the merchant's books know as settled shows that it works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Control {
    #[default]
    Unasked,
    Given,
    Missing,
    /// The policy does without.
    Trusted,
}

/// Next step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Decision {
    Load,
    /// Another flow goes on, or the bill has ended, and this flow has nothing to add.
    Leave(Option<Outcome>),
    /// Store this attempt, then send it.
    Begin,
    /// Store this end.
    Close(Closed),
    Send {
        attempt: AttemptId,
        before: Millis,
    },
    /// Too much time has passed since the attempt was stored.
    DoNotSend(AttemptId),
    LookUp,
    AskControl,
    LookUpControl,
    Wait {
        until: Millis,
        reason: WaitReason,
    },
    /// The pause has ended.
    Rested,
    Finished(Outcome),
}

/// Lookups in a row that have to find nothing before "not found" counts.
const TIMES_NOT_FOUND: u32 = 3;
/// Lookups in a row with a verdict that no waiting mends, after which a person is asked.
const TIMES_UNUSABLE: u32 = 3;

/// Decides what is next.
pub(crate) fn decide(known: &Knowledge, policy: &SettlementPolicy, now: Millis, me: &Memory) -> Decision {
    if me.has_to_load {
        return Decision::Load;
    }
    let outcome = known.outcome();
    if me.came_second && me.stored.as_ref().is_some_and(|stored| !known.adds_to(stored)) {
        return Decision::Leave(outcome);
    }
    if let Some(id) = &me.mine {
        return send(known, policy, now, id, outcome.is_some());
    }
    if let Some(Outcome::Settled(_)) = &outcome
        && !(me.rechecks_every_end && me.rechecks > 0)
    {
        return outcome.map_or(Decision::Load, Decision::Finished);
    }
    if let Some(mut pause) = me.pause {
        let until = pause.ends_after(Instant::from_unix_millis(now)).map(Instant::unix_millis);
        return until.map_or(Decision::Rested, |until| Decision::Wait { until, reason: reason_to_wait(known, me) });
    }
    match outcome {
        Some(outcome) => ended(outcome, me),
        None if known.opening().1.bill != me.bill => Decision::Leave(None),
        None => Open { known, policy, now, me }.decide(),
    }
}

fn send(known: &Knowledge, policy: &SettlementPolicy, now: Millis, id: &AttemptId, has_ended: bool) -> Decision {
    let begun = known.attempts.get(id).map_or(Millis::MAX, |attempt| attempt.begun);
    let before = after(begun, policy.in_flight_ms);
    match !has_ended && known.evidence() <= Evidence::Tried && (begun..before).contains(&now) {
        true => Decision::Send { attempt: id.clone(), before },
        false => Decision::DoNotSend(id.clone()),
    }
}

fn reason_to_wait(known: &Knowledge, me: &Memory) -> WaitReason {
    match known.evidence() {
        _ if me.is_unauthorised => WaitReason::Credentials,
        Evidence::None => WaitReason::SendAgain,
        _ => WaitReason::LookUp,
    }
}

/// An unclear bill is looked up again; any other end only where the caller asks for it.
fn ended(outcome: Outcome, me: &Memory) -> Decision {
    let is_unclear = matches!(&outcome, Outcome::Closed(closed) if closed.is_unclear);
    match me.can_look_up && me.rechecks > 0 && (is_unclear || me.rechecks_every_end) {
        true => Decision::LookUp,
        false => Decision::Finished(outcome),
    }
}

/// A bill that has not ended.
struct Open<'a> {
    known: &'a Knowledge,
    policy: &'a SettlementPolicy,
    now: Millis,
    me: &'a Memory,
}

impl Open<'_> {
    fn decide(&self) -> Decision {
        let Open { known, me, .. } = *self;
        let is_unusable = known.run.unusable >= TIMES_UNUSABLE;
        match known.evidence() {
            Evidence::Tried if !me.can_look_up => self.unclear(Code::SettlementLookup),
            Evidence::Seen | Evidence::Accepted if !me.can_look_up => self.unclear(Code::NotSettledYet),
            Evidence::Seen | Evidence::Accepted if is_unusable || self.is_late() => self.unclear(self.code_of_doubt()),
            Evidence::Tried if is_unusable => self.unclear(Code::UnusableLookup),
            Evidence::Seen | Evidence::Accepted => Decision::LookUp,
            Evidence::Tried => self.tried(),
            Evidence::None if self.last().refused => self.refused(Code::Refused),
            Evidence::None if me.can_look_up && known.wants_a_look() && !known.run.looked => self.look_first(),
            Evidence::None => self.go_on(),
        }
    }

    /// Whatever an answer or a person said, one lookup comes before the next attempt. After a reopening it waits
    /// until the last earlier attempt can no longer be recorded: the answer that ended the opening may have been
    /// wrong, and its request may have been given out late.
    fn look_first(&self) -> Decision {
        let SettlementPolicy { in_flight_ms, not_found_holds_ms, .. } = *self.policy;
        let recorded = |begun| after(after(begun, in_flight_ms.saturating_mul(2)), not_found_holds_ms);
        match self.known.last_of_earlier_openings().map(recorded) {
            Some(until) if self.now < until => Decision::Wait { until, reason: WaitReason::LookUp },
            _ if self.known.run.unusable >= TIMES_UNUSABLE || self.is_late() => self.refused(Code::UnusableLookup),
            _ => Decision::LookUp,
        }
    }

    /// An attempt is in doubt, and nobody heard of it. "Not found" proves that nothing has moved if it holds, and
    /// if the same lookup finds the control bill before and after.
    fn tried(&self) -> Decision {
        let run = &self.known.run;
        let holds = run.nothing >= TIMES_NOT_FOUND && run.waited >= holds(self.known, self.policy);
        let is_over = self.is_over() && self.me.misses_control;
        // The first lookup of the bill comes first: one that finds it needs no control.
        match self.me.control {
            Control::Unasked if run.nothing > 0 => Decision::AskControl,
            Control::Given if run.nothing > 0 && !run.control_before => self.control(is_over),
            Control::Given if is_over && !run.control_before => self.unclear(Code::BlindLookup),
            _ if !holds && self.is_late() && run.nothing == 0 => self.unclear(Code::DeadlinePassed),
            _ if !holds => Decision::LookUp,
            Control::Missing if !(run.control_before && run.control_after) => self.unclear(Code::NoControl),
            Control::Given if !run.control_after => self.control(is_over),
            _ => self.go_on(),
        }
    }

    fn control(&self, is_over: bool) -> Decision {
        if is_over { self.unclear(Code::BlindLookup) } else { Decision::LookUpControl }
    }

    /// Nothing has moved.
    fn go_on(&self) -> Decision {
        let Open { known, policy, now, .. } = *self;
        let last = self.last();
        if last.refused {
            self.refused(Code::Refused)
        } else if last.failed || (known.is_in_doubt() && known.have_all_failed()) {
            self.refused(Code::DeclaredFailed)
        } else if last.other_words {
            let code = last.answer.as_ref().map_or(Code::UnknownCode, |answer| answer.code);
            self.unclear(code)
        } else if known.attempts_used() >= policy.attempts {
            self.refused(Code::AttemptsUsedUp)
        } else if self.is_over() && !known.waits_for_credentials() {
            self.refused(Code::DeadlinePassed)
        } else if let Some(until) = known.in_flight_until(now) {
            Decision::Wait { until, reason: WaitReason::LookUp }
        } else {
            Decision::Begin
        }
    }

    fn last(&self) -> &Heard {
        static SILENCE: Heard = Heard::SILENCE;
        self.known.last_attempt().map_or(&SILENCE, |attempt: &Attempt| &attempt.heard)
    }

    fn code_of_doubt(&self) -> Code {
        if self.known.is_forbidden_by_another() { Code::OtherTransaction } else { Code::NotSettledYet }
    }

    fn is_over(&self) -> bool {
        self.now >= after(self.known.opening().1.opened, self.policy.deadline_ms)
    }

    fn is_late(&self) -> bool {
        self.is_over() && self.me.has_looked
    }

    /// Ends without another attempt. Nothing has moved. What the last answer asks for outweighs sending again.
    fn refused(&self, code: Code) -> Decision {
        let answer = self.known.last_answer();
        let next_step = match answer.map(|answer| answer.next_step) {
            Some(step @ (NextStep::FixRequest | NextStep::FixCredentials | NextStep::AskService)) => step,
            _ => NextStep::SendAgain,
        };
        let code =
            answer.filter(|answer| code == Code::Refused && answer.is_refusal()).map_or(code, |answer| answer.code);
        self.close(Closed { is_unclear: false, code, next_step })
    }

    fn unclear(&self, code: Code) -> Decision {
        self.close(Closed { is_unclear: true, code, next_step: NextStep::AskService })
    }

    /// An end waits until no attempt of anybody can be answered any more.
    fn close(&self, closed: Closed) -> Decision {
        match self.known.in_flight_until(self.now) {
            Some(until) => Decision::Wait { until, reason: WaitReason::LookUp },
            None => Decision::Close(closed),
        }
    }
}

/// Returns the time for which "not found" has to hold: twice as long with each further attempt, since the service
/// was slow to record the ones before, and no longer than the deadline, so that every bill comes to an end.
fn holds(known: &Knowledge, policy: &SettlementPolicy) -> Millis {
    let SettlementPolicy { not_found_holds_ms, deadline_ms, .. } = *policy;
    let doublings = known.attempts_used().saturating_sub(1).min(32);
    let holds = not_found_holds_ms.saturating_mul(1 << doublings).min(deadline_ms.max(not_found_holds_ms));
    Millis::try_from(holds).unwrap_or(Millis::MAX)
}

/// Returns for how long lookups still have to find nothing; none if nothing was found missing so far, or for long
/// enough.
pub(crate) fn still_to_hold(known: &Knowledge, policy: &SettlementPolicy) -> Option<u64> {
    let missing = holds(known, policy).saturating_sub(known.run.waited);
    u64::try_from(missing).ok().filter(|missing| known.run.nothing > 0 && *missing > 0)
}

/// Returns the time so many milliseconds later.
pub(crate) fn after(time: Millis, millis: u64) -> Millis {
    time.saturating_add_unsigned(millis)
}
