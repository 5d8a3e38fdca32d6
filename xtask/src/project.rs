//! Paths of the working copy, and what this run has built.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::{Context, Result, anyhow};

use crate::missing::Missing;
use crate::report::Progress;

/// How the npm package is built.
#[derive(Clone, Copy, PartialEq)]
pub enum Extent {
    /// As it is published.
    Whole,
    /// The same from wasm that is compiled in seconds, with the dependencies that its users need to run.
    Quick,
}

/// The working copy, and what this run has built.
pub struct Project {
    root: PathBuf,
    pub progress: Progress,
    pub(crate) extent: Extent,
    pub(crate) is_shared: bool,
    built: Mutex<HashMap<String, Arc<Built>>>,
}

type Built = OnceLock<Result<PathBuf, Problem>>;

/// Reason why a build is missing; kept because several suites ask.
#[derive(Clone)]
enum Problem {
    Missing(Missing),
    Failed(String),
}

impl Project {
    pub fn find() -> Result<Self> {
        let own_crate = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&own_crate).ancestors().find(|folder| folder.join("xtask/Cargo.toml").is_file());
        let root = root.context("there is no xtask above this program's crate")?.to_path_buf();
        let (progress, extent) = (Progress::default(), Extent::Whole);
        Ok(Self { root, progress, extent, is_shared: false, built: Mutex::default() })
    }

    /// The same with a quick build of the npm package.
    pub fn quick(self) -> Self {
        Self { extent: Extent::Quick, ..self }
    }

    /// The same with programs that share what the suite `rust` compiles, also where one of them alone needs less.
    pub fn shared(self) -> Self {
        Self { is_shared: true, ..self }
    }

    /// A path in the working copy.
    pub fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// A path below `target/`.
    pub fn target(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join("target").join(relative)
    }

    /// The file that gets a step's output.
    pub fn log(&self, step: impl Display) -> PathBuf {
        self.target(format!("xtask/{step}.log"))
    }

    /// Builds something once in a run: a suite that asks meanwhile waits, and all get the same.
    pub fn once(&self, what: &str, build: impl FnOnce() -> Result<PathBuf>) -> Result<PathBuf> {
        let built =
            Arc::clone(self.built.lock().unwrap_or_else(PoisonError::into_inner).entry(what.to_owned()).or_default());
        built.get_or_init(|| build().map_err(Problem::from)).clone().map_err(|problem| match problem {
            Problem::Missing(missing) => missing.into(),
            Problem::Failed(reason) => anyhow!("{what} cannot be built: {reason}"),
        })
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Self {
        match error.downcast::<Missing>() {
            Ok(missing) => Problem::Missing(missing),
            Err(error) => Problem::Failed(format!("{error:#}")),
        }
    }
}
