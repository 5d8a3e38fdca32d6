//! Adds an event to the knowledge of a bill. Nothing else adds to it.

use crate::finding::Code;
use crate::flows::recorded::{Join, Set, map_of, set_of};
use crate::flows::settlement::{
    knowledge::{
        Attempt, AttemptId, BillDigest, Closed, Facts, Heard, Knowledge, Millis, OTHERS, Opening, Run, Says,
        SeenStatus, Sighting, TRANSACTIONS_KEPT, TransactionId, Word,
    },
    sight::Sight,
};
use crate::interface::error::NextStep;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Event {
    /// The bill is opened, or opened again.
    Opened { bill: BillDigest, facts: Facts, at: Millis },
    /// An attempt is stored, and may be sent.
    Begun { id: AttemptId, attempt: Attempt },
    /// An attempt was answered, or brought no answer.
    Heard { id: AttemptId, heard: Heard },
    /// The bill was looked up. `waited` is the pause before it that the flow asked for.
    LookedUp { sight: Sight, at: Millis, waited: Millis },
    /// The control bill was looked up, and found or not; none if the answer does not say.
    Controlled { found: Option<bool> },
    /// A lookup with these settings begins a run.
    LooksBy { settings: String },
    /// The bill has ended.
    Closed(Closed),
    /// A person spoke; about one transaction, or about the bill.
    Spoken { says: Says, transaction: Option<TransactionId> },
    /// The record may be older than the last one, so an attempt may be forgotten.
    Restored { at: Millis, until: Millis },
}

impl Knowledge {
    /// Returns the knowledge with what an event adds. All but the run of lookups only grows.
    pub(crate) fn learn(mut self, event: &Event) -> Knowledge {
        match event {
            Event::Opened { bill, facts, at } => self.open(bill, facts, *at),
            Event::Begun { id, attempt } => {
                self.attempts.entry(id.clone()).or_default().join(attempt);
                self.restart_run();
            }
            Event::Heard { id, heard } => self.attempts.entry(id.clone()).or_default().heard.join(heard),
            Event::LookedUp { sight, at, waited } => self.looked_up(sight, *at, *waited),
            Event::Controlled { found } => self.controlled(*found),
            Event::LooksBy { settings } if self.run.by != *settings => {
                self.run = Run { by: settings.clone(), ..Run::default() };
            }
            Event::LooksBy { .. } => {}
            Event::Closed(closed) => self.close(closed.clone()),
            Event::Spoken { says, transaction } => self.spoken(*says, transaction.as_ref()),
            Event::Restored { at, until } => {
                let (opening, _) = self.opening();
                let forgotten = Attempt { opening, begun: *at, until: *until, ..Attempt::default() };
                self.attempts.entry(format!("lost-{opening}")).or_default().join(&forgotten);
                self.restart_run();
            }
        }
        self
    }

    fn open(&mut self, bill: &BillDigest, facts: &Facts, at: Millis) {
        let number = self.openings.last().map_or(0, |(number, _)| number.saturating_add(1));
        self.bills.entry(bill.clone()).or_default().join(facts);
        self.openings.insert(number, Opening { opened: at, bill: bill.clone(), ..Opening::default() });
        self.fold();
        self.restart_run();
    }

    fn close(&mut self, closed: Closed) {
        if let Some((_, opening)) = self.openings.iter_mut().next_back() {
            opening.closed.join(&Some(closed));
        }
    }

    /// A word covers what is known when it is given.
    fn spoken(&mut self, says: Says, transaction: Option<&TransactionId>) {
        let is_meant = |id: &TransactionId| transaction.is_none_or(|meant| meant == id);
        let seen = self.transactions.iter().filter(|(id, _)| is_meant(id));
        let transactions = map_of(seen.map(|(id, sighting)| (id.clone(), sighting.times)));
        let attempts = set_of(self.attempts.keys().filter(|_| transaction.is_none()).cloned());
        let number = self.words.last().map_or(0, |(number, _)| number.saturating_add(1));
        let (opening, _) = self.opening();
        self.words.insert(number, Word { opening, says, attempts, transactions });
        if says == Says::NotThisBill {
            self.close(Closed { is_unclear: true, code: Code::Disputed, next_step: NextStep::AskService });
        }
        self.restart_run();
    }

    fn restart_run(&mut self) {
        self.run = Run { by: std::mem::take(&mut self.run.by), ..Run::default() };
    }

    fn looked_up(&mut self, sight: &Sight, at: Millis, waited: Millis) {
        self.run.looked |= !matches!(sight, Sight::Nothing | Sight::Unauthorised);
        match sight {
            Sight::Found { id, status, fits } => self.found(id, *status, fits, at, waited),
            Sight::NotFound => self.found_nothing(at, waited),
            Sight::Nothing | Sight::Unauthorised => self.found_other(true),
            Sight::Unusable => self.found_other(false),
        }
    }

    fn found(&mut self, id: &TransactionId, status: SeenStatus, fits: &Set<BillDigest>, at: Millis, waited: Millis) {
        let is_kept = self.transactions.contains_key(id) || self.transactions.len() < TRANSACTIONS_KEPT;
        let id = if is_kept { id.as_str() } else { OTHERS };
        let times = self.times_seen(id);
        let sighting = Sighting { statuses: set_of([status]), fits: fits.clone(), times };
        self.transactions.entry(id.to_owned()).or_default().join(&sighting);
        let is_ours = self.transactions.get(id).is_some_and(|known| self.is_ours(known)) && !self.is_not_this_bill(id);
        if status == SeenStatus::Failed && is_ours && self.have_all_failed() {
            // Each attempt in doubt has its transaction, and none moved anything. A lookup that finds them works.
            self.found_nothing(at, waited);
            self.run.control_before |= self.run.nothing > 0;
            self.run.control_after |= self.run.nothing > 0;
        } else {
            self.found_other(is_ours);
        }
    }

    /// While an attempt may still be answered, nothing of it need be there, and a lookup that finds nothing says
    /// nothing.
    fn found_nothing(&mut self, at: Millis, waited: Millis) {
        if self.in_flight_until(at).is_some() {
            return self.found_other(true);
        }
        if self.run.nothing > 0 {
            self.run.waited = self.run.waited.saturating_add(waited);
        }
        self.run.nothing = self.run.nothing.saturating_add(1);
        (self.run.control_after, self.run.unusable) = (false, 0);
    }

    /// After any other verdict, "not found" begins anew.
    fn found_other(&mut self, is_usable: bool) {
        let unusable = if is_usable { 0 } else { self.run.unusable.saturating_add(1) };
        let Run { by, looked, control_before, .. } = std::mem::take(&mut self.run);
        self.run = Run { by, looked, control_before, unusable, ..Run::default() };
    }

    fn controlled(&mut self, found: Option<bool>) {
        let Run { looked, control_before, nothing, .. } = self.run;
        match found {
            Some(true) if control_before => self.run.control_after = nothing > 0,
            // Lookups before this one were made with an instrument of which nobody knew whether it works.
            Some(works) => {
                self.restart_run();
                (self.run.looked, self.run.control_before) = (looked, works);
            }
            None => {}
        }
    }
}
