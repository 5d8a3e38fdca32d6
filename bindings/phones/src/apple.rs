//! The XCFramework, its archive and the released Swift package, built without Apple's SDKs.
//!
//! ```text
//! target/apple/BillwireFFI.xcframework       the native library, a folder for each kind of system
//! target/apple/BillwireFFI.xcframework.zip   the same, as SwiftPM downloads it
//! target/apple/package                       the Swift package as its repository has it
//! target/apple/consumer                      the quickstart over that package, for this machine
//! ```
//!
//! With `--quick` or `--unoptimised` all of it is in target/apple/inspected. A linker of Apple and Xcode are not there:
//! docs/releasing-swift.md says what to try on a Mac.

mod checks;
mod consumer;
mod contents;
mod framework;
mod package;
mod privacy;
mod slices;
mod system;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use crate::rules::Checks;
use anyhow::Result;
use framework::Framework;
use slices::{Library, Slice};
use xtask::project::Project;
use xtask::report::table;
use xtask::swift;

/// Address of a release's archive, if `--url` names no other.
const RELEASES: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/releases/download");

/// How much is built.
#[derive(Default, clap::Args)]
pub struct Plan {
    /// Only a device and its simulator, unoptimised, and no quickstart
    #[arg(long)]
    pub quick: bool,
    /// Libraries that are for the checks and not for a release: compiled in a fraction of the time, into target/apple/inspected
    #[arg(long)]
    pub unoptimised: bool,
    /// Address at which the archive will be published
    #[arg(long)]
    pub url: Option<String>,
}

/// A packed XCFramework, whose checks have passed.
pub struct Package {
    pub archive: PathBuf,
    pub checksum: String,
    /// How many checks have passed. Each has a control that fails.
    pub checks: u64,
    /// A table of the slices.
    pub slices: String,
}

/// `cargo xtask xcframework`.
pub fn build(project: &Project, plan: &Plan) -> Result<()> {
    let Package { archive, checksum, checks, slices } = package(project, plan)?;
    println!("{slices}\n{}\nchecksum {checksum}", archive.display());
    println!("{checks} checks passed, each with a control that fails");
    Ok(())
}

/// Builds, packs and checks the slices.
pub fn package(project: &Project, plan: &Plan) -> Result<Package> {
    swift::sources(project)?;
    let is_release = !plan.quick && !plan.unoptimised;
    let place = project.target(if is_release { "apple" } else { "apple/inspected" });
    fs::create_dir_all(&place)?;
    let slices = slices::build(project, !plan.quick, is_release)?;
    let framework = Framework::write(project, &place, &slices)?;
    let url = plan.url.clone().unwrap_or_else(|| framework::address(RELEASES));
    let package = package::write(project, &place, &url, &framework.checksum)?;

    let mut checks = Checks::default();
    checks::of_slices(project, &slices, &framework, &mut checks)?;
    checks::of_package(project, &slices, &framework, &package, (&url, is_release), &mut checks)?;
    if !plan.quick {
        consumer::check(project, &place, &package, &mut checks)?;
    }
    let slices = summary(&slices, &checks::functions_of(project)?);
    Ok(Package { archive: framework.archive, checksum: framework.checksum, checks: checks.passed, slices })
}

fn summary(slices: &[Slice], functions: &BTreeSet<String>) -> String {
    let rows = slices.iter().map(|slice| {
        let of_each =
            |text: &dyn Fn(&Library) -> String| slice.libraries.iter().map(text).collect::<Vec<_>>().join(", ");
        vec![
            slice.identifier(),
            of_each(&|library| format!("{} {}", slice.platform.name(), library.contents.oldest())),
            format!("{:.1} MB", slice.bytes.len() as f64 / 1e6),
            of_each(&|library| library.contents.defined.intersection(functions).count().to_string()),
            of_each(&|library| library.contents.outside.len().to_string()),
            of_each(&|library| format!("{}: {}", library.target.arch, library.std.origin())),
        ]
    });
    let heads = ["slice", "system, at least", "size", "functions", "from the system", "standard library"];
    table(&heads, &[2, 3, 4], rows)
}
