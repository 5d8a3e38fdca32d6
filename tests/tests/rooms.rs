//! The folders of core, whose imports point one way.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use std::fs;
use std::path::Path;

/// The folders of core, each of which may import those before it.
const ROOMS: [&str; 9] =
    ["finding", "wire", "interface", "exchange", "webhook", "flows", "explain", "simulator", "ffi"];

#[test]
fn no_folder_imports_a_later_one() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src");
    let mut found = Vec::new();
    for (at, room) in ROOMS.iter().enumerate() {
        let files = sources(&source.join(room));
        assert!(!files.is_empty(), "{room}");
        for file in files {
            let imports = imports(&fs::read_to_string(&file).unwrap());
            let later = imports.into_iter().filter(|import| ROOMS.iter().skip(at + 1).any(|later| later == import));
            found.extend(later.map(|import| format!("{} imports {import}", file.display())));
        }
    }
    assert_eq!(found, [""; 0]);
}

#[test]
fn reads_imports() {
    let text = "use crate::{a::B, c::{d, crate_e::F}, g};\n// crate::no::t\nfn f() { crate::h::i(); $crate::k::l!() }\n\
                #[cfg(test)]\nmod tests { use crate::t::u; }";
    assert_eq!(imports(text), ["a", "c", "g", "h", "k"]);
}

/// Rust's files in a folder, without those that are tests as a whole.
fn sources(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match name.as_str() {
            "tests" | "tests.rs" | "sample.rs" => {}
            _ if path.is_dir() => files.extend(sources(&path)),
            name if name.ends_with(".rs") => files.push(path),
            _ => {}
        }
    }
    files
}

/// The modules of the crate that a file names, outside comments and tests.
fn imports(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: String = code.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned() + "\n").collect();
    let mut found = Vec::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            Some(list) => found.extend(outermost(list)),
            None => found.push(name(after)),
        }
    }
    found
}

/// First names of the outermost members of a list, up to its end.
fn outermost(list: &str) -> Vec<String> {
    let (mut depth, mut names, mut is_first) = (0, Vec::new(), true);
    for (at, letter) in list.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => is_first = true,
            _ if depth == 0 && is_first && letter.is_alphabetic() => {
                names.push(name(list.get(at..).unwrap_or_default()));
                is_first = false;
            }
            _ => {}
        }
    }
    names
}

fn name(text: &str) -> String {
    text.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect()
}
