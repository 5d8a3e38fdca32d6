//! None of our own code is unsafe.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::project::Project;

/// Where none may stand.
const OURS: [&str; 6] = ["core", "wasm", "bindings", "examples", "tests", "xtask"];

pub(super) fn check(project: &Project) -> Result<String> {
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
    Ok(format!("0 unsafe in {} files", files.len()))
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
