//! The browser in which pages and wasm are tested, and its driver: the machine's own, or Debian's.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use crate::process::Run;
use crate::project::Project;
use crate::tools::Missing;

/// A program of the machine, with the names by which it goes and the Debian package that brings it.
struct Program {
    names: &'static [&'static str],
    package: &'static str,
    missing: Missing,
}

const CHROMIUM: Program = Program {
    names: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    package: "chromium",
    missing: Missing { tool: "Chromium", remedy: "apt-get install chromium, or a Chrome on PATH" },
};
const DRIVER: Program = Program {
    names: &["chromedriver"],
    package: "chromium-driver",
    missing: Missing { tool: "chromedriver", remedy: "apt-get install chromium-driver, of Chromium's own version" },
};

/// Chromium's full path. As root it starts only with `--no-sandbox`.
pub(crate) fn chromium(project: &Project) -> Result<PathBuf> {
    CHROMIUM.provide(project)
}

/// The full path of what drives [`chromium`] by the WebDriver protocol.
pub(crate) fn driver(project: &Project) -> Result<PathBuf> {
    chromium(project)?;
    DRIVER.provide(project)
}

impl Program {
    fn provide(&self, project: &Project) -> Result<PathBuf> {
        if self.find().is_none() && may_install() {
            from_debian(project, self.package)?;
        }
        Ok(self.find().ok_or_else(|| self.missing.clone())?)
    }

    fn find(&self) -> Option<PathBuf> {
        self.names.iter().find_map(|name| on_path(name))
    }
}

fn from_debian(project: &Project, package: &str) -> Result<()> {
    project.progress.step(&format!("apt-get install {package}"), || {
        let log = |step: &str| project.log(format!("apt-{step}-{package}"));
        apt(&["update"]).logged(&log("update"))?.successful()?;
        apt(&["install", "--yes", "--no-install-recommends", package]).logged(&log("install"))?.successful()
    })?;
    Ok(())
}

fn apt(args: &[&str]) -> Run {
    Run::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive")
}

/// Whether this is Debian or its like, and nobody has to be asked.
fn may_install() -> bool {
    let root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n");
    root && on_path("apt-get").is_some()
}

fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let file = PathBuf::from(name).with_extension(std::env::consts::EXE_EXTENSION);
    std::env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}
