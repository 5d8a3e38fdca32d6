//! What billwire is made of and what it promises to work with, and whether it could be released just now.

mod agreed;
mod crates_io;
mod features;
mod npmjs;
mod oldest;
mod threats;
mod unsafety;

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::report::proof;
use crate::suites::Outcome;

/// What a Rust program may turn on; `uniffi` is for the packages of other languages.
pub(crate) const FEATURES: &str = "serde,simulator";

const PROMISE: &str = "nothing is depended on that was not agreed to, none of our own code is unsafe, what is said to work \
                       works, and it could be released";
const CONTROL: &str = "found: no licence allowed, an unsafe block, a dependency that is too old, a feature without what it \
                       needs, a crate that reads a file outside, a package without a version, a threat with a test that is \
                       not there";

/// A check together with its control, which says in a few words what it found.
struct Check {
    name: &'static str,
    run: fn(&Project) -> Result<String>,
}

const CHECKS: [Check; 7] = [
    Check { name: "licences and sources", run: agreed::check },
    Check { name: "unsafe code", run: unsafety::check },
    Check { name: "threats", run: threats::check },
    Check { name: "the oldest versions of what is depended on", run: oldest::versions },
    Check { name: "the oldest Node", run: oldest::node },
    Check { name: "a release to crates.io", run: crates_io::check },
    Check { name: "a release to npm", run: npmjs::check },
];

/// Those that compile core again and again; each is a suite of its own.
const LONGER: [Check; 2] = [
    Check { name: "the oldest Rust", run: oldest::rust },
    Check { name: "every choice of features", run: features::check },
];

/// All checks, on this terminal.
pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    let found = [found(project, &CHECKS)?, found(project, &LONGER)?].concat();
    proof(PROMISE, &found.join(", "), CONTROL);
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn suite(project: &Project) -> Result<Outcome> {
    Ok(Outcome::all_passed(CHECKS.len() as u64, found(project, &CHECKS)?.join(", ")))
}

pub(crate) fn oldest_rust(project: &Project) -> Result<Outcome> {
    oldest::rust(project).map(Outcome::passed)
}

pub(crate) fn features(project: &Project) -> Result<Outcome> {
    features::check(project).map(Outcome::passed)
}

fn found(project: &Project, checks: &[Check]) -> Result<Vec<String>> {
    let found = |check: &Check| project.progress.step(check.name, || (check.run)(project)).context(check.name);
    checks.iter().map(found).collect()
}
