//! The demonstration: a merchant's backend settles 200 bills with the sandbox, and the books balance.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::files;
use crate::npm;
use crate::process::Run;
use crate::project::Project;
use crate::report::{headline, seconds, table};
use crate::sandbox::{self, Sandbox};
use crate::tools;

const MERCHANT: &str = "examples/node-merchant";
const BILLS: u64 = 200;
const LIMIT: Duration = Duration::from_secs(10 * 60);
/// The credentials of sandbox and merchant, which no log may hold.
const CANARIES: [(&str, &str); 4] = [
    ("BILLWIRE_BEARER", "canary-of-the-bearer"),
    ("BILLWIRE_VERIFICATION_TOKEN", "canary-of-the-verification"),
    ("BILLWIRE_HASH_TOKEN", "canary-of-the-hash-token"),
    ("BILLWIRE_WEBHOOK_TOKEN", "canary-of-the-webhook"),
];

/// Faults that a run meets.
#[derive(Clone, Copy)]
pub enum FaultPlan {
    None,
    Injected,
}

/// Counts of a merchant, as it writes them.
#[derive(Deserialize)]
struct Summary {
    bills: u64,
    settled: u64,
    paid: u64,
    balanced: bool,
    /// Injected faults, by kind.
    #[serde(default)]
    faults: BTreeMap<String, u64>,
}

/// Both runs on this terminal, then a table.
pub fn run(project: &Project) -> Result<ExitCode> {
    let mut rows = Vec::new();
    let mut all_good = true;
    for faults in [FaultPlan::None, FaultPlan::Injected] {
        let started = Instant::now();
        let outcome = play(project, faults, |merchant, _| merchant.shown());
        if let Err(error) = &outcome {
            project.progress.say(&format!("{:>9}  demo, {}: {error:#}", "FAILED", faults.name()));
        }
        all_good &= outcome.is_ok();
        rows.push(row(faults, &outcome, started.elapsed()));
        if crate::process::stopped() {
            break;
        }
    }
    println!("{}", table(&["run", "bills", "settled", "paid", "faults", "verdict", "time"], &[1, 2, 3, 4, 6], rows));
    Ok(if all_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One run with everything in the log.
pub fn run_logged(project: &Project, faults: FaultPlan) -> Result<()> {
    play(project, faults, logged).map(drop)
}

/// The run with faults against `npx billwire sandbox`, as the packed package has it.
pub fn run_on_npx(project: &Project) -> Result<()> {
    let faults = FaultPlan::Injected;
    let npx = tools::npx()?.args(["billwire", "sandbox"]).dir(npm::install(project, MERCHANT)?);
    host(project, "npx", faults, npx, node_merchant(project, "npx", faults)?, logged).map(drop)
}

/// The backend that settles the sample apps' drafts, and its sandbox. Dropping them ends both.
pub fn app_backend(project: &Project, name: &str) -> Result<[Sandbox; 2]> {
    let [log, sandbox_log] = ["backend", "sandbox"].map(|program| project.log(format!("{program}-{name}-app")));
    let sandbox = Sandbox::start(&sandbox::build(project)?, &sandbox_log)?;
    let backend = tools::node()?.args(["--import", "tsx", "src/app-backend.ts", "--sandbox", sandbox.url()]);
    Ok([Sandbox::start_with(backend.dir(npm::install(project, MERCHANT)?), &log, &[])?, sandbox])
}

fn logged(merchant: Run, log: &Path) -> Result<()> {
    merchant.logged(log)?.successful().map(drop)
}

fn play(project: &Project, faults: FaultPlan, go: impl FnOnce(Run, &Path) -> Result<()>) -> Result<Summary> {
    let merchant = node_merchant(project, faults.name(), faults)?;
    host(project, faults.name(), faults, Run::new(sandbox::build(project)?), merchant, go)
}

/// The Node merchant of a sandbox's address.
fn node_merchant(project: &Project, name: &str, faults: FaultPlan) -> Result<impl FnOnce(&str) -> Result<Run>> {
    let dir = npm::install(project, MERCHANT)?;
    let events = folder(project, name).join("events.jsonl");
    Ok(move |sandbox: &str| {
        let run = tools::npm()?.args(["start", "--", "--sandbox", sandbox]).args(faults.arguments()).dir(dir);
        Ok(run.args(["--log"]).args([events]))
    })
}

/// Gives a merchant a fresh sandbox, and reads what it counted.
fn host(
    project: &Project,
    name: &str,
    faults: FaultPlan,
    sandbox: Run,
    merchant: impl FnOnce(&str) -> Result<Run>,
    go: impl FnOnce(Run, &Path) -> Result<()>,
) -> Result<Summary> {
    let (log, sandbox_log) = (project.log(format!("demo-{name}")), project.log(format!("sandbox-{name}")));
    let sandbox = Sandbox::start_with(sandbox, &sandbox_log, &CANARIES)?;
    let summary = summary_file(project, name)?;
    let run = CANARIES.iter().fold(merchant(sandbox.url())?, |run, (name, value)| run.env(name, value));
    go(run.env("BILLWIRE_SUMMARY", &summary).limit(LIMIT), &log)?;
    drop(sandbox);
    for file in [log, sandbox_log.with_extension("err"), sandbox_log] {
        is_silent(&file)?;
    }
    for file in fs::read_dir(folder(project, name))? {
        is_silent(&file?.path())?;
    }
    let summary = Summary::read(&summary)?;
    summary.judge(faults)?;
    Ok(summary)
}

/// Fails if a file holds a credential.
fn is_silent(file: &Path) -> Result<()> {
    let Ok(text) = fs::read(file) else { return Ok(()) }; // shown on the terminal, and not written down
    for (_, canary) in CANARIES {
        let is_there = text.windows(canary.len()).any(|piece| piece == canary.as_bytes());
        ensure!(!is_there, "{} holds the {}", file.display(), canary.replace('-', " "));
    }
    Ok(())
}

/// Folder of a merchant's files.
fn folder(project: &Project, name: &str) -> PathBuf {
    project.target(format!("xtask/demo-{name}"))
}

/// File of the merchant's summary, without the one of an earlier run.
fn summary_file(project: &Project, name: &str) -> Result<PathBuf> {
    let folder = folder(project, name);
    files::remove(&folder)?;
    fs::create_dir_all(&folder)?;
    Ok(folder.join("summary.json"))
}

fn row(faults: FaultPlan, outcome: &Result<Summary>, time: Duration) -> Vec<String> {
    let mut row = vec![faults.name().to_owned()];
    let verdict = match outcome {
        Ok(summary) => {
            row.extend([summary.bills, summary.settled, summary.paid, summary.faults()].map(|count| count.to_string()));
            "balanced".to_owned()
        }
        Err(error) => {
            row.extend(["", "", "", ""].map(str::to_owned));
            format!("FAILED: {}", headline(&format!("{error:#}")))
        }
    };
    row.extend([verdict, seconds(time)]);
    row
}

impl FaultPlan {
    pub fn name(self) -> &'static str {
        match self {
            FaultPlan::None => "plain",
            FaultPlan::Injected => "faults",
        }
    }

    fn arguments(self) -> &'static [&'static str] {
        match self {
            FaultPlan::None => &[],
            FaultPlan::Injected => &["--faults"],
        }
    }
}

impl Summary {
    fn read(file: &Path) -> Result<Self> {
        let text = fs::read(file).context("the merchant wrote no summary")?;
        serde_json::from_slice(&text).context("the merchant's summary is of another form")
    }

    fn faults(&self) -> u64 {
        self.faults.values().sum()
    }

    fn judge(&self, faults: FaultPlan) -> Result<()> {
        ensure!(self.bills == BILLS, "{} bills instead of {BILLS}", self.bills);
        ensure!(self.balanced, "the merchant's books and the sandbox's differ");
        ensure!(matches!(faults, FaultPlan::None) || self.faults() > 0, "no fault was injected");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credential_that_was_written_down_is_found() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "settled INV-1").unwrap();
        assert!(is_silent(file.path()).is_ok());
        for (_, canary) in CANARIES {
            fs::write(file.path(), format!("\u{feff}Bearer {canary}\n")).unwrap();
            assert!(is_silent(file.path()).is_err(), "{canary}");
        }
    }
}
