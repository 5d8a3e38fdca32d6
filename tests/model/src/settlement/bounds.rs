//! Bounds of a world.

use super::{mistakes::Mistake, setting::Meant};
use billwire::SettlementPolicy;

pub(crate) const PAUSE: i64 = 1;

/// Whether lookups work, and what shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Lookups work, and the policy trusts them.
    Clear,
    /// Lookups are blind from the start or not, and this changes so often. A control bill tells.
    Changing(u8),
    /// The same, and the books have no control bill.
    WithoutControl(u8),
}

/// Conduct of the service beyond lost answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Conduct {
    /// Successes that stand in any body and under any status, and words that nobody has described.
    pub(crate) all_answers: bool,
    /// Lookups bring no answer.
    pub(crate) lookups_fail: bool,
    /// A lookup shows the bill's transaction with another amount.
    pub(crate) differs: bool,
    /// Lookups miss without bound what anybody has heard and stored.
    pub(crate) forgets: bool,
    /// A gateway refuses what the service behind it settles.
    pub(crate) refuses_falsely: bool,
    /// Transactions fail: the attempt's own, and one of somebody else's try.
    pub(crate) fails: bool,
}

/// Bounds of a world. All times are in ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Processes that settle the bill at once, and how many begin in all.
    pub(crate) processes: usize,
    pub(crate) starts: u8,
    pub(crate) crashes: u8,
    /// Number of times that the store does not answer.
    pub(crate) silences: u8,
    /// Number of times that a caller gives a request up whose answer it hears later.
    pub(crate) late_answers: u8,
    /// Number of times that all records are lost, or that a backup is restored.
    pub(crate) losses: u8,
    /// Number of times that an ended bill is taken up again.
    pub(crate) returns: u8,
    /// Number of wrong words among them.
    pub(crate) wrong_words: u8,
    /// The bill of a reopening.
    pub(crate) corrected: Meant,
    pub(crate) sight: Sight,
    pub(crate) conduct: Conduct,
    /// Attempts of the policy.
    pub(crate) attempts: u32,
    /// Time for which a request is under way at most.
    pub(crate) request: i64,
    /// Time for which a process stands still at most between the storing of an attempt and its request.
    pub(crate) sleep: i64,
    /// Time for which "not found" has to hold.
    pub(crate) holds: i64,
    /// Time by which a lookup may show a movement later than it has to.
    pub(crate) excess: i64,
    pub(crate) deadline: i64,
    /// Last tick at which a process starts.
    pub(crate) last_start: i64,
}

impl Bounds {
    /// An answer is stored within it once its request was given out, and a request is given out within it.
    pub(crate) fn in_flight(&self) -> i64 {
        (self.request + 1).max(self.sleep + 1)
    }

    /// Tick from which every lookup shows the movement of a request that ended at a tick.
    pub(crate) fn shown_from(&self, ended: i64) -> i64 {
        ended + self.holds + self.excess
    }

    /// Tick by which every flow has ended: a round for each attempt, each return, and each start.
    pub(crate) fn end(&self) -> i64 {
        let round = 2 * self.in_flight() + 4 * self.holds + 4 * PAUSE;
        let rounds = i64::from(self.attempts) + i64::from(self.returns) + i64::from(self.losses) + 2;
        self.last_start + self.deadline + self.excess + rounds * round
    }

    pub(crate) fn policy(&self, mistake: Option<Mistake>) -> SettlementPolicy {
        let policy = SettlementPolicy::builder()
            .attempts(self.attempts)
            .pause_ms(PAUSE.unsigned_abs())
            .longest_pause_ms(PAUSE.unsigned_abs())
            .not_found_holds_ms(self.holds.unsigned_abs())
            .in_flight_ms(self.in_flight().unsigned_abs())
            .deadline_ms(self.deadline.unsigned_abs())
            .trust_not_found(self.sight == Sight::Clear)
            .build();
        mistake.map_or(policy, |mistake| mistake.policy(policy))
    }
}
