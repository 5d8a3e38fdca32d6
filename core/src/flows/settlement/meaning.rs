//! Works out the meaning of the knowledge: evidence, proof and end. None of them is stored.

use crate::finding::Code;
use crate::flows::recorded::{Set, set_of};
use crate::flows::settlement::{
    evidence::Evidence,
    knowledge::{
        Attempt, AttemptId, Closed, Facts, Heard, Knowledge, Millis, Opening, Says, SeenStatus, Sighting,
        TransactionId, Word,
    },
    last_answer::LastAnswer,
};
use crate::interface::error::NextStep;

/// How a bill has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Settled(Proof),
    Closed(Closed),
}

/// Proof that the money of the bill has moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    Answer,
    Transaction(TransactionId),
    Person,
}

impl Knowledge {
    /// Returns the number of the opening in force, and the opening.
    pub(crate) fn opening(&self) -> (u32, &Opening) {
        static NONE: Opening = Opening { opened: 0, bill: String::new(), last_folded: None, closed: None };
        self.openings.last().map_or((0, &NONE), |(number, opening)| (*number, opening))
    }

    /// Returns how the bill has ended, if it has. What is heard later counts.
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if let Some(proof) = self.proof() {
            return Some(Outcome::Settled(proof));
        }
        let (number, opening) = self.opening();
        let closed = opening.closed.as_ref()?;
        let evidence = self.evidence();
        let is_called_unmoved = self.last_word(number).is_some_and(|word| word.says == Says::NothingMoved);
        let end = |is_unclear, code, next_step| Closed { is_unclear, code, next_step };
        Some(Outcome::Closed(match closed.is_unclear {
            true if is_called_unmoved && evidence == Evidence::None => {
                end(false, Code::PersonsWord, NextStep::FixRequest)
            }
            false if evidence >= Evidence::Accepted => end(true, Code::HeardLater, NextStep::AskService),
            _ => closed.clone(),
        }))
    }

    /// Returns the proof that the money of this opening's bill has moved.
    fn proof(&self) -> Option<Proof> {
        let (number, opening) = self.opening();
        if self.last_word(number).is_some_and(|word| word.says == Says::Settled) {
            return Some(Proof::Person);
        }
        let found = self.transactions.iter().find(|(id, sighting)| {
            sighting.statuses.contains_key(&SeenStatus::Success) && self.is_ours(sighting) && !self.is_not_this_bill(id)
        });
        let has_answer = || {
            self.attempts.values().any(|attempt| attempt.heard.settled && attempt.bill.as_ref() == Some(&opening.bill))
        };
        match found {
            Some((id, _)) => Some(Proof::Transaction(id.clone())),
            None => has_answer().then_some(Proof::Answer),
        }
    }

    /// Returns the strongest sign that money may have moved, as far as no person has explained it.
    pub(crate) fn evidence(&self) -> Evidence {
        if self.transactions.iter().any(|(id, sighting)| self.forbids(id, sighting)) {
            return Evidence::Seen;
        }
        let took = self.doubtful().any(|attempt| attempt.heard.took || attempt.heard.settled);
        match self.doubtful().next() {
            Some(_) if took && !self.have_all_failed() => Evidence::Accepted,
            Some(_) => Evidence::Tried,
            None => Evidence::None,
        }
    }

    /// Returns the attempts of which nothing proves that they moved nothing: no answer, and no person.
    fn doubtful(&self) -> impl Iterator<Item = &Attempt> {
        let is_explained = |id: &AttemptId| self.is_said(Says::NothingMoved, |word| word.attempts.contains_key(id));
        self.attempts
            .iter()
            .filter(move |(id, attempt)| attempt.heard.may_have_moved() && !is_explained(id))
            .map(|(_, attempt)| attempt)
    }

    pub(crate) fn is_in_doubt(&self) -> bool {
        self.doubtful().next().is_some()
    }

    /// Whether the service declared as many transactions failed as there are attempts in doubt.
    pub(crate) fn have_all_failed(&self) -> bool {
        let failed = self.transactions.values().filter(|sighting| sighting.has_failed() && self.is_ours(sighting));
        let failed = failed.count();
        failed > 0 && failed >= self.doubtful().count()
    }

    /// Whether a transaction can be that of this opening's bill alone: an attempt of it was given out, and it fits
    /// no other attempt that may have moved money.
    pub(crate) fn is_ours(&self, sighting: &Sighting) -> bool {
        let (_, opening) = self.opening();
        let is_of_this_bill = |attempt: &Attempt| attempt.bill.as_ref().is_none_or(|bill| *bill == opening.bill);
        let was_given_out = |attempt: &Attempt| !attempt.heard.never_sent && is_of_this_bill(attempt);
        let fits_other = |attempt: &Attempt| {
            let is_fitting = attempt.bill.as_ref().is_some_and(|bill| sighting.fits.contains_key(bill));
            attempt.heard.may_have_moved() && !is_of_this_bill(attempt) && is_fitting
        };
        sighting.fits.contains_key(&opening.bill)
            && self.attempts.values().any(was_given_out)
            && !self.attempts.values().any(fits_other)
    }

    /// Whether a transaction forbids to send. It has not failed, no person called it another bill's, and no word
    /// covers it. That nothing moved covers only this bill's own transactions, until they are seen again.
    fn forbids(&self, id: &str, sighting: &Sighting) -> bool {
        let is_own = sighting.fits.contains_key(&self.opening().1.bill);
        let is_known = |word: &Word| word.transactions.get(id).is_some_and(|times| *times >= sighting.times);
        let is_explained = self.is_not_this_bill(id) || (is_own && self.is_said(Says::NothingMoved, is_known));
        !is_explained && !sighting.has_failed()
    }

    pub(crate) fn is_not_this_bill(&self, id: &str) -> bool {
        self.is_said(Says::NotThisBill, |word| word.transactions.contains_key(id))
    }

    /// Whether a transaction that forbids to send does not fit the bill.
    pub(crate) fn is_forbidden_by_another(&self) -> bool {
        let (_, opening) = self.opening();
        let mut forbidding = self.transactions.iter().filter(|(id, sighting)| self.forbids(id, sighting));
        forbidding.any(|(_, sighting)| !sighting.fits.contains_key(&opening.bill))
    }

    /// Returns the last answer to an attempt, or the lack of one.
    pub(crate) fn last_answer(&self) -> Option<&LastAnswer> {
        let answered = self.of_this_opening().filter(|attempt| attempt.heard.answer.is_some());
        answered.max_by_key(|attempt| attempt.begun)?.heard.answer.as_ref()
    }

    /// Returns how often a transaction counts as seen: once more than the last word about it covers.
    pub(crate) fn times_seen(&self, id: &str) -> u32 {
        let covered = self.words.values().filter_map(|word| word.transactions.get(id)).max();
        covered.map_or(1, |times| times.saturating_add(1))
    }

    fn is_said(&self, says: Says, covers: impl Fn(&Word) -> bool) -> bool {
        self.words.values().any(|word| word.says == says && covers(word))
    }

    /// Returns the last word of an opening.
    fn last_word(&self, opening: u32) -> Option<&Word> {
        self.words.values().next_back().filter(|word| word.opening == opening)
    }

    /// Returns the time until which an attempt of anybody may still be answered.
    pub(crate) fn in_flight_until(&self, now: Millis) -> Option<Millis> {
        let open = self.attempts.values().filter(|attempt| !attempt.heard.ended && now < attempt.until);
        open.map(|attempt| attempt.until).max()
    }

    /// Returns the attempts of the opening in force.
    pub(crate) fn of_this_opening(&self) -> impl Iterator<Item = &Attempt> {
        let (number, _) = self.opening();
        self.attempts.values().filter(move |attempt| attempt.opening == number)
    }

    /// Returns the attempts of this opening that may have been sent.
    fn made(&self) -> impl Iterator<Item = &Attempt> {
        self.of_this_opening().filter(|attempt| !attempt.heard.never_sent && attempt.bill.is_some())
    }

    /// Returns how many attempts of this opening are used up. One whose credential was refused is not: nobody
    /// looked at the bill.
    pub(crate) fn attempts_used(&self) -> u32 {
        let used = self.made().filter(|attempt| !attempt.heard.is_unauthorised()).count();
        u32::try_from(used).unwrap_or(u32::MAX)
    }

    /// Returns the last attempt of this opening that may have been sent.
    pub(crate) fn last_attempt(&self) -> Option<&Attempt> {
        self.made().max_by_key(|attempt| attempt.begun)
    }

    /// Whether the last attempt of this opening, sent or not, was refused for its credentials. No deadline ends such a
    /// wait: nobody looked at the bill.
    pub(crate) fn waits_for_credentials(&self) -> bool {
        let last = self.of_this_opening().max_by_key(|attempt| attempt.begun);
        last.is_some_and(|attempt| attempt.heard.is_unauthorised())
    }

    /// Returns when the last attempt of an earlier opening was begun. The answer that ended the opening may have
    /// been wrong.
    pub(crate) fn last_of_earlier_openings(&self) -> Option<Millis> {
        let (number, opening) = self.opening();
        let earlier = self.attempts.values().filter(|attempt| attempt.opening < number && !attempt.heard.never_sent);
        earlier.map(|attempt| attempt.begun).max().max(opening.last_folded)
    }

    /// Whether an attempt was ever given out, or a person spoke, so that one lookup comes before the next attempt.
    pub(crate) fn wants_a_look(&self) -> bool {
        let was_given_out = self.attempts.values().any(|attempt| !attempt.heard.never_sent);
        was_given_out || !self.words.is_empty() || self.opening().1.last_folded.is_some()
    }

    /// Returns the time before which no attempt was begun; none if attempts may be forgotten.
    pub(crate) fn first_attempt(&self) -> Option<Millis> {
        let is_whole = self.attempts.values().all(|attempt| attempt.bill.is_some());
        let opened = self.openings.values().map(|opening| opening.opened);
        let begun = self.attempts.values().map(|attempt| attempt.begun);
        opened.chain(begun).min().filter(|_| is_whole)
    }

    /// Returns the bills that a transaction with these fields may settle.
    pub(crate) fn fitting(&self, agrees: impl Fn(&Facts) -> bool) -> Set<String> {
        set_of(self.bills.iter().filter(|(_, facts)| agrees(facts)).map(|(digest, _)| digest.clone()))
    }
}

impl Heard {
    /// Nothing was heard.
    pub(crate) const SILENCE: Heard = Heard {
        ended: false,
        never_sent: false,
        busy: false,
        refused: false,
        unauthorised: false,
        took: false,
        settled: false,
        failed: false,
        unsure: false,
        other_words: false,
        answer: None,
    };

    /// Whether nothing that was said proves that the attempt moved nothing.
    pub(crate) fn may_have_moved(&self) -> bool {
        let moved_nothing = self.never_sent || self.busy || self.refused || self.unauthorised;
        self.took || self.settled || self.failed || self.unsure || !moved_nothing
    }

    /// Whether a credential was refused, and nothing else was heard.
    pub(crate) fn is_unauthorised(&self) -> bool {
        self.unauthorised && !self.refused && !self.may_have_moved()
    }
}

impl Sighting {
    pub(crate) fn has_failed(&self) -> bool {
        self.statuses.contains_key(&SeenStatus::Failed) && !self.statuses.contains_key(&SeenStatus::Success)
    }
}
