//! Runs suites, also after a failure, two at once, and reports the results.

use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::process::{headline, in_ci};
use crate::project::Project;
use crate::tools::{self, Missing};

/// Suites to run, or to list.
#[derive(clap::Args, Default)]
pub(crate) struct Chosen {
    words: Vec<String>,
    /// List their names
    #[arg(long)]
    list: bool,
}

/// A named list of steps.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    /// Tools and projects of the steps, installed or built first.
    pub(crate) needs: &'static [fn(&Project) -> Result<()>],
    pub(crate) steps: &'static [Step],
    /// Steps instead of these in a full run.
    pub(crate) full: &'static [Step],
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Command in a folder: words with spaces between them, after settings of the environment such as `NAME=value`.
    Run(&'static str, &'static str),
    /// The same for a control: a command that must fail.
    Refused(&'static str, &'static str),
    Do(fn(&Project) -> Result<()>),
}

enum Verdict {
    Passed,
    Failed(String),
    /// A tool is missing; the remedy.
    NotRun(String),
}

struct Line {
    name: &'static str,
    verdict: Verdict,
    time: Duration,
}

/// Suites that share a build or a folder, and run one after the other.
pub(crate) type Column = &'static [Suite];

/// Runs the suites of which a word is in the name: two columns at once, and then the last ones.
pub(crate) fn run(
    project: &Project,
    columns: [Column; 2],
    last: Column,
    chosen: &Chosen,
    full: bool,
) -> Result<ExitCode> {
    let Chosen { words, list } = chosen;
    let steps = |suite: &Suite| if full && !suite.full.is_empty() { suite.full } else { suite.steps };
    let is_named = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    let is_chosen = |suite: &&'static Suite| is_named(suite.name) && !steps(suite).is_empty();
    let names =
        columns.iter().chain([&last]).flat_map(|suites| suites.iter().filter(is_chosen)).map(|suite| suite.name);
    let names: Vec<&str> = names.collect();
    ensure!(!names.is_empty(), "no suite has such a name; see --list");
    if *list {
        println!("{}", names.join("\n"));
        return Ok(ExitCode::SUCCESS);
    }
    let started = Instant::now();
    let lines = Mutex::new(Vec::new());
    let work_off = |suites: Column| {
        for suite in suites.iter().filter(is_chosen) {
            let line = run_one(project, suite, steps(suite));
            lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        }
    };
    let work_off = &work_off;
    thread::scope(|scope| columns.into_iter().for_each(|suites| drop(scope.spawn(move || work_off(suites)))));
    work_off(last);
    Ok(conclude(&lines.into_inner().unwrap_or_else(PoisonError::into_inner), started.elapsed()))
}

fn run_one(project: &Project, suite: &Suite, steps: &[Step]) -> Line {
    let started = Instant::now();
    project.progress.say(&format!("{:>9}  {}", "begin", suite.name));
    let needed = suite.needs.iter().try_for_each(|need| need(project));
    let outcome =
        needed.and_then(|()| steps.iter().enumerate().try_for_each(|(at, step)| step.run(project, suite.name, at)));
    let verdict = match outcome {
        Ok(()) => Verdict::Passed,
        // In CI everything can be installed, so that nothing may be missing.
        Err(error) if error.is::<Missing>() && !in_ci() => Verdict::NotRun(format!("{error:#}")),
        Err(error) => Verdict::Failed(format!("{error:#}")),
    };
    let line = Line { name: suite.name, verdict, time: started.elapsed() };
    let complaint = match &line.verdict {
        Verdict::Failed(complaint) => format!("---- {} ----\n{complaint}\n----\n", line.name),
        _ => String::new(),
    };
    project.progress.say(&format!("{complaint}{:>9}  {}  {:.0} s", line.word(), line.name, line.time.as_secs_f64()));
    line
}

impl Step {
    fn run(self, project: &Project, suite: &str, at: usize) -> Result<()> {
        match self {
            Step::Do(work) => work(project),
            Step::Run(folder, command) => {
                let log = project.log(format!("{}-{at}", suite.replace(' ', "-")));
                tools::command(project, command)?.dir(project.path(folder)).logged(log).map(drop)
            }
            Step::Refused(folder, command) => {
                let is_refused = Step::Run(folder, command).run(project, suite, at).is_err();
                ensure!(is_refused, "the control: {command} finds nothing");
                Ok(())
            }
        }
    }
}

impl Line {
    fn word(&self) -> &'static str {
        match self.verdict {
            Verdict::Passed => "passed",
            Verdict::Failed(_) => "FAILED",
            Verdict::NotRun(_) => "not run",
        }
    }
}

/// The table, and the line that CI reads.
fn conclude(lines: &[Line], time: Duration) -> ExitCode {
    let width = lines.iter().map(|line| line.name.len()).max().unwrap_or_default();
    println!("\n{:width$}  result   seconds", "suite");
    for line in lines {
        let note = match &line.verdict {
            Verdict::Passed => String::new(),
            Verdict::Failed(note) | Verdict::NotRun(note) => format!("  {}", headline(note)),
        };
        println!("{:width$}  {:7}  {:7.1}{note}", line.name, line.word(), line.time.as_secs_f64());
    }
    println!("{:.0} s in all", time.as_secs_f64());
    let count = |wanted: fn(&Verdict) -> bool| lines.iter().filter(|line| wanted(&line.verdict)).count();
    let (passed, failed) = (count(|it| matches!(it, Verdict::Passed)), count(|it| matches!(it, Verdict::Failed(_))));
    println!("{passed} passed, {failed} failed");
    if passed > 0 && failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
