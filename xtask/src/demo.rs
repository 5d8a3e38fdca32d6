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
const BILLS: u32 = 200;
/// The credentials of sandbox and merchant, which no log may hold.
const CANARIES: [(&str, &str); 4] = [
    ("BILLWIRE_BEARER", "canary-of-the-bearer"),
    ("BILLWIRE_VERIFICATION_TOKEN", "canary-of-the-verification"),
    ("BILLWIRE_HASH_TOKEN", "canary-of-the-hash-token"),
    ("BILLWIRE_WEBHOOK_TOKEN", "canary-of-the-webhook"),
];

/// Counts of the merchant in a run, and its time.
#[derive(Default)]
struct Played {
    bills: u32,
    settled: u32,
    paid: u32,
    faults: u32,
    seconds: f64,
}

/// Sets up, plays both runs on this terminal, and prints a table.
pub(crate) fn run(project: &Project) -> Result<ExitCode> {
    let started = Instant::now();
    npm::install(project, MERCHANT)?;
    let mut rows = vec![format!("set-up  {:>52.1}", started.elapsed().as_secs_f64())];
    let mut code = ExitCode::SUCCESS;
    for (name, faults) in [("plain", false), ("faults", true)] {
        let (played, verdict) = match play(project, faults, |merchant, _| merchant.shown()) {
            Ok(played) => (played, "balanced".to_owned()),
            Err(error) => {
                project.progress.say(&format!("{:>9}  demo, {name}: {error:#}", "FAILED"));
                code = ExitCode::FAILURE;
                (Played::default(), format!("FAILED: {}", headline(&format!("{error:#}"))))
            }
        };
        rows.push(row(name, &played, &verdict));
    }
    println!("\nrun     bills  settled  paid  faults  verdict   seconds  bills a second\n{}", rows.join("\n"));
    Ok(code)
}

fn row(name: &str, Played { bills, settled, paid, faults, seconds }: &Played, verdict: &str) -> String {
    // A run that failed counted nothing.
    let pace = if *bills == 0 { String::new() } else { format!("{:.1}", f64::from(*bills) / seconds) };
    format!("{name:6}  {bills:>5}  {settled:>7}  {paid:>4}  {faults:>6}  {verdict:8}  {seconds:>7.1}  {pace:>14}")
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

/// Lets the merchant settle with a sandbox of its own, and judges what it counted.
fn play(project: &Project, faults: bool, go: impl FnOnce(Run, &Path) -> Result<()>) -> Result<Played> {
    let folder = project.target(if faults { "xtask/demo-faults" } else { "xtask/demo-plain" });
    files::remove(&folder)?;
    let summary = folder.join("summary.json");
    let merchant = tools::node()?.args(["--import", "tsx", "src/main.ts", "--log"]).args([folder.join("events.jsonl")]);
    let merchant = merchant.args(faults.then_some("--faults")).env("BILLWIRE_SUMMARY", &summary);
    let merchant = CANARIES.iter().fold(merchant, |merchant, (name, value)| merchant.env(name, value));
    let merchant = merchant.dir(npm::install(project, MERCHANT)?);
    fs::create_dir_all(&folder)?;
    let started = Instant::now();
    go(merchant, &folder.join("merchant.log"))?;
    let seconds = started.elapsed().as_secs_f64();
    files::below(&folder)?.iter().try_for_each(|file| is_silent(&folder.join(file)))?;
    let summary: Value = serde_json::from_slice(&fs::read(summary).context("the merchant wrote no summary")?)?;
    let whole = |value: &Value| value.as_u64().and_then(|count| u32::try_from(count).ok());
    let count = |name: &str| summary.get(name).and_then(whole).unwrap_or_default();
    let injected = summary.get("faults").and_then(Value::as_object).into_iter().flatten();
    let injected = injected.filter_map(|(_, count)| whole(count)).sum();
    ensure!(count("bills") == BILLS, "{} bills instead of {BILLS}", count("bills"));
    ensure!(summary.get("balanced") == Some(&Value::Bool(true)), "the merchant's books and the sandbox's differ");
    ensure!(!faults || injected > 0, "no fault was injected");
    Ok(Played { bills: count("bills"), settled: count("settled"), paid: count("paid"), faults: injected, seconds })
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
