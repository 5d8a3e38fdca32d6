//! Every threat of docs/threats.md names its tests, and each of them exists: a file, a command, a suite, or a target of the
//! fuzzer.

use std::fs;

use anyhow::{Result, ensure};

use crate::project::Project;

const PAGE: &str = "docs/threats.md";
/// Every proof has a row or a line there.
const PROOFS: &str = "docs/proof.md";
const FUZZER: &str = "tests/proofs/fuzz/src/lib.rs";

pub(super) fn check(project: &Project) -> Result<String> {
    let threats = threats(&fs::read_to_string(project.path(PAGE))?);
    let fuzzer = fs::read_to_string(project.path(FUZZER))?;
    let proofs = fs::read_to_string(project.path(PROOFS))?;
    let is_there = |name: &str| is_there(project, &fuzzer, &proofs, name);
    ensure!(!threats.is_empty(), "{PAGE} has no threat");
    for threat in &threats {
        ensure!(!threat.tests.is_empty(), "no test is named against: {}", threat.tried);
        let missing: Vec<_> = threat.tests.iter().filter(|name| !is_there(name)).collect();
        ensure!(missing.is_empty(), "against {:?} there is no {missing:?}", threat.tried);
    }
    for wrong in [
        "fuzz nothing",
        "cargo xtask nothing",
        "cargo xtask prove nothing",
        "cargo xtask test \"nothing\"",
        "tests/tests/nothing.rs",
    ] {
        ensure!(!is_there(wrong), "{wrong} is taken for a test");
    }
    Ok(format!(
        "{} threats with {} tests",
        threats.len(),
        threats.iter().map(|threat| threat.tests.len()).sum::<usize>()
    ))
}

struct Threat {
    tried: String,
    /// Texts in backticks in the last column.
    tests: Vec<String>,
}

fn threats(page: &str) -> Vec<Threat> {
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.filter_map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, tried, _, tested] = cells[..] else { return None };
        let tests = tested.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        Some(Threat { tried: tried.to_owned(), tests })
    })
    .collect()
}

fn is_there(project: &Project, fuzzer: &str, proofs: &str, name: &str) -> bool {
    if let Some(target) = name.strip_prefix("fuzz ") {
        return fuzzer.contains(&format!("Target {{ name: \"{target}\","));
    }
    if let Some(suite) = name.strip_prefix("cargo xtask test ") {
        return xtask::checks::all().iter().any(|known| known.name == suite.trim_matches('"'));
    }
    if name.starts_with("cargo xtask prove ") {
        return [" ", "`"].iter().any(|end| proofs.contains(&format!("`{name}{end}")));
    }
    if let Some(command) = name.strip_prefix("cargo xtask ") {
        return command == "demo";
    }
    project.path(name).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threat_is_a_row_with_its_tests() {
        let page =
            "text\n\n| who | tries | stands | tested by |\n|---|---|---|---|\n| a | b | `c` | `d` and `e`; f |\n";
        let threats = threats(page);
        assert_eq!(threats.len(), 1);
        assert_eq!((threats[0].tried.as_str(), &threats[0].tests[..]), ("b", &["d".to_owned(), "e".to_owned()][..]));
    }
}
