//! Pauses that grow with each failure.

use crate::{flows::recorded::recorded, wire::Instant};

/// First and longest pause, in milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Pauses {
    pub(crate) first: u64,
    pub(crate) longest: u64,
}

impl Pauses {
    /// Returns the pause after so many failures: between half and all of the doubled pause, by `random` from 0 to 1.
    ///
    /// The chance keeps clients apart that were refused together.
    pub(crate) fn after(self, failures: u32, random: f64) -> u64 {
        let doubled = self.first.saturating_mul(1 << failures.min(32)).min(self.longest);
        let half = doubled / 2;
        let share = if random.is_finite() { random.clamp(0.0, 1.0) } else { 0.0 };
        // A conversion from a float saturates, so the sum stays within the pause.
        half.saturating_add((half as f64 * share) as u64).max(1)
    }

    /// Returns the failures after the next one, if a pause of this length was drawn for the last one.
    pub(crate) fn failures_after(self, millis: u64) -> u32 {
        let drawn_for = |failures: &u32| self.first.saturating_mul(1 << failures) > millis.min(self.longest);
        (0..32).find(drawn_for).map_or(32, |failures| failures + 1)
    }
}

/// A pause before the next request, whose length is not drawn yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NextPause {
    pub(crate) from: Instant,
    pub(crate) failures: u32,
    /// The service's `Retry-After`, in milliseconds.
    pub(crate) at_least: u64,
    pub(crate) at_most: u64,
}

impl NextPause {
    /// Draws the length, by `random` from 0 to 1.
    pub(crate) fn drawn(self, pauses: Pauses, random: f64) -> Pause {
        let millis = pauses.after(self.failures, random).min(self.at_most).max(self.at_least);
        Pause { from: self.from, millis }
    }
}

recorded! {
    /// A pause before the next request.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub(crate) struct Pause {
        pub(crate) from: Instant,
        pub(crate) millis: u64,
    }
}

impl Pause {
    /// Returns the end of the pause, until it has passed. A clock that was set back begins the pause anew, so no wait
    /// is longer than its pause.
    pub(crate) fn ends_after(&mut self, now: Instant) -> Option<Instant> {
        self.from = self.from.min(now);
        Some(later(self.from, self.millis)).filter(|until| now < *until)
    }
}

/// Returns the instant so many milliseconds later.
pub(crate) fn later(instant: Instant, millis: u64) -> Instant {
    Instant::from_unix_millis(instant.unix_millis().saturating_add_unsigned(millis))
}
