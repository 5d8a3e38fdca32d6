//! Runs other programs, with their output in a log. Ctrl-C on a terminal ends them together with this one.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
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

impl Run {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let program = program.as_ref();
        let mut command = Command::new(program);
        command.env("CARGO_TERM_COLOR", "never").env("NO_COLOR", "1").env_remove("FORCE_COLOR").stdin(Stdio::null());
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

    /// Names another program and its settings as the last arguments: this one runs it.
    pub(crate) fn around(mut self, inner: &Run) -> Self {
        for (name, value) in inner.command.get_envs() {
            match value {
                Some(value) => self.command.env(name, value),
                None => self.command.env_remove(name),
            };
        }
        self.args([inner.command.get_program()]).args(inner.command.get_args())
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

    /// Runs it with all output in the log, and returns that; a failure is an error with its end.
    pub(crate) fn logged(mut self, log: impl AsRef<Path>) -> Result<String> {
        let log = log.as_ref();
        let file = create(log)?;
        self.command.stdout(file.try_clone()?).stderr(file);
        let mut child = self.command.spawn().with_context(|| format!("cannot start {}", self.name))?;
        let mut heard = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if heard.elapsed() > SILENCE {
                heard = Instant::now();
                let text = read(log).unwrap_or_default();
                let line = text.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
                eprintln!("{:>9}  {}: {}", "still", headline(&self.name), headline(line));
            }
            thread::sleep(PAUSE);
        };
        let text = read(log)?;
        if status.success() {
            return Ok(text);
        }
        let lines: Vec<&str> = text.trim_end().lines().collect();
        let tail = lines.get(lines.len().saturating_sub(TAIL)..).unwrap_or_default().join("\n");
        bail!("{}: {status}\n{tail}\n(log: {})", self.name, log.display())
    }
}

/// The beginning of a text, short enough for a table.
pub(crate) fn headline(text: &str) -> String {
    text.lines().next().unwrap_or_default().chars().take(HEADLINE).collect()
}

fn create(file: &Path) -> Result<File> {
    fs::create_dir_all(file.parent().context("a log has a folder")?)?;
    File::create(file).with_context(|| format!("cannot write {}", file.display()))
}

fn read(file: &Path) -> Result<String> {
    Ok(String::from_utf8_lossy(&fs::read(file)?).into_owned())
}
