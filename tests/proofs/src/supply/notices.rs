//! The notices of third parties name every crate that is compiled into a package.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::process::Finished;
use crate::project::Project;
use crate::{files, tools};

const FILES: [&str; 2] = ["wasm/npm/THIRD-PARTY.md", "bindings/THIRD-PARTY.md"];

pub(super) fn check(project: &Project) -> Result<String> {
    compared(project, &project.path(""))?.successful()?;
    let control = compared(project, &without_a_crate(project)?)?;
    ensure!(!control.ok(), "notices without a crate pass");
    Ok(format!("{} notices are complete", FILES.len()))
}

fn compared(project: &Project, folder: &Path) -> Result<Finished> {
    let script = tools::python()?.args([".github/scripts/third_party.py", "--check"]).args([folder]);
    script.dir(project.path("")).logged(&project.log("notices"))
}

/// The control: the notices without a line of their table.
fn without_a_crate(project: &Project) -> Result<PathBuf> {
    let folder = project.target("supply/notices");
    for name in FILES {
        let text = fs::read_to_string(project.path(name))?;
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with("| [zeroize ")).collect();
        ensure!(lines.len() < text.lines().count(), "{name} does not name zeroize");
        files::write(&folder.join(name), (lines.join("\n") + "\n").as_bytes())?;
    }
    Ok(folder)
}
