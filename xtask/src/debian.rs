//! Debian's packages: programs that are used if present, and installed with permission.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Result;

use crate::process::Run;
use crate::process::in_ci;
use crate::project::Project;
use crate::tools::Missing;

const SOURCES: &str = "/etc/apt/sources.list.d/debian.sources";
const PUBLIC_MIRROR: &str = "http://deb.debian.org/debian";

/// A program of the machine, with its possible names and its package.
pub struct Program {
    pub names: &'static [&'static str],
    pub package: &'static str,
    pub missing: Missing,
}

/// The browser that tests pages and wasm. As root it starts only with `--no-sandbox`.
pub const CHROMIUM: Program = Program {
    names: &["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
    package: "chromium",
    missing: Missing { tool: "Chromium", remedy: "apt-get install chromium, or a Chrome on PATH" },
};

impl Program {
    /// The program's full path.
    pub fn provide(&self, project: &Project) -> Result<PathBuf> {
        if self.find().is_none() && may_install(project, &format!("Debian's package {}", self.package)) {
            install(project, &[self.package])?;
        }
        Ok(self.find().ok_or_else(|| self.missing.clone())?)
    }

    fn find(&self) -> Option<PathBuf> {
        self.names.iter().find_map(|name| on_path(name))
    }
}

/// apt refuses to run twice at once.
static APT: Mutex<()> = Mutex::new(());

/// Installs packages of this machine's own release.
pub fn install(project: &Project, packages: &[&str]) -> Result<()> {
    let _alone = APT.lock().unwrap_or_else(PoisonError::into_inner);
    let names = packages.join(" ");
    project.progress.step(&format!("apt-get install {names}"), || {
        let log = |step: &str| project.log(format!("apt-{step}-{}", packages.join("-")));
        apt(&["update"]).logged(&log("update"))?.successful()?;
        apt(&["install", "--yes", "--no-install-recommends"]).args(packages).logged(&log("install"))?.successful()
    })?;
    Ok(())
}

fn apt(args: &[&str]) -> Run {
    Run::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive")
}

/// Variable that allows every installation in programs that this one starts: see `--yes`.
pub const YES: &str = "BILLWIRE_YES";
static ALLOWED: AtomicBool = AtomicBool::new(false);

/// Allows every installation.
pub fn allow() {
    ALLOWED.store(true, Ordering::Relaxed);
}

/// Whether installations need no question: in CI, and after `--yes`.
pub fn is_allowed() -> bool {
    ALLOWED.load(Ordering::Relaxed) || in_ci() || std::env::var_os(YES).is_some()
}

/// Whether this can be installed, and may be: on a terminal the tool asks.
pub fn may_install(project: &Project, what: &str) -> bool {
    can_install() && (is_allowed() || project.progress.ask(&format!("install {what} on this machine?")))
}

/// Whether this is Debian or its like, and this user may install.
pub fn can_install() -> bool {
    is_root() && on_path("apt-get").is_some()
}

pub fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout == b"0\n")
}

/// Where this machine gets its packages from.
pub fn mirror() -> String {
    let sources = fs::read_to_string(SOURCES).unwrap_or_default();
    let address = sources.lines().find_map(|line| line.strip_prefix("URIs: ")?.split_whitespace().next());
    address.unwrap_or(PUBLIC_MIRROR).to_owned()
}

/// The full path of a program of this name.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let file = PathBuf::from(name).with_extension(std::env::consts::EXE_EXTENSION);
    std::env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}
