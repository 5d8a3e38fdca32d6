//! Core with one thing changed at a time, by cargo-mutants: of every change a test has to notice.
//!
//! What is known of a source file is kept below `target/mutants` until that file changes: a run that is stopped goes on
//! where it was, and what was missed is all that is tried again.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::machines::small_crate;
use crate::process::{Run, stopped};
use crate::project::Project;
use crate::report::{proof, table};
use crate::{copy, files, tools};

const PROMISE: &str = "the tests notice whatever is changed in core";
const PLACE: &str = "mutants";
const PACKAGES: &str = "billwire,billwire-conformance";
/// What only the last round compiles.
const FOREIGN: &str = "/foreign/";
/// Mutants that no test can tell from what is meant, by a regular expression over their names, and why. Five at most.
const EXCUSED: [(&str, &str); 0] = [];
const LIMIT: Duration = Duration::from_secs(12 * 60 * 60);
/// A test that looks at neither side of a boundary.
const FAULT: &str = "pub fn is_large(amount: u32) -> bool {\n    amount > 100\n}\n\n#[test]\nfn seven_is_not_large() {\n    \
                     assert!(is_large(1000) && !is_large(7));\n}\n";

/// How much is tried: all, if nothing is said.
#[derive(clap::Args)]
pub(crate) struct Plan {
    /// Only in lines that are not as they were in this commit
    #[arg(long)]
    since: Option<String>,
    /// Try again what is known
    #[arg(long)]
    anew: bool,
    /// How many at the same time, if not one for each processor
    #[arg(long)]
    jobs: Option<usize>,
    /// Only in files whose path contains one of the words
    words: Vec<String>,
}

/// Which tests have to notice. Most mutants do not survive the first ones, and are tried by no others.
struct Round {
    name: &'static str,
    packages: &'static str,
    features: &'static str,
    /// What cargo test is given.
    tests: &'static [&'static str],
    /// After how many seconds tests do not end any more.
    patience: &'static str,
}

const VECTORS: Round = Round {
    name: "the vectors",
    packages: "billwire-conformance",
    features: "billwire/serde",
    tests: &["--test", "vectors"],
    patience: "30",
};
const QUICK: Round = Round {
    name: "quick tests",
    packages: PACKAGES,
    features: "billwire/serde billwire/simulator",
    tests: &["--lib", "--test", "requests", "--test", "next_steps"],
    patience: "60",
};
/// What is compiled for other languages alone makes every build twice as long.
const ALL: Round = Round {
    name: "all tests",
    packages: PACKAGES,
    features: "billwire/serde billwire/simulator billwire/uniffi",
    tests: &[],
    patience: "300",
};

/// Tries what is to be tried, prints what was missed, and says what is proven if that was all.
pub(crate) fn run(project: &Project, plan: &Plan) -> Result<ExitCode> {
    project.progress.step("the control", || control(project))?;
    if plan.anew {
        files::remove(&project.target(PLACE).join("known"))?;
    }
    let mutants = Mutants::list(project, plan)?;
    mutants.baseline()?;
    let known =
        mutants.all(plan.jobs.map_or_else(|| Ok(thread::available_parallelism()?.get()), Ok::<_, anyhow::Error>)?)?;
    println!("{}", table(&["file", "mutants", "missed"], &[1, 2], known.iter().map(row)));
    let of = |verdict| known.iter().map(|(_, file)| file.of(verdict).count()).sum::<usize>();
    let missed = known.iter().flat_map(|(_, file)| file.of(MISSED)).inspect(|name| println!("missed: {name}")).count();
    let tried = of(CAUGHT) + of(TIMEOUT) + missed;
    ensure!(tried > 0, "nothing was changed in what is to be looked at");
    if missed == 0 && plan.words.is_empty() && plan.since.is_none() {
        let figure = format!(
            "{tried} changes in {} files, 0 missed, {} excused; another {} do not compile",
            known.len(),
            EXCUSED.len(),
            of(UNVIABLE)
        );
        proof(PROMISE, &figure, "a test that no boundary is looked at by is found out");
    }
    Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The mutants of core, by the file that they change.
struct Mutants<'a> {
    project: &'a Project,
    by_file: BTreeMap<String, BTreeSet<String>>,
    /// The changes that are to be looked at, if not all are.
    diff: Option<PathBuf>,
}

impl<'a> Mutants<'a> {
    fn list(project: &'a Project, plan: &Plan) -> Result<Self> {
        ensure!(EXCUSED.len() <= 5, "too many are excused");
        let diff = plan.since.as_ref().map(|commit| diff(project, commit)).transpose()?;
        let mut mutants = Self { project, by_file: BTreeMap::new(), diff };
        let list = mutants.command(project.path(""))?.args(["--list", "--json", "--package", "billwire"]);
        let list = list.answer(&project.log("mutants-list"))?.successful()?;
        for mutant in serde_json::from_str::<Vec<Value>>(&list.answer)? {
            let text = |key: &str| mutant[key].as_str().map(str::to_owned).context("a mutant has a file and a name");
            mutants.by_file.entry(text("file")?).or_default().insert(text("name")?);
        }
        mutants.by_file.retain(|file, _| plan.words.is_empty() || plan.words.iter().any(|word| file.contains(word)));
        Ok(mutants)
    }

    /// cargo-mutants in a checkout, with what it leaves out.
    fn command(&self, place: impl AsRef<Path>) -> Result<Run> {
        let mut run =
            tools::cargo_mutants(self.project)?.args(["mutants", "--no-config", "--dir"]).args([place.as_ref()]);
        if let Some(diff) = &self.diff {
            run = run.args(["--in-diff"]).args([diff]);
        }
        Ok(run.args(EXCUSED.iter().flat_map(|(name, _)| ["--exclude-re", name])))
    }

    /// A checkout of its own for each that works, for sources are changed where they lie.
    fn tree(&self, worker: usize) -> Result<PathBuf> {
        let tree = self.project.target(PLACE).join(format!("tree-{worker}"));
        copy::of_members(self.project, &tree, |member| member == "core" || member == "tests")?;
        Ok(tree)
    }

    fn build(&self, worker: usize) -> PathBuf {
        self.project.target(PLACE).join(format!("build-{worker}"))
    }

    /// As nothing is changed, no test complains.
    fn baseline(&self) -> Result<()> {
        self.project.progress.step("all tests, as nothing is changed", || {
            let test = tools::cargo().args(["test", "-p", "billwire", "-p", "billwire-conformance", "--features"]);
            test.args([ALL.features])
                .dir(self.tree(0)?)
                .env("CARGO_TARGET_DIR", self.build(0))
                .env("CARGO_PROFILE_DEV_DEBUG", "false")
                .logged(&self.project.log("mutants-baseline"))?
                .successful()
        })?;
        Ok(())
    }

    /// What is known of each file after all have been worked off by `workers`.
    fn all(&self, workers: usize) -> Result<Vec<(&str, Known)>> {
        let queue = Mutex::new(self.by_file.iter().collect::<VecDeque<_>>());
        let next = || queue.lock().ok().and_then(|mut queue| queue.pop_front());
        let work = |worker: usize| -> Result<Vec<_>> {
            let (tree, mut known) = (self.tree(worker)?, Vec::new());
            while let Some((file, names)) = next() {
                known.push((file.as_str(), self.file(worker, &tree, file, names)?));
            }
            Ok(known)
        };
        let mut known = thread::scope(|scope| {
            let workers: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
            let ended =
                workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| bail!("a worker has panicked")));
            ended.collect::<Result<Vec<_>>>()
        })?
        .concat();
        known.sort_unstable_by_key(|(file, _)| *file);
        Ok(known)
    }

    /// Tries what is not known of a file, and what was missed.
    fn file(&self, worker: usize, tree: &Path, file: &str, names: &BTreeSet<String>) -> Result<Known> {
        let place = self.project.target(PLACE).join("known").join(file.replace('/', "-"));
        let mut known = Known::read(&place, &fs::read_to_string(tree.join(file))?)?;
        let rounds: &[Round] = if file.contains(FOREIGN) { &[ALL] } else { &[VECTORS, QUICK, ALL] };
        for round in rounds {
            if known.is_settled(names) {
                break;
            }
            let name = format!("{file}, {}", round.name);
            self.project.progress.step(&name, || self.round(worker, tree, file, round, &place))?;
            known.take_over(&place)?;
        }
        known.verdicts.retain(|name, _| names.contains(name));
        ensure!(known.is_complete(names), "{file}: not all mutants were tried");
        Ok(known)
    }

    fn round(&self, worker: usize, tree: &Path, file: &str, round: &Round, place: &Path) -> Result<()> {
        ensure!(!stopped(), "stopped");
        self.command(tree)?
            .args([
                "--in-place",
                "--iterate",
                "--baseline",
                "skip",
                "--build-timeout",
                "600",
                "--timeout",
                round.patience,
            ])
            .args(["--test-package", round.packages, "--file", file, "--features"])
            .args([round.features, "--output"])
            .args([place])
            .args(["--"])
            .args(round.tests)
            .env("CARGO_TARGET_DIR", self.build(worker))
            .env("CARGO_PROFILE_DEV_DEBUG", "false")
            .limit(LIMIT)
            .logged(&self.project.log(format!("mutants-{worker}")))?;
        Ok(())
    }
}

// As cargo-mutants calls them.
const CAUGHT: &str = "CaughtMutant";
const MISSED: &str = "MissedMutant";
const TIMEOUT: &str = "Timeout";
const UNVIABLE: &str = "Unviable";

/// What is known of the mutants of one file.
#[derive(Clone, Debug, Default, PartialEq)]
struct Known {
    verdicts: BTreeMap<String, String>,
}

impl Known {
    /// What is known, if it is of this text of the file.
    fn read(place: &Path, text: &str) -> Result<Self> {
        let stamp = place.join("text");
        let mut hasher = DefaultHasher::new();
        text.hash(&mut hasher);
        let hash = format!("{:016x}", hasher.finish());
        if fs::read_to_string(&stamp).is_ok_and(|known| known == hash) {
            let mut known = Self::default();
            known.take_over(place)?;
            return Ok(known);
        }
        files::remove(place)?;
        fs::create_dir_all(place)?;
        fs::write(stamp, hash)?;
        Ok(Self::default())
    }

    /// Adds what cargo-mutants has found in its latest run, which may have been stopped, and keeps all of it.
    fn take_over(&mut self, place: &Path) -> Result<()> {
        let kept = place.join("verdicts.json");
        if let Ok(text) = fs::read_to_string(&kept) {
            self.verdicts.extend(serde_json::from_str::<BTreeMap<_, _>>(&text)?);
        }
        if let Ok(text) = fs::read_to_string(place.join("mutants.out/outcomes.json")) {
            self.verdicts.extend(verdicts(&serde_json::from_str(&text)?)?);
        }
        Ok(fs::write(kept, serde_json::to_vec(&json!(self.verdicts))?)?)
    }

    fn of(&self, verdict: &'static str) -> impl Iterator<Item = &str> {
        self.verdicts.iter().filter(move |(_, own)| *own == verdict).map(|(name, _)| name.as_str())
    }

    /// Whether all of them were tried.
    fn is_complete(&self, names: &BTreeSet<String>) -> bool {
        names.iter().all(|name| self.verdicts.contains_key(name))
    }

    /// Whether there is nothing left to try.
    fn is_settled(&self, names: &BTreeSet<String>) -> bool {
        self.is_complete(names) && self.of(MISSED).next().is_none()
    }
}

/// The names of mutants, and what came of them.
fn verdicts(outcomes: &Value) -> Result<BTreeMap<String, String>> {
    let outcomes = outcomes["outcomes"].as_array().context("there are no outcomes")?;
    // One that is no mutant's is of the tests as nothing is changed.
    let outcomes = outcomes.iter().filter_map(|outcome| Some((outcome.pointer("/scenario/Mutant")?, outcome)));
    let verdict = |(mutant, outcome): (&Value, &Value)| {
        let name = mutant["name"].as_str().context("a mutant has a name")?;
        let verdict = outcome["summary"].as_str().context("a mutant has a verdict")?;
        ensure!([CAUGHT, MISSED, TIMEOUT, UNVIABLE].contains(&verdict), "{name} ends with {verdict}");
        Ok((name.to_owned(), verdict.to_owned()))
    };
    outcomes.map(verdict).collect()
}

fn row((file, known): &(&str, Known)) -> Vec<String> {
    vec![(*file).to_owned(), known.verdicts.len().to_string(), known.of(MISSED).count().to_string()]
}

/// What is different from a commit, written down.
fn diff(project: &Project, commit: &str) -> Result<PathBuf> {
    let run = Run::new("git").args(["diff", commit, "--", "core"]).dir(project.path(""));
    let run = run.answer(&project.log("mutants-diff"))?.successful()?;
    let file = project.target(PLACE).join("since.diff");
    fs::create_dir_all(project.target(PLACE))?;
    fs::write(&file, run.answer)?;
    Ok(file)
}

/// A test that no boundary is looked at by is found out.
fn control(project: &Project) -> Result<()> {
    let place = project.target(PLACE).join("control");
    files::remove(&place)?;
    let folder = small_crate(place.clone(), "lib.rs", FAULT)?;
    let run = tools::cargo_mutants(project)?.args(["mutants", "--no-config", "--in-place", "--dir"]).args([&folder]);
    run.args(["--output"]).args([&place]).logged(&project.log("mutants-control"))?;
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

    fn outcome(name: &str, summary: &str) -> Value {
        json!({ "scenario": { "Mutant": { "name": name } }, "summary": summary })
    }

    #[test]
    fn what_was_missed_is_tried_again() {
        let names = BTreeSet::from(["a".to_owned(), "b".to_owned()]);
        let known = |pairs: &[(&str, &str)]| {
            let outcomes: Vec<_> = pairs.iter().map(|(name, summary)| outcome(name, summary)).collect();
            Known { verdicts: verdicts(&json!({ "outcomes": outcomes })).unwrap() }
        };
        assert!(!known(&[("a", CAUGHT)]).is_complete(&names));
        let missed = known(&[("a", CAUGHT), ("b", MISSED)]);
        assert!(missed.is_complete(&names) && !missed.is_settled(&names));
        assert!(known(&[("a", TIMEOUT), ("b", UNVIABLE)]).is_settled(&names));
        assert!(verdicts(&json!({ "outcomes": [outcome("a", "Success")] })).is_err());
    }

    #[test]
    fn another_text_of_a_file_is_not_known() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("known");
        assert_eq!(Known::read(&place, "one").unwrap(), Known::default());
        fs::create_dir_all(place.join("mutants.out")).unwrap();
        let outcomes = json!({ "outcomes": [outcome("a", CAUGHT)] });
        fs::write(place.join("mutants.out/outcomes.json"), outcomes.to_string()).unwrap();
        assert_eq!(Known::read(&place, "one").unwrap().of(CAUGHT).collect::<Vec<_>>(), ["a"]);
        assert_eq!(Known::read(&place, "two").unwrap(), Known::default());
    }
}
