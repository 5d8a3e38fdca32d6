//! Runs the suites, also after a failure, and reports the results.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::counts::Counts;
use crate::failures;
use crate::lanes::{self, Lane};
use crate::process::{Finished, in_ci, stopped};
use crate::project::Project;
use crate::report::{headline, seconds, table};
use crate::times::{self, State};
use crate::tools::Missing;

/// Chosen suites, and whether their times are kept.
#[derive(clap::Args)]
pub struct Choice {
    /// Only suites whose name contains one of the words
    pub words: Vec<String>,
    /// List the suites, with the seconds that each takes
    #[arg(long)]
    pub list: bool,
    /// Write the seconds of this run to tests/times.json: of a clean clone, or of a built tree
    #[arg(long, value_enum)]
    pub times: Option<State>,
}

type Check = Box<dyn Fn(&Project) -> Result<Outcome> + Send + Sync>;

/// A named check; an error is a failure, or a missing tool.
pub struct Suite {
    pub name: &'static str,
    lane: Lane,
    check: Check,
}

impl Suite {
    pub fn new(
        name: &'static str,
        lane: Lane,
        check: impl Fn(&Project) -> Result<Outcome> + Send + Sync + 'static,
    ) -> Self {
        Self { name, lane, check: Box::new(check) }
    }
}

/// Result of a suite.
pub struct Outcome {
    pub counts: Counts,
    /// Note for the table.
    pub note: String,
    /// Reason of a failure; a suite with a complaint has failed, also with good counts.
    pub complaint: Option<String>,
    /// Parts that were not run, each with its reason; they fail nothing.
    pub not_run: Vec<(String, String)>,
}

impl Outcome {
    /// A suite that is one test and passed.
    pub fn passed(note: String) -> Self {
        Self::all_passed(1, note)
    }

    /// A suite of so many tests, all of which passed.
    pub fn all_passed(tests: u64, note: String) -> Self {
        Self { counts: Counts { passed: tests, failed: 0 }, note, complaint: None, not_run: Vec::new() }
    }

    /// The tests of a program. If it failed, the complaint names its failed tests, if they are found in what it said.
    pub fn of(counts: Counts, run: &Finished, failed: impl FnOnce(&str) -> Option<String>) -> Self {
        let complaint = (!run.ok()).then(|| match failed(&run.text) {
            Some(failed) => format!("{failed}\n(log: {})", run.log.display()),
            None => run.complaint(),
        });
        Self { counts, note: String::new(), complaint, not_run: not_run(&run.text) }
    }

    /// The tests of a program that leaves JUnit's reports in some folders.
    pub fn junit(counts: Counts, run: &Finished, folders: &[PathBuf]) -> Self {
        Self::of(counts, run, |_| failures::junit(folders))
    }
}

/// Prefix of a line by which a test program reports a part that it could not run: `not run: NAME: REASON`.
const NOT_RUN: &str = "not run: ";

fn not_run(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.trim_start().strip_prefix(NOT_RUN)?.split_once(": "));
    let mut parts: Vec<_> = lines.map(|(name, reason)| (name.to_owned(), reason.to_owned())).collect();
    parts.sort();
    parts.dedup();
    parts
}

/// Gigabytes that a run writes from a clean clone, by command: below `target`, and to the caches of cargo, npm and Maven.
const SPACE: [(&str, u64); 2] = [("test", 9), ("prove", 12)];

/// Names a disk on which the linker or a test would fail without saying why.
fn look_at_the_disk(project: &Project, command: &str) {
    let free = fs4::available_space(project.path("")).unwrap_or(u64::MAX) / 1_000_000_000;
    if let Some((_, needed)) = SPACE.iter().find(|(name, needed)| *name == command && free < *needed) {
        project
            .progress
            .say(&format!("{free} GB are free; from a clean clone, `cargo xtask {command}` writes {needed} GB"));
    }
}

/// A suite's line in the table.
struct Line {
    name: String,
    counts: Counts,
    time: Duration,
    verdict: Verdict,
    note: String,
}

#[derive(Clone, Copy, PartialEq)]
enum Verdict {
    Passed,
    Failed,
    NotRun,
}

/// Runs or lists the chosen suites.
pub fn run(project: &Project, command: &str, all: &[Suite], choice: &Choice) -> Result<ExitCode> {
    let Choice { words, list, times } = choice;
    let chosen = |suite: &&Suite| words.is_empty() || words.iter().any(|word| suite.name.contains(word.as_str()));
    let chosen: Vec<&Suite> = all.iter().filter(chosen).collect();
    ensure!(!chosen.is_empty(), "no suite has such a name; see `cargo xtask {command} --list`");
    if *list {
        println!("{}", times::listed(project, command, chosen.iter().map(|suite| suite.name))?);
        return Ok(ExitCode::SUCCESS);
    }
    look_at_the_disk(project, command);
    let started = Instant::now();
    let seconds = times::likely(project, command)?;
    let lanes: Vec<(Lane, u64)> = chosen.iter().map(|suite| (suite.lane, seconds(suite.name))).collect();
    let run = lanes::work_off(&lanes, |place| chosen.get(place).map(|suite| run_one(project, suite)));
    let complete = run.len() == chosen.len() && !stopped();
    let lines: Vec<Line> = run.into_iter().flatten().flatten().collect();
    if let Some(state) = times {
        let measured = lines.iter().filter(|line| line.verdict == Verdict::Passed);
        let measured = measured.map(|line| (line.name.as_str(), line.time));
        let whole = (complete && chosen.len() == all.len()).then(|| (times::WHOLE, started.elapsed()));
        times::keep(project, command, *state, measured.chain(whole))?;
    }
    Ok(conclude(&lines, complete, started.elapsed()))
}

fn run_one(project: &Project, suite: &Suite) -> Vec<Line> {
    let started = Instant::now();
    let bar = project.progress.begin(suite.name);
    let outcome = (suite.check)(project);
    bar.finish_and_clear();
    let parts = outcome.as_ref().map(|outcome| outcome.not_run.clone()).unwrap_or_default();
    let (line, complaint) = judge(suite.name, outcome, started.elapsed());
    let complaint = complaint.map(|complaint| format!("---- {} ----\n{complaint}\n----\n", line.name));
    let (word, counts, time) = (line.verdict.word(), tests(line.counts), seconds(line.time));
    // At once: nothing of another lane comes between.
    project.progress.say(&format!("{}{word:>9}  {}  {counts}  {time}", complaint.unwrap_or_default(), line.name));
    let part = |(name, note): (String, String)| {
        let name = format!("{}: {name}", suite.name);
        Line { name, counts: Counts::default(), time: Duration::ZERO, verdict: Verdict::NotRun, note }
    };
    [line].into_iter().chain(parts.into_iter().map(part)).collect()
}

fn judge(name: &str, outcome: Result<Outcome>, time: Duration) -> (Line, Option<String>) {
    let (counts, verdict, note, complaint) = match outcome {
        Ok(outcome) => judge_outcome(outcome),
        Err(error) => judge_error(&error),
    };
    (Line { name: name.to_owned(), counts, time, verdict, note }, complaint)
}

fn judge_outcome(outcome: Outcome) -> (Counts, Verdict, String, Option<String>) {
    let Outcome { mut counts, note, mut complaint, .. } = outcome;
    if complaint.is_none() && counts == Counts::default() {
        complaint = Some("no test ran".to_owned());
    }
    if complaint.is_none() && counts.failed == 0 {
        return (counts, Verdict::Passed, note, None);
    }
    // A program that failed outside its tests counts as a failure.
    counts.failed = counts.failed.max(1);
    (counts, Verdict::Failed, headline(complaint.as_deref().unwrap_or_default()), complaint)
}

/// A missing tool is no failure on a developer's machine; in CI it is.
fn judge_error(error: &anyhow::Error) -> (Counts, Verdict, String, Option<String>) {
    let text = format!("{error:#}");
    if error.is::<Missing>() && !in_ci() {
        return (Counts::default(), Verdict::NotRun, text, None);
    }
    (Counts::one(false), Verdict::Failed, headline(&text), Some(text))
}

/// The table, and the line that CI reads.
fn conclude(lines: &[Line], complete: bool, time: Duration) -> ExitCode {
    let rows = lines.iter().map(|line| {
        let count = line.counts.passed.saturating_add(line.counts.failed).to_string();
        vec![line.name.clone(), count, seconds(line.time), line.verdict.word().to_owned(), line.note.clone()]
    });
    let table = table(&["suite", "tests", "time", "verdict", "note"], &[1, 2], rows);
    println!("{table}\n{} in all", seconds(time));
    if !complete {
        println!("stopped before the end");
    }
    let sum = |count: fn(&Counts) -> u64| lines.iter().map(|line| count(&line.counts)).sum::<u64>();
    println!("{} passed, {} failed", sum(|counts| counts.passed), sum(|counts| counts.failed));
    let good = complete
        && lines.iter().any(|line| line.verdict == Verdict::Passed)
        && lines.iter().all(|line| line.verdict != Verdict::Failed);
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn tests(counts: Counts) -> String {
    match counts {
        Counts { passed, failed: 0 } => format!("{passed} passed"),
        Counts { passed, failed } => format!("{passed} passed, {failed} failed"),
    }
}

impl Verdict {
    fn word(self) -> &'static str {
        match self {
            Verdict::Passed => "passed",
            Verdict::Failed => "FAILED",
            Verdict::NotRun => "not run",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::anyhow;

    fn verdict(outcome: Result<Outcome>) -> (Counts, Verdict) {
        let (line, _) = judge("suite", outcome, Duration::ZERO);
        (line.counts, line.verdict)
    }

    #[test]
    fn no_test_is_a_failure() {
        let outcome = Outcome { counts: Counts::default(), ..Outcome::passed(String::new()) };
        assert!(verdict(Ok(outcome)) == (Counts { passed: 0, failed: 1 }, Verdict::Failed));
    }

    #[test]
    fn a_failed_program_is_a_failure_though_its_tests_passed() {
        let counts = Counts { passed: 3, failed: 0 };
        let complaint = Some("exit status: 1".to_owned());
        let outcome = Outcome { counts, complaint, ..Outcome::passed(String::new()) };
        assert!(verdict(Ok(outcome)) == (Counts { passed: 3, failed: 1 }, Verdict::Failed));
    }

    #[test]
    fn an_error_is_one_failure() {
        assert!(verdict(Err(anyhow!("no"))) == (Counts { passed: 0, failed: 1 }, Verdict::Failed));
    }

    #[test]
    fn a_part_that_was_not_run_is_named_once() {
        let text = "a\nnot run: corpus x: it is not there\n  not run: corpus x: it is not there\nnot run: y\n";
        assert_eq!(not_run(text), [("corpus x".to_owned(), "it is not there".to_owned())]);
    }
}
