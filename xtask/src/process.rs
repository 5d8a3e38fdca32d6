//! Runs other programs, with their output in a log. Ctrl-C on a terminal ends them together with this one.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

/// How often the last line of a running program is shown.
const SILENCE: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_millis(20);
const TAIL: usize = 60;
const HEADLINE: usize = 100;

/// Whether this is CI, which can install everything, so that nothing may be missing.
pub(crate) fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

/// A program about to be run.
pub(crate) struct Run {
    command: Command,
    name: String,
}

/// A program that has ended.
pub(crate) struct Finished {
    status: ExitStatus,
    name: String,
    log: PathBuf,
    /// Standard output and error, or error alone after [`Run::answer`].
    pub(crate) text: String,
    /// Standard output alone; empty unless [`Run::answer`] ran it.
    pub(crate) answer: String,
}

impl Run {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref();
        let mut command = Command::new(program);
        command.env("CARGO_TERM_COLOR", "never").env("NO_COLOR", "1").env_remove("FORCE_COLOR").stdin(Stdio::null());
        // Nothing is compiled again after a change there, and the state for it takes gigabytes.
        command.envs(in_ci().then_some(("CARGO_INCREMENTAL", "0")));
        let name = Path::new(program).file_stem().unwrap_or(program).to_string_lossy().into_owned();
        Self { command, name }
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        for arg in args {
            self.name.push(' ');
            self.name.push_str(&arg.as_ref().to_string_lossy());
            self.command.arg(arg);
        }
        self
    }

    pub(crate) fn dir(mut self, dir: impl AsRef<Path>) -> Self {
        self.command.current_dir(dir);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn without_env(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Runs it on this terminal, in colour; a failure is an error.
    pub(crate) fn shown(mut self) -> Result<()> {
        self.command.env_remove("NO_COLOR").env_remove("CARGO_TERM_COLOR");
        let status = self.command.status().with_context(|| format!("cannot start {}", self.name))?;
        if status.success() { Ok(()) } else { bail!("{}: {status}", self.name) }
    }

    /// Runs it with all output in the log.
    pub(crate) fn logged(mut self, log: &Path) -> Result<Finished> {
        let file = create(log)?;
        self.command.stdout(file.try_clone()?).stderr(file);
        self.finish(log, None)
    }

    /// Runs it with its standard output as the answer and only standard error in the log.
    pub(crate) fn answer(mut self, log: &Path) -> Result<Finished> {
        let answer = log.with_extension("out");
        self.command.stdout(create(&answer)?).stderr(create(log)?);
        self.finish(log, Some(&answer))
    }

    /// Starts it and gives it to the caller, who must end it.
    pub(crate) fn start(mut self, stdout: File, log: &Path) -> Result<Child> {
        self.command.stdout(stdout).stderr(create(log)?);
        self.command.spawn().with_context(|| format!("cannot start {}", self.name))
    }

    fn finish(mut self, log: &Path, answer: Option<&Path>) -> Result<Finished> {
        let mut child = self.command.spawn().with_context(|| format!("cannot start {}", self.name))?;
        let mut heard = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if heard.elapsed() > SILENCE {
                heard = Instant::now();
                let line = read(log).ok().and_then(|text| last_line(&text)).unwrap_or_default();
                eprintln!("{:>9}  {}: {line}", "still", headline(&self.name));
            }
            thread::sleep(PAUSE);
        };
        let answer = answer.map(read).transpose()?.unwrap_or_default();
        Ok(Finished { status, name: self.name, text: read(log)?, answer, log: log.to_path_buf() })
    }
}

impl Finished {
    pub(crate) fn ok(&self) -> bool {
        self.status.success()
    }

    /// Returns itself, or an error with the end of the log.
    pub(crate) fn successful(self) -> Result<Self> {
        if self.ok() {
            return Ok(self);
        }
        let lines: Vec<&str> = self.text.trim_end().lines().chain(self.answer.trim_end().lines()).collect();
        let tail = lines.get(lines.len().saturating_sub(TAIL)..).unwrap_or_default().join("\n");
        bail!("{}: {}\n{tail}\n(log: {})", self.name, self.status, self.log.display())
    }
}

/// The beginning of a text, short enough for a table.
pub(crate) fn headline(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(HEADLINE).collect()
}

fn last_line(text: &str) -> Option<String> {
    text.lines().rev().find(|line| !line.trim().is_empty()).map(|line| headline(line.trim()))
}

fn create(file: &Path) -> Result<File> {
    fs::create_dir_all(file.parent().context("a log has a folder")?)?;
    File::create(file).with_context(|| format!("cannot write {}", file.display()))
}

fn read(file: &Path) -> Result<String> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
