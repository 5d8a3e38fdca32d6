//! Core's unit tests in Miri, which detects undefined behaviour: on this machine, on one of 32 bits, and on one of the other
//! byte order.

use std::time::Duration;

use anyhow::{Context, Result, ensure};

use crate::counts;
use crate::machines::{BIG_ENDIAN, OF_32_BITS, small_crate};
use crate::process::{self, Run};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use crate::tools::{self, Missing};

pub(crate) const PROOF: Proof = Proof {
    name: "miri",
    lane: Lane::Targets,
    promise: "core has no undefined behaviour, also with 32 bits and the other byte order",
    quick: &["--target", "s390x-unknown-linux-gnu", "decimal::", "values::"],
    full: &[],
    builds: &["miri"],
    prove,
};
const CAUGHT: &str = "a read behind the end of a buffer is caught";
const TARGETS: [&str; 3] = ["x86_64-unknown-linux-gnu", OF_32_BITS.target, BIG_ENDIAN.target];
const MIRI: Missing =
    Missing { tool: "Miri", remedy: "rustup toolchain install nightly --component miri --component rust-src" };
/// An interpreted test takes a thousand times as long.
const LIMIT: Duration = Duration::from_secs(3 * 60 * 60);

/// Tests that would take Miri hours or all memory, by a part of their names, with the reason.
const LEFT_OUT: [(&str, &str); 2] = [
    ("known_and_unknown_codes", "17,576 words, each looked up"),
    ("simple_decimals_equal_the_shortest_text", "120,000 doubles"),
];

/// Selected targets and tests; all by default.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Only on this target
    #[arg(long)]
    target: Option<String>,
    /// Only the tests whose name contains one of the words
    words: Vec<String>,
}

fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let plan = plan::<Plan>(args)?;
    let targets = plan.targets()?;
    let passed = passed(project, &targets, &plan.words)?;
    let number = targets.len();
    let figure = format!("{passed} tests on each of {number} targets, 0 faults; {} left out", LEFT_OUT.len());
    Ok(Proven { tests: passed * number as u64, figure, control: CAUGHT.to_owned() })
}

impl Plan {
    fn targets(&self) -> Result<Vec<&'static str>> {
        let chosen = |target: &&str| self.target.as_ref().is_none_or(|chosen| chosen == target);
        let targets: Vec<_> = TARGETS.into_iter().filter(chosen).collect();
        ensure!(!targets.is_empty(), "the targets are {}", TARGETS.join(", "));
        Ok(targets)
    }
}

/// How many tests have passed on each target.
fn passed(project: &Project, targets: &[&str], words: &[String]) -> Result<u64> {
    provide(project)?;
    project.progress.step("the control", || control(project))?;
    // Miri runs one test after the other, and leaves the other processors to other targets.
    let passed = process::at_once(targets, |target| {
        let name = format!("core's unit tests in Miri, {target}");
        project.progress.step(&name, || tests(project, target, words))
    })?;
    counts::in_each(passed)
}

/// How many tests have passed.
fn tests(project: &Project, target: &str, words: &[String]) -> Result<u64> {
    let run = miri(project)
        .args([
            "test",
            "--locked",
            "-p",
            "billwire",
            "-p",
            "billwire-wire",
            "--lib",
            "--all-features",
            "--target",
            target,
            "--",
        ])
        .args(LEFT_OUT.iter().flat_map(|(name, _)| ["--skip", name]))
        .args(words)
        .dir(project.path(""))
        .limit(LIMIT)
        .logged(&project.log(format!("miri-{target}")))?
        .successful()?;
    let passed = counts::libtest(&run.text).passed;
    ensure!(!words.is_empty() || left_out(&run.text)? == LEFT_OUT.len(), "what is left out is no longer called so");
    Ok(passed)
}

/// Number of filtered tests.
fn left_out(log: &str) -> Result<usize> {
    let lines = log.lines().filter(|line| line.starts_with("test result:"));
    let counts = lines.map(|line| {
        let count = line.split(" filtered out").next().and_then(|head| head.rsplit(' ').next());
        Ok(count.context("no tests that were left out")?.parse::<usize>()?)
    });
    let counts = counts.collect::<Result<Vec<_>>>()?;
    ensure!(!counts.is_empty(), "no result");
    Ok(counts.into_iter().sum())
}

/// Control: a program that reads behind the end of a buffer.
fn control(project: &Project) -> Result<()> {
    let word = ["un", "safe"].concat();
    let source = format!(
        "fn main() {{\n    let bytes = vec![7u8; 4];\n    println!(\"{{}}\", {word} {{ *bytes.as_ptr().add(4) }});\n}}\n"
    );
    let folder = small_crate(project.target("miri/control"), "main.rs", &source)?;
    let run = miri(project).args(["run"]).dir(&folder).logged(&project.log("miri-control"))?;
    ensure!(!run.ok() && run.text.contains("Undefined Behavior"), "Miri lets a read behind the end pass");
    Ok(())
}

/// Miri comes with nightly toolchains alone.
fn provide(project: &Project) -> Result<()> {
    let is_there =
        || -> Result<bool> { Ok(miri(project).args(["--version"]).logged(&project.log("miri-version"))?.ok()) };
    if !is_there()? {
        let install = ["toolchain", "install", "nightly", "--profile", "minimal"];
        let components = ["--component", "miri", "--component", "rust-src"];
        let install = || tools::rustup(project, &[&install[..], &components].concat());
        project.progress.step("install Miri", install).map_err(|_| MIRI)?;
    }
    if is_there()? { Ok(()) } else { Err(MIRI.into()) }
}

fn miri(project: &Project) -> Run {
    // Properties keep no failures in a folder, and try few cases here.
    tools::of_its_own_toolchain(Run::new("cargo").args(["+nightly", "miri"]))
        .env("MIRIFLAGS", "-Zmiri-disable-isolation")
        .env("PROPTEST_CASES", "2")
        .env("CARGO_TARGET_DIR", project.target("miri"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaves_out_existing_tests_of_core() {
        let core = Project::find().unwrap().path("core");
        let files = crate::files::below(&core).unwrap();
        let text: String = files.iter().filter_map(|file| std::fs::read_to_string(core.join(file)).ok()).collect();
        let gone: Vec<_> = LEFT_OUT.iter().filter(|(name, _)| !text.contains(&format!("fn {name}"))).collect();
        assert!(gone.is_empty(), "{gone:?}");
    }

    #[test]
    fn counts_filtered_tests() {
        let line = "test result: ok. 71 passed; 0 failed; 0 ignored; 0 measured; 3 filtered out; finished in 1.00s\n";
        assert_eq!(left_out(line).unwrap(), 3);
        assert_eq!(left_out(&line.repeat(2)).unwrap(), 6);
        assert!(left_out("").is_err());
    }
}
