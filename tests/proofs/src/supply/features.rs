//! Core with each feature and each pair of features, on this machine and in wasm, without a warning. All at once are built by
//! the tests.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};

use crate::copy;
use crate::process::Finished;
use crate::project::Project;
use crate::tools::{self, WASM_TARGET};

/// Line of cargo-hack before each choice.
const CHOICE: &str = "info: running `cargo ";
/// The feature `default` is empty.
const HERE: [&str; 2] = ["--exclude-features", "default"];
const IN_WASM: [&str; 4] = ["--target", WASM_TARGET, "--exclude-features", "default"];

/// In a copy, because cargo-hack removes dev-dependencies from the manifest.
pub(super) fn check(project: &Project) -> Result<String> {
    tools::wasm_target(project)?;
    let place = project.target("supply/features");
    copy::of_core(project, &place)?;
    let here = choices(&hack(project, &place, &HERE)?.successful()?)?;
    let in_wasm = choices(&hack(project, &place, &IN_WASM)?.successful()?)?;
    control(project, &place)?;
    Ok(format!("{here} choices of features here, {in_wasm} in wasm"))
}

fn choices(run: &Finished) -> Result<usize> {
    let count = run.text.matches(CHOICE).count();
    ensure!(count > 1, "cargo-hack has made no choice");
    Ok(count)
}

/// Control: a feature without its dependency.
fn control(project: &Project, place: &Path) -> Result<()> {
    let manifest = place.join("core/Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    let broken = text.replace("serde = [\"dep:serde\",", "unused = [\"dep:serde\"]\nserde = [");
    ensure!(broken != text, "core has no feature serde to break");
    fs::write(&manifest, broken)?;
    ensure!(!hack(project, place, &["--include-features", "serde"])?.ok(), "a feature without its crate passes");
    Ok(())
}

fn hack(project: &Project, place: &Path, args: &[&str]) -> Result<Finished> {
    tools::packed_tool(project, "cargo-hack", "0.6.45")?
        .args(["hack", "clippy", "--feature-powerset", "--depth", "2", "--no-dev-deps"])
        .args(["-p", "billwire", "-p", "billwire-wire"])
        .args(args)
        .args(["--", "-D", "warnings"])
        .dir(place)
        .env("CARGO_TARGET_DIR", project.target("supply/features-build"))
        .logged(&project.log("features"))
}
