//! The demonstration: a merchant's backend settles 200 bills with the sandbox, and the books balance.

use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::{Run, headline};
use crate::project::Project;
use crate::{files, npm, tools};

pub(crate) const MERCHANT: &str = "examples/node-merchant";
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
    let (mut rows, mut code) = (Vec::new(), ExitCode::SUCCESS);
    for (name, faults) in [("plain", false), ("faults", true)] {
        let started = Instant::now();
        let (counts, verdict) = match play(project, faults, |merchant, _| merchant.shown()) {
            Ok(counts) => (counts, "balanced".to_owned()),
            Err(error) => {
                project.progress.say(&format!("{:>9}  demo, {name}: {error:#}", "FAILED"));
                code = ExitCode::FAILURE;
                (Default::default(), format!("FAILED: {}", headline(&format!("{error:#}"))))
            }
        };
        let [bills, settled, paid, faults] = counts;
        let seconds = started.elapsed().as_secs_f64();
        rows.push(format!("{name:6}  {bills:>5}  {settled:>7}  {paid:>4}  {faults:>6}  {verdict:8}  {seconds:>7.1}"));
    }
    println!("\nrun     bills  settled  paid  faults  verdict   seconds\n{}", rows.join("\n"));
    Ok(code)
}

/// Both runs with everything in the logs.
pub(crate) fn run_logged(project: &Project) -> Result<()> {
    [false, true]
        .iter()
        .try_for_each(|faults| play(project, *faults, |merchant, log| merchant.logged(log).map(drop)).map(drop))
}

/// Runs a program with the backend that settles the sample apps' drafts, at the address `BILLWIRE_BACKEND`.
pub(crate) fn with_app_backend(project: &Project, program: &Run) -> Result<Run> {
    let dir = npm::install(project, MERCHANT)?;
    Ok(tools::node()?.args(["--import", "tsx", "src/app-backend.ts", "--"]).around(program).dir(dir))
}

/// Lets the merchant settle with a sandbox of its own, judges what it counted, and returns bills, settled and paid
/// ones, and injected faults.
fn play(project: &Project, faults: bool, go: impl FnOnce(Run, &Path) -> Result<()>) -> Result<[u64; 4]> {
    let folder = project.target(if faults { "xtask/demo-faults" } else { "xtask/demo-plain" });
    files::remove(&folder)?;
    let summary = folder.join("summary.json");
    let merchant = tools::node()?.args(["--import", "tsx", "src/main.ts", "--log"]).args([folder.join("events.jsonl")]);
    let merchant = merchant.args(faults.then_some("--faults")).env("BILLWIRE_SUMMARY", &summary);
    let merchant = CANARIES.iter().fold(merchant, |merchant, (name, value)| merchant.env(name, value));
    let merchant = merchant.dir(npm::install(project, MERCHANT)?);
    fs::create_dir_all(&folder)?;
    go(merchant, &folder.join("merchant.log"))?;
    files::below(&folder)?.iter().try_for_each(|file| is_silent(&folder.join(file)))?;
    let summary: Value = serde_json::from_slice(&fs::read(summary).context("the merchant wrote no summary")?)?;
    let count = |name: &str| summary.get(name).and_then(Value::as_u64).unwrap_or_default();
    let injected = summary.get("faults").and_then(Value::as_object).into_iter().flatten();
    let injected = injected.filter_map(|(_, count)| count.as_u64()).sum();
    ensure!(count("bills") == BILLS, "{} bills instead of {BILLS}", count("bills"));
    ensure!(summary.get("balanced") == Some(&Value::Bool(true)), "the merchant's books and the sandbox's differ");
    ensure!(!faults || injected > 0, "no fault was injected");
    Ok([count("bills"), count("settled"), count("paid"), injected])
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
