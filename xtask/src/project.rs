//! Where everything is, and what was already made in this run.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::{Context, Result, anyhow};

use crate::package;
use crate::report::Progress;
use crate::tools::Missing;

/// The working copy, this program, and the npm package once it is built.
pub(crate) struct Project {
    root: PathBuf,
    /// Read before anything is built: a rebuild of this program would leave a dead name behind.
    own_program: PathBuf,
    pub(crate) progress: Progress,
    tarball: OnceLock<Result<PathBuf, Problem>>,
}

/// Why the package is not there; kept because several suites ask.
#[derive(Clone)]
enum Problem {
    Missing(Missing),
    Failed(String),
}

impl Project {
    pub(crate) fn find() -> Result<Self> {
        let own_crate = std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&own_crate).parent().context("xtask has no folder above it")?.to_path_buf();
        let own_program = std::env::current_exe().context("this program has no path")?;
        Ok(Self { root, own_program, progress: Progress::new(), tarball: OnceLock::new() })
    }

    /// A path in the working copy.
    pub(crate) fn path(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join(relative)
    }

    /// A path below `target/`, where everything that can be made again lives.
    pub(crate) fn target(&self, relative: impl AsRef<Path>) -> PathBuf {
        self.root.join("target").join(relative)
    }

    /// The file that gets a step's output.
    pub(crate) fn log(&self, step: impl Display) -> PathBuf {
        self.target(format!("xtask/{step}.log"))
    }

    pub(crate) fn own_program(&self) -> &Path {
        &self.own_program
    }

    /// The packed npm package, built once in a run.
    pub(crate) fn tarball(&self) -> Result<PathBuf> {
        let built = self.tarball.get_or_init(|| package::build(self).map_err(Problem::from));
        built.clone().map_err(|problem| match problem {
            Problem::Missing(missing) => missing.into(),
            Problem::Failed(reason) => anyhow!("the npm package cannot be built: {reason}"),
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
