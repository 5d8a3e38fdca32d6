//! Sources that generators in the workspace write from the models: made anew, or compared with the checked-in ones.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::files;
use crate::process::Run;
use crate::project::Project;
use crate::tools::{self, WORKSPACE};

/// Writes all generated files into the working copy.
pub(crate) fn write(project: &Project) -> Result<()> {
    let made = make(project)?;
    let names = files::below(&made)?;
    for name in names.iter().filter(|name| is_stale(project, &made, name)) {
        files::write(&project.path(name), &fs::read(made.join(name))?)?;
        project.progress.say(&format!("{:>9}  {}", "written", name.display()));
    }
    project.progress.say(&format!("{:>9}  {} generated files", "done", names.len()));
    Ok(())
}

/// Compares all generated files with the working copy and gives their number.
pub(crate) fn check(project: &Project) -> Result<usize> {
    let made = make(project)?;
    let names = files::below(&made)?;
    let stale: Vec<_> = names.iter().filter(|name| is_stale(project, &made, name)).collect();
    ensure!(stale.is_empty(), "not as generated: {stale:?}; run `cargo xtask generate`");
    Ok(names.len())
}

fn is_stale(project: &Project, made: &Path, name: &Path) -> bool {
    fs::read(made.join(name)).ok() != fs::read(project.path(name)).ok()
}

/// Runs the generators into a fresh folder: each writes its files to the paths that they have in the working copy
/// (`wasm/npm/src/models.js` and so on).
fn make(project: &Project) -> Result<PathBuf> {
    let folder = project.target("xtask/generated");
    files::remove(&folder)?;
    fs::create_dir_all(&folder)?;
    // With what the suite `rust` compiles; the example makes development dependencies count, as in tests.
    for (kind, name, program) in [
        ("--example", "generate", "debug/examples/generate"),
        ("--bin", "billwire-ffi-generate", "debug/billwire-ffi-generate"),
    ] {
        let generator = tools::compile(project, program, &[&WORKSPACE[..], &[kind, name]].concat());
        Run::new(generator?).args([&folder]).dir(project.path("")).logged(project.log("generate"))?;
    }
    ensure!(fs::read_dir(&folder)?.next().is_some(), "the generator wrote no file");
    Ok(folder)
}
