//! Runs the steps of one runtime after the other, and checks the answers.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::counts::Counts;
use crate::process::{Run, stopped};
use crate::project::Project;
use crate::report::seconds;
use xtask::suites::Outcome;

const LIMIT: Duration = Duration::from_secs(5 * 60);

/// Cases by their kind.
pub(super) type Work = BTreeMap<String, u64>;

/// A runtime that must load the package.
pub(super) struct Runtime {
    name: String,
    steps: Vec<Run>,
    agents: Vec<String>,
    left_out: Option<&'static str>,
}

impl Runtime {
    /// The last step prints an answer for each agent, with its name; the steps before it must succeed.
    pub(super) fn new<A: ToString>(
        name: impl Into<String>,
        steps: impl IntoIterator<Item = Run>,
        agents: impl IntoIterator<Item = A>,
    ) -> Self {
        let agents = agents.into_iter().map(|agent| agent.to_string()).collect();
        Self { name: name.into(), steps: steps.into_iter().collect(), agents, left_out: None }
    }

    /// A program that refuses the package, or an entry of it. The step checks the words of the refusal.
    pub(super) fn refuses(name: &str, step: Run) -> Self {
        Self::new::<&str>(format!("{name} refuses"), [step], [])
    }

    /// Leaves out the cases of this kind.
    pub(super) fn without(self, kind: &'static str) -> Self {
        Self { left_out: Some(kind), ..self }
    }

    /// Runs its steps, and returns the number of passed cases.
    fn play(self, project: &Project, work: &Work) -> Result<u64> {
        let slug = self.name.to_lowercase().replace(|letter: char| !letter.is_alphanumeric() && letter != '.', "-");
        let mut printed = String::new();
        for (number, step) in (1..).zip(self.steps) {
            let run = step.limit(LIMIT).answer(&project.log(format!("runtimes/{slug}-{number}")))?;
            printed = run.successful()?.answer;
        }
        let work = work.iter().filter(|(kind, _)| Some(kind.as_str()) != self.left_out);
        judge(&printed, &self.agents, &work.map(|(kind, count)| (kind.clone(), *count)).collect())
    }
}

/// Runs all of them, also after a failure.
pub(super) fn play(project: &Project, runtimes: Vec<Runtime>, work: &Work) -> Result<Outcome> {
    let mut counts = Counts::default();
    let mut complaints = Vec::new();
    for runtime in runtimes {
        ensure!(!stopped(), "stopped");
        let (name, started) = (runtime.name.clone(), Instant::now());
        let outcome = runtime.play(project, work);
        let time = seconds(started.elapsed());
        match outcome {
            Ok(cases) => {
                counts.passed = counts.passed.saturating_add(1);
                project.progress.say(&format!("{:>9}  {name}  {cases} cases  {time}", "loads"));
            }
            Err(error) => {
                counts.failed = counts.failed.saturating_add(1);
                project.progress.say(&format!("{:>9}  {name}  {time}", "FAILED"));
                complaints.push(format!("{name}: {error:#}"));
            }
        }
    }
    let note = format!("runtimes; {} cases", work.values().sum::<u64>());
    let complaint = (!complaints.is_empty()).then(|| complaints.join("\n"));
    Ok(Outcome { counts, complaint, ..Outcome::passed(note) })
}

/// Checks that each agent answered, and that none left out or failed any work.
fn judge(printed: &str, agents: &[String], work: &Work) -> Result<u64> {
    let answers: Vec<Value> = printed.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    ensure!(answers.len() == agents.len(), "{} answers instead of {}", answers.len(), agents.len());
    let mut cases = 0_u64;
    for (answer, agent) in answers.iter().zip(agents) {
        let member = |name: &str| answer.get(name).with_context(|| format!("an answer without `{name}`"));
        let runtime = member("runtime")?.as_str().context("a runtime without a name")?;
        ensure!(runtime.contains(agent.as_str()), "{runtime} has done the work, and not {agent}");
        let failed = member("failed")?.as_array().context("`failed` is no list")?;
        ensure!(failed.is_empty(), "{} cases failed in {runtime}:\n{}", failed.len(), lines(failed));
        let passed: Work = serde_json::from_value(member("passed")?.clone()).context("`passed` has no counts")?;
        ensure!(passed == *work, "{runtime} has done {passed:?} instead of {work:?}");
        cases = cases.saturating_add(passed.values().sum());
    }
    Ok(cases)
}

fn lines(values: &[Value]) -> String {
    values.iter().map(|value| value.as_str().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(printed: &str, agents: &[&str]) -> Result<u64> {
        let agents: Vec<String> = agents.iter().map(|agent| (*agent).to_owned()).collect();
        judge(printed, &agents, &Work::from([("signing".to_owned(), 2), ("rounds".to_owned(), 1)]))
    }

    const GOOD: &str = r#"{"runtime":"Deno/2.9.5","passed":{"signing":2,"rounds":1},"failed":[]}"#;

    #[test]
    fn accepts_complete_work_of_the_right_agent() {
        assert_eq!(judged(&format!("a word of its own\n{GOOD}\n"), &["Deno/"]).unwrap(), 3);
        assert_eq!(judged(&format!("{GOOD}\n{GOOD}"), &["Deno/", "Deno/"]).unwrap(), 6);
    }

    #[test]
    fn a_runtime_that_did_nothing_has_failed() {
        assert!(judged("", &["Deno/"]).is_err());
        assert!(judged("{}", &["Deno/"]).is_err());
        assert!(judged(r#"{"runtime":"Deno/2.9.5","passed":{},"failed":[]}"#, &["Deno/"]).is_err());
        assert!(
            judged(r#"{"runtime":"Deno/2.9.5","passed":{"signing":0,"rounds":0},"failed":[]}"#, &["Deno/"]).is_err()
        );
    }

    #[test]
    fn names_failed_work() {
        let answer = r#"{"runtime":"Deno/2.9.5","passed":{"signing":1,"rounds":1},"failed":["signing/plain: other"]}"#;
        assert!(judged(answer, &["Deno/"]).unwrap_err().to_string().contains("signing/plain"));
    }

    #[test]
    fn another_runtime_does_not_count() {
        assert!(judged(GOOD, &["Bun/"]).is_err());
        assert!(judged(GOOD, &["Deno/", "Deno/"]).is_err());
    }
}
