//! Ids of the vectors that each language has passed, compared with the ids of all vectors.
//!
//! A language's tests leave them, one a line, in `target/vectors/LANGUAGE` or `target/vectors/LANGUAGE.txt`; a folder
//! holds several such files.

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::counts::Counts;
use crate::process::in_ci;
use crate::project::Project;
use crate::suites::Outcome;
use crate::tools::Missing;

const LANGUAGES: [&str; 4] = ["rust", "javascript", "kotlin", "swift"];

const NONE: Missing = Missing {
    tool: "what the languages' tests leave behind",
    remedy: "cargo xtask test, or one of their suites before this",
};

pub fn compare(project: &Project) -> Result<Outcome> {
    let wanted = vectors(project)?;
    ensure!(!wanted.is_empty(), "there are no vectors");
    let (mut counts, mut notes, mut complaints) = (Counts::default(), Vec::new(), Vec::new());
    for language in LANGUAGES {
        let Some(passed) = passed(project, language)? else {
            ensure!(!in_ci(), "{language} has left no ids: did its tests run?");
            notes.push(format!("{language} not run"));
            continue;
        };
        notes.push(format!("{language} {}", passed.len()));
        let differing: Vec<_> = wanted.symmetric_difference(&passed).collect();
        match differing.first() {
            None => counts.passed += 1,
            Some(first) => {
                counts.failed += 1;
                complaints.push(format!("{language}: {} ids differ, the first is {first}", differing.len()));
            }
        }
    }
    if counts == Counts::default() {
        return Err(NONE.into());
    }
    let complaint = (!complaints.is_empty()).then(|| complaints.join("\n"));
    let note = format!("{} ids: {}", wanted.len(), notes.join(", "));
    Ok(Outcome { counts, note, complaint, not_run: Vec::new() })
}

/// The ids of all vectors.
pub fn vectors(project: &Project) -> Result<BTreeSet<String>> {
    let mut ids = BTreeSet::new();
    for entry in fs::read_dir(project.path("tests/vectors"))? {
        let path = entry?.path();
        let file: Value = serde_json::from_slice(&fs::read(&path)?).with_context(|| path.display().to_string())?;
        let cases = file.get("cases").and_then(Value::as_array).with_context(|| path.display().to_string())?;
        ids.extend(cases.iter().filter_map(|case| Some(case.get("id")?.as_str()?.to_owned())));
    }
    Ok(ids)
}

/// Ids that a language's tests left; none if they did not run.
fn passed(project: &Project, language: &str) -> Result<Option<BTreeSet<String>>> {
    let place = project.target("vectors").join(language);
    let files = if place.is_dir() {
        fs::read_dir(&place)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?
    } else {
        vec![place.with_extension("txt")]
    };
    if !files.iter().all(|file| file.is_file()) {
        return Ok(None);
    }
    let texts = files.iter().map(|file| Ok(fs::read_to_string(file)?)).collect::<Result<Vec<_>>>()?;
    Ok(Some(texts.iter().flat_map(|text| text.lines()).map(str::to_owned).collect()))
}
