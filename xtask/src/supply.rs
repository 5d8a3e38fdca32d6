//! What billwire is made of: licences, sources, wildcards and duplicates by cargo-deny; the oldest versions that it says
//! it takes; and no `unsafe` of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use crate::process::Finished;
use crate::project::Project;
use crate::report::proof;
use crate::suites::Outcome;
use crate::{npm, package, tools};

const PROMISE: &str = "nothing is depended on that was not agreed to, and none of our own code is unsafe";
/// Where no `unsafe` may stand.
const OURS: &[&str] = &["core", "wasm", "bindings", "examples", "tests", "xtask", "fuzz"];

/// The checks, on this terminal.
pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    let checked = check(project)?;
    println!("{checked}");
    proof(PROMISE, &checked, CONTROL);
    Ok(ExitCode::SUCCESS)
}

const CONTROL: &str = "with no licence allowed cargo-deny refuses; an unsafe block is found";

pub(crate) fn suite(project: &Project) -> Result<Outcome> {
    let note = check(project)?;
    Ok(Outcome::all_passed(4, note))
}

fn check(project: &Project) -> Result<String> {
    let agreed = fs::read_to_string(project.path("deny.toml"))?;
    for manifest in ["Cargo.toml", "fuzz/Cargo.toml"] {
        deny(project, manifest, &agreed)?.successful()?;
    }
    ensure!(
        !deny(project, "Cargo.toml", &without_licences(&agreed)?)?.ok(),
        "cargo-deny passes what no licence allows"
    );
    project.progress.step("the oldest versions that are taken", || oldest_versions(project))?;
    let mut files = Vec::new();
    for folder in OURS {
        rust_files(&project.path(folder), &mut files)?;
    }
    let mut found = Vec::new();
    for file in &files {
        let is_unsafe = holds_unsafe(&fs::read_to_string(file)?);
        found.extend(is_unsafe.then(|| file.display().to_string()));
    }
    ensure!(holds_unsafe(&["un", "safe { x }"].concat()), "what is unsafe is not found");
    ensure!(found.is_empty(), "unsafe stands in {}", found.join(", "));
    Ok(format!("0 refused, the oldest versions compile, 0 unsafe in {} files", files.len()))
}

/// Licences, bans and sources. Advisories would have to be fetched: see docs/releasing.md.
fn deny(project: &Project, manifest: &str, config: &str) -> Result<Finished> {
    let file = project.target("supply/deny.toml");
    fs::create_dir_all(project.target("supply"))?;
    fs::write(&file, config)?;
    tools::cargo_deny(project)?
        .args(["--offline", "--locked", "--manifest-path"])
        .args([project.path(manifest)])
        .args(["--config"])
        .args([&file])
        .args(["check", "--hide-inclusion-graph", "licenses", "bans", "sources"])
        .logged(&project.log("deny"))
}

/// The control: what is agreed to, without any licence.
fn without_licences(agreed: &str) -> Result<String> {
    let (head, tail) = agreed.split_once("allow = [\n").context("deny.toml allows no licences")?;
    let (_, tail) = tail.split_once("]\n").context("the list of licences has no end")?;
    Ok(format!("{head}allow = []\n{tail}"))
}

/// Core alone, with the oldest version of each direct dependency that its manifest takes.
fn oldest_versions(project: &Project) -> Result<()> {
    let copy = project.target("supply/oldest");
    fs::create_dir_all(&copy)?;
    let manifest = fs::read_to_string(project.path("Cargo.toml"))?;
    let (head, tail) = manifest.split_once("members = [").context("the workspace has no members")?;
    let (_, tail) = tail.split_once(']').context("the list of members has no end")?;
    fs::write(copy.join("Cargo.toml"), format!("{head}members = [\"core\"]{tail}"))?;
    let core = copy.join("core");
    npm::remove(&core)?;
    fs::create_dir(&core)?;
    fs::copy(project.path("core/Cargo.toml"), core.join("Cargo.toml"))?;
    fs::copy(project.path("README.md"), copy.join("README.md"))?;
    fs::create_dir(core.join("src"))?;
    package::copy_sources(&project.path("core/src"), &core.join("src"))?;
    let cargo = |args: &[&str], log: &str| {
        let run = tools::cargo().args(args).dir(&copy).env("CARGO_TARGET_DIR", project.target("supply/build"));
        // Resolving to the oldest versions is not stable yet; nothing else here is unstable.
        run.env("RUSTC_BOOTSTRAP", "1").logged(&project.log(log))?.successful()
    };
    cargo(&["generate-lockfile", "-Z", "direct-minimal-versions"], "oldest-lockfile")?;
    cargo(&["check", "-p", "billwire", "--features", "serde,simulator", "--locked"], "oldest-check")?;
    Ok(())
}

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_ours = !["target", "node_modules"].contains(&entry.file_name().to_string_lossy().as_ref());
        if entry.file_type()?.is_dir() && is_ours {
            rust_files(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether the word opens something: a block, a function, an implementation, an attribute.
fn holds_unsafe(source: &str) -> bool {
    const WORD: &str = "unsafe";
    let opens = |rest: &str| ["{", "fn ", "impl", "extern", "trait", "("].iter().any(|next| rest.starts_with(next));
    source.match_indices(WORD).any(|(at, _)| {
        let (before, rest) = source.split_at(at);
        let is_word = !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        is_word && opens(rest.trim_start_matches(WORD).trim_start())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unsafe_is_found() {
        for rest in [" { x }", " fn f() {}", " impl S for T {}", "(no_mangle)]", " extern \"C\" {}"] {
            assert!(holds_unsafe(&format!("let x = un{}", format_args!("safe{rest}"))), "{rest}");
        }
        for safe in ["#![forbid(unsafe_code)] // nothing unsafe", "is_unsafe(x)"] {
            assert!(!holds_unsafe(safe), "{safe}");
        }
    }
}
