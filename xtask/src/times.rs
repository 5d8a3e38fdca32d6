//! What each suite takes, as it was measured: `--times` writes it to a file that is checked in, `--list` shows it.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::report::table;

const FILE: &str = "tests/times.json";

/// What was built before the suites ran.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum State {
    /// Nothing: a clean clone, with the crates and packages still to be fetched
    Cold,
    /// All of it, by a run just before
    Warm,
}

/// Seconds by command, suite and state.
type Times = BTreeMap<String, BTreeMap<String, BTreeMap<String, u64>>>;

impl State {
    fn name(self) -> &'static str {
        match self {
            State::Cold => "cold",
            State::Warm => "warm",
        }
    }
}

/// Writes down what suites took; what others took, and in another state, stays.
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
    Ok(fs::write(file(project), serde_json::to_string_pretty(&times)? + "\n")?)
}

/// A table of suites with their seconds, and the sums of those that are known.
pub fn listed<'a>(project: &Project, command: &str, names: impl Iterator<Item = &'a str>) -> Result<String> {
    let times = read(project)?.remove(command).unwrap_or_default();
    let known = |name: &str, state: State| times.get(name)?.get(state.name()).copied();
    let (mut rows, mut sums) = (Vec::new(), [0_u64; 2]);
    for name in names {
        let seconds = [State::Cold, State::Warm].map(|state| known(name, state));
        for (sum, seconds) in sums.iter_mut().zip(seconds) {
            *sum = sum.saturating_add(seconds.unwrap_or_default());
        }
        let [cold, warm] = seconds.map(|seconds| seconds.map_or("-".to_owned(), |seconds| seconds.to_string()));
        rows.push(vec![name.to_owned(), cold, warm]);
    }
    let [cold, warm] = sums.map(|sum| sum.to_string());
    rows.push(vec!["all".to_owned(), cold, warm]);
    Ok(table(&["suite", "cold, s", "warm, s"], &[1, 2], rows))
}

fn file(project: &Project) -> PathBuf {
    project.path(FILE)
}

fn read(project: &Project) -> Result<Times> {
    let Ok(text) = fs::read(file(project)) else { return Ok(Times::new()) };
    serde_json::from_slice(&text).context(FILE)
}
