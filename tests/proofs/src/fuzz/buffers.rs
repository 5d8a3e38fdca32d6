//! Target for bytes with a false length, and bytes that change while they are read. Only JavaScript has such bytes, so a program
//! of its own tests the npm package, also with a fault that it must find.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};

use super::run::{CONTROL_SECONDS, GRACE, Line};
use crate::process::Finished;
use crate::project::Project;
use crate::{package, tools};

/// Name of the target.
pub(super) const NAME: &str = "buffers";
const SCRIPT: &str = "tests/proofs/fuzz/buffers.mjs";

/// Fuzzes the packed package for so many seconds.
pub(super) fn fuzz(project: &Project, seconds: u64) -> Result<Line> {
    let dist = package::tarball(project)?.with_file_name("package").join("dist");
    let control = project.progress.step("fuzz buffers, with a known fault", || {
        let run = start(project, &dist, CONTROL_SECONDS, true)?;
        ensure!(!run.ok(), "{NAME}: the known fault is not found");
        counted(&run.text, "broken: ", "(execution ")
    })?;
    let executions = project.progress.step("fuzz buffers", || {
        counted(&start(project, &dist, seconds, false)?.successful()?.text, "executions: ", "executions: ")
    })?;
    Ok(Line { name: NAME.to_owned(), executions, control })
}

fn start(project: &Project, dist: &Path, seconds: u64, with_fault: bool) -> Result<Finished> {
    let name = if with_fault { "fuzz-control-buffers" } else { "fuzz-buffers" };
    let run = tools::node()?
        .args([project.path(SCRIPT), dist.to_path_buf()])
        .args(["--seconds".to_owned(), seconds.to_string()])
        .args(if with_fault { &["--control"][..] } else { &[] })
        .limit(Duration::from_secs(seconds) + GRACE);
    run.named(name).logged(&project.log(name))
}

/// The number behind `before` in the line that begins with `line`.
fn counted(log: &str, line: &str, before: &str) -> Result<u64> {
    let line = log.lines().find(|text| text.starts_with(line));
    let number = line.and_then(|line| line.rsplit_once(before)).map(|(_, number)| number);
    let digits = number.and_then(|number| number.split(|c: char| !c.is_ascii_digit()).next());
    let count: u64 = digits.context("the program does not say how many inputs it has seen")?.parse()?;
    ensure!(count > 0, "the program has executed nothing");
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_executions() {
        let count = |log| counted(log, "executions: ", "executions: ").ok();
        assert_eq!(count("x\nexecutions: 17, 3 bodies read, 14 refused\n"), Some(17));
        assert_eq!([count("executions: 0, 0 bodies read"), count("broken: x (execution 5)")], [None, None]);
        let fault = |log| counted(log, "broken: ", "(execution ").ok();
        assert_eq!(fault("broken: 81 bytes were refused (invalid_json) (execution 12)\n"), Some(12));
        assert_eq!(fault("Error: no such file\n"), None);
    }
}
