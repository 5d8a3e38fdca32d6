//! Every promise with the command that proves it, the figure that it came to, and what the same check says when the
//! promise is broken on purpose. A command says so itself, by `report::proof`; this file only knows the commands.

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

use crate::process::{Run, stopped};
use crate::project::Project;
use crate::report::{PROOF, table};

/// A command of this tool that proves something.
struct Row {
    command: &'static str,
    /// What makes it take a few minutes at most; none if it cannot.
    quick: Option<&'static [&'static str]>,
    /// What makes it prove all that it can.
    full: &'static [&'static str],
}

const ROWS: &[Row] = &[
    Row { command: "fuzz", quick: Some(&["--minutes", "1"]), full: &["--minutes", "30"] },
    Row {
        command: "crashes",
        quick: Some(&["--kills", "10", "--bills", "200"]),
        full: &["--kills", "100", "--bills", "2000"],
    },
    Row { command: "receivers", quick: Some(&["--deliveries", "5000"]), full: &["--deliveries", "100000"] },
    Row { command: "mutants", quick: Some(&["core/src/webhook/receiver.rs"]), full: &[] },
    Row { command: "machines", quick: Some(&[]), full: &[] },
    Row { command: "miri", quick: Some(&["--target", "s390x-unknown-linux-gnu", "model::", "host::"]), full: &[] },
    Row { command: "constant-time", quick: Some(&[]), full: &[] },
    Row { command: "needles", quick: Some(&[]), full: &[] },
    Row { command: "bounded", quick: Some(&[]), full: &[] },
    Row { command: "supply", quick: Some(&[]), full: &[] },
    Row { command: "sbom", quick: None, full: &[] },
    Row { command: "reproducible", quick: None, full: &[] },
];

const PAGE: &str = "docs/proof.md";
const HALF_A_DAY: Duration = Duration::from_secs(12 * 60 * 60);

/// How much is run.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Extent {
    /// What takes ten minutes in all; nothing is written
    #[arg(long)]
    quick: bool,
    /// Everything, for hours, and write docs/proof.md; what is not run now keeps its figure there
    #[arg(long)]
    full: bool,
}

/// What a command has proven.
struct Proof {
    promise: String,
    figure: String,
    control: String,
}

/// Runs the commands whose name contains one of the words, or all.
pub(crate) fn run(project: &Project, extent: &Extent, words: &[String]) -> Result<ExitCode> {
    let chosen = |row: &&Row| words.is_empty() || words.iter().any(|word| row.command.contains(word.as_str()));
    let chosen: Vec<&Row> = ROWS.iter().filter(chosen).collect();
    ensure!(
        !chosen.is_empty(),
        "the commands are {}",
        ROWS.iter().map(|row| row.command).collect::<Vec<_>>().join(", ")
    );
    let (mut lines, mut failures) = (Vec::new(), Vec::new());
    for row in chosen {
        let args = if extent.full { Some(row.full) } else { row.quick };
        let Some(args) = args else { continue };
        ensure!(!stopped(), "stopped");
        let proof = project.progress.step(row.command, || prove(project, row.command, args));
        if extent.full {
            keep(project, row, proof.as_ref().ok())?;
        }
        match proof {
            Ok(proof) => lines.push(vec![proof.promise, words_of(row.command, args), proof.figure, proof.control]),
            Err(error) => failures.push(format!("{}: {error:#}", row.command)),
        }
    }
    println!("{}", table(&["promise", "command", "figure", "control"], &[], lines));
    for failure in &failures {
        println!("✗ {failure}");
    }
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs a command, which ends by saying what it has proven.
fn prove(project: &Project, command: &str, args: &[&str]) -> Result<Proof> {
    let run = Run::new(project.own_program())
        .args([command])
        .args(args)
        .dir(project.path(""))
        .limit(HALF_A_DAY)
        .answer(&project.log(format!("prove-{command}")))?
        .successful()?;
    said(&run.answer)
}

fn said(answer: &str) -> Result<Proof> {
    let line =
        answer.lines().rev().find_map(|line| line.strip_prefix(PROOF)).context("it does not say what it proves")?;
    match line.split(" | ").collect::<Vec<_>>()[..] {
        [promise, figure, control] if !figure.is_empty() && !control.is_empty() => {
            Ok(Proof { promise: promise.into(), figure: figure.into(), control: control.into() })
        }
        _ => bail!("a proof is a promise, a figure and a control: {line}"),
    }
}

fn words_of(command: &str, args: &[&str]) -> String {
    [&["cargo xtask", command], args].concat().join(" ")
}

/// The lines of the page's table, by the command.
type Lines = BTreeMap<String, String>;

/// Writes what was proven to the page; a promise that was just broken is not proven any more.
fn keep(project: &Project, row: &Row, proof: Option<&Proof>) -> Result<()> {
    let path = project.path(PAGE);
    let mut lines = lines(&fs::read_to_string(&path).context(PAGE)?);
    let command = words_of(row.command, row.full);
    match proof {
        Some(proof) => {
            let today = Run::new("date").args(["-u", "+%Y-%m-%d"]).answer(&project.log("date"))?.successful()?;
            lines.insert(command.clone(), line(proof, &command, today.answer.trim()));
        }
        None => {
            lines.remove(&command);
        }
    }
    Ok(fs::write(path, page(&lines))?)
}

fn line(Proof { promise, figure, control }: &Proof, command: &str, date: &str) -> String {
    let [promise, figure, control] = [promise, figure, control].map(|text| text.replace('|', "\\|"));
    format!("| {promise} | `{command}` | {figure} | {date} | {control} |\n")
}

/// The page is what is remembered of earlier runs, on whichever machine.
fn lines(page: &str) -> Lines {
    let command = |line: &str| Some(line.split(" | ").nth(1)?.strip_prefix('`')?.strip_suffix('`')?.to_owned());
    page.lines().filter_map(|line| Some((command(line)?, format!("{line}\n")))).collect()
}

/// The page, from what was really run.
fn page(lines: &Lines) -> String {
    let (mut measured, mut missing) = (String::new(), String::new());
    for command in ROWS.iter().map(|row| words_of(row.command, row.full)) {
        match lines.get(&command) {
            Some(line) => measured.push_str(line),
            None => missing.push_str(&format!("- `{command}`\n")),
        }
    }
    let mut page = "# What was proven, and how\n\nWritten by `cargo xtask prove --full`. A control is the same check of \
                    something that breaks the promise: it has to fail.\n\n| promise | command | figure | date | control \
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
    fn a_proof_has_its_three_parts() {
        let proof = said("x\nproof: p | f | c\ny\n").unwrap();
        assert_eq!([proof.promise, proof.figure, proof.control], ["p", "f", "c"]);
        for answer in ["", "proof: p | f", "proof: p |  | c", "a proof: p | f | c"] {
            assert!(said(answer).is_err(), "{answer}");
        }
    }

    #[test]
    fn what_was_not_run_is_not_yet_measured() {
        let page = page(&supply());
        assert!(page.contains("| p \\| q | `cargo xtask supply` | 1 \\| 2 | 2026-01-31 | c |\n"), "{page}");
        assert!(page.contains("- `cargo xtask fuzz --minutes 30`\n"), "{page}");
        assert!(!page.contains("- `cargo xtask supply`"), "{page}");
    }

    #[test]
    fn the_page_remembers_what_was_run() {
        assert_eq!(lines(&page(&supply())), supply());
        let checked_in = include_str!("../../docs/proof.md");
        assert_eq!(page(&lines(checked_in)), checked_in);
    }

    fn supply() -> Lines {
        let proof = Proof { promise: "p | q".into(), figure: "1 | 2".into(), control: "c".into() };
        let command = "cargo xtask supply";
        Lines::from([(command.to_owned(), line(&proof, command, "2026-01-31"))])
    }
}
