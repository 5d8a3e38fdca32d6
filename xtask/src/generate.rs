//! Sources that the generator of wasm/examples writes from the models: made anew, or compared with the checked-in ones.

use std::fs;

use anyhow::{Result, ensure};

use crate::files;
use crate::process::Run;
use crate::project::Project;
use crate::tools::{self, WORKSPACE};

/// Runs the generator into a fresh folder: it writes its files to the paths that they have in the working copy
/// (`wasm/npm/src/models.js` and so on). Copies those that differ, or fails if there are such.
pub(crate) fn run(project: &Project, check: bool) -> Result<()> {
    let made = project.target("xtask/generated");
    files::remove(&made)?;
    fs::create_dir_all(&made)?;
    let generator = tools::compile(project, "debug/examples/generate", &WORKSPACE)?;
    Run::new(generator).args([&made]).dir(project.path("")).logged(project.log("generate"))?;
    let names = files::below(&made)?;
    ensure!(!names.is_empty(), "the generator wrote no file");
    for name in names {
        let content = fs::read(made.join(&name))?;
        let is_stale = fs::read(project.path(&name)).ok().is_none_or(|old| old != content);
        ensure!(!(is_stale && check), "{} is not as generated; run `cargo xtask generate`", name.display());
        if files::write(&project.path(&name), &content)? {
            project.progress.say(&format!("{:>9}  {}", "written", name.display()));
        }
    }
    Ok(())
}
