//! Limits of one run of a target, and its result.

use std::time::Duration;

/// Time limit for finding the known fault.
pub(super) const CONTROL_SECONDS: u64 = 30;
/// Time for a fuzzer to read its corpus and to end.
pub(super) const GRACE: Duration = Duration::from_secs(120);

/// Result of one target.
pub(super) struct Line {
    pub(super) name: String,
    /// Tested inputs.
    pub(super) executions: u64,
    /// Executions until the known fault was found.
    pub(super) control: u64,
}
