//! Limits of one run of a target, and its result.

use std::time::Duration;

/// A known fault is found in the first seconds, or the oracle is too weak.
pub(super) const CONTROL_SECONDS: u64 = 30;
/// Time for a fuzzer to read its corpus and to end.
pub(super) const GRACE: Duration = Duration::from_secs(120);

/// Result of one target.
pub(super) struct Line {
    pub(super) name: String,
    /// Inputs that the promise was held to.
    pub(super) executions: u64,
    /// Executions until the known fault was found.
    pub(super) control: u64,
}
