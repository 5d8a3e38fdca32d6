//! cargo-mutants on core and the bindings: a test must fail for every mutant.
//!
//! The verdicts on a source file are kept below `target/mutants` until that file changes. A stopped run resumes, and only
//! missed mutants are tried again.

mod known;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use known::{CAUGHT, Known, MISSED, TIMEOUT, UNVIABLE};
use serde_json::Value;

use crate::machines::small_crate;
use crate::process::{self, Finished, Run, stopped};
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use crate::report::table;
use crate::{copy, files, tools};

pub(crate) const PROOF: Proof = Proof {
    name: "mutants",
    lane: Lane::Free,
    promise: "the tests fail for every change in core",
    // One worker: a second one would compile everything again.
    quick: &["--jobs", "1", "core/src/credentials.rs"],
    full: &[],
    builds: &["mutants/tree-0", "mutants/build-0", "mutants/control"],
    prove,
};
const CARGO_MUTANTS: &str = "27.1.0";
const PLACE: &str = "mutants";
const PACKAGES: &str = "billwire,billwire-wire,billwire-conformance";
/// Sources that only the tests of the bindings run.
const BINDINGS: &str = "bindings/src/";
/// Mutants that no test can detect, by a regular expression over their names, with the reason. Five at most.
const EXCUSED: [(&str, &str); 2] = [("<impl Drop for Header>::drop", IN_MEMORY), ("replace wipe_stack", IN_MEMORY)];
const IN_MEMORY: &str = "what memory holds is no test's to see: `cargo xtask prove memory-secrets` finds what is left";
const LIMIT: Duration = Duration::from_secs(12 * 60 * 60);
/// Control: a test that checks neither side of a boundary.
const FAULT: &str = "pub fn is_large(amount: u32) -> bool {\n    amount > 100\n}\n\n#[test]\nfn seven_is_not_large() {\n    \
                     assert!(is_large(1000) && !is_large(7));\n}\n";

/// Selected mutants; all by default.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Only in lines that changed since this commit
    #[arg(long)]
    since: Option<String>,
    /// Try known mutants again
    #[arg(long)]
    anew: bool,
    /// Number of workers; by default one for each processor
    #[arg(long)]
    jobs: Option<usize>,
    /// Only in files whose path contains one of the words
    words: Vec<String>,
}

/// A selection of tests. Most mutants are caught by the first round.
struct Round {
    name: &'static str,
    packages: &'static str,
    features: &'static str,
    /// Arguments of cargo: it builds only these tests.
    tests: &'static [&'static str],
    /// Arguments of the tests: some would compute thousands of hashes for every change.
    arguments: &'static [&'static str],
    /// Seconds after which a test counts as endless.
    patience: &'static str,
}

const VECTORS: Round = Round {
    name: "the vectors",
    packages: "billwire-conformance",
    features: "billwire/serde",
    tests: &["--test", "vectors"],
    arguments: &[],
    patience: "30",
};
const UNITS: Round = Round {
    name: "unit tests",
    packages: "billwire,billwire-wire",
    features: "billwire/serde billwire/simulator",
    tests: &["--lib"],
    arguments: &[],
    patience: "60",
};
const REQUESTS: Round = Round {
    name: "requests",
    packages: "billwire-conformance",
    features: UNITS.features,
    tests: &["--test", "requests", "--test", "next_steps"],
    arguments: &[],
    patience: "60",
};
const LAWS: Round = Round {
    name: "laws and tables",
    packages: "billwire-conformance",
    features: UNITS.features,
    tests: &["--test", "laws", "--test", "confirm_matrix", "--test", "explain", "--test", "ambiguity"],
    arguments: &["--skip", "every_mistake", "--skip", "random_hashes", "--skip", "codes_", "--skip", "mutated_bodies"],
    patience: "60",
};
const LANGUAGES: Round = Round {
    name: "tests of the bindings",
    packages: "billwire-ffi",
    features: ALL.features,
    tests: &["--lib"],
    arguments: &[],
    patience: "60",
};
const ALL: Round = Round {
    name: "all tests",
    packages: PACKAGES,
    features: UNITS.features,
    tests: &[],
    arguments: &[],
    patience: "300",
};

/// Tries the mutants, and prints the missed ones.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let tried = Tried::of(project, &plan(args)?)?;
    let rows = tried.files.iter().map(|(file, known)| {
        vec![file.clone(), known.verdicts.len().to_string(), known.of(MISSED).count().to_string()]
    });
    println!("{}", table(&["file", "mutants", "missed"], &[1, 2], rows));
    EXCUSED.iter().for_each(|(name, reason)| println!("excused: {name}, because {reason}"));
    ensure!(tried.missed().is_empty(), "no test notices:\n{}", tried.missed().join("\n"));
    let control = "what a test does not look at is found out".to_owned();
    Ok(Proven { tests: tried.count() as u64, figure: tried.figure(), control })
}

/// Tried mutants, by file.
struct Tried {
    files: BTreeMap<String, Known>,
}

impl Tried {
    fn of(project: &Project, plan: &Plan) -> Result<Self> {
        project.progress.step("the control", || control(project))?;
        if plan.anew {
            files::remove(&project.target(PLACE).join("known"))?;
        }
        let mutants = Mutants::list(project, plan)?;
        let workers = plan.jobs.map_or_else(|| thread::available_parallelism().map(usize::from), Ok)?;
        let workers = (0..workers).map(|number| Worker::new(project, number)).collect::<Result<Vec<_>>>()?;
        if let Some(worker) = workers.first() {
            project.progress.step("all tests, as nothing is changed", || worker.baseline())?;
        }
        let tried = Self { files: mutants.work_off(&workers)? };
        ensure!(tried.count() > 0, "there is nothing to change in what is to be looked at");
        Ok(tried)
    }

    fn of_verdict(&self, verdict: &'static str) -> impl Iterator<Item = &str> {
        self.files.values().flat_map(move |known| known.of(verdict))
    }

    fn missed(&self) -> Vec<&str> {
        self.of_verdict(MISSED).collect()
    }

    /// Number of mutants that compile. Others say nothing about the tests.
    fn count(&self) -> usize {
        [CAUGHT, TIMEOUT, MISSED].into_iter().flat_map(|verdict| self.of_verdict(verdict)).count()
    }

    fn figure(&self) -> String {
        format!(
            "{} changes in {} files, {} missed, {} excused; {} make a test run for ever, another {} do not compile",
            self.count(),
            self.files.len(),
            self.missed().len(),
            EXCUSED.len(),
            self.of_verdict(TIMEOUT).count(),
            self.of_verdict(UNVIABLE).count()
        )
    }
}

/// The mutants of core, by the file that they change.
struct Mutants<'a> {
    project: &'a Project,
    by_file: BTreeMap<String, BTreeSet<String>>,
    /// The changed lines, if only their mutants are tried.
    diff: Option<PathBuf>,
}

impl<'a> Mutants<'a> {
    fn list(project: &'a Project, plan: &Plan) -> Result<Self> {
        ensure!(EXCUSED.len() <= 5, "too many are excused");
        let diff = plan.since.as_ref().map(|commit| diff(project, commit)).transpose()?;
        let mut mutants = Self { project, by_file: BTreeMap::new(), diff };
        let list = mutants.command(&project.path(""))?.args([
            "--list",
            "--json",
            "--package",
            "billwire",
            "--package",
            "billwire-wire",
            "--package",
            "billwire-ffi",
        ]);
        let list = list.answer(&project.log("mutants-list"))?.successful()?;
        for mutant in serde_json::from_str::<Vec<Value>>(&list.answer)? {
            let text = |key: &str| {
                mutant.get(key).and_then(Value::as_str).map(str::to_owned).context("a mutant has a file and a name")
            };
            mutants.by_file.entry(text("file")?).or_default().insert(text("name")?);
        }
        mutants.by_file.retain(|file, _| plan.words.is_empty() || plan.words.iter().any(|word| file.contains(word)));
        Ok(mutants)
    }

    /// cargo-mutants in a checkout, without the excused mutants.
    fn command(&self, place: &Path) -> Result<Run> {
        let mut run = cargo_mutants(self.project, place)?;
        if let Some(diff) = &self.diff {
            run = run.args(["--in-diff"]).args([diff]);
        }
        Ok(run.args(EXCUSED.iter().flat_map(|(name, _)| ["--exclude-re", name])))
    }

    /// Lets the workers try all files, and returns the verdicts of each file.
    fn work_off(&self, workers: &[Worker]) -> Result<BTreeMap<String, Known>> {
        let queue = Mutex::new(self.by_file.iter().collect::<VecDeque<_>>());
        let next = || queue.lock().ok().and_then(|mut queue| queue.pop_front());
        let work = |worker: &Worker| -> Result<Vec<_>> {
            let mut files = Vec::new();
            while let Some((file, names)) = next() {
                files.push((file.clone(), self.file(worker, file, names)?));
            }
            Ok(files)
        };
        let files = process::at_once(workers, work)?;
        Ok(files.into_iter().flatten().collect())
    }

    /// Tries the unknown and the missed mutants of a file.
    fn file(&self, worker: &Worker, file: &str, names: &BTreeSet<String>) -> Result<Known> {
        let place = self.project.target(PLACE).join("known").join(file.replace('/', "-"));
        let mut known = Known::read(&place, &worker.tree.join(file))?;
        let rounds: &[Round] =
            if file.starts_with(BINDINGS) { &[LANGUAGES] } else { &[VECTORS, UNITS, REQUESTS, LAWS, ALL] };
        for round in rounds {
            if known.is_settled(names) {
                break;
            }
            let name = format!("{file}, {}", round.name);
            self.project.progress.step(&name, || self.round(worker, file, round, &place, &known))?;
            known.take_over(&place)?;
        }
        known.verdicts.retain(|name, _| names.contains(name));
        ensure!(known.is_complete(names), "{file}: not all mutants were tried");
        Ok(known)
    }

    fn round(&self, worker: &Worker, file: &str, round: &Round, place: &Path, known: &Known) -> Result<()> {
        ensure!(!stopped(), "stopped");
        // cargo-mutants skips caught mutants, but not those that made a test endless.
        let endless = known.of(TIMEOUT).flat_map(|name| ["--exclude-re".to_owned(), pattern(name)]);
        let mutants = self.command(&worker.tree)?.args(["--in-place", "--iterate", "--baseline", "skip"]);
        let mutants = mutants.args(["--build-timeout", "120", "--timeout", round.patience, "--file", file]);
        let mutants = mutants.args(["--features", round.features, "--test-package", round.packages]);
        let mutants = mutants.args(endless).args(round.tests.iter().flat_map(|argument| ["--cargo-arg", argument]));
        let mutants = mutants.args(["--output"]).args([place]).args(["--", "--"]).args(round.arguments);
        // Its exit code says nothing more than its outcomes.
        worker.run(mutants)?;
        Ok(())
    }
}

/// Worker with a checkout of its own, because cargo-mutants changes the sources in place.
struct Worker {
    tree: PathBuf,
    build: PathBuf,
    log: PathBuf,
}

impl Worker {
    fn new(project: &Project, number: usize) -> Result<Self> {
        let own = |what: &str| project.target(PLACE).join(format!("{what}-{number}"));
        let tree = own("tree");
        copy::of_members(project, &tree, |member| copy::is_core(member) || ["bindings", "tests"].contains(&member))?;
        Ok(Self { tree, build: own("build"), log: project.log(format!("mutants-{number}")) })
    }

    /// Runs all tests without a change.
    fn baseline(&self) -> Result<()> {
        let packages = PACKAGES.split(',').flat_map(|package| ["-p", package]);
        let test = tools::cargo().args(["test"]).args(packages).args(["--features", ALL.features]).dir(&self.tree);
        self.run(test)?.successful()?;
        Ok(())
    }

    fn run(&self, run: Run) -> Result<Finished> {
        let run = run.env("CARGO_TARGET_DIR", &self.build).env("CARGO_PROFILE_DEV_DEBUG", "false");
        // So few cases are enough for common faults: the usual number would take hours.
        let run = run.env("PROPTEST_CASES", "32");
        // The corpora are next to the project and not next to this copy: outside CI they are optional.
        run.without_env("CI").limit(LIMIT).logged(&self.log)
    }
}

/// Regular expression for a name, with `.` for each special character.
fn pattern(name: &str) -> String {
    let plain = name.replace(|character: char| !character.is_alphanumeric(), ".");
    format!("^{plain}$")
}

/// cargo-mutants in a folder, without its configuration file.
fn cargo_mutants(project: &Project, place: &Path) -> Result<Run> {
    Ok(tools::cargo_tool(project, "cargo-mutants", CARGO_MUTANTS)?
        .args(["mutants", "--no-config", "--dir"])
        .args([place]))
}

/// Writes the difference from a commit to a file.
fn diff(project: &Project, commit: &str) -> Result<PathBuf> {
    let run = Run::new("git").args(["diff", commit, "--", "core", "bindings/src"]).dir(project.path(""));
    let run = run.answer(&project.log("mutants-diff"))?.successful()?;
    let file = project.target(PLACE).join("since.diff");
    fs::create_dir_all(project.target(PLACE))?;
    fs::write(&file, run.answer)?;
    Ok(file)
}

/// Checks that a mutant of an untested boundary is missed.
fn control(project: &Project) -> Result<()> {
    let place = project.target(PLACE).join("control");
    files::remove(&place)?;
    let folder = small_crate(place.clone(), "lib.rs", FAULT)?;
    let run = cargo_mutants(project, &folder)?.args(["--in-place", "--output"]).args([&place]);
    run.logged(&project.log("mutants-control"))?;
    let mut known = Known::default();
    known.take_over(&place)?;
    let missed: Vec<_> = known.of(MISSED).collect();
    ensure!(
        missed.iter().any(|name| name.contains("replace > with >=")),
        "what no test looks at is not missed: {missed:?}"
    );
    ensure!(known.of(CAUGHT).next().is_some(), "a test that looks at something catches nothing");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A round without its tests fails before it runs a mutant, and would count it as one that does not compile.
    #[test]
    fn every_round_names_existing_tests() {
        let tests = Project::find().unwrap().path("tests/tests");
        let named =
            [VECTORS, REQUESTS, LAWS].into_iter().flat_map(|round| round.tests).filter(|name| **name != "--test");
        for name in named.chain(&crate::machines::TESTS) {
            let is_there = tests.join(name).join("main.rs").is_file() || tests.join(format!("{name}.rs")).is_file();
            assert!(is_there, "{name}");
        }
    }
}
