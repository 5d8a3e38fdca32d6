//! The AAR: linked, checked, packed and tried on this machine, as `cargo xtask android` does.

use anyhow::{Context, Result};
use billwire_phones::android::{self, Abi, Options};
use xtask::suites::Outcome;

use crate::project::Project;
use crate::proof::free;

/// For x86_64 alone, whose library runs here: compiling the others takes minutes.
pub(crate) fn quickly(project: &Project) -> Result<Outcome> {
    check(project, Some(Abi::X86_64))
}

/// For every processor, with the documentation.
pub(crate) fn in_full(project: &Project) -> Result<Outcome> {
    check(project, None)
}

fn check(project: &Project, only: Option<Abi>) -> Result<Outcome> {
    let package = android::package(project, &Options { only, trial: true })?;
    free(project, &["android"])?;
    let trial = package.trial.context("the trial did not run")?;
    let sizes = package.libraries.iter().map(|(abi, facts)| format!("{} {} kB", abi.name(), facts.size / 1_000));
    let libraries = package.libraries.len() as u64;
    let note = format!("{} by {}; {trial}", sizes.collect::<Vec<_>>().join(", "), package.linker);
    Ok(Outcome::all_passed(trial.all_tests().saturating_add(libraries), note))
}
