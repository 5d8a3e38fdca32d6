//! A promise with the check that proves it.

use anyhow::{Result, ensure};
use clap::Command;

use crate::project::Project;
use xtask::suites::Outcome;

/// A promise, what proves it, and how much of that is run when.
#[derive(Clone, Copy)]
pub(crate) struct Proof {
    /// The name of the command and of the suite.
    pub(crate) name: &'static str,
    pub(crate) promise: &'static str,
    /// Arguments with which it takes a few minutes at most.
    pub(crate) quick: &'static [&'static str],
    /// Arguments with which it proves all that it can.
    pub(crate) full: &'static [&'static str],
    /// An error is a promise that is broken, or a control that passes.
    pub(crate) prove: fn(&Project, &[&str]) -> Result<Proven>,
}

/// What was measured.
pub(crate) struct Proven {
    pub(crate) tests: u64,
    pub(crate) figure: String,
    /// What the same check said to something that breaks the promise.
    pub(crate) control: String,
}

impl Proof {
    /// A suite of CI.
    pub(crate) fn quickly(&self, project: &Project) -> Result<Outcome> {
        (self.prove)(project, self.quick)?.outcome()
    }

    /// How the whole of it is started.
    pub(crate) fn command(&self) -> String {
        [&["cargo xtask prove", self.name], self.full].concat().join(" ")
    }
}

impl Proven {
    pub(crate) fn outcome(self) -> Result<Outcome> {
        let Self { tests, figure, control } = self;
        ensure!(tests > 0 && !figure.is_empty() && !control.is_empty(), "a proof has a figure and a control");
        Ok(Outcome::all_passed(tests, format!("{figure}; control: {control}")))
    }
}

/// The arguments of a proof.
pub(crate) fn plan<P: clap::Args>(args: &[&str]) -> Result<P> {
    let command = P::augment_args(Command::new("prove").no_binary_name(true));
    Ok(P::from_arg_matches(&command.try_get_matches_from(args)?)?)
}

/// For proofs that take none.
pub(crate) fn no_arguments(args: &[&str]) -> Result<()> {
    ensure!(args.is_empty(), "this takes no arguments");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_needs_a_figure_and_a_control() {
        let proven = |figure: &str, control: &str| Proven { tests: 1, figure: figure.into(), control: control.into() };
        assert!(proven("f", "c").outcome().is_ok());
        assert!(proven("", "c").outcome().is_err());
        assert!(proven("f", "").outcome().is_err());
    }
}
