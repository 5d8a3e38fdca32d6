//! An attempt in doubt, and how long lookups have found nothing of it.

use crate::wire::Instant;

/// Lookups that have to find nothing in a row before "not found" counts.
const TIMES_NOT_FOUND: u32 = 3;
/// Lookups in a row with a verdict that no waiting mends. A single one may come from a proxy or a replica.
const TIMES_UNUSABLE: u32 = 3;

/// An attempt that may have moved money.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Doubt {
    /// Time at which the attempt was begun.
    pub(crate) begun: Instant,
    /// Whether the attempt may still be under way: no answer to it is known.
    pub(crate) in_flight: bool,
    /// Lookups so far.
    pub(crate) lookups: u32,
    /// Lookups in a row that found nothing.
    pub(crate) not_found: u32,
    /// Time that the flow asked to wait between them, in milliseconds. The clock alone adds nothing.
    pub(crate) waited_ms: u64,
    /// Lookups in a row whose verdict no waiting mends.
    pub(crate) unusable: u32,
}

impl Doubt {
    pub(crate) fn new(begun: Instant, in_flight: bool) -> Doubt {
        Doubt { begun, in_flight, lookups: 0, not_found: 0, waited_ms: 0, unusable: 0 }
    }

    /// Counts a pause that has ended.
    pub(crate) fn waited(&mut self, millis: u64) {
        if self.not_found > 0 {
            self.waited_ms = self.waited_ms.saturating_add(millis);
        }
    }

    /// Counts a lookup that found nothing.
    pub(crate) fn found_nothing(&mut self) {
        self.not_found = self.not_found.saturating_add(1);
        self.unusable = 0;
    }

    /// Counts a lookup with any other verdict, after which "not found" begins anew.
    pub(crate) fn found_something_else(&mut self, is_usable: bool) {
        (self.not_found, self.waited_ms) = (0, 0);
        self.unusable = if is_usable { 0 } else { self.unusable.saturating_add(1) };
    }

    /// Whether lookups have found nothing often enough and for this time.
    pub(crate) fn not_found_holds(&self, holds_ms: u64) -> bool {
        self.not_found >= TIMES_NOT_FOUND && self.waited_ms >= holds_ms
    }

    pub(crate) fn is_unusable(&self) -> bool {
        self.unusable >= TIMES_UNUSABLE
    }
}
