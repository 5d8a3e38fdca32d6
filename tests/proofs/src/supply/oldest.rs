//! Oldest supported versions: of dependencies, of Rust and of Node.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::machines::small_crate;
use crate::process::Finished;
use crate::project::Project;
use crate::tools::FEATURES;
use crate::{copy, counts, files, package, runtimes, tools};

/// Line of the manifest that the control replaces.
const TAKEN: &str = "base64 = { version = \"0.23\"";
const TOO_OLD: &str = "base64 = { version = \"0.13\"";
/// Source that needs a newer Rust than the oldest.
const TOO_NEW: &str = "pub fn ones() -> Option<[u8; 2]> {\n    std::array::try_from_fn(|_| Some(1))\n}\n";

/// Core alone compiles with the oldest version of each direct dependency that its manifest takes.
pub(super) fn versions(project: &Project) -> Result<String> {
    let place = project.target("supply/oldest");
    copy::of_core(project, &place)?;
    compiled_with_oldest(project, &place)?.successful()?;
    let manifest = place.join("core/Cargo.toml");
    let text = fs::read_to_string(&manifest)?;
    let control = text.replacen(TAKEN, TOO_OLD, 1);
    ensure!(control != text, "core takes another {TAKEN}");
    fs::write(&manifest, control)?;
    ensure!(!compiled_with_oldest(project, &place)?.ok(), "core compiles with {TOO_OLD}, or another was chosen");
    Ok("the oldest versions compile".to_owned())
}

fn compiled_with_oldest(project: &Project, place: &Path) -> Result<Finished> {
    files::remove_file(&place.join("Cargo.lock"))?;
    // Resolving to the oldest versions is not stable yet; nothing else here is unstable.
    let cargo = |args: &[&str]| {
        let run = tools::cargo().args(args).dir(place).env("CARGO_TARGET_DIR", project.target("supply/build"));
        run.env("RUSTC_BOOTSTRAP", "1")
    };
    cargo(&["generate-lockfile", "-Z", "direct-minimal-versions"])
        .logged(&project.log("oldest-lockfile"))?
        .successful()?;
    cargo(&["check", "-p", "billwire", "--features", FEATURES, "--locked"]).logged(&project.log("oldest-check"))
}

/// Core's own tests, compiled and run by exactly the Rust that `rust-version` names.
pub(super) fn rust(project: &Project) -> Result<String> {
    let run = tools::oldest_rust(project)?
        .args([
            "test",
            "--locked",
            "-p",
            "billwire",
            "-p",
            "billwire-wire",
            "--lib",
            "--features",
            FEATURES,
            "--target-dir",
        ])
        .args([project.target("supply/rust")])
        .dir(project.path(""))
        .logged(&project.log("oldest-rust"))?
        .successful()?;
    let passed = counts::libtest(&run.text).passed;
    ensure!(passed > 0, "no test of core ran");
    refuses_what_is_newer(project)?;
    Ok(format!("{passed} tests pass on Rust {}", tools::OLDEST_RUST))
}

/// The control: it is the oldest Rust that compiles, and not whichever is there.
fn refuses_what_is_newer(project: &Project) -> Result<()> {
    let place = small_crate(project.target("supply/newer"), "lib.rs", TOO_NEW)?;
    let run = tools::oldest_rust(project)?.args(["check"]).dir(&place).logged(&project.log("oldest-rust-control"))?;
    ensure!(!run.ok() && run.text.contains("E0658"), "the oldest Rust compiles what came after it");
    Ok(())
}

/// The suite `npm runtimes` runs the package on these: none that package.json names as a first one may be left out.
pub(super) fn node(project: &Project) -> Result<String> {
    let manifest = package::manifest(project)?;
    let taken = manifest.pointer("/engines/node").and_then(Value::as_str).context("package.json names no Node")?;
    let first = first_of_each(taken);
    ensure!(!first.is_empty(), "package.json takes any Node");
    let untested: Vec<_> = first.iter().filter(|version| !runtimes::NODES.contains(version)).collect();
    ensure!(untested.is_empty(), "package.json takes Node {untested:?}, on which nothing is run");
    Ok(format!("Node {} in `npm runtimes`", first.join(" and ")))
}

/// `^20.19.0 || >=22.12.0` begins with 20.19.0 and with 22.12.0.
fn first_of_each(range: &str) -> Vec<&str> {
    range.split("||").map(|part| part.trim().trim_start_matches(['^', '~', '>', '='])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_untested_node_is_noticed() {
        assert_eq!(first_of_each("^20.19.0 || >=22.12.0"), ["20.19.0", "22.12.0"]);
        assert!(first_of_each(">=18.0.0").iter().all(|version| !runtimes::NODES.contains(version)));
    }
}
