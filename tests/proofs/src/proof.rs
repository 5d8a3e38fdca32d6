//! A promise with the check that proves it.

use anyhow::{Result, ensure};
use clap::Command;

use crate::files;
use crate::project::Project;
pub(crate) use xtask::lanes::Lane;
use xtask::process::in_ci;
use xtask::suites::Outcome;

/// A promise, the check that proves it, and the arguments of its quick and full runs.
#[derive(Clone, Copy)]
pub(crate) struct Proof {
    /// The name of the command and of the suite.
    pub(crate) name: &'static str,
    /// Resource that its quick run shares with others.
    pub(crate) lane: Lane,
    pub(crate) promise: &'static str,
    /// Arguments of a run of a few minutes at most.
    pub(crate) quick: &'static [&'static str],
    /// Arguments of the complete run.
    pub(crate) full: &'static [&'static str],
    /// Folders below `target` that only this proof builds.
    pub(crate) builds: &'static [&'static str],
    /// An error is a broken promise, or a control that passes.
    pub(crate) prove: fn(&Project, &[&str]) -> Result<Proven>,
}

/// Measured figures of a proof.
pub(crate) struct Proven {
    pub(crate) tests: u64,
    pub(crate) figure: String,
    /// Result of the same check on an input that breaks the promise.
    pub(crate) control: String,
}

impl Proof {
    /// Runs it as a suite of CI.
    pub(crate) fn quickly(&self, project: &Project) -> Result<Outcome> {
        let proven = (self.prove)(project, self.quick)?;
        free(project, self.builds)?;
        proven.outcome()
    }

    /// Command of the complete run.
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

/// Deletes folders below `target` in CI, whose disks are small: no other suite uses them.
pub(crate) fn free(project: &Project, folders: &[&str]) -> Result<()> {
    if in_ci() {
        folders.iter().try_for_each(|folder| files::remove(&project.target(folder)))?;
    }
    Ok(())
}

/// Parses the arguments of a proof.
pub(crate) fn plan<P: clap::Args>(args: &[&str]) -> Result<P> {
    let command = P::augment_args(Command::new("prove").no_binary_name(true));
    Ok(P::from_arg_matches(&command.try_get_matches_from(args)?)?)
}

/// Refuses arguments, for proofs that take none.
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
