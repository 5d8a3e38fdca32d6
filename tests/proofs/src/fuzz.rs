//! Promises that hold for every input, each fuzzed for a while against its oracle; see `tests/proofs/fuzz/src/lib.rs`. Each
//! target also runs with a known fault, which the oracle must find.

mod buffers;
mod run;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::process::{Finished, Run, stopped};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use crate::report::table;
use crate::{corpora, files, package, tools};
use run::{CONTROL_SECONDS, GRACE, Line};

/// A workspace of its own.
pub(crate) const MANIFEST: &str = "tests/proofs/fuzz/Cargo.toml";
pub(crate) const PROOF: Proof = Proof {
    name: "fuzz",
    lane: Lane::Free,
    promise: "the properties of readers, writers, answers, drafts and money hold for every input",
    quick: &["--minutes", "1"],
    full: &["--minutes", "30"],
    builds: &["fuzz/build"],
    prove,
};
const CARGO_FUZZ: &str = "0.13.2";
const PROGRAM: &str = "promises";
const TARGET: &str = "BILLWIRE_FUZZ";
const CONTROL: &str = "BILLWIRE_FUZZ_CONTROL";
const SEEDS: &str = "BILLWIRE_FUZZ_SEEDS";
const VERDICTS: &str = "BILLWIRE_FUZZ_VERDICTS";
/// How much is run.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// For how long, all targets together
    #[arg(long, default_value_t = 1)]
    minutes: u64,
    /// Only this target
    #[arg(long)]
    target: Option<String>,
}

/// Runs all targets in turn, or the one that is named, and prints how many inputs each has seen. Then it
/// compares the verdicts of the npm package and the native library on every input.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let Plan { minutes, target } = plan(args)?;
    let fuzzer = Fuzzer::build(project)?;
    let all = fuzzer.targets.iter().map(String::as_str).chain([buffers::NAME]);
    let chosen: Vec<_> = all.filter(|name| target.as_deref().is_none_or(|target| target == *name)).collect();
    ensure!(!chosen.is_empty(), "the targets are {}, {}", fuzzer.targets.join(", "), buffers::NAME);
    let seconds = minutes * 60 / chosen.len() as u64;
    let fuzz = |name| if name == buffers::NAME { buffers::fuzz(project, seconds) } else { fuzzer.fuzz(name, seconds) };
    let lines = chosen.into_iter().map(fuzz).collect::<Result<Vec<_>>>()?;
    let rows = lines.iter().map(|line| vec![line.name.clone(), line.executions.to_string(), line.control.to_string()]);
    println!("{}", table(&["target", "executions", "until the control's fault"], &[1, 2], rows));
    let differences = fuzzer.side_by_side()?;
    ensure!(differences == 0, "{differences} verdicts differ from JavaScript's");
    let found: u64 = lines.iter().map(|line| line.control).sum();
    let (executions, targets) = (executions(&lines), lines.len());
    Ok(Proven {
        tests: 2 * targets as u64 + 1,
        figure: format!(
            "{executions} executions over {targets} targets, 0 broken; 0 verdicts differ from JavaScript's"
        ),
        control: format!("a known fault in each target, and one in JavaScript: all found, after {found} executions"),
    })
}

/// Executions of all targets.
fn executions(lines: &[Line]) -> u64 {
    lines.iter().map(|line| line.executions).sum()
}

struct Fuzzer<'a> {
    project: &'a Project,
    program: PathBuf,
    targets: Vec<String>,
}

impl<'a> Fuzzer<'a> {
    /// Compiles the program and has it write the seeds, from whose folders the targets are known.
    fn build(project: &'a Project) -> Result<Self> {
        let own = |place: &str| project.target(format!("fuzz/{place}"));
        project.progress.step("compile the fuzz targets", || {
            let manifest = ["--manifest-path", MANIFEST];
            let fetch = tools::cargo().args(["fetch", "--locked"]).args(manifest).dir(project.path(""));
            fetch.logged(&project.log("fuzz-fetch"))?.successful()?;
            // Nothing of ours is unsafe: without a sanitizer ten times as many inputs are seen. Miri looks at the rest.
            tools::packed_tool(project, "cargo-fuzz", CARGO_FUZZ)?
                .args(["build", "--fuzz-dir", "tests/proofs/fuzz", "--sanitizer", "none", "--target-dir"])
                .args([own("build")])
                .args([PROGRAM])
                .dir(project.path(""))
                .logged(&project.log("fuzz-build"))?
                .successful()
        })?;
        let program = own("build").join(tools::host_triple()?).join("release").join(PROGRAM);
        let seeds = own("seeds");
        files::remove(&seeds)?;
        Run::new(&program).env(SEEDS, &seeds).logged(&project.log("fuzz-seeds"))?.successful()?;
        let mut targets = Vec::new();
        for folder in fs::read_dir(&seeds)? {
            targets.push(folder?.file_name().to_string_lossy().into_owned());
        }
        targets.sort_unstable();
        Ok(Self { project, program, targets })
    }

    /// Where inputs of a target are: those found on this machine, those that are kept, and the vectors'.
    fn inputs(&self, name: &str) -> Result<Vec<PathBuf>> {
        let found = self.project.target("fuzz/corpus").join(name);
        fs::create_dir_all(&found)?;
        let kept = self.project.path("tests/proofs/fuzz/corpus").join(name);
        let seeds = self.project.target("fuzz/seeds").join(name);
        Ok([found, kept, seeds].into_iter().filter(|folder| folder.is_dir()).collect())
    }

    /// Fuzzes a target, first with a known fault that must be found.
    fn fuzz(&self, name: &str, seconds: u64) -> Result<Line> {
        let inputs = self.inputs(name)?;
        let control = self.project.progress.step(&format!("fuzz {name}, with a known fault"), || {
            // It starts from the known inputs, and its findings are not kept.
            let known = inputs.get(1..).unwrap_or_default();
            let own = self.project.target("fuzz/control").join(name);
            fs::create_dir_all(&own)?;
            let folders: Vec<_> = [&own].into_iter().chain(known).cloned().collect();
            let run = self.start(name, CONTROL_SECONDS, &folders, true)?;
            fs::remove_dir_all(&own)?;
            ensure!(!run.ok() && run.text.contains("panicked at"), "{name}: the known fault is not found");
            counted(&run.text)
        })?;
        let executions = self.project.progress.step(&format!("fuzz {name}"), || {
            counted(&self.start(name, seconds, &inputs, false)?.successful()?.text)
        })?;
        let known = inputs.iter().map(|folder| Ok(fs::read_dir(folder)?.count())).sum::<Result<usize>>()?;
        ensure!(executions > known as u64, "{name}: {executions} executions are none beyond what was known");
        Ok(Line { name: name.to_owned(), executions, control })
    }

    fn start(&self, name: &str, seconds: u64, inputs: &[PathBuf], with_fault: bool) -> Result<Finished> {
        ensure!(!stopped(), "stopped");
        let artifacts = self.project.target("fuzz/artifacts");
        fs::create_dir_all(&artifacts)?;
        let kind = if with_fault { "control-" } else { "" };
        let mut run = Run::new(&self.program)
            .named(&format!("fuzz {kind}{name}"))
            .env(TARGET, name)
            .args([
                format!("-max_total_time={seconds}"),
                format!("-artifact_prefix={}/{kind}{name}-", artifacts.display()),
            ])
            .args(["-print_final_stats=1", "-max_len=2048", "-timeout=10", "-rss_limit_mb=2048"])
            .limit(Duration::from_secs(seconds) + GRACE);
        if with_fault {
            run = run.env(CONTROL, "1");
        }
        run.args(inputs).logged(&self.project.log(format!("fuzz-{kind}{name}")))
    }

    /// How many verdicts differ between the native library and the npm package.
    fn side_by_side(&self) -> Result<usize> {
        let mut folders = Vec::new();
        for name in &self.targets {
            folders.extend(self.inputs(name)?);
        }
        let place = |name: &str| self.project.target(format!("fuzz/{name}.json"));
        let native = Run::new(&self.program).named("verdicts").env(VERDICTS, place("rust")).args(&folders);
        native.logged(&self.project.log("fuzz-rust"))?.successful()?;
        self.node(&place("javascript"), &[], &folders)?;
        self.node(&place("control"), &["--decoded"], &folders)?;
        let broken = corpora::differences(&[place("rust"), place("control")])?;
        ensure!(!broken.is_empty(), "no verdict differs though bodies were decoded before they were given");
        corpora::side_by_side(&[place("rust"), place("javascript")])
    }

    fn node(&self, verdicts: &Path, how: &[&str], folders: &[PathBuf]) -> Result<()> {
        let package = package::tarball(self.project)?.with_file_name("package");
        let run = tools::node()?
            .args([
                self.project.path("tests/proofs/fuzz/verdicts.mjs"),
                package.join("dist/main.js"),
                verdicts.to_path_buf(),
            ])
            .args(how)
            .args(folders);
        run.named("verdicts.mjs").logged(&self.project.log("fuzz-javascript"))?.successful()?;
        Ok(())
    }
}

/// Number of executions that a fuzzer reports.
fn counted(log: &str) -> Result<u64> {
    let count = log.lines().rev().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let count = count.context("the fuzzer does not say how many inputs it has seen")?;
    let count = count.trim().parse()?;
    ensure!(count > 0, "the fuzzer has executed nothing");
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_executed_nothing_fails() {
        assert_eq!(counted("INFO: x\nstat::number_of_executed_units: 17\nstat::peak_rss_mb: 5\n").unwrap(), 17);
        assert!(counted("stat::number_of_executed_units: 0\n").is_err());
        assert!(counted("INFO: x\n").is_err());
    }
}
