//! Dry run of `cargo publish`: the packed crates compile and pass their tests by themselves.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::process::Finished;
use crate::project::Project;
use crate::tools::FEATURES;
use crate::{copy, counts, package, tools};

const LIBRARY: &str = "core/src/lib.rs";
/// A file that only the checkout has.
const OUTSIDE: &str = "\nconst _: &str = include_str!(\"../../deny.toml\");\n";

/// In a copy that allows a release.
pub(super) fn check(project: &Project) -> Result<String> {
    let place = project.target("supply/crates-io");
    copy::of_core(project, &place)?;
    let manifest = place.join("Cargo.toml");
    let guarded = fs::read_to_string(&manifest)?;
    // cargo unpacks a packed crate once for a folder, and never looks whether it is another one the next time.
    let built = tempfile::tempdir_in(project.target("supply"))?;
    let built = built.path();
    ensure!(!publish(project, &place, built)?.ok(), "nothing stands in the way of a release by accident");
    fs::write(&manifest, guarded.replace("publish = false", "publish = true"))?;
    let run = publish(project, &place, built)?.successful()?;
    ensure!(run.text.contains("aborting upload due to dry run"), "cargo did not come to the upload:\n{}", run.text);
    let tests = tests(project, built)?;
    control(project, &place, built)?;
    Ok(format!("the packed crates pass {tests} tests by themselves"))
}

/// A crate that reads a file which only the checkout has.
fn control(project: &Project, place: &Path, built: &Path) -> Result<()> {
    let library = place.join(LIBRARY);
    let source = fs::read_to_string(&library)?;
    fs::write(&library, source + OUTSIDE)?;
    ensure!(!publish(project, place, built)?.ok(), "a crate that reads a file outside is packed");
    Ok(())
}

fn publish(project: &Project, place: &Path, built: &Path) -> Result<Finished> {
    tools::cargo()
        .args([
            "publish",
            "--dry-run",
            "--allow-dirty",
            "-p",
            "billwire-wire",
            "-p",
            "billwire",
            "--features",
            FEATURES,
        ])
        .dir(place)
        .env("CARGO_TARGET_DIR", built)
        .logged(&project.log("cargo-publish"))
}

/// The tests of both crates as they were unpacked, far from the checkout.
fn tests(project: &Project, built: &Path) -> Result<u64> {
    let away = tempfile::tempdir()?;
    let mut passed = 0;
    for name in ["billwire-wire", "billwire"] {
        let folder = away.path().join(name);
        fs::create_dir(&folder)?;
        package::copy_sources(&built.join(format!("package/{name}-{}", env!("CARGO_PKG_VERSION"))), &folder)?;
        passed += tests_of(project, &folder, &away.path().join("billwire-wire"), built).context(name)?;
    }
    Ok(passed)
}

/// The registry does not have the other crate yet.
fn tests_of(project: &Project, folder: &Path, wire: &Path, built: &Path) -> Result<u64> {
    let has_wire = !folder.ends_with("billwire-wire");
    let patch = format!("patch.crates-io.billwire-wire.path={:?}", wire.display().to_string());
    let features = if has_wire { FEATURES } else { "serde" };
    let run = tools::cargo()
        .args(["test", "--features", features])
        .args(if has_wire { vec!["--config", &patch] } else { Vec::new() })
        .dir(folder)
        .env("CARGO_TARGET_DIR", built)
        .logged(&project.log("cargo-package-test"))?
        .successful()?;
    let passed = counts::libtest(&run.text).passed;
    ensure!(passed > 0, "no test of the packed crate ran");
    Ok(passed)
}
