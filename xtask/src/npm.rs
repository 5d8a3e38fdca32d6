//! Projects that use the packed npm package: their dependencies as locked, and always the tarball just built.
//!
//! Their package.json may leave `billwire` out or name the tarball (`file:…/target/npm/billwire.tgz`); a lock file must
//! then hold no `integrity` for it, which would be that of an older tarball. In both cases it is unpacked here, after
//! the others.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use crate::files;
use crate::package;
use crate::process::Run;
use crate::project::Project;
use crate::tools::{self, QUIET};

const DEPENDENCIES_STAMP: &str = "node_modules/.billwire-dependencies";
const TARBALL_STAMP: &str = "node_modules/.billwire-tarball";

/// Installs what the project in `folder` needs, if anything changed, and gives its full path. Suites may share it.
pub(crate) fn install(project: &Project, folder: &str) -> Result<PathBuf> {
    project.once(folder, || install_in(project, folder, project.path(folder)))
}

fn install_in(project: &Project, folder: &str, dir: PathBuf) -> Result<PathBuf> {
    ensure!(dir.join("package.json").is_file(), "{folder}/package.json is not there");
    tools::npm()?;
    let tarball = package::tarball(project)?;
    let dependencies = files::stamp(&[dir.join("package.json"), dir.join("package-lock.json")])?;
    let for_development = !project.is_quick;
    let dependencies = if for_development { dependencies } else { dependencies + " to run" };
    let is_enough = |stamp: &str| files::stamped(&dir, DEPENDENCIES_STAMP, stamp);
    if !is_enough(&dependencies) && !is_enough(dependencies.trim_end_matches(" to run")) {
        let install = || install_dependencies(project, &dir, &tarball);
        project.progress.step(&format!("npm dependencies of {folder}"), install)?;
        fs::create_dir_all(dir.join("node_modules"))?;
        fs::write(dir.join(DEPENDENCIES_STAMP), dependencies)?;
    }
    let content = files::stamp(&[&tarball])?;
    if !files::stamped(&dir, TARBALL_STAMP, &content) {
        // npm would take the installed one, of the same name, version and path, for the new one.
        let installed = dir.join("node_modules/billwire");
        files::remove(&installed)?;
        fs::create_dir_all(&installed)?;
        let unpack = Run::new("tar").args(["-xzmf"]).args([&tarball]).args(["--strip-components", "1", "-C"]);
        unpack.args([&installed]).logged(log(project, &dir, "tarball"))?;
        fs::write(dir.join(TARBALL_STAMP), content)?;
    }
    Ok(dir)
}

fn install_dependencies(project: &Project, dir: &Path, tarball: &Path) -> Result<()> {
    let locked = dir.join("package-lock.json").is_file();
    let command: &[&str] = if locked { &["ci"] } else { &["install", "--no-package-lock"] };
    let left_out: &[&str] = if project.is_quick { &["--omit=dev"] } else { &[] };
    // The path in their package.json. A quickly built package is there only during this installation.
    let named = project.target("npm/billwire.tgz");
    let lent = !named.exists();
    if lent {
        fs::copy(tarball, &named)?;
    }
    let run = tools::npm()?.args(command).args(left_out).args(QUIET).dir(dir).logged(log(project, dir, "dependencies"));
    if lent {
        files::remove_file(&named)?;
    }
    run.map(drop)
}

fn log(project: &Project, dir: &Path, what: &str) -> PathBuf {
    let name = dir.file_name().unwrap_or(OsStr::new("project"));
    project.log(format!("npm-{}-{what}", name.to_string_lossy()))
}
