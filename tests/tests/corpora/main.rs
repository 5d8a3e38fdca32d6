//! Corpora made by others, in `../shared/corpora` beside the repository; none of them is copied into it.
//!
//! `cargo xtask prove corpora` prints the figures, beside those of the npm package.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

mod decimals;
mod instants;
mod json;
mod macs;
mod utf8;
mod verdicts;

use std::path::{Path, PathBuf};
use verdicts::Verdicts;

/// A corpus; none where the folder is not there, which only a clone on its own may lack.
fn corpus(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpora").join(name);
    if folder.is_dir() {
        return Some(folder);
    }
    assert!(std::env::var_os("CI").is_none(), "the corpus {name} is missing");
    eprintln!("NOT RUN: the corpus {name} is missing, expected in ../shared/corpora");
    None
}

fn read_json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

fn unhex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text.chars().filter_map(|c| c.to_digit(16)).map(|digit| digit as u8).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}
