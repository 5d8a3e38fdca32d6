//! Runs suites, also after a failure, two at once, and reports the results.

use std::collections::VecDeque;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};

use crate::missing::{Missing, OutOfReach};
use crate::npm;
use crate::process::{headline, in_ci};
use crate::project::Project;
use crate::tools;

/// Suites to run, or to list.
#[derive(clap::Args, Default)]
pub(crate) struct Chosen {
    words: Vec<String>,
    /// List their names
    #[arg(long)]
    list: bool,
}

impl Chosen {
    pub(crate) fn includes(&self, name: &str) -> bool {
        !self.list && self.names(name)
    }

    fn names(&self, suite: &str) -> bool {
        self.words.is_empty() || self.words.iter().any(|word| suite.contains(word.as_str()))
    }
}

/// A named list of steps.
pub(crate) struct Suite {
    pub(crate) name: &'static str,
    /// Steps that install what the others need.
    needs: &'static [Step],
    steps: &'static [Step],
    /// Steps instead of these in a full run.
    full: &'static [Step],
}

pub(crate) const fn suite(name: &'static str, steps: &'static [Step]) -> Suite {
    Suite { name, needs: &[], steps, full: steps }
}

impl Suite {
    pub(crate) const fn needs(self, needs: &'static [Step]) -> Self {
        Self { needs, ..self }
    }

    pub(crate) const fn full(self, full: &'static [Step]) -> Self {
        Self { full, ..self }
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// Command in a folder: words with spaces between them, after settings of the environment such as `NAME=value`.
    /// In an npm project, its dependencies and the package are installed first.
    Run(&'static str, &'static str),
    /// The same for a control: a command that must fail.
    Refused(&'static str, &'static str),
    /// Program from PyPI or npm, of a version.
    Pypi(&'static str, &'static str),
    Npm(&'static str, &'static str),
    Do(fn(&Project) -> Result<()>),
}

/// A row of the table.
struct Line {
    name: &'static str,
    result: &'static str,
    note: String,
    seconds: f64,
}

const PASSED: &str = "passed";
const FAILED: &str = "FAILED";

/// A list of suites in the order in which they run.
pub(crate) type Column = &'static [Suite];

/// Runs the suites of which a word is in the name: those of the first columns from their beginning, and at once those
/// of the second ones. A thread that is done goes on with the last suite of the other.
pub(crate) fn run(
    project: &Project,
    columns: [&[Column]; 2],
    last: Column,
    chosen: &Chosen,
    full: bool,
) -> Result<ExitCode> {
    let steps = |suite: &Suite| if full { suite.full } else { suite.steps };
    let is_chosen = |suite: &&'static Suite| chosen.names(suite.name) && !steps(suite).is_empty();
    let [first, second] =
        columns.map(|columns| columns.iter().copied().flatten().filter(is_chosen).collect::<Vec<_>>());
    let last: Vec<_> = last.iter().filter(is_chosen).collect();
    let names: Vec<_> = [&first, &second, &last].into_iter().flatten().map(|suite| suite.name).collect();
    ensure!(!names.is_empty(), "no suite has such a name; see --list");
    if chosen.list {
        println!("{}", names.join("\n"));
        return Ok(ExitCode::SUCCESS);
    }
    let started = Instant::now();
    let folders = second.iter().chain(&first).flat_map(|suite| steps(suite));
    let folders: Vec<_> = folders.filter_map(|step| step.npm_project(project)).collect();
    let queue = Mutex::new(first.into_iter().chain(second.into_iter().rev()).collect::<VecDeque<_>>());
    let lines = Mutex::new(Vec::new());
    let next = |from_front: bool| {
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        if from_front { queue.pop_front() } else { queue.pop_back() }
    };
    let work_off = |from_front: bool| {
        while let Some(suite) = next(from_front) {
            let line = run_one(project, suite, steps(suite));
            lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        }
    };
    thread::scope(|scope| {
        // Downloads leave the processors idle. A failure is that of the suite which needs them.
        scope.spawn(|| folders.iter().for_each(|folder| drop(npm::install(project, folder))));
        scope.spawn(|| work_off(true));
        work_off(false);
    });
    let mut lines = lines.into_inner().unwrap_or_else(PoisonError::into_inner);
    lines.extend(last.into_iter().map(|suite| run_one(project, suite, steps(suite))));
    Ok(conclude(&lines, started.elapsed()))
}

fn run_one(project: &Project, suite: &Suite, steps: &[Step]) -> Line {
    let (name, started) = (suite.name, Instant::now());
    project.progress.say(&format!("{:>9}  {name}", "begin"));
    let mut all = suite.needs.iter().chain(steps).enumerate();
    let (result, note) = match all.try_for_each(|(at, step)| step.run(project, name, at)) {
        Ok(()) => (PASSED, String::new()),
        Err(error) if error.is::<OutOfReach>() => ("not run", format!("{error:#}")),
        // In CI everything else can be installed, so that nothing may be missing.
        Err(error) if error.is::<Missing>() && !in_ci() => ("not run", format!("{error:#}")),
        Err(error) => (FAILED, format!("{error:#}")),
    };
    if result == FAILED {
        project.progress.say(&format!("---- {name} ----\n{note}\n----"));
    }
    let seconds = started.elapsed().as_secs_f64();
    project.progress.say(&format!("{result:>9}  {name}  {seconds:.0} s"));
    Line { name, result, note, seconds }
}

impl Step {
    /// The npm project in whose folder a command runs.
    fn npm_project(self, project: &Project) -> Option<&'static str> {
        let Step::Run(folder, _) = self else { return None };
        project.path(folder).join("package.json").is_file().then_some(folder)
    }

    fn run(self, project: &Project, suite: &str, at: usize) -> Result<()> {
        match self {
            Step::Do(work) => work(project),
            Step::Pypi(package, version) => tools::pypi(project, package, version),
            Step::Npm(package, version) => tools::npm_tool(project, package, version).map(drop),
            Step::Run(folder, command) => {
                let dir = project.path(folder);
                if let Some(npm_project) = self.npm_project(project) {
                    npm::install(project, npm_project)?;
                }
                let log = project.log(format!("{}-{at}", suite.replace(' ', "-")));
                tools::command(project, command)?.dir(dir).logged(log).map(drop)
            }
            Step::Refused(folder, command) => {
                let is_refused = Step::Run(folder, command).run(project, suite, at).is_err();
                ensure!(is_refused, "the control: {command} finds nothing");
                Ok(())
            }
        }
    }
}

/// The table, and the line that CI reads.
fn conclude(lines: &[Line], time: Duration) -> ExitCode {
    let width = lines.iter().map(|line| line.name.len()).max().unwrap_or_default();
    println!("\n{:width$}  result   seconds", "suite");
    for Line { name, result, note, seconds } in lines {
        println!("{}", format!("{name:width$}  {result:7}  {seconds:7.1}  {}", headline(note)).trim_end());
    }
    println!("{:.0} s in all", time.as_secs_f64());
    let [passed, failed] = [PASSED, FAILED].map(|word| lines.iter().filter(|line| line.result == word).count());
    println!("{passed} passed, {failed} failed");
    if passed > 0 && failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
