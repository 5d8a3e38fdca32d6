//! docs/proof.md: every promise with its command, its figure, and the result of the same check on a broken promise.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};

use crate::process::Run;
use crate::project::Project;
use crate::proof::{Proof, Proven};
use xtask::suites::Outcome;

const PAGE: &str = "docs/proof.md";

/// Runs a proof completely, and writes its row.
pub(crate) fn measure(project: &Project, all: &[Proof], proof: &Proof) -> Result<Outcome> {
    let proven = (proof.prove)(project, proof.full);
    keep(project, all, proof, proven.as_ref().ok())?;
    proven?.outcome()
}

/// The lines of the page's table, by the command.
type Lines = BTreeMap<String, String>;

/// Writes the row of a proof to the page, or removes the row of a broken promise.
fn keep(project: &Project, all: &[Proof], proof: &Proof, proven: Option<&Proven>) -> Result<()> {
    let path = project.path(PAGE);
    let mut lines = lines(&fs::read_to_string(&path).context(PAGE)?);
    match proven {
        Some(proven) => {
            let today = Run::new("date").args(["-u", "+%Y-%m-%d"]).answer(&project.log("date"))?.successful()?;
            lines.insert(proof.command(), line(proof, proven, today.answer.trim()));
        }
        None => {
            lines.remove(&proof.command());
        }
    }
    Ok(fs::write(path, page(all, &lines))?)
}

fn line(proof: &Proof, Proven { figure, control, .. }: &Proven, date: &str) -> String {
    let [promise, figure, control] = [proof.promise, figure, control].map(|text| text.replace('|', "\\|"));
    format!("| {promise} | `{}` | {figure} | {date} | {control} |\n", proof.command())
}

/// Reads the rows of earlier runs.
fn lines(page: &str) -> Lines {
    let command = |line: &str| Some(line.split(" | ").nth(1)?.strip_prefix('`')?.strip_suffix('`')?.to_owned());
    page.lines().filter_map(|line| Some((command(line)?, format!("{line}\n")))).collect()
}

/// Writes the page from the rows of real runs.
fn page(all: &[Proof], lines: &Lines) -> String {
    let (mut measured, mut missing) = (String::new(), String::new());
    for command in all.iter().map(Proof::command) {
        match lines.get(&command) {
            Some(line) => measured.push_str(line),
            None => missing.push_str(&format!("- `{command}`\n")),
        }
    }
    let mut page =
        "# Proofs and their figures\n\nWritten by `cargo xtask prove --full`. A control is the same check of \
                    something that breaks the promise: it must fail.\n\n| promise | command | figure | date | control \
                    |\n|---|---|---|---|---|\n"
            .to_owned();
    page.push_str(&measured);
    if !missing.is_empty() {
        page.push_str(&format!("\nNot yet measured:\n\n{missing}"));
    }
    page
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_that_was_not_run_is_not_yet_measured() {
        let page = page(&crate::PROOFS, &one_line());
        assert!(page.contains("| `cargo xtask prove memory-secrets` | 1 \\| 2 | 2026-01-31 | c |\n"), "{page}");
        assert!(page.contains("- `cargo xtask prove fuzz --minutes 30`\n"), "{page}");
        assert!(!page.contains("- `cargo xtask prove memory-secrets`"), "{page}");
    }

    #[test]
    fn the_page_remembers_earlier_runs() {
        assert_eq!(lines(&page(&crate::PROOFS, &one_line())), one_line());
        let checked_in = include_str!("../../../docs/proof.md");
        assert_eq!(page(&crate::PROOFS, &lines(checked_in)), checked_in);
    }

    fn one_line() -> Lines {
        let proven = Proven { tests: 1, figure: "1 | 2".into(), control: "c".into() };
        let proof = crate::memory_secrets::PROOF;
        Lines::from([(proof.command(), line(&proof, &proven, "2026-01-31"))])
    }
}
