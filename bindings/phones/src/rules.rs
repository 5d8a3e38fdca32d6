//! Rules, each with a control: an input that breaks it.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};

/// Counts the checks that passed.
#[derive(Default)]
pub(crate) struct Checks {
    pub(crate) passed: u64,
}

impl Checks {
    /// Fails if the rule is broken, or if its control keeps it.
    pub(crate) fn rule(&mut self, rule: &str, check: Result<()>, control: Result<()>) -> Result<()> {
        check.with_context(|| rule.to_owned())?;
        ensure!(control.is_err(), "{rule}: the control breaks this rule, and passes");
        self.passed += 1;
        Ok(())
    }
}

pub(crate) fn equal<T: PartialEq>(one: &T, other: &T) -> Result<()> {
    ensure!(one == other, "they differ");
    Ok(())
}

pub(crate) fn with(names: &BTreeSet<String>, other: &str) -> BTreeSet<String> {
    names.iter().cloned().chain([other.to_owned()]).collect()
}

pub(crate) fn all_in(names: &BTreeSet<String>, all: &BTreeSet<String>) -> Result<()> {
    let missing: Vec<&str> = names.difference(all).map(String::as_str).collect();
    ensure!(missing.is_empty(), "not there: {}", missing.join(", "));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_control_that_passes_is_a_failure() {
        let mut checks = Checks::default();
        assert!(checks.rule("a", Ok(()), Ok(())).is_err());
        assert!(checks.rule("a", Err(anyhow::anyhow!("b")), Err(anyhow::anyhow!("c"))).is_err());
        assert!(checks.rule("a", Ok(()), Err(anyhow::anyhow!("c"))).is_ok());
        assert_eq!(checks.passed, 1);
    }
}
