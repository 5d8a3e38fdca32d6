//! `billwire sandbox` of the packed package, on a free port; its guard ends it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};

use crate::npm;
use crate::process::Run;
use crate::project::Project;
use crate::tools;

pub(crate) const MERCHANT: &str = "examples/node-merchant";
const GREETING: &str = "listening on ";
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(20);

/// A running server; dropping it ends it.
pub(crate) struct Sandbox {
    child: Child,
    url: String,
}

/// The sandbox's program, which is Node itself: nothing between it and its guard stays behind.
pub(crate) fn program(project: &Project) -> Result<Run> {
    let dir = npm::install(project, MERCHANT)?;
    Ok(tools::node()?.args(["node_modules/billwire/dist/cli/main.js", "sandbox", "--port", "0"]).dir(dir))
}

/// The backend that settles the sample apps' drafts, and its sandbox.
pub(crate) fn app_backend(project: &Project, name: &str) -> Result<[Sandbox; 2]> {
    let log = |program: &str| project.log(format!("{program}-{name}"));
    let sandbox = Sandbox::start(program(project)?, &log("sandbox"))?;
    let backend =
        tools::node()?.args(["--import", "tsx", "src/app-backend.ts", "--port", "0", "--sandbox", sandbox.url()]);
    Ok([Sandbox::start(backend.dir(npm::install(project, MERCHANT)?), &log("backend"))?, sandbox])
}

impl Sandbox {
    /// Starts it and waits until it says where it listens.
    pub(crate) fn start(program: Run, log: &Path) -> Result<Self> {
        let errors: PathBuf = log.with_extension("err");
        fs::create_dir_all(log.parent().context("a log has a folder")?)?;
        let child = program.start(File::create(log)?, &errors)?;
        // From here on, dropping it ends the process.
        let mut sandbox = Self { child, url: String::new() };
        let started = Instant::now();
        while sandbox.url.is_empty() {
            let has_ended = sandbox.child.try_wait()?.is_some();
            let text = fs::read_to_string(log)?;
            let whole_lines = text.rsplit_once('\n').map_or("", |(lines, _)| lines).lines();
            let greeting = whole_lines.filter_map(|line| line.split_once(GREETING)).next();
            sandbox.url = greeting.map(|(_, url)| url.trim().to_owned()).unwrap_or_default();
            let goes_on = !has_ended && started.elapsed() < PATIENCE;
            ensure!(goes_on || !sandbox.url.is_empty(), "it does not say where it listens; see {}", errors.display());
            thread::sleep(PAUSE);
        }
        Ok(sandbox)
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if let Err(error) = self.child.kill().and_then(|()| self.child.wait()) {
            eprintln!("process {} cannot be ended: {error}", self.child.id());
        }
    }
}
