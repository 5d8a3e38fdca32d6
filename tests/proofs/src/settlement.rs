//! A model checker over the settlement flow; see `tests/proofs/settlement`.

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::Run;
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, plan};
use crate::report::table;
use crate::tools;

pub(crate) const PROOF: Proof = Proof {
    name: "settlement",
    lane: Lane::Free,
    promise: "a bill is settled at most once, in whatever order answers are lost, processes crash and lookups lag",
    quick: &[],
    full: &["--deep"],
    builds: &[],
    prove,
};
const PROGRAM: &str = "billwire-settlement-model";
/// Fewer states mean that the model leaves out most of what can happen.
const FEWEST_STATES: u64 = 100_000;

#[derive(clap::Args)]
struct Plan {
    /// Explore larger worlds, which takes minutes
    #[arg(long)]
    deep: bool,
}

/// One exploration of the model.
struct Exploration {
    name: String,
    is_control: bool,
    states: u64,
    depth: u64,
    /// Broken promises, each with the events that lead to it.
    broken: Vec<(String, Vec<String>)>,
    reached: usize,
    /// Situations that must occur and did not.
    unreached: Vec<String>,
}

/// Explores, and prints every run and the traces of the controls.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    let Plan { deep } = plan(args)?;
    let program = tools::program(project, PROGRAM, "release")?;
    let run = project.progress.step("explore every order of events", || {
        Run::new(program).args(deep.then_some("deep")).answer(&project.log("settlement"))?.successful()
    })?;
    let all = explorations(&run.answer)?;
    println!("{}", table(&["run", "states", "depth", "broken", "reached"], &[1, 2, 3, 4], all.iter().map(row)));
    all.iter().for_each(print_traces);
    let (figure, control) = judged(&all)?;
    Ok(Proven { tests: all.len() as u64, figure, control })
}

/// The figures, if every run keeps all promises and reaches all situations, and every control breaks a promise.
fn judged(all: &[Exploration]) -> Result<(String, String)> {
    let (controls, runs): (Vec<_>, Vec<_>) = all.iter().partition(|exploration| exploration.is_control);
    ensure!(!runs.is_empty() && !controls.is_empty(), "nothing was explored");
    for run in &runs {
        let broken: Vec<&str> = run.broken.iter().map(|(promise, _)| promise.as_str()).collect();
        ensure!(broken.is_empty(), "{}: broken: {}", run.name, broken.join("; "));
        ensure!(run.unreached.is_empty(), "{}: never reached: {}", run.name, run.unreached.join("; "));
        ensure!(run.reached > 0 && run.states >= FEWEST_STATES, "{}: {} states only", run.name, run.states);
    }
    for control in &controls {
        ensure!(!control.broken.is_empty(), "a caller that {} is not found out", control.name);
    }
    let states: u64 = runs.iter().map(|run| run.states).sum();
    let depth = runs.iter().map(|run| run.depth).max().unwrap_or_default();
    let figure = format!("{states} states in {} runs, up to {depth} events deep: 0 promises broken", runs.len());
    let found = |control: &&Exploration| format!("one that {} after {} events", control.name, control.shortest());
    let control = format!("found out: {}", controls.iter().map(found).collect::<Vec<_>>().join(", "));
    Ok((figure, control))
}

impl Exploration {
    /// Number of events of the shortest trace.
    fn shortest(&self) -> usize {
        self.broken.iter().map(|(_, trace)| trace.len()).min().unwrap_or_default()
    }
}

fn row(exploration: &Exploration) -> Vec<String> {
    let Exploration { name, is_control, states, depth, broken, reached, unreached } = exploration;
    let name = if *is_control { format!("control: {name}") } else { name.clone() };
    let reached = if *is_control { String::new() } else { format!("{reached} of {}", reached + unreached.len()) };
    vec![name, states.to_string(), depth.to_string(), broken.len().to_string(), reached]
}

fn print_traces(exploration: &Exploration) {
    for (promise, trace) in &exploration.broken {
        println!("{}: not kept: {promise}\n  {}", exploration.name, trace.join("\n  "));
    }
}

/// Reads a line of JSON for each run.
fn explorations(answer: &str) -> Result<Vec<Exploration>> {
    answer.lines().map(|line| exploration(&serde_json::from_str(line)?)).collect()
}

fn exploration(run: &Value) -> Result<Exploration> {
    let number = |name: &str| run[name].as_u64().with_context(|| format!("no {name}"));
    let broken = run["broken"].as_array().context("no promises")?.iter();
    let is_control = run["control"].as_bool().context("it is not said whether this is a control")?;
    Ok(Exploration {
        name: text(&run["run"])?,
        is_control,
        states: number("states")?,
        depth: number("depth")?,
        broken: broken.map(|it| Ok((text(&it["promise"])?, texts(&it["trace"])?))).collect::<Result<_>>()?,
        reached: if is_control { 0 } else { texts(&run["reached"])?.len() },
        unreached: if is_control { Vec::new() } else { texts(&run["unreached"])? },
    })
}

fn texts(value: &Value) -> Result<Vec<String>> {
    value.as_array().context("no list")?.iter().map(text).collect()
}

fn text(value: &Value) -> Result<String> {
    Ok(value.as_str().context("no text")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn judge(runs: &[Value]) -> Result<(String, String)> {
        let lines: Vec<_> = runs.iter().map(Value::to_string).collect();
        judged(&explorations(&lines.join("\n"))?)
    }

    fn broken() -> Value {
        json!([{ "promise": "once", "trace": ["a", "b"] }])
    }

    fn run(states: u64, broken: Value, unreached: Value) -> Value {
        json!({ "run": "r", "control": false, "states": states, "depth": 9, "broken": broken,
                "reached": ["settled"], "unreached": unreached })
    }

    fn control(broken: Value) -> Value {
        json!({ "run": "errs", "control": true, "states": 3, "depth": 2, "broken": broken })
    }

    #[test]
    fn fails_for_a_broken_or_an_unreached_promise() {
        let fair = || run(200_000, json!([]), json!([]));
        let (figure, found) = judge(&[fair(), fair(), control(broken())]).unwrap();
        assert_eq!(figure, "400000 states in 2 runs, up to 9 events deep: 0 promises broken");
        assert_eq!(found, "found out: one that errs after 2 events");
        assert!(judge(&[fair(), run(200_000, broken(), json!([])), control(broken())]).is_err());
        assert!(judge(&[fair(), run(200_000, json!([]), json!(["taken over"])), control(broken())]).is_err());
        assert!(judge(&[run(99, json!([]), json!([])), control(broken())]).is_err());
    }

    #[test]
    fn fails_for_a_control_that_keeps_every_promise() {
        let fair = || run(200_000, json!([]), json!([]));
        assert!(judge(&[fair(), control(broken()), control(json!([]))]).is_err());
        assert!(judge(&[fair()]).is_err());
        assert!(judge(&[control(broken())]).is_err());
        assert!(judge(&[json!({ "run": "r" })]).is_err());
    }
}
