//! Measured seconds of each suite: `--times` writes them to a file that is checked in, `--list` shows them.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::project::Project;
use crate::report::table;

const FILE: &str = "tests/times.json";
/// Name of a run of all suites, from its start to its end.
pub const WHOLE: &str = "all suites";

/// State of the build before the suites ran.
#[derive(Clone, Copy, clap::ValueEnum)]
pub enum State {
    /// Nothing: a clean clone, with the crates and packages still to be fetched
    Cold,
    /// All of it, by a run just before
    Warm,
}

/// Seconds by suite and state.
pub type Seconds = BTreeMap<String, BTreeMap<String, u64>>;
/// The same by command.
pub type Times = BTreeMap<String, Seconds>;

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

/// Seconds that a suite of the command is likely to take: warm, where the tests have left a log. An unknown one may take a
/// minute.
pub fn likely(project: &Project, command: &str) -> Result<impl Fn(&str) -> u64> {
    let times = read(project)?.remove(command).unwrap_or_default();
    let state = if project.log("npm-tests").is_file() { State::Warm } else { State::Cold };
    let of = move |seconds: &BTreeMap<_, _>| seconds.get(state.name()).or(seconds.values().max()).copied();
    Ok(move |name: &str| times.get(name).and_then(&of).unwrap_or(60))
}

/// A table of suites with their seconds, and the time of a whole run, which is less than their sum.
pub fn listed<'a>(project: &Project, command: &str, names: impl Iterator<Item = &'a str>) -> Result<String> {
    let times = read(project)?.remove(command).unwrap_or_default();
    Ok(table(&["suite, with two others", "cold, s", "warm, s"], &[1, 2], rows(&times, names)))
}

fn rows<'a>(times: &Seconds, names: impl Iterator<Item = &'a str>) -> Vec<Vec<String>> {
    let known = |name: &str, state: State| times.get(name)?.get(state.name());
    let shown = |name: &str, state| known(name, state).map_or("-".to_owned(), u64::to_string);
    let row = |name: &str| vec![name.to_owned(), shown(name, State::Cold), shown(name, State::Warm)];
    names.chain([WHOLE]).map(row).collect()
}

/// The times that are kept; none if there is no file.
pub fn read(project: &Project) -> Result<Times> {
    let Ok(text) = fs::read(project.path(FILE)) else { return Ok(Times::new()) };
    serde_json::from_slice(&text).context(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_a_dash_for_an_unknown_time() {
        let mut times: Seconds = serde_json::from_str(r#"{"a": {"cold": 5}, "b": {"cold": 2}}"#).unwrap();
        times.insert(WHOLE.to_owned(), BTreeMap::from([("warm".to_owned(), 7)]));
        assert_eq!(rows(&times, ["a", "c"].into_iter()), [["a", "5", "-"], ["c", "-", "-"], [WHOLE, "-", "7"]]);
    }
}
