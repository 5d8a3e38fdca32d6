//! Runs other programs: output into a log, a time limit, and nothing left running behind.
//!
//! Every child leads a process group of its own, so that a limit or Ctrl-C ends it together with what it started
//! (npm starts a shell, which starts node).

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use process_wrap::std::{ChildWrapper, CommandWrap};

use crate::report::is_at;

const LIMIT: Duration = Duration::from_secs(30 * 60);
const PAUSE: Duration = Duration::from_millis(15);
/// How often the output of a program is read.
const LOOK: Duration = Duration::from_secs(1);
const LAST_BYTES: u64 = 2048;
const TAIL_LINES: usize = 60;
#[cfg(unix)]
const INTERRUPT: i32 = 2;
#[cfg(unix)]
const GRACE: Duration = Duration::from_secs(3);

static STOPPED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C, SIGTERM and SIGHUP end the running child first, and then this program.
pub fn stop_on_signals() -> Result<()> {
    ctrlc::set_handler(|| STOPPED.store(true, Ordering::Relaxed)).context("no handler for Ctrl-C")
}

/// Whether this is CI, which can install everything, so that nothing may be missing.
pub fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

/// Whether this program was asked to stop.
pub fn stopped() -> bool {
    STOPPED.load(Ordering::Relaxed)
}

/// A program about to be run.
pub struct Run {
    command: Command,
    name: String,
    limit: Duration,
}

/// A program that ended within its limit.
pub struct Finished {
    status: ExitStatus,
    name: String,
    pub(crate) log: PathBuf,
    /// The log's text: standard output and error, or error alone after [`Run::answer`].
    pub text: String,
    /// Standard output alone; empty unless [`Run::answer`] ran it.
    pub answer: String,
}

impl Run {
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref();
        let mut command = Command::new(program);
        command.env("CARGO_TERM_COLOR", "never").env("NO_COLOR", "1").env_remove("FORCE_COLOR").stdin(Stdio::null());
        // Nothing is compiled again after a change there, and the state for it takes gigabytes.
        command.envs(in_ci().then_some(("CARGO_INCREMENTAL", "0")));
        let name = Path::new(program).file_stem().unwrap_or(program).to_string_lossy().into_owned();
        Self { command, name, limit: LIMIT }
    }

    pub fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        for arg in args {
            self.name.push(' ');
            self.name.push_str(&arg.as_ref().to_string_lossy());
            self.command.arg(arg);
        }
        self
    }

    /// Names it for reports; later arguments are appended.
    pub fn named(mut self, name: &str) -> Self {
        name.clone_into(&mut self.name);
        self
    }

    pub fn dir(mut self, dir: impl AsRef<Path>) -> Self {
        self.command.current_dir(dir);
        self
    }

    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub fn without_env(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Puts folders before everything else on PATH.
    pub fn first_on_path(self, dirs: &[PathBuf]) -> Result<Self> {
        let old = std::env::var_os("PATH").unwrap_or_default();
        let new = std::env::join_paths(dirs.iter().cloned().chain(std::env::split_paths(&old)))?;
        Ok(self.env("PATH", new))
    }

    /// Gives it a pipe as standard input, for the caller of [`Run::start`] to write to.
    pub fn piped(mut self) -> Self {
        self.command.stdin(Stdio::piped());
        self
    }

    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = limit;
        self
    }

    /// Runs it on this terminal, in colour; a failure is an error.
    pub fn shown(mut self) -> Result<()> {
        self.command.env_remove("NO_COLOR").env_remove("CARGO_TERM_COLOR");
        let name = self.name.clone();
        let status = self.wait(None)?;
        if !status.success() {
            bail!("{name}: {status}");
        }
        Ok(())
    }

    /// Runs it with all output in the log.
    pub fn logged(mut self, log: &Path) -> Result<Finished> {
        let file = create(log)?;
        self.command.stdout(file.try_clone()?).stderr(file);
        self.finish(log, None)
    }

    /// Runs it with its standard output as the answer and only standard error in the log.
    pub fn answer(mut self, log: &Path) -> Result<Finished> {
        let answer = log.with_extension("out");
        self.command.stdout(create(&answer)?).stderr(create(log)?);
        self.finish(log, Some(&answer))
    }

    /// Starts it and gives it to the caller, who must end it.
    pub fn start(mut self, stdout: Stdio, log: &Path) -> Result<Box<dyn ChildWrapper>> {
        self.command.stdout(stdout).stderr(create(log)?);
        spawn(self.command, &self.name)
    }

    fn finish(self, log: &Path, answer: Option<&Path>) -> Result<Finished> {
        let name = self.name.clone();
        let status = self.wait(Some(log)).with_context(|| format!("see {}", log.display()))?;
        let answer = answer.map(read).transpose()?.unwrap_or_default();
        Ok(Finished { status, name, text: read(log)?, answer, log: log.to_path_buf() })
    }

    fn wait(self, log: Option<&Path>) -> Result<ExitStatus> {
        let started = Instant::now();
        let mut seen = started;
        let mut child = spawn(self.command, &self.name)?;
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status);
            }
            if stopped() {
                end(child.as_mut())?;
                bail!("stopped");
            }
            if started.elapsed() > self.limit {
                end(child.as_mut())?;
                bail!("{} was ended after {} seconds", self.name, self.limit.as_secs());
            }
            if let (Some(log), true) = (log, seen.elapsed() > LOOK) {
                seen = Instant::now();
                last_line(log).iter().for_each(|line| is_at(line));
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Finished {
    pub fn ok(&self) -> bool {
        self.status.success()
    }

    /// Returns itself, or an error with the end of the log.
    pub fn successful(self) -> Result<Self> {
        if self.ok() {
            return Ok(self);
        }
        bail!("{}", self.complaint())
    }

    /// Name of the failed program, and the end of its output.
    pub fn complaint(&self) -> String {
        format!("{}: {}\n{}\n(log: {})", self.name, self.status, tail(&self.text), self.log.display())
    }
}

fn spawn(command: Command, name: &str) -> Result<Box<dyn ChildWrapper>> {
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(process_wrap::std::ProcessGroup::leader());
    #[cfg(windows)]
    command.wrap(process_wrap::std::JobObject);
    command.spawn().with_context(|| format!("cannot start {name}"))
}

/// Interrupts it before it kills it: the program may have started others outside its group.
fn end(child: &mut dyn ChildWrapper) -> Result<()> {
    #[cfg(unix)]
    {
        let asked = Instant::now();
        child.signal(INTERRUPT)?;
        while asked.elapsed() < GRACE && child.try_wait()?.is_none() {
            thread::sleep(PAUSE);
        }
    }
    match child.kill() {
        // Its group has ended.
        Err(_) if child.try_wait()?.is_some() => Ok(()),
        killed => Ok(killed?),
    }
}

fn create(file: &Path) -> Result<File> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    File::create(file).with_context(|| format!("cannot write {}", file.display()))
}

fn read(file: &Path) -> Result<String> {
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Last line of a program's output.
fn last_line(log: &Path) -> Option<String> {
    let mut file = File::open(log).ok()?;
    let length = file.metadata().ok()?.len();
    file.seek(SeekFrom::Start(length.saturating_sub(LAST_BYTES))).ok()?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).ok()?;
    let text = String::from_utf8_lossy(&bytes);
    text.lines().rev().find(|line| !line.trim().is_empty()).map(str::to_owned)
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let left_out = lines.len().saturating_sub(TAIL_LINES);
    lines.into_iter().skip(left_out).collect::<Vec<_>>().join("\n")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn interrupts_a_program_before_it_kills() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let script = "trap 'echo tidied; exit' INT; while :; do sleep 0.05; done";
        let run = Run::new("sh").args(["-c", script]).limit(Duration::from_secs(2)).logged(&log);
        assert!(run.is_err_and(|error| format!("{error:#}").contains("was ended after")));
        assert_eq!(fs::read_to_string(&log).unwrap(), "tidied\n");
    }

    #[test]
    fn kills_a_program_that_ignores_the_interrupt() {
        let folder = tempfile::tempdir().unwrap();
        let script = "trap '' INT; while :; do sleep 0.05; done";
        let deaf = Run::new("sh").args(["-c", script]).limit(Duration::from_millis(100));
        let run = deaf.logged(&folder.path().join("log"));
        assert!(run.is_err_and(|error| format!("{error:#}").contains("was ended after")));
    }
}
