//! What the developer sees while and after something runs: a line for each step, and tables.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{CellAlignment, Table};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

const HEADLINE: usize = 80;
/// Begins the line by which a command says what it has proven.
pub(crate) const PROOF: &str = "proof: ";

/// Shows steps: a spinner on a terminal, plain lines in a log.
pub(crate) struct Progress {
    bars: MultiProgress,
    terminal: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self { bars: MultiProgress::new(), terminal: std::io::stderr().is_terminal() }
    }

    /// Does some work under a name and says how it went.
    pub(crate) fn step<T, E>(&self, name: &str, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let started = Instant::now();
        let bar = self.begin(name);
        let outcome = work();
        bar.finish_and_clear();
        let mark = if outcome.is_ok() { "done" } else { "FAILED" };
        self.say(&format!("{mark:>9}  {name}  {}", seconds(started.elapsed())));
        outcome
    }

    /// Announces some work: the bar turns until it is finished.
    pub(crate) fn begin(&self, name: &str) -> ProgressBar {
        if !self.terminal {
            self.say(&format!("{:>9}  {name}", "begin"));
            return ProgressBar::hidden();
        }
        let bar = self.bars.add(ProgressBar::new_spinner());
        if let Ok(style) = ProgressStyle::with_template("{spinner:>9}  {msg}  {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(name.to_owned());
        bar.enable_steady_tick(Duration::from_millis(100));
        bar
    }

    /// A line above the spinners.
    pub(crate) fn say(&self, line: &str) {
        self.bars.suspend(|| eprintln!("{line}"));
    }
}

/// A table of texts; the columns named in `right` are numbers.
pub(crate) fn table(heads: &[&str], right: &[usize], rows: impl IntoIterator<Item = Vec<String>>) -> String {
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

/// The last line of a command that proves something: what it promises, the figure, and what the same check says when the
/// promise is broken on purpose.
pub(crate) fn proof(promise: &str, figure: &str, control: &str) {
    println!("{PROOF}{promise} | {figure} | {control}");
}

/// The beginning of a text, short enough for a table.
pub(crate) fn headline(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    if line.chars().count() <= HEADLINE {
        return line.to_owned();
    }
    line.chars().take(HEADLINE).chain(['…']).collect()
}

pub(crate) fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
