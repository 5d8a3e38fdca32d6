//! Public surface of billwire in each language, as text below `tests/surface`. After an intended change,
//! `cargo xtask prove surface --write` writes it anew.

mod javascript;
mod jvm;
mod older;
mod rust;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};

use crate::counts::Counts;
use crate::project::Project;
use crate::symbols;
use crate::tools::Missing;
use xtask::suites::Outcome;

/// A language, and what asks its own compiler for what can be used, a line each.
struct Language {
    name: &'static str,
    surface: fn(&Project) -> Result<String>,
}

const LANGUAGES: [Language; 4] = [
    Language { name: "rust", surface: rust::surface },
    Language { name: "javascript", surface: javascript::surface },
    Language { name: "kotlin", surface: jvm::kotlin },
    Language { name: "swift", surface: |project| symbols::surface(&billwire_docs::symbol_graphs(project)?) },
];

/// How many lines of a difference are shown.
const SHOWN: usize = 40;

/// Writes the texts, of all languages or of those named, or compares them with what is checked in.
pub(crate) fn run(project: &Project, args: &[String]) -> Result<ExitCode> {
    if !args.iter().any(|arg| arg == "--write") {
        let outcome = suite(project)?;
        ensure!(outcome.complaint.is_none(), "{}", outcome.complaint.unwrap_or_default());
        println!("{}", outcome.note);
        return Ok(ExitCode::SUCCESS);
    }
    let is_named = |language: &&Language| args.iter().any(|arg| arg == language.name) || args.len() == 1;
    for language in LANGUAGES.iter().filter(is_named) {
        let text = now(project, language)?;
        fs::write(file(project, language), &text)?;
        println!("{}: {} lines", language.name, text.lines().count());
    }
    Ok(ExitCode::SUCCESS)
}

/// Compares all languages whose compilers are there.
pub(crate) fn suite(project: &Project) -> Result<Outcome> {
    let (mut counts, mut notes, mut complaints, mut missing) = (Counts::default(), Vec::new(), Vec::new(), None);
    let languages = LANGUAGES.iter().map(|language| {
        let lines = compare(project, language).map(|lines| format!("{} {lines}", language.name));
        lines.with_context(|| language.name)
    });
    for result in languages.chain(std::iter::once_with(|| older::kotlin(project))) {
        match result {
            Ok(note) => {
                counts.passed += 1;
                notes.push(note);
            }
            Err(error) if error.is::<Missing>() => missing = Some(error),
            Err(error) => {
                counts.failed += 1;
                complaints.push(format!("{error:#}"));
            }
        }
    }
    if let (Some(error), true) = (missing, complaints.is_empty()) {
        return Err(error);
    }
    let complaint = (!complaints.is_empty()).then(|| complaints.join("\n"));
    Ok(Outcome { counts, complaint, ..Outcome::passed(notes.join(", ")) })
}

/// Gives the number of lines, if they are those that are checked in, and if one less would be noticed.
fn compare(project: &Project, language: &Language) -> Result<usize> {
    let kept = file(project, language);
    let kept = fs::read_to_string(&kept).with_context(|| kept.display().to_string())?;
    let now = now(project, language)?;
    let one_less = now.lines().skip(1).collect::<Vec<_>>().join("\n");
    ensure!(differences(&now, &one_less).len() == 1, "a line less is not noticed");
    let differences = differences(&kept, &now);
    if differences.is_empty() {
        return Ok(now.lines().count());
    }
    let shown = differences.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("\n");
    bail!("{} lines differ; if that is meant, `cargo xtask prove surface --write`:\n{shown}", differences.len())
}

fn now(project: &Project, language: &Language) -> Result<String> {
    let text = (language.surface)(project)?;
    ensure!(!text.trim().is_empty(), "nothing can be used from {}", language.name);
    Ok(text)
}

fn file(project: &Project, language: &Language) -> PathBuf {
    project.path("tests/surface").join(language.name).with_extension("txt")
}

/// The lines that one text has more often than the other. In which order they stand says nothing.
fn differences(kept: &str, now: &str) -> Vec<String> {
    let mut times = BTreeMap::<&str, i64>::new();
    kept.lines().for_each(|line| *times.entry(line).or_default() -= 1);
    now.lines().for_each(|line| *times.entry(line).or_default() += 1);
    let sign = |times: i64| if times < 0 { '-' } else { '+' };
    times.into_iter().filter(|(_, times)| *times != 0).map(|(line, times)| format!("{} {line}", sign(times))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_gone_and_what_is_new_is_noticed() {
        let kept = "fn a()\nfn b()\nfn b()\n";
        assert!(differences(kept, "fn b()\nfn a()\nfn b()").is_empty());
        assert_eq!(differences(kept, "fn a()\nfn b()"), ["- fn b()"]);
        assert_eq!(differences(kept, "fn a()\nfn b()\nfn b(x: u8)\nfn b()"), ["+ fn b(x: u8)"]);
    }
}
