//! Reads public corpora in Rust and through the npm package, and compares the verdicts.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::report::table;
use crate::{files, npm, tools};

type Named<T> = BTreeMap<String, T>;
/// By text: `accepted`, `refused` or `skipped`, with the value or the reason.
type Verdicts = Named<String>;
/// By corpus and figure.
type Figures = BTreeMap<(String, String), Verdicts>;

const TESTS: &str = "wasm/npm/test";

/// The package signs bills and nothing else, so it has no verdict on other messages.
const RUST_ALONE: [&str; 3] = ["RFC 4231", "RFC 4648", "Wycheproof"];

/// Prints the table; a text on which the two differ is a failure.
pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    let files = ["rust.json", "javascript.json"].map(|name| project.target("corpora").join(name));
    files.iter().try_for_each(|file| files::remove_file(file))?;
    project.progress.step("corpora in Rust", || {
        let args = ["test", "-p", "billwire-conformance", "--test", "corpora"];
        tools::cargo().args(args).dir(project.path("")).logged(&project.log("corpora-rust"))?.successful()
    })?;
    let dir = npm::install(project, TESTS)?;
    project.progress.step("corpora through the npm package", || {
        let args = ["vitest", "run", "corpora.test.ts"];
        tools::npx()?.args(args).dir(&dir).logged(&project.log("corpora-javascript"))?.successful()
    })?;
    let differences = side_by_side(&files)?;
    Ok(if differences == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Prints the verdicts of both in a table, and returns the number of differences.
pub(crate) fn side_by_side(files: &[PathBuf; 2]) -> Result<usize> {
    let rows = compared(files)?;
    let cells = rows.iter().map(|row| {
        let [rust, javascript] = row.counts.clone();
        vec![row.corpus.clone(), row.what.clone(), rust, javascript, row.same.to_string()]
    });
    println!("{}", table(&["corpus", "what", "Rust", "JavaScript", "same verdict"], &[2, 3, 4], cells));
    println!("accepted / refused / skipped; the same verdict where it is no skip");
    let differences: Vec<_> = rows.into_iter().flat_map(|row| row.differences).collect();
    for difference in &differences {
        println!("DIFFERENT  {difference}");
    }
    println!("{} verdicts differ", differences.len());
    Ok(differences.len())
}

/// The verdicts that differ.
pub(crate) fn differences(files: &[PathBuf; 2]) -> Result<Vec<String>> {
    Ok(compared(files)?.into_iter().flat_map(|row| row.differences).collect())
}

/// One figure of one corpus.
struct Row {
    corpus: String,
    what: String,
    counts: [String; 2],
    same: usize,
    differences: Vec<String>,
}

fn compared([rust, javascript]: &[PathBuf; 2]) -> Result<Vec<Row>> {
    let [rust, javascript] = [read(rust)?, read(javascript)?];
    let names: BTreeSet<_> = rust.keys().chain(javascript.keys()).collect();
    let row = |name: &(String, String)| {
        let sides = [rust.get(name), javascript.get(name)];
        let (same, different) = match sides {
            [Some(_), None] if RUST_ALONE.contains(&name.0.as_str()) => (0, Vec::new()),
            [rust, javascript] => compare(rust, javascript),
        };
        let (corpus, what) = name.clone();
        let differences = different.into_iter().map(|text| format!("{corpus}, {what}: {text}")).collect();
        Row { corpus, what, counts: sides.map(counts), same, differences }
    };
    Ok(names.into_iter().map(row).collect())
}

fn read(file: &Path) -> Result<Figures> {
    let text = fs::read(file).context("no verdicts: are the corpora in ../shared/corpora?")?;
    let corpora: Named<Named<Verdicts>> = serde_json::from_slice(&text)?;
    let figures = corpora.into_iter().flat_map(|(corpus, figures)| {
        figures.into_iter().map(move |(what, verdicts)| ((corpus.clone(), what), verdicts))
    });
    Ok(figures.collect())
}

/// Number of equal verdicts, and the different ones. Texts that both skip do not count.
fn compare(rust: Option<&Verdicts>, javascript: Option<&Verdicts>) -> (usize, Vec<String>) {
    let sides = [rust, javascript];
    let texts: BTreeSet<_> = sides.iter().copied().flatten().flat_map(BTreeMap::keys).collect();
    let (mut same, mut different) = (0usize, Vec::new());
    for text in texts {
        let verdicts = sides.map(|side| side.and_then(|side| side.get(text)).map_or("unknown", String::as_str));
        match verdicts {
            [rust, javascript] if rust.starts_with("skipped") && javascript.starts_with("skipped") => {}
            [rust, javascript] if rust == javascript => same = same.saturating_add(1),
            [rust, javascript] => different.push(format!("{text}: {rust} | {javascript}")),
        }
    }
    (same, different)
}

fn counts(verdicts: Option<&Verdicts>) -> String {
    let Some(verdicts) = verdicts else { return "-".to_owned() };
    let count = |kind| verdicts.values().filter(|verdict| verdict.starts_with(kind)).count().to_string();
    ["accepted", "refused", "skipped"].map(count).join(" / ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(pairs: &[(&str, &str)]) -> Verdicts {
        pairs.iter().map(|(text, verdict)| ((*text).to_owned(), (*verdict).to_owned())).collect()
    }

    #[test]
    fn ignores_texts_that_both_skip() {
        let rust = verdicts(&[("a", "accepted"), ("b", "accepted: 1"), ("c", "skipped: x"), ("d", "skipped: x")]);
        let javascript = verdicts(&[("a", "accepted"), ("b", "skipped: y"), ("c", "refused: z"), ("d", "skipped: y")]);
        let (same, different) = compare(Some(&rust), Some(&javascript));
        assert_eq!((same, different.len()), (1, 2));
    }

    #[test]
    fn another_verdict_and_a_missing_one_differ() {
        let rust = verdicts(&[("a", "accepted: 1"), ("b", "accepted")]);
        let javascript = verdicts(&[("a", "accepted: 2"), ("c", "accepted")]);
        assert_eq!(compare(Some(&rust), Some(&javascript)).1.len(), 3);
        assert_eq!(compare(Some(&rust), None).1.len(), 2);
    }
}
