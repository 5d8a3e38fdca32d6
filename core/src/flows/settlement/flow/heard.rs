//! Learns answers, lookups and people's words.

use super::{SettlementFlow, Turn, out_of_turn};
use crate::finding::{Code, Finding};
use crate::flows::NextPause;
use crate::flows::settlement::{
    bill::invalid,
    decide::{Decision, decide, still_to_hold},
    knowledge::{AttemptId, Heard, Says},
    learn::Event,
    lookup::LookupVerdict,
    meaning::{Outcome, Proof},
    sight::Sight,
};
use crate::interface::error::Error;
use crate::wire::Instant;

impl SettlementFlow {
    pub(super) fn learn(&mut self, event: &Event) {
        self.known = std::mem::take(&mut self.known).learn(event);
    }

    pub(super) fn heard(
        &mut self,
        number: i64,
        id: AttemptId,
        heard: Heard,
        retry_after_ms: Option<u64>,
        now: Instant,
    ) {
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

    pub(super) fn looked_up(
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
    pub(super) fn pause_unless_ended(&mut self, failures: u32, retry_after_ms: Option<u64>, now: Instant) {
        let pause = self.me.pause.take();
        let next = decide(&self.known, &self.policy, now.unix_millis(), &self.me);
        self.me.pause = pause;
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

    pub(super) fn pause(&mut self, failures: u32, retry_after_ms: Option<u64>, now: Instant) {
        let at_least = retry_after_ms.unwrap_or(0).min(self.policy.deadline_ms);
        // Lookups need not find nothing for longer than they must.
        let missing = still_to_hold(&self.known, &self.policy);
        self.next_pause = Some(NextPause { from: now, failures, at_least, at_most: missing.unwrap_or(u64::MAX) });
    }

    pub(super) fn word(&mut self, says: Says, transaction: Option<String>) -> Result<(), Error> {
        match self.turn {
            Turn::Decide | Turn::Loading if self.me.has_to_load => {
                self.intent.words.push((says, transaction));
                Ok(())
            }
            Turn::Decide => self.speak(says, transaction),
            _ => Err(out_of_turn()),
        }
    }

    pub(super) fn speak(&mut self, says: Says, transaction: Option<String>) -> Result<(), Error> {
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

    pub(super) fn expect_lookup(&self, number: i64) -> Result<Turn, Error> {
        match self.turn {
            turn @ (Turn::LookingUp | Turn::Controlling) if number == self.requests => Ok(turn),
            _ => Err(out_of_turn()),
        }
    }
}
