//! Links and names in the documentation.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

use std::{
    fs,
    path::{Path, PathBuf},
};

const MOST_STOPS: usize = 12;

/// Programs of `examples/quickstart`, and the page that shows each.
const QUICKSTARTS: [(&str, &str); 5] = [
    ("quickstart.mjs", "README.md"),
    ("quickstart.mjs", "wasm/npm/README.md"),
    ("quickstart.rs", "core/README.md"),
    ("Quickstart.kt", "bindings/kotlin/README.md"),
    ("Quickstart.swift", "bindings/swift/README.md"),
];

#[test]
fn links_lead_to_files() {
    let pages = pages();
    assert!(pages.len() > 20, "{pages:?}");
    for page in pages {
        for (_, target) in links(&fs::read_to_string(&page).unwrap()) {
            let file = target.split('#').next().unwrap();
            if file.is_empty() || file.contains(':') {
                continue;
            }
            assert!(page.with_file_name(file).exists(), "{}: {target}", page.display());
        }
    }
}

#[test]
fn stops_of_the_tour_name_functions() {
    let page = root().join("docs/tour.md");
    let text = fs::read_to_string(&page).unwrap();
    let is_stop = |line: &&str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<usize>().is_ok());
    let stops: Vec<_> = text.lines().filter(is_stop).collect();
    assert!((2..=MOST_STOPS).contains(&stops.len()), "{} stops", stops.len());
    for stop in stops {
        let links = links(stop);
        let (name, file) = links.first().expect("each stop begins with a link");
        let source = fs::read_to_string(page.with_file_name(file)).unwrap();
        let function = name.trim_matches('`').rsplit("::").next().unwrap();
        let is_there = [format!("fn {function}"), format!("{function}(")].iter().any(|call| source.contains(call));
        assert!(is_there, "{file} has no {function}");
    }
}

#[test]
fn readmes_show_the_quickstarts() {
    for (program, page) in QUICKSTARTS {
        let code = fs::read_to_string(root().join("examples/quickstart").join(program)).unwrap();
        let page_text = fs::read_to_string(root().join(page)).unwrap();
        let (_, quickstart) = page_text.split_once("## Quickstart\n").expect(page);
        let shown = quickstart.split("```").nth(1).and_then(|block| block.split_once('\n')).expect(page).1;
        assert!(shown == code, "{page} does not show {program} as it is");
    }
}

/// The Markdown pages that people write by hand.
fn pages() -> Vec<PathBuf> {
    let folders = ["", "core", "core/wire", "docs", "docs/decisions", "bindings/kotlin", "bindings/swift", "wasm/npm"];
    let mut folders: Vec<_> = folders.iter().map(|folder| root().join(folder)).collect();
    folders.extend(files(&root().join("examples")).into_iter().filter(|path| path.is_dir()));
    let all = folders.iter().flat_map(|folder| files(folder));
    all.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Text and target of each link, apart from those in code blocks.
fn links(page: &str) -> Vec<(&str, &str)> {
    let prose = page.split("```").step_by(2);
    prose.flat_map(|text| text.match_indices("](").filter_map(move |(at, _)| link(text, at))).collect()
}

fn link(text: &str, at: usize) -> Option<(&str, &str)> {
    let name = &text[text[..at].rfind('[')? + 1..at];
    let target = &text[at + 2..];
    Some((name, &target[..target.find(')')?]))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
