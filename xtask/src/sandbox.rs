//! `npx billwire sandbox` as a child process: started on a free port, and ended with its guard.

use std::fs::{self, File};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use process_wrap::std::ChildWrapper;

use crate::npm;
use crate::process::{Run, stopped};
use crate::project::Project;
use crate::tools;

/// A project that has the package installed.
const FOLDER: &str = "examples/node-merchant";
const GREETING: &str = "listening on ";
const PATIENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(20);

/// A running sandbox; dropping it ends it.
pub struct Sandbox {
    child: Box<dyn ChildWrapper>,
    url: String,
}

/// The sandbox of the packed package, as its users start it.
pub fn program(project: &Project) -> Result<Run> {
    Ok(tools::npx()?.args(["billwire", "sandbox"]).dir(npm::install(project, FOLDER)?))
}

impl Sandbox {
    /// Starts it and waits until it says where it listens.
    pub fn start(program: Run, log: &Path) -> Result<Self> {
        let errors = log.with_extension("err");
        let output = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        let child = program.args(["--port", "0"]).start(output.into(), &errors)?;
        // From here on, dropping it ends the process.
        let mut sandbox = Self { child, url: String::new() };
        sandbox.url = sandbox.address(log).with_context(|| format!("see {}", errors.display()))?;
        Ok(sandbox)
    }

    /// Waits until the sandbox says where it listens.
    fn address(&mut self, log: &Path) -> Result<String> {
        let started = Instant::now();
        loop {
            let has_ended = self.child.try_wait()?.is_some();
            let text = fs::read_to_string(log)?;
            let whole_lines = text.rsplit_once('\n').map_or("", |(lines, _)| lines).lines();
            if let Some((_, url)) = whole_lines.filter_map(|line| line.split_once(GREETING)).next() {
                return Ok(url.trim().to_owned());
            }
            ensure!(!has_ended, "the sandbox ended before it listened");
            ensure!(!stopped(), "stopped");
            ensure!(started.elapsed() < PATIENCE, "the sandbox does not say where it listens");
            thread::sleep(PAUSE);
        }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn port(&self) -> Result<u16> {
        let port = self.url.rsplit(':').next().and_then(|port| port.parse().ok());
        port.context("the sandbox's address has no port")
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        if let Err(error) = self.child.kill() {
            eprintln!("the sandbox (process {}) cannot be ended: {error}", self.child.id());
        }
    }
}
