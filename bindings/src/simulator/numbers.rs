//! Numbers of the simulator, which are unsigned in core.

use billwire::Instant;

/// Returns an unsigned number. A number below zero counts as zero.
pub(super) fn whole(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

/// Returns a number of a type that every language has.
pub(super) fn number(whole: u64) -> i64 {
    i64::try_from(whole).unwrap_or(i64::MAX)
}

/// Returns a time in milliseconds since 1970.
pub(super) fn millis(now: Instant) -> u64 {
    whole(now.unix_millis())
}
