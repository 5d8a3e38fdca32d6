//! Stored verdicts on the mutants of one source file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use crate::files;

/// File with a stamp of the source.
const STAMP: &str = "text";
/// File with the verdicts.
const VERDICTS: &str = "verdicts.json";

// As cargo-mutants calls them.
pub(super) const CAUGHT: &str = "CaughtMutant";
pub(super) const MISSED: &str = "MissedMutant";
pub(super) const TIMEOUT: &str = "Timeout";
pub(super) const UNVIABLE: &str = "Unviable";

/// Verdicts on the mutants of one file.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Known {
    pub(super) verdicts: BTreeMap<String, String>,
}

impl Known {
    /// Reads the verdicts, if the source file is unchanged.
    pub(super) fn read(place: &Path, source: &Path) -> Result<Self> {
        let stamp = files::stamp(&[source])?;
        if files::stamped(place, STAMP, &stamp) {
            let verdicts =
                fs::read(place.join(VERDICTS)).map_or(Ok(BTreeMap::new()), |kept| serde_json::from_slice(&kept));
            let mut known = Self { verdicts: verdicts? };
            known.take_over(place)?;
            return Ok(known);
        }
        files::remove(place)?;
        fs::create_dir_all(place)?;
        fs::write(place.join(STAMP), stamp)?;
        Ok(Self::default())
    }

    /// Adds what cargo-mutants has found in its latest run, which may have been stopped, and keeps all of it.
    pub(super) fn take_over(&mut self, place: &Path) -> Result<()> {
        if let Ok(text) = fs::read_to_string(place.join("mutants.out/outcomes.json")) {
            self.verdicts.extend(verdicts(&serde_json::from_str(&text)?)?);
        }
        Ok(fs::write(place.join(VERDICTS), serde_json::to_vec(&json!(self.verdicts))?)?)
    }

    pub(super) fn of(&self, verdict: &'static str) -> impl Iterator<Item = &str> {
        self.verdicts.iter().filter(move |(_, own)| *own == verdict).map(|(name, _)| name.as_str())
    }

    /// Whether all of them were tried.
    pub(super) fn is_complete(&self, names: &BTreeSet<String>) -> bool {
        names.iter().all(|name| self.verdicts.contains_key(name))
    }

    /// Whether all mutants were tried and none was missed.
    pub(super) fn is_settled(&self, names: &BTreeSet<String>) -> bool {
        names.iter().all(|name| self.verdicts.get(name).is_some_and(|verdict| verdict != MISSED))
    }
}

/// Names of mutants with their verdicts.
fn verdicts(outcomes: &Value) -> Result<BTreeMap<String, String>> {
    let outcomes = outcomes["outcomes"].as_array().context("there are no outcomes")?;
    // An outcome without a mutant is that of the baseline.
    let outcomes = outcomes.iter().filter_map(|outcome| Some((outcome.pointer("/scenario/Mutant")?, outcome)));
    let verdict = |(mutant, outcome): (&Value, &Value)| {
        let name = mutant["name"].as_str().context("a mutant has a name")?;
        let verdict = outcome["summary"].as_str().context("a mutant has a verdict")?;
        ensure!([CAUGHT, MISSED, TIMEOUT, UNVIABLE].contains(&verdict), "{name} ends with {verdict}");
        Ok((name.to_owned(), verdict.to_owned()))
    };
    outcomes.map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(name: &str, summary: &str) -> Value {
        json!({ "scenario": { "Mutant": { "name": name } }, "summary": summary })
    }

    #[test]
    fn tries_missed_mutants_again() {
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
        let (place, source) = (folder.path().join("known"), folder.path().join("lib.rs"));
        fs::write(&source, "one").unwrap();
        assert_eq!(Known::read(&place, &source).unwrap(), Known::default());
        fs::create_dir_all(place.join("mutants.out")).unwrap();
        let outcomes = json!({ "outcomes": [outcome("a", CAUGHT)] });
        fs::write(place.join("mutants.out/outcomes.json"), outcomes.to_string()).unwrap();
        assert_eq!(Known::read(&place, &source).unwrap().of(CAUGHT).collect::<Vec<_>>(), ["a"]);
        fs::remove_dir_all(place.join("mutants.out")).unwrap();
        assert_eq!(Known::read(&place, &source).unwrap().of(CAUGHT).collect::<Vec<_>>(), ["a"]);
        fs::write(&source, "two").unwrap();
        assert_eq!(Known::read(&place, &source).unwrap(), Known::default());
    }
}
