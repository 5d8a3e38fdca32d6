//! What `cargo publish` would send: a crate that compiles and passes its tests by itself.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::process::Finished;
use crate::project::Project;
use crate::tools::FEATURES;
use crate::{copy, counts, package, tools};

const LIBRARY: &str = "core/src/lib.rs";
/// Nothing of ours is called so outside the crate's folder and stands beside it when it is unpacked.
const OUTSIDE: &str = "\nconst _: &str = include_str!(\"../../deny.toml\");\n";

/// In a copy, where nothing stands in the way of a release.
pub(super) fn check(project: &Project) -> Result<String> {
    let place = project.target("supply/crates-io");
    copy::of_core(project, &place)?;
    let manifest = place.join("Cargo.toml");
    let guarded = fs::read_to_string(&manifest)?;
    ensure!(!publish(project, &place)?.ok(), "nothing stands in the way of a release by accident");
    fs::write(&manifest, guarded.replace("publish = false", "publish = true"))?;
    let run = publish(project, &place)?.successful()?;
    ensure!(run.text.contains("aborting upload due to dry run"), "cargo did not come to the upload:\n{}", run.text);
    let tests = tests(project)?;
    control(project, &place)?;
    Ok(format!("the packed crate passes {tests} tests by itself"))
}

/// A crate that reads a file which only the checkout has.
fn control(project: &Project, place: &Path) -> Result<()> {
    let library = place.join(LIBRARY);
    let source = fs::read_to_string(&library)?;
    fs::write(&library, source + OUTSIDE)?;
    ensure!(!publish(project, place)?.ok(), "a crate that reads a file outside is packed");
    Ok(())
}

fn publish(project: &Project, place: &Path) -> Result<Finished> {
    tools::cargo()
        .args(["publish", "--dry-run", "--allow-dirty", "-p", "billwire", "--features", FEATURES])
        .dir(place)
        .env("CARGO_TARGET_DIR", project.target("supply/package-build"))
        .logged(&project.log("cargo-publish"))
}

/// The tests of the crate as it was unpacked, far from the checkout.
fn tests(project: &Project) -> Result<u64> {
    let built = project.target("supply/package-build");
    let away = tempfile::tempdir()?;
    let unpacked = format!("package/billwire-{}", env!("CARGO_PKG_VERSION"));
    package::copy_sources(&built.join(unpacked), away.path())?;
    let run = tools::cargo()
        .args(["test", "--locked", "--features", FEATURES])
        .dir(away.path())
        .env("CARGO_TARGET_DIR", &built)
        .logged(&project.log("cargo-package-test"))?
        .successful()
        .context("the packed crate")?;
    let passed = counts::libtest(&run.text).passed;
    ensure!(passed > 0, "no test of the packed crate ran");
    Ok(passed)
}
