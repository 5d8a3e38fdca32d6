//! Paths of the working copy, and what this run has built.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, anyhow};

use crate::missing::Missing;
use crate::process::in_ci;

/// The working copy, and what this run has built.
pub(crate) struct Project {
    root: PathBuf,
    pub(crate) progress: Progress,
    /// Whether system packages may be installed.
    pub(crate) installs: bool,
    /// Whether the npm package is built quickly, without optimisation.
    pub(crate) is_quick: bool,
    built: Mutex<HashMap<String, Arc<Built>>>,
}

type Built = OnceLock<Result<PathBuf, anyhow::Error>>;

impl Project {
    pub(crate) fn find(installs: bool) -> Result<Self> {
        let own_crate = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&own_crate).parent().context("xtask has no folder above it")?.to_path_buf();
        Ok(Self { root, progress: Progress, installs: installs || in_ci(), is_quick: false, built: Mutex::default() })
    }

    /// The same with a quick build of the npm package.
    pub(crate) fn quick(self) -> Self {
        Self { is_quick: true, ..self }
    }

    /// A path in the working copy.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// A path below `target/`.
    pub(crate) fn target(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join("target").join(relative)
    }

    /// The file that gets a step's output.
    pub(crate) fn log(&self, step: impl Display) -> PathBuf {
        self.target(format!("xtask/{step}.log"))
    }

    /// Builds something once in a run: a suite that asks meanwhile waits, and all get the same.
    pub(crate) fn once(&self, what: &str, build: impl FnOnce() -> Result<PathBuf>) -> Result<PathBuf> {
        let built =
            Arc::clone(self.built.lock().unwrap_or_else(PoisonError::into_inner).entry(what.to_owned()).or_default());
        built.get_or_init(build).as_ref().cloned().map_err(|error| match error.downcast_ref::<Missing>() {
            Some(missing) => missing.clone().into(),
            None => anyhow!("{what} cannot be built: {error:#}"),
        })
    }
}

/// Lines for the developer.
pub(crate) struct Progress;

impl Progress {
    /// Runs a named step and reports its result.
    pub(crate) fn step<T>(&self, name: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.say(&format!("{:>9}  {name}", "begin"));
        let started = Instant::now();
        let outcome = work();
        let mark = if outcome.is_ok() { "done" } else { "FAILED" };
        self.say(&format!("{mark:>9}  {name}  {:.0} s", started.elapsed().as_secs_f64()));
        outcome
    }

    pub(crate) fn say(&self, line: &str) {
        eprintln!("{line}");
    }
}
