//! Measured seconds of each suite: `--times` writes them to a file that is checked in, `--list` shows them.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::report::table;

const FILE: &str = "tests/times.json";

/// State of the build before the suites ran.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum State {
    /// Nothing: a clean clone, with the crates and packages still to be fetched
    Cold,
    /// All of it, by a run just before
    Warm,
}

/// Seconds by suite and state.
type Seconds = BTreeMap<String, BTreeMap<String, u64>>;
/// The same by command.
type Times = BTreeMap<String, Seconds>;

impl State {
    fn name(self) -> &'static str {
        match self {
            State::Cold => "cold",
            State::Warm => "warm",
        }
    }
}

/// Writes the seconds of these suites in this state; all others stay.
pub fn keep<'a>(
    project: &Project,
    command: &str,
    state: State,
    measured: impl Iterator<Item = (&'a str, Duration)>,
) -> Result<()> {
    let mut times = read(project)?;
    let suites = times.entry(command.to_owned()).or_default();
    for (name, time) in measured {
        let seconds = time.as_secs_f64().round() as u64;
        suites.entry(name.to_owned()).or_default().insert(state.name().to_owned(), seconds);
    }
    Ok(fs::write(project.path(FILE), serde_json::to_string_pretty(&times)? + "\n")?)
}

/// A table of suites with their seconds, and the sums of those that are known.
pub fn listed<'a>(project: &Project, command: &str, names: impl Iterator<Item = &'a str>) -> Result<String> {
    let times = read(project)?.remove(command).unwrap_or_default();
    Ok(table(&["suite", "cold, s", "warm, s"], &[1, 2], rows(&times, names)))
}

fn rows<'a>(times: &Seconds, names: impl Iterator<Item = &'a str>) -> Vec<Vec<String>> {
    let known = |name: &str, state: State| times.get(name)?.get(state.name()).copied();
    let shown = |seconds: Option<u64>| seconds.map_or("-".to_owned(), |seconds| seconds.to_string());
    let row = |name: &str, [cold, warm]: [Option<u64>; 2]| vec![name.to_owned(), shown(cold), shown(warm)];
    let (mut rows, mut sums) = (Vec::new(), [None; 2]);
    for name in names {
        let seconds = [State::Cold, State::Warm].map(|state| known(name, state));
        for (sum, seconds) in sums.iter_mut().zip(seconds) {
            *sum = seconds.map(|seconds| seconds + sum.unwrap_or_default()).or(*sum);
        }
        rows.push(row(name, seconds));
    }
    rows.push(row("all", sums));
    rows
}

/// Names of suites in the file, by command.
pub fn known(project: &Project) -> Result<BTreeMap<String, Vec<String>>> {
    let times = read(project)?;
    Ok(times.into_iter().map(|(command, suites)| (command, suites.into_keys().collect())).collect())
}

fn read(project: &Project) -> Result<Times> {
    let Ok(text) = fs::read(project.path(FILE)) else { return Ok(Times::new()) };
    serde_json::from_slice(&text).context(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_a_dash_for_an_unknown_time() {
        let times = serde_json::from_str(r#"{"a": {"cold": 5}, "b": {"cold": 2}}"#).unwrap();
        assert_eq!(rows(&times, ["a", "c"].into_iter()), [["a", "5", "-"], ["c", "-", "-"], ["all", "5", "-"]]);
    }
}
