//! The demonstration: a merchant's backend settles 200 bills with the sandbox, and the books balance.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::{Run, headline};
use crate::project::Project;
use crate::sandbox::{self, MERCHANT, Sandbox};
use crate::{files, npm, tools};

const BILLS: u64 = 200;
/// The credentials of sandbox and merchant, which no log may hold.
const CANARIES: [(&str, &str); 4] = [
    ("BILLWIRE_BEARER", "canary-of-the-bearer"),
    ("BILLWIRE_VERIFICATION_TOKEN", "canary-of-the-verification"),
    ("BILLWIRE_HASH_TOKEN", "canary-of-the-hash-token"),
    ("BILLWIRE_WEBHOOK_TOKEN", "canary-of-the-webhook"),
];

/// Both runs on this terminal, then a table.
pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    let mut rows = Vec::new();
    for (name, faults) in [("plain", false), ("faults", true)] {
        let started = Instant::now();
        let outcome = play(project, faults, |merchant, _| merchant.shown());
        let (counts, verdict) = match &outcome {
            Ok(summary) => (summary.counts(), "balanced".to_owned()),
            Err(error) => (Default::default(), format!("FAILED: {}", headline(&format!("{error:#}")))),
        };
        let [bills, settled, paid, faults] = counts;
        let seconds = started.elapsed().as_secs_f64();
        rows.push(format!("{name:6}  {bills:>5}  {settled:>7}  {paid:>4}  {faults:>6}  {verdict:8}  {seconds:>7.1}"));
        if let Err(error) = outcome {
            project.progress.say(&format!("{:>9}  demo, {name}: {error:#}", "FAILED"));
        }
    }
    println!("\nrun     bills  settled  paid  faults  verdict   seconds\n{}", rows.join("\n"));
    Ok(if rows.iter().any(|row| row.contains("FAILED")) { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Both runs with everything in the logs.
pub(crate) fn run_logged(project: &Project) -> Result<()> {
    for faults in [false, true] {
        play(project, faults, |merchant, log| merchant.logged(log)?.successful().map(drop))?;
    }
    Ok(())
}

/// Gives the merchant a fresh sandbox, and judges what it counted.
fn play(project: &Project, faults: bool, go: impl FnOnce(Run, &Path) -> Result<()>) -> Result<Summary> {
    let name = if faults { "faults" } else { "plain" };
    let dir = npm::install(project, MERCHANT)?;
    let folder = project.target(format!("xtask/demo-{name}"));
    files::remove(&folder)?;
    fs::create_dir_all(&folder)?;
    let sandbox = Sandbox::start(with_canaries(sandbox::program(project)?), &folder.join("sandbox.log"))?;
    let (summary, events) = (folder.join("summary.json"), folder.join("events.jsonl"));
    let merchant = tools::node()?.args(["--import", "tsx", "src/main.ts", "--sandbox", sandbox.url(), "--log"]);
    let merchant =
        merchant.args([events]).args(faults.then_some("--faults")).dir(dir).env("BILLWIRE_SUMMARY", &summary);
    go(with_canaries(merchant), &folder.join("merchant.log"))?;
    drop(sandbox);
    for file in files::below(&folder)? {
        is_silent(&folder.join(file))?;
    }
    let text = fs::read(summary).context("the merchant wrote no summary")?;
    let summary = Summary(serde_json::from_slice(&text)?);
    summary.judge(faults)?;
    Ok(summary)
}

fn with_canaries(run: Run) -> Run {
    CANARIES.iter().fold(run, |run, (name, value)| run.env(name, value))
}

/// Fails if a file holds a credential.
fn is_silent(file: &Path) -> Result<()> {
    let text = fs::read(file)?;
    for (_, canary) in CANARIES {
        let is_there = text.windows(canary.len()).any(|piece| piece == canary.as_bytes());
        ensure!(!is_there, "{} holds the {}", file.display(), canary.replace('-', " "));
    }
    Ok(())
}

/// Counts of the merchant, as it writes them.
struct Summary(Value);

impl Summary {
    /// Bills, settled and paid ones, and injected faults.
    fn counts(&self) -> [u64; 4] {
        let count = |name: &str| self.0.get(name).and_then(Value::as_u64).unwrap_or_default();
        let faults = self.0.get("faults").and_then(Value::as_object).into_iter().flatten();
        let faults = faults.filter_map(|(_, count)| count.as_u64()).sum();
        [count("bills"), count("settled"), count("paid"), faults]
    }

    fn judge(&self, with_faults: bool) -> Result<()> {
        let [bills, _, _, faults] = self.counts();
        ensure!(bills == BILLS, "{bills} bills instead of {BILLS}");
        ensure!(self.0.get("balanced") == Some(&Value::Bool(true)), "the merchant's books and the sandbox's differ");
        ensure!(!with_faults || faults > 0, "no fault was injected");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_a_credential_that_was_written_down() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "settled INV-1").unwrap();
        assert!(is_silent(file.path()).is_ok());
        for (_, canary) in CANARIES {
            fs::write(file.path(), format!("\u{feff}Bearer {canary}\n")).unwrap();
            assert!(is_silent(file.path()).is_err(), "{canary}");
        }
    }
}
