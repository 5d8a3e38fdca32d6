//! Rules, each with a control: an input that breaks it.

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
