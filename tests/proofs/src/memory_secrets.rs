//! Search for credentials in the memory of a process that has dropped them; see `tests/proofs/memory-secrets`.

use std::fs;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::process::Run;
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, no_arguments};
use crate::tools::{self, Missing};

pub(crate) const PROOF: Proof = Proof {
    name: "memory-secrets",
    lane: Lane::Rust,
    promise: "a process that has dropped its credentials holds none of them in its memory",
    quick: &[],
    full: &[],
    builds: &[],
    prove,
};
const PROGRAM: &str = "billwire-memory-secrets";
const LINUX: Missing = Missing { tool: "Linux", remedy: "elsewhere no process can read all of its memory" };

/// Result of a search through memory.
struct Search {
    forms: u64,
    bytes: u64,
    secrets: u64,
    /// Secrets left by a process that also holds ordinary texts.
    control: u64,
}

fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    no_arguments(args)?;
    let Search { forms, bytes, secrets, control } = search(project)?;
    let figure = format!("{secrets} secrets of {forms} forms in {} kB of memory", bytes / 1024);
    let control = format!("ordinary texts of the same credentials, dropped as well: {control} secrets");
    Ok(Proven { tests: 2, figure, control })
}

fn search(project: &Project) -> Result<Search> {
    if !cfg!(target_os = "linux") {
        return Err(LINUX.into());
    }
    let program = tools::program(project, PROGRAM, "release")?;
    let folder = project.target("memory-secrets");
    fs::create_dir_all(&folder)?;
    let run = Run::new(program).args([&folder]).answer(&project.log("memory-secrets"))?.successful()?;
    let search = judged(&serde_json::from_str(&run.answer)?);
    fs::remove_dir_all(&folder)?;
    search
}

fn judged(report: &Value) -> Result<Search> {
    let found = |pointer: &str| {
        report.pointer(pointer).and_then(Value::as_object).context("the search says nothing of what it found")
    };
    let wiped = found("/found/wiped/secrets")?;
    ensure!(wiped.is_empty(), "left in memory: {}", wiped.keys().cloned().collect::<Vec<_>>().join("; "));
    let control = found("/found/kept/secrets")?.values().filter_map(Value::as_u64).sum();
    ensure!(control > 0, "ordinary texts are not found either");
    let number = |pointer: &str| {
        report.pointer(pointer).and_then(Value::as_u64).filter(|&number| number > 0).context("nothing was searched")
    };
    let (forms, bytes) = (number("/forms")?, number("/found/wiped/bytes")?);
    Ok(Search { forms, bytes, secrets: wiped.len() as u64, control })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn verdict(forms: u64, wiped: Value, kept: Value) -> Result<Search> {
        let found = json!({ "wiped": { "bytes": 4096, "secrets": wiped }, "kept": { "bytes": 4096, "secrets": kept } });
        judged(&json!({ "forms": forms, "found": found }))
    }

    #[test]
    fn fails_on_a_secret_and_on_an_empty_control() {
        assert_eq!(verdict(7, json!({}), json!({ "bearer": 2, "hash": 1 })).unwrap().control, 3);
        assert!(verdict(7, json!({ "bearer": 1 }), json!({ "bearer": 2 })).is_err());
        assert!(verdict(7, json!({}), json!({})).is_err());
        assert!(verdict(0, json!({}), json!({ "bearer": 2 })).is_err());
        assert!(judged(&json!({})).is_err());
    }
}
