//! The sources that a generator in the workspace writes from the models: made anew, or compared with what is checked in.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail, ensure};

use crate::files;
use crate::project::Project;
use crate::tools;

/// Generators: each takes a folder and writes its files into it, at the paths that they have in the working copy
/// (`wasm/npm/src/models.js` and so on).
const GENERATORS: [&[&str]; 2] =
    [&["-p", "billwire-wasm", "--example", "generate"], &["-p", "billwire-ffi-generate"]];

/// Writes all generated files into the working copy.
pub fn write(project: &Project) -> Result<()> {
    let made = make(project)?;
    let names = files::below(&made)?;
    for name in &names {
        let target = project.path(name);
        let content = fs::read(made.join(name))?;
        if fs::read(&target).is_ok_and(|old| old == content) {
            continue;
        }
        if let Some(folder) = target.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&target, content)?;
        project.progress.say(&format!("{:>9}  {}", "written", name.display()));
    }
    project.progress.say(&format!("{:>9}  {} generated files", "done", names.len()));
    Ok(())
}

/// Compares all generated files with the working copy and gives their number.
pub fn check(project: &Project) -> Result<usize> {
    let made = make(project)?;
    let names = files::below(&made)?;
    let stale = |name: &&PathBuf| fs::read(made.join(name)).ok() != fs::read(project.path(name)).ok();
    let stale: Vec<String> = names.iter().filter(stale).map(|name| name.display().to_string()).collect();
    if !stale.is_empty() {
        bail!("not as generated: {}; run `cargo xtask generate`", stale.join(", "));
    }
    Ok(names.len())
}

/// Runs the generator into a fresh folder.
fn make(project: &Project) -> Result<PathBuf> {
    let folder = project.target("xtask/generated");
    files::remove(&folder)?;
    fs::create_dir_all(&folder)?;
    for generator in GENERATORS {
        let run = tools::cargo().args(["run", "--quiet"]).args(generator).args(["--"]).args([&folder]);
        run.dir(project.path("")).logged(&project.log("generate"))?.successful()?;
    }
    ensure!(fs::read_dir(&folder)?.next().is_some(), "the generator wrote no file");
    Ok(folder)
}
