//! Every page names only files that exist: in its links, in the includes of the guide, and as paths of sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use anyhow::{Result, ensure};
use xtask::suites::Outcome;

use crate::copy;
use crate::project::Project;

/// Folders of sources, at whose top a path in a text begins.
const FOLDERS: [&str; 7] = ["bindings", "core", "docs", "examples", "tests", "wasm", "xtask"];
/// Endings of sources, which no build writes.
const SOURCES: [&str; 8] = ["java", "kt", "md", "mjs", "py", "rs", "swift", "ts"];
/// Parts of the site that only its build writes. It checks the links to them.
const BUILT: [&str; 2] = ["docs/guide/src/api", "docs/guide/src/playground"];
/// It names the files of earlier versions.
const HISTORY: &str = "CHANGELOG.md";

/// Each named file counts as a test.
pub(crate) fn suite(project: &Project) -> Result<Outcome> {
    let files = copy::names(project)?;
    let is_there = |path: &Path| {
        files.iter().any(|file| Path::new(file) == path) || (path.is_relative() && project.path("").join(path).is_dir())
    };
    let (mut named, mut missing) = (0, Vec::new());
    for page in files.iter().filter(|file| file.ends_with(".md") && *file != HISTORY) {
        let text = fs::read_to_string(project.path(page))?;
        for path in paths(Path::new(page), &text) {
            named += 1;
            if !is_there(&path) && !BUILT.iter().any(|built| path.starts_with(built)) {
                missing.push(format!("{page}: {}", path.display()));
            }
        }
        for (path, anchor) in includes(Path::new(page), &text) {
            named += 1;
            if !has_anchor(&fs::read_to_string(project.path(&path)).unwrap_or_default(), anchor) {
                missing.push(format!("{page}: {}:{}", path.display(), anchor.unwrap_or_default()));
            }
        }
    }
    ensure!(!has_anchor("// ANCHOR: settle-other", Some("settle")), "the control: an anchor of another name is found");
    ensure!(!is_there(Path::new("docs/no-such-page.md")), "the control: a page that nobody wrote is there");
    ensure!(missing.is_empty(), "these pages name what is not there:\n{}", missing.join("\n"));
    Ok(Outcome::all_passed(named, format!("{named} names")))
}

/// Paths that a page names, from the top of the repository.
fn paths(page: &Path, text: &str) -> BTreeSet<PathBuf> {
    let folder = page.parent().unwrap_or(Path::new(""));
    let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let links = links.filter(|link| !link.is_empty() && !link.contains("://"));
    links.map(|link| flat(&folder.join(link))).chain(sources(text)).collect()
}

/// Files that a page of the guide includes, each with the anchor of its part.
fn includes<'t>(page: &Path, text: &'t str) -> Vec<(PathBuf, Option<&'t str>)> {
    let folder = page.parent().unwrap_or(Path::new(""));
    let names = text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next());
    let parts = names.map(|name| name.split_once(':').map_or((name, None), |(path, anchor)| (path, Some(anchor))));
    parts.map(|(path, anchor)| (flat(&folder.join(path)), anchor)).collect()
}

/// Whether a file, which is empty if it is not there, has the anchor.
fn has_anchor(text: &str, anchor: Option<&str>) -> bool {
    let mark = anchor.map(|anchor| format!("ANCHOR: {anchor}"));
    !text.is_empty()
        && mark.is_none_or(|mark| text.lines().any(|line| line.trim_end_matches(" -->").trim_end().ends_with(&mark)))
}

/// Words such as `core/src/lib.rs`.
fn sources(text: &str) -> impl Iterator<Item = PathBuf> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !"_-./".contains(letter));
    let words = words.map(|word| Path::new(word.trim_end_matches('.')));
    let is_source = |path: &&Path| {
        let begins = path.components().next().is_some_and(|top| FOLDERS.iter().any(|name| top.as_os_str() == *name));
        begins && path.extension().is_some_and(|ending| SOURCES.iter().any(|known| ending == *known))
    };
    words.filter(is_source).map(Path::to_owned).collect::<Vec<_>>().into_iter()
}

/// The path without `..`.
fn flat(path: &Path) -> PathBuf {
    let mut flat = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir && flat.pop() {
            continue;
        }
        flat.push(part);
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_links_and_paths_of_sources() {
        let text =
            "[a](../core/src/lib.rs#x), [b](c.md), [web](https://x.org/d.md); edit `wasm/src/lib.rs`, target/e.rs.";
        let found = paths(Path::new("docs/page.md"), text);
        let wanted = ["core/src/lib.rs", "docs/c.md", "wasm/src/lib.rs"].map(PathBuf::from);
        assert_eq!(found, BTreeSet::from(wanted));
    }

    #[test]
    fn finds_includes_with_their_anchors() {
        let found = includes(Path::new("docs/guide/page.md"), "{{#include ../a.rs}} and {{#include b.mjs:settle}}");
        assert_eq!(found, [("docs/a.rs".into(), None), ("docs/guide/b.mjs".into(), Some("settle"))]);
        assert!(has_anchor("x\n// ANCHOR: settle\n", Some("settle")));
        assert!(!has_anchor("x\n", Some("settle")) && !has_anchor("", None));
    }

    #[test]
    fn a_link_out_of_the_repository_stays_one() {
        assert_eq!(flat(Path::new("docs/../../x")), Path::new("../x"));
    }
}
