//! The workflows of CI and of releases, as actionlint reads them: expressions, needs, runners, and inputs of actions.

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xtask::debian::Program;
use xtask::suites::Outcome;

use crate::process::Run;
use crate::project::Project;
use crate::tools::Missing;

const ACTIONLINT: &str = "github.com/rhysd/actionlint/cmd/actionlint";
const VERSION: &str = "v1.7.12";
const FOLDER: &str = ".github/workflows";
const GO: Program = Program {
    names: &["go"],
    package: "golang-go",
    missing: Missing { tool: "Go, which compiles actionlint", remedy: "install it from https://go.dev" },
};
/// A workflow whose second job needs a job that is not there.
const CONTROL: &str =
    "on: push\njobs:\n  a:\n    needs: b\n    runs-on: ubuntu-24.04\n    steps:\n      - run: \"true\"\n";

/// Each workflow counts as a test.
pub(crate) fn suite(project: &Project) -> Result<Outcome> {
    let folder = project.path(FOLDER);
    let files = fs::read_dir(&folder)?.map(|file| Ok(file?.path())).collect::<Result<Vec<PathBuf>>>()?;
    let control = project.target("workflows/control.yml");
    xtask::files::write(&control, CONTROL.as_bytes())?;
    let program = program(project)?;
    let reads = |files: &[PathBuf]| {
        Run::new(&program).args(files).dir(project.path("")).logged(&project.log("actionlint"))?.successful()
    };
    reads(&files)?;
    ensure!(reads(&[control]).is_err(), "the control: a need of no job is not noticed");
    Ok(Outcome::all_passed(files.len() as u64, format!("by actionlint {VERSION}")))
}

/// Compiles it into a place of its own.
fn program(project: &Project) -> Result<PathBuf> {
    let place = project.target(format!("tools/actionlint-{VERSION}"));
    let program = place.join("actionlint").with_extension(EXE_EXTENSION);
    if !program.is_file() {
        install(project, &place)?;
    }
    Ok(program)
}

fn install(project: &Project, place: &Path) -> Result<()> {
    let go = GO.provide(project)?;
    project.progress.step(&format!("actionlint {VERSION} by Go"), || {
        let run = Run::new(go).args(["install", &format!("{ACTIONLINT}@{VERSION}")]).env("GOBIN", place);
        run.logged(&project.log("actionlint-install"))?.successful()
    })?;
    Ok(())
}
