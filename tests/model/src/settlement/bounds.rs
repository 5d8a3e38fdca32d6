//! Bounds of a run.

use super::{mistakes::Mistake, service::Conduct};
use billwire::SettlementPolicy;

pub(crate) const PAUSE: i64 = 1;

/// Bounds of a run. All times are in ticks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Processes that settle the bill at once.
    pub(crate) processes: usize,
    /// Crashes in all.
    pub(crate) crashes: u8,
    /// Jumps of the clock in all, and how far it jumps forwards or backwards.
    pub(crate) jumps: u8,
    pub(crate) jump: i64,
    /// Number of times that all records are lost, or that a backup is restored.
    pub(crate) losses: u8,
    /// Number of times that the store does not answer.
    pub(crate) silences: u8,
    /// Number of times that an ended bill is taken up again.
    pub(crate) returns: u8,
    pub(crate) conduct: Conduct,
    /// Attempts of the policy.
    pub(crate) attempts: u32,
    /// Time for which a request is under way at most.
    pub(crate) in_flight: i64,
    /// Longest time between a request and the movement of the money.
    pub(crate) delay: i64,
    /// Longest time until a lookup finds a movement.
    pub(crate) lag: i64,
    /// Time for which a process stands still at most where it could go on.
    pub(crate) stall: i64,
    /// The same between the storing of an attempt and its sending. Storing alone takes a pause at most.
    pub(crate) sleep: i64,
    /// Deadline of the policy.
    pub(crate) deadline: i64,
    /// Last tick at which a process starts.
    pub(crate) last_start: i64,
}

impl Bounds {
    /// Time until a lookup is sure to find a movement of a request that was served.
    pub(crate) fn sure_after(&self) -> i64 {
        self.delay + self.lag
    }

    /// A clock that jumps ends a pause early, and calls a request ended that is still under way. So does a lost record.
    fn not_found_holds(&self) -> i64 {
        match self.conduct {
            Conduct::Once => self.sure_after() / 2,
            _ if self.jumps > 0 || self.losses > 0 => {
                self.sure_after() + self.in_flight + i64::from(self.jumps) * PAUSE
            }
            _ => self.sure_after(),
        }
    }

    /// Tick by which every flow has ended. After the deadline come an attempt that was begun before it, the lookups
    /// until a "not found" has held, and the storing of the end.
    pub(crate) fn end(&self) -> i64 {
        let round = PAUSE + self.in_flight + self.stall + 2 * self.sleep;
        let jumped = i64::from(self.jumps) * (self.jump + PAUSE);
        let held = self.not_found_holds() << (self.attempts - 1);
        self.deadline + self.last_start + 6 * round + held + jumped + i64::from(self.silences) * 4 * round
    }

    pub(crate) fn policy(&self, mistake: Option<Mistake>) -> SettlementPolicy {
        let policy = SettlementPolicy::builder()
            .attempts(self.attempts)
            .pause_ms(PAUSE.unsigned_abs())
            .longest_pause_ms(PAUSE.unsigned_abs())
            .not_found_holds_ms(self.not_found_holds().unsigned_abs())
            .in_flight_ms(self.in_flight.unsigned_abs())
            .deadline_ms(self.deadline.unsigned_abs())
            .build();
        mistake.map_or(policy, |mistake| mistake.policy(policy))
    }
}
