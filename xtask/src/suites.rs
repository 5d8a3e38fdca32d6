//! Runs the suites one after the other, whatever happens, and says how it went.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::checks::ALL;
use crate::counts::Counts;
use crate::process::stopped;
use crate::project::Project;
use crate::report::{headline, seconds, table};
use crate::tools::Missing;

/// A named check; an error is a failure with its reason, or something missing on this machine.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    pub(crate) check: fn(&Project) -> Result<Outcome>,
}

/// What a suite that ran says.
pub(crate) struct Outcome {
    pub(crate) counts: Counts,
    /// A word for the table.
    pub(crate) note: String,
    /// Why it failed; a suite with a complaint failed, whatever its counts.
    pub(crate) complaint: Option<String>,
}

impl Outcome {
    /// A suite that is one test and passed.
    pub(crate) fn passed(note: String) -> Self {
        Self::all_passed(1, note)
    }

    /// A suite of so many tests, all of which passed.
    pub(crate) fn all_passed(tests: u64, note: String) -> Self {
        Self { counts: Counts { passed: tests, failed: 0 }, note, complaint: None }
    }
}

/// A suite's line in the table.
struct Line {
    name: &'static str,
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

/// Prints the names.
pub(crate) fn list() {
    for suite in ALL {
        println!("{}", suite.name);
    }
}

/// Runs those whose name contains one of the words, or all.
pub(crate) fn run(project: &Project, words: &[String]) -> Result<ExitCode> {
    let chosen = |suite: &&Suite| words.is_empty() || words.iter().any(|word| suite.name.contains(word.as_str()));
    let chosen: Vec<&Suite> = ALL.iter().filter(chosen).collect();
    ensure!(!chosen.is_empty(), "no suite has such a name; see `cargo xtask test --list`");
    let mut lines = Vec::new();
    for suite in &chosen {
        if stopped() {
            break;
        }
        lines.push(run_one(project, suite));
    }
    Ok(conclude(&lines, lines.len() == chosen.len() && !stopped()))
}

fn run_one(project: &Project, suite: &Suite) -> Line {
    let started = Instant::now();
    let bar = project.progress.begin(suite.name);
    let outcome = (suite.check)(project);
    bar.finish_and_clear();
    let (line, complaint) = judge(suite.name, outcome, started.elapsed());
    if let Some(complaint) = complaint {
        project.progress.say(&format!("---- {} ----\n{complaint}\n----", line.name));
    }
    project.progress.say(&format!(
        "{:>9}  {}  {}  {}",
        line.verdict.word(),
        line.name,
        tests(line.counts),
        seconds(line.time)
    ));
    line
}

fn judge(name: &'static str, outcome: Result<Outcome>, time: Duration) -> (Line, Option<String>) {
    let (counts, verdict, note, complaint) = match outcome {
        Ok(outcome) => judge_outcome(outcome),
        Err(error) => judge_error(&error),
    };
    (Line { name, counts, time, verdict, note }, complaint)
}

fn judge_outcome(outcome: Outcome) -> (Counts, Verdict, String, Option<String>) {
    let Outcome { mut counts, note, mut complaint } = outcome;
    if complaint.is_none() && counts == Counts::default() {
        complaint = Some("no test ran".to_owned());
    }
    if complaint.is_none() && counts.failed == 0 {
        return (counts, Verdict::Passed, note, None);
    }
    // A program that failed before or after its tests is one failure more.
    counts.failed = counts.failed.max(1);
    (counts, Verdict::Failed, headline(complaint.as_deref().unwrap_or_default()), complaint)
}

/// What is missing on a developer's machine is no failure there; in CI it is.
fn judge_error(error: &anyhow::Error) -> (Counts, Verdict, String, Option<String>) {
    let text = format!("{error:#}");
    let in_ci = std::env::var("CI").is_ok_and(|value| value == "true");
    if error.is::<Missing>() && !in_ci {
        return (Counts::default(), Verdict::NotRun, text, None);
    }
    (Counts::one(false), Verdict::Failed, headline(&text), Some(text))
}

/// The table, and the line that CI reads.
fn conclude(lines: &[Line], complete: bool) -> ExitCode {
    let rows = lines.iter().map(|line| {
        let count = line.counts.passed.saturating_add(line.counts.failed).to_string();
        vec![line.name.to_owned(), count, seconds(line.time), line.verdict.word().to_owned(), line.note.clone()]
    });
    println!("{}", table(&["suite", "tests", "time", "verdict", "note"], &[1, 2], rows));
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
        let outcome = Outcome { counts: Counts::default(), note: String::new(), complaint: None };
        assert!(verdict(Ok(outcome)) == (Counts { passed: 0, failed: 1 }, Verdict::Failed));
    }

    #[test]
    fn a_failed_program_is_a_failure_though_its_tests_passed() {
        let counts = Counts { passed: 3, failed: 0 };
        let outcome = Outcome { counts, note: String::new(), complaint: Some("exit status: 1".to_owned()) };
        assert!(verdict(Ok(outcome)) == (Counts { passed: 3, failed: 1 }, Verdict::Failed));
    }

    #[test]
    fn an_error_is_one_failure() {
        assert!(verdict(Err(anyhow!("no"))) == (Counts { passed: 0, failed: 1 }, Verdict::Failed));
    }
}
