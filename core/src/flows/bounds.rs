//! Bounds of a policy.

use crate::{
    finding::{Code, Finding, Findings},
    interface::error::Error,
};
use std::ops::RangeInclusive;

/// Checks every setting of a policy: its path, its value and its bounds.
pub(crate) fn check_bounds(settings: &[(&str, u64, RangeInclusive<u64>)]) -> Result<(), Error> {
    let mut violations = Findings::default();
    for (path, _, bounds) in settings.iter().filter(|(_, value, bounds)| !bounds.contains(value)) {
        let sentence = format!("expected a whole number from {} to {}", bounds.start(), bounds.end());
        violations.push(Finding::new(*path, Code::OutOfRange).explained(sentence));
    }
    if violations.is_empty() { Ok(()) } else { Err(Error::InvalidConfig { violations }) }
}
