//! The sandbox as a child process: built, started on a free port, and ended with its guard.

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use process_wrap::std::ChildWrapper;

use crate::process::{Run, stopped};
use crate::project::Project;
use crate::tools;

const PROGRAM: &str = "billwire-sandbox";
const GREETING: &str = "listening on ";
const PATIENCE: Duration = Duration::from_secs(30);

/// A running sandbox; dropping it ends it.
pub struct Sandbox {
    child: Box<dyn ChildWrapper>,
    url: String,
}

/// Compiles the sandbox and gives its program.
pub fn build(project: &Project) -> Result<PathBuf> {
    tools::program(project, PROGRAM, "dev")
}

impl Sandbox {
    /// Starts it and waits until it says where it listens.
    pub fn start(program: &Path, log: &Path) -> Result<Self> {
        Self::start_with(program, log, &[])
    }

    /// The same, with credentials by the variables that sandbox and merchants take them from.
    pub fn start_with(program: &Path, log: &Path, credentials: &[(&str, &str)]) -> Result<Self> {
        let errors = log.with_extension("err");
        let run = credentials.iter().fold(Run::new(program), |run, (name, value)| run.env(name, value));
        let mut child = run.args(["--port", "0"]).start(Stdio::piped(), &errors)?;
        let stdout = child.stdout().take();
        let mut sandbox = Self { child, url: String::new() };
        let (sender, receiver) = mpsc::channel();
        let lines = BufReader::new(stdout.context("the sandbox has no output")?);
        let copy = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        thread::spawn(move || follow(lines, copy, &sender));
        sandbox.url = greeting(&receiver).with_context(|| format!("see {}", errors.display()))?;
        Ok(sandbox)
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

fn greeting(urls: &mpsc::Receiver<String>) -> Result<String> {
    let started = Instant::now();
    loop {
        match urls.recv_timeout(Duration::from_millis(50)) {
            Ok(url) => return Ok(url),
            Err(RecvTimeoutError::Disconnected) => bail!("the sandbox ended before it listened"),
            Err(RecvTimeoutError::Timeout) if stopped() => bail!("stopped"),
            Err(RecvTimeoutError::Timeout) if started.elapsed() > PATIENCE => {
                bail!("the sandbox does not say where it listens")
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

/// Copies the sandbox's output into the log and reports the address; reads on to the end, so that it never blocks.
fn follow(lines: impl BufRead, mut copy: impl Write, urls: &Sender<String>) {
    for line in lines.lines().map_while(Result::ok) {
        if let Some((_, url)) = line.split_once(GREETING) {
            // Only the first one is waited for.
            let _ = urls.send(url.trim().to_owned());
        }
        let _ = writeln!(copy, "{line}");
    }
}
