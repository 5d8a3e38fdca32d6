//! Output for the developer: a line for each step, and tables.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

const HEADLINE: usize = 80;
/// How often a log reports a running step.
const SILENCE: Duration = Duration::from_secs(60);

/// The running steps.
static CURRENT: Mutex<Vec<Step>> = Mutex::new(Vec::new());

struct Step {
    name: String,
    thread: ThreadId,
    bar: ProgressBar,
    heard_of: Instant,
}

/// Shows the last line of a program after the name of the step that this thread runs.
pub fn is_at(line: &str) {
    let Ok(mut current) = CURRENT.lock() else { return };
    current.retain(|step| !step.bar.is_finished());
    let Some(step) = current.iter_mut().rfind(|step| step.thread == thread::current().id()) else { return };
    let short: String = line.trim().chars().take(HEADLINE).collect();
    if !step.bar.is_hidden() {
        step.bar.set_message(format!("{}: {short}", step.name));
    } else if step.heard_of.elapsed() > SILENCE {
        step.heard_of = Instant::now();
        eprintln!("{:>9}  {}: {short}", "still", step.name);
    }
}

/// Shows steps: a spinner on a terminal, plain lines in a log.
pub struct Progress {
    bars: MultiProgress,
    terminal: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self { bars: MultiProgress::new(), terminal: std::io::stderr().is_terminal() }
    }
}

impl Progress {
    /// Runs a named step and reports its result.
    pub fn step<T, E>(&self, name: &str, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let started = Instant::now();
        let bar = self.begin(name);
        let outcome = work();
        bar.finish_and_clear();
        let mark = if outcome.is_ok() { "done" } else { "FAILED" };
        self.say(&format!("{mark:>9}  {name}  {}", seconds(started.elapsed())));
        outcome
    }

    /// Starts a spinner, which turns until it is finished.
    pub fn begin(&self, name: &str) -> ProgressBar {
        let bar = if self.terminal { self.bars.add(ProgressBar::new_spinner()) } else { ProgressBar::hidden() };
        if let Ok(mut current) = CURRENT.lock() {
            let (name, thread) = (name.to_owned(), thread::current().id());
            current.push(Step { name, thread, bar: bar.clone(), heard_of: Instant::now() });
        }
        if !self.terminal {
            self.say(&format!("{:>9}  {name}", "begin"));
            return bar;
        }
        if let Ok(style) = ProgressStyle::with_template("{spinner:>9}  {msg}  {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(100));
        bar
    }

    /// Asks on the terminal; without one, the answer is no.
    pub fn ask(&self, question: &str) -> bool {
        if !self.terminal || !std::io::stdin().is_terminal() {
            return false;
        }
        self.bars.suspend(|| {
            eprint!("{question} [y/N] ");
            let mut answer = String::new();
            let read = std::io::stdin().read_line(&mut answer);
            read.is_ok() && matches!(answer.trim(), "y" | "Y" | "yes")
        })
    }

    /// A line above the spinners.
    pub fn say(&self, line: &str) {
        self.bars.suspend(|| eprintln!("{line}"));
    }
}

/// A table of texts; the columns named in `right` are numbers.
pub fn table(heads: &[&str], right: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_preset(UTF8_FULL_CONDENSED).set_header(heads);
    for row in rows {
        table.add_row(row);
    }
    for column in right {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table.to_string()
}

/// The beginning of a text, short enough for a table.
pub fn headline(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= HEADLINE {
        return line.to_owned();
    }
    line.chars().take(HEADLINE).chain(['…']).collect()
}

pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
