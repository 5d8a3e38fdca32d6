//! Statements of the documentation about the code. Its links are checked by `cargo xtask docs`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "these are tests")]

mod effects;
mod errors;
mod http;
mod openapi;
mod outcomes;
mod profile;

use billwire::{Settlement, internal::Model};
use std::{collections::BTreeSet, fs, path::Path};

const MOST_STOPS: usize = 12;

/// Programs of `examples/quickstart`, and the page that shows each.
const QUICKSTARTS: [(&str, &str); 5] = [
    ("quickstart.mjs", "README.md"),
    ("quickstart.mjs", "wasm/npm/README.md"),
    ("quickstart.rs", "core/README.md"),
    ("Quickstart.kt", "bindings/kotlin/README.md"),
    ("swift/Quickstart.swift", "bindings/swift/README.md"),
];

/// Lines that would fetch what somebody else may register under our name, as long as nothing is published.
const FETCHES: [&str; 5] = [
    "npm install billwire",
    "npm install --global billwire",
    "npx --yes billwire",
    "npx -y billwire",
    "cargo add billwire",
];

/// Words by which people look for a page.
const SEARCHED: [&str; 8] = ["cron", "refund", "PostgreSQL", "npx", "pg-boss", "cents", "bearer", "Docker"];

#[test]
fn stops_of_the_tour_name_functions() {
    let page = read("docs/tour.md");
    let is_stop = |line: &&str| line.split_once(". ").is_some_and(|(number, _)| number.parse::<usize>().is_ok());
    let stops: Vec<_> = page.lines().filter(is_stop).collect();
    assert!((2..=MOST_STOPS).contains(&stops.len()), "{} stops", stops.len());
    for stop in stops {
        let link = stop.split_once('[').and_then(|(_, link)| link.split_once("](../")).expect("each stop has a link");
        let (name, file) = (link.0, link.1.split(')').next().unwrap());
        let source = read(file);
        let function = name.trim_matches('`').rsplit("::").next().unwrap();
        let is_there = [format!("fn {function}"), format!("{function}(")].iter().any(|call| source.contains(call));
        assert!(is_there, "{file} has no {function}");
    }
}

/// Pages for people who change billwire name files and folders that exist.
#[test]
fn pages_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = ["core/", "wasm/", "bindings/", "tests/", "docs/", "examples/", "xtask/"];
    for page in ["CONTRIBUTING.md", "ARCHITECTURE.md", "docs/tour.md", "docs/releasing.md", "docs/proof.md"] {
        let text = read(page);
        let named =
            text.split('`').skip(1).step_by(2).filter(|word| folders.iter().any(|folder| word.starts_with(folder)));
        let missing: Vec<_> =
            named.filter(|path| !path.contains(['<', '*', ' ']) && !root.join(path).exists()).collect();
        assert!(missing.is_empty(), "{page} names {missing:?}");
    }
}

#[test]
fn readmes_show_the_quickstarts() {
    for (program, page) in QUICKSTARTS {
        let code = read(&format!("examples/quickstart/{program}"));
        let page_text = read(page);
        let (_, quickstart) = page_text.split_once("## Quickstart\n").expect(page);
        let shown = quickstart.split("```").nth(1).and_then(|block| block.split_once('\n')).expect(page).1;
        assert!(shown == code, "{page} does not show {program} as it is");
    }
}

#[test]
fn readme_names_the_fields_that_are_not_signed() {
    let page = read("README.md");
    let (_, rest) = page.split_once("fields are not signed:**").unwrap();
    let named: BTreeSet<_> = rest.split("Nor is").next().unwrap().split('`').skip(1).step_by(2).collect();
    let unsigned = Settlement::SCHEMA.fields.iter().filter(|field| !field.signed).map(|field| field.name);
    assert_eq!(named, unsigned.collect());
}

#[test]
fn nothing_is_fetched_by_a_name_before_it_is_published() {
    if !read("core/Cargo.toml").contains("publish.workspace = true") {
        return; // published
    }
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/src");
    let pages = fs::read_dir(guide).unwrap().map(|page| page.unwrap().file_name().into_string().unwrap());
    let pages = pages.filter(|page| page.ends_with(".md")).map(|page| format!("docs/guide/src/{page}"));
    let readmes = ["README.md", "wasm/npm/README.md", "core/README.md", "docs/guide/src/km/start.md"];
    for page in pages.chain(readmes.map(str::to_owned)) {
        let text = read(&page);
        let says_so = ["No release is published yet", "README.md:install", "មិនទាន់ចេញផ្សាយ"]
            .iter()
            .any(|words| text.contains(words));
        assert!(says_so || !FETCHES.iter().any(|line| text.contains(line)), "{page} fetches a package by its name");
    }
}

/// The site's search finds words of pages, so a question's word has to be on one.
#[test]
fn guide_has_the_words_that_people_search() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide/src");
    let pages = fs::read_dir(folder).unwrap().filter_map(|entry| fs::read_to_string(entry.unwrap().path()).ok());
    let text = pages.collect::<String>();
    let missing: Vec<_> = SEARCHED.iter().filter(|word| !text.contains(**word)).collect();
    assert!(missing.is_empty(), "no page has {missing:?}");
}

/// Text of a file of the repository.
fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
