//! Every promise with the command that proves it, the figure that it came to, and what the same check says when the
//! promise is broken on purpose. A command says so itself, by `report::proof`; this file only knows the commands.

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

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
    /// Everything, for hours, and write docs/proof.md; what is not run now keeps the figure of this machine's last full run
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
        match project.progress.step(row.command, || prove(project, row.command, args)) {
            Ok(proof) => {
                if extent.full {
                    keep(project, row, Some(&proof))?;
                }
                lines.push(vec![proof.promise, words_of(row.command, args), proof.figure, proof.control]);
            }
            Err(error) => {
                if extent.full {
                    keep(project, row, None)?;
                }
                failures.push(format!("{}: {error:#}", row.command));
            }
        }
    }
    println!("{}", table(&["promise", "command", "figure", "control"], &[], lines));
    if extent.full {
        fs::write(project.path(PAGE), page(&kept(project)?))?;
    }
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

type Kept = BTreeMap<String, Value>;

/// The full runs of this machine, by command.
fn kept(project: &Project) -> Result<Kept> {
    match fs::read(project.target("proof.json")) {
        Ok(text) => Ok(serde_json::from_slice(&text)?),
        Err(_) => Ok(Kept::new()),
    }
}

/// Keeps what was proven; a promise that was just broken is not proven any more.
fn keep(project: &Project, row: &Row, proof: Option<&Proof>) -> Result<()> {
    let mut all = kept(project)?;
    all.remove(&words_of(row.command, row.full));
    if let Some(Proof { promise, figure, control }) = proof {
        let today = Run::new("date").args(["-u", "+%Y-%m-%d"]).answer(&project.log("date"))?.successful()?;
        let date = today.answer.trim();
        let entry = json!({ "promise": promise, "figure": figure, "control": control, "date": date });
        all.insert(words_of(row.command, row.full), entry);
    }
    Ok(fs::write(project.target("proof.json"), serde_json::to_vec(&all)?)?)
}

/// The page, from what was really run.
fn page(kept: &Kept) -> String {
    let mut measured = String::new();
    let mut missing = String::new();
    for command in ROWS.iter().map(|row| words_of(row.command, row.full)) {
        let Some(entry) = kept.get(&command) else {
            missing.push_str(&format!("- `{command}`\n"));
            continue;
        };
        let cell = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default().replace('|', "\\|");
        let [promise, figure, date, control] = ["promise", "figure", "date", "control"].map(cell);
        measured.push_str(&format!("| {promise} | `{command}` | {figure} | {date} | {control} |\n"));
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
        let supply = json!({ "promise": "p", "figure": "1 | 2", "control": "c", "date": "2026-01-31" });
        let page = page(&Kept::from([("cargo xtask supply".to_owned(), supply)]));
        assert!(page.contains("| p | `cargo xtask supply` | 1 \\| 2 | 2026-01-31 | c |\n"), "{page}");
        assert!(page.contains("- `cargo xtask fuzz --minutes 30`\n"), "{page}");
        assert!(!page.contains("- `cargo xtask supply`"), "{page}");
    }
}
