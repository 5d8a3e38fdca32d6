//! Dependencies, supported versions, and dry runs of a release.

mod agreed;
mod crates_io;
mod features;
mod notices;
mod npmjs;
mod oldest;
mod threats;
mod unsafety;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, no_arguments};

pub(crate) const PROOF: Proof = Proof {
    name: "supply",
    lane: Lane::Rust,
    promise: "all dependencies are agreed, none of our own code is unsafe, the oldest supported versions work, and a \
                       release would go through",
    quick: &[],
    full: &[],
    builds: &["supply"],
    prove,
};
const CONTROL: &str = "found: no licence allowed, a crate without a notice, an unsafe block, a dependency that is too old, a feature without what it \
                       needs, a crate that reads a file outside, a package without a version, a threat with a test that is \
                       not there";

/// A check together with its control; it returns a summary.
struct Check {
    name: &'static str,
    run: fn(&Project) -> Result<String>,
}

const CHECKS: [Check; 10] = [
    Check { name: "licences and sources", run: agreed::check },
    Check { name: "notices of third parties", run: notices::check },
    Check { name: "unsafe code", run: unsafety::check },
    Check { name: "threats", run: threats::check },
    Check { name: "the oldest versions of what is depended on", run: oldest::versions },
    Check { name: "the oldest Node", run: oldest::node },
    Check { name: "a release to crates.io", run: crates_io::check },
    Check { name: "a release to npm", run: npmjs::check },
    Check { name: "the oldest Rust", run: oldest::rust },
    Check { name: "every pair of features", run: features::check },
];

fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    no_arguments(args)?;
    let found =
        CHECKS.iter().map(|check| project.progress.step(check.name, || (check.run)(project)).context(check.name));
    let figure = found.collect::<Result<Vec<_>>>()?.join(", ");
    Ok(Proven { tests: CHECKS.len() as u64, figure, control: CONTROL.to_owned() })
}
