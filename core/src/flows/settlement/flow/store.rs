//! Loads, merges and stores the record with its plans.

use super::{SettlementFlow, Turn, out_of_turn};
use crate::finding::{Code, Finding};
use crate::flows::Pause;
use crate::flows::settlement::{
    bill::invalid,
    decide::after,
    knowledge::{Knowledge, Millis},
    learn::Event,
    meaning::{Outcome, Proof},
    record::Record,
    step::{SettlementState, SettlementStep},
};
use crate::interface::error::Error;
use crate::wire::Instant;
use std::borrow::Cow;

/// A store that does not answer may hold the record before for a while. The first load counts, too.
const MOST_VAIN_SAVES: u32 = 5;
const REFUSING_STORE: &str = "the store returns the revision before, and does not store the one that follows it";

impl SettlementFlow {
    /// A bill that is not reopened is the one of the record.
    pub(super) fn check_bill(&self, stored: &Knowledge) -> Result<(), Error> {
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
    pub(super) fn take(&mut self, record: Option<Record>, is_first: bool) -> Result<(), Error> {
        let own = self.saving.take();
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
        // A first record that is equal may be another process's, whose clock and mark are the same.
        let is_own = |own: &Record| !is_first && own.revision == record.revision && own.knowledge == record.knowledge;
        if let Some(own) = own.filter(is_own) {
            self.stored_own(own);
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
            // A job makes a flow for each lookup. Its pauses grow as those of one flow.
            self.lookups = record.pause.map_or(0, |pause| self.policy.pauses().failures_after(pause.millis));
        }
        (self.revision, self.me.stored) = (record.revision, Some(record.knowledge));
        Ok(())
    }

    pub(super) fn apply_intent(&mut self, now: Millis) -> Result<(), Error> {
        // A plan whose save was not stored stands.
        let is_planned = self.plans.iter().any(|plan| matches!(plan, Event::Opened { .. }));
        let is_refused = matches!(self.known.outcome(), Some(Outcome::Closed(closed)) if !closed.is_unclear);
        if self.known.openings.is_empty() && !is_planned {
            self.known.ref_id.clone_from(&self.bill.ref_id);
            self.known.service.clone_from(&self.bill.service);
            self.plan_opening(now);
        } else if self.intent.reopen && is_refused && !is_planned {
            self.plan_opening(now);
        } else if !is_planned {
            // Somebody has reopened it: this flow goes on with that, and with its end.
            self.intent.reopen = false;
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

    pub(super) fn plan_opening(&mut self, at: Millis) {
        let (bill, facts) = (self.bill.digest.clone(), self.bill.facts.clone());
        self.plans.push(Event::Opened { bill, facts, at });
        (self.me.pause, self.me.rechecks) = (None, 0);
    }

    /// Returns what is known once the plans are stored.
    pub(super) fn planned(&self) -> Cow<'_, Knowledge> {
        match &*self.plans {
            [] => Cow::Borrowed(&self.known),
            plans => Cow::Owned(plans.iter().fold(self.known.clone(), Knowledge::learn)),
        }
    }

    /// A flow with renewed credentials need not wait.
    pub(super) fn pause_to_store(&self) -> Option<Pause> {
        self.me.pause.filter(|_| !self.me.is_unauthorised)
    }

    /// Begins to store what is known and planned.
    pub(super) fn save(&mut self, now: Instant) -> SettlementStep {
        let record = Record::new(self.revision.saturating_add(1), self.pause_to_store(), self.planned().into_owned());
        let step = self.saving_step(&record, now);
        (self.turn, self.saving) = (Turn::Saving, Some(record));
        step
    }

    pub(super) fn saving_step(&self, record: &Record, now: Instant) -> SettlementStep {
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

    /// The plans are knowledge now. What was heard since the record was written is not stored yet.
    pub(super) fn stored_own(&mut self, record: Record) {
        self.known = self.plans.iter().fold(std::mem::take(&mut self.known), Knowledge::learn);
        for plan in std::mem::take(&mut self.plans) {
            match plan {
                Event::Begun { id, .. } => {
                    (self.me.mine, self.me.pause, self.me.has_looked, self.lookups) = (Some(id), None, false, 0);
                }
                Event::Opened { .. } => self.intent.reopen = false,
                _ => {}
            }
        }
        (self.me.came_second, self.vain_saves) = (false, 0);
        (self.revision, self.stored_pause, self.me.stored) = (record.revision, record.pause, Some(record.knowledge));
    }

    /// Returns the record that is being stored, if it is of this revision.
    pub(super) fn expect_save(&mut self, revision: i64) -> Result<Record, Error> {
        let is_asked = self.turn == Turn::Saving;
        self.saving.take_if(|record| is_asked && record.revision == revision).ok_or_else(out_of_turn)
    }
}
