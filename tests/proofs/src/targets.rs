//! Targets other than this machine's: what ships for Android compiles here, and an aarch64 Linux runs under QEMU.
//!
//! No SDK is needed: a check stops before the linker, and Debian has one for Linux.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::counts::{self, Counts};
use crate::machines::AARCH64;
use crate::process::Run;
use crate::project::Project;
use crate::proof::free;
use crate::tools;
use xtask::suites::Outcome;

const CRATE: &str = "billwire-ffi";
const ANDROID: [&str; 4] =
    ["aarch64-linux-android", "armv7-linux-androideabi", "x86_64-linux-android", "i686-linux-android"];
/// Android's larger pages; see bindings/build.rs.
const PAGE_FLAG: &str = "-Wl,-z,max-page-size=16384";

/// Every check is a test, and so is every one that ran under QEMU.
pub(crate) fn check(project: &Project) -> Result<Outcome> {
    tools::rust_targets(project, &[&ANDROID[..], &[AARCH64.target]].concat())?;
    project.progress.step("checks for Android", || android(project))?;
    let checks = Counts { passed: ANDROID.len() as u64, failed: 0 };
    let run = project.progress.step(&format!("tests on {}", AARCH64.target), || AARCH64.tests(project))?;
    if run.ok() {
        free(project, &[&ANDROID[..], &[AARCH64.target]].concat())?;
    }
    let tests = counts::libtest(&run.text);
    ensure!(tests.passed > 0 || !run.ok(), "no test ran under {}", AARCH64.emulator);
    let note = format!("{} tests under {}", tests.passed, AARCH64.emulator);
    let counts = Counts { passed: tests.passed.saturating_add(checks.passed), failed: tests.failed };
    Ok(Outcome { note, ..Outcome::of(counts, &run, crate::failures::libtest) })
}

/// It compiles, and would be linked for pages of 16 KB: cargo keeps the output of the build script.
fn android(project: &Project) -> Result<()> {
    let run = inspected(cargo(project, &["check", "-p", CRATE, "--profile", "ffi"]))
        .args(ANDROID.map(|target| format!("--target={target}")))
        .answer(&project.log("check-android"))?
        .successful()?;
    for target in ANDROID {
        let told = fs::read_to_string(build_script(&run.answer, target)?.with_file_name("output"))?;
        ensure!(told.lines().any(|line| line.ends_with(PAGE_FLAG)), "{target} is not linked with {PAGE_FLAG}");
    }
    Ok(())
}

/// The folder that cargo gave our build script for a target.
fn build_script(messages: &str, target: &str) -> Result<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    messages
        .filter(|message| message.get("reason").is_some_and(|reason| reason == "build-script-executed"))
        .filter(|message| message.get("package_id").is_some_and(|id| id.to_string().contains(CRATE)))
        .filter_map(|message| message.get("out_dir")?.as_str().map(str::to_owned))
        .find(|folder| is_of(folder, target))
        .map(PathBuf::from)
        .with_context(|| format!("cargo did not run the build script of the library for {target}"))
}

/// Whether cargo made a file for a target.
fn is_of(file: &str, target: &str) -> bool {
    Path::new(file).components().any(|folder| folder.as_os_str() == target)
}

/// Names the files that it makes, and makes no more of them than an inspection needs.
fn inspected(run: Run) -> Run {
    let run = run.args(["--message-format", "json-render-diagnostics"]).env("CARGO_INCREMENTAL", "0");
    run.env("CARGO_PROFILE_FFI_LTO", "off").env("CARGO_PROFILE_FFI_OPT_LEVEL", "0")
}

fn cargo(project: &Project, args: &[&str]) -> Run {
    tools::cargo().args(args).dir(project.path(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_build_script_of_ours_is_found() {
        let message = |id: &str, out: &str| {
            format!(r#"{{"reason":"build-script-executed","package_id":"{id}","out_dir":"{out}"}}"#)
        };
        let messages =
            [message("path+file:///x#serde@1", "/a/one/out"), message("path+file:///x#billwire-ffi@0", "/b/one/out")];
        assert_eq!(build_script(&messages.join("\n"), "one").unwrap(), PathBuf::from("/b/one/out"));
        assert!(build_script(&messages.join("\n"), "other").is_err());
        assert!(build_script("{}", "one").is_err());
    }
}
