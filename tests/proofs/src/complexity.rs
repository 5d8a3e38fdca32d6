//! Reading takes instructions and memory in proportion to the size of any input. Callgrind counts the instructions, which are
//! the same in every run. The program in `tests/proofs/complexity` counts the bytes itself.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use crate::debian::VALGRIND;
use crate::files;
use crate::process::Run;
use crate::project::Project;
use crate::proof::{Lane, Proof, Proven, no_arguments};
use crate::report::table;
use crate::tools;

pub(crate) const PROOF: Proof = Proof {
    name: "complexity",
    lane: Lane::Rust,
    promise: "reading a webhook, an answer, a draft or a query takes instructions and memory in proportion to its size",
    quick: &[],
    full: &[],
    builds: &[],
    prove,
};
const PROGRAM: &str = "billwire-complexity";
/// The function in which that program does nothing but read.
const COUNTED: &str = "billwire_complexity::counted_work";
/// How far above a straight line through the two smallest sizes the instructions may lie.
const MOST_ABOVE_THE_LINE: f64 = 1.2;
/// Bytes that may be held at once, for each byte that is read.
const MOST_MEMORY: f64 = 16.0;
/// Two points for a line, and one to compare with it.
const FEWEST_SIZES: usize = 3;

/// One reader at one family of inputs, from the smallest size to the largest.
struct Series {
    reader: String,
    family: String,
    control: bool,
    points: Vec<Point>,
}

struct Point {
    bytes: f64,
    instructions: f64,
    memory: f64,
}

/// Counts, and prints every series.
fn prove(project: &Project, args: &[&str]) -> Result<Proven> {
    no_arguments(args)?;
    let all = measured(project)?;
    println!("{}", table(&["reader", "input", "instructions a byte", "of the line", "memory"], &[2, 3, 4], rows(&all)));
    let (figure, control) = judged(&all)?;
    Ok(Proven { tests: all.len() as u64, figure, control })
}

/// The figures, if every reader keeps the promise and both controls break it.
fn judged(all: &[Series]) -> Result<(String, String)> {
    let (controls, readers): (Vec<_>, Vec<_>) = all.iter().partition(|series| series.control);
    for series in &readers {
        ensure!(series.is_straight(), "{}: {:.2} times the straight line", series.name(), series.of_the_line());
        ensure!(series.is_small(), "{}: {:.1} times as much memory as input", series.name(), series.memory());
    }
    let crooked = controls.iter().find(|series| !series.is_straight()).context("no quadratic reader is found")?;
    let large = controls.iter().find(|series| !series.is_small()).context("no reader that keeps too much is found")?;
    let most = |of: fn(&Series) -> f64| readers.iter().map(|series| of(series)).fold(0.0, f64::max);
    let figure = format!(
        "{} readers and families, at most {:.2} times a straight line and {:.1} times the input's bytes",
        readers.len(),
        most(Series::of_the_line),
        most(Series::memory)
    );
    let control = format!(
        "one that {} lies at {:.1} times the line, one that {} takes {:.0} times the bytes",
        crooked.reader,
        crooked.of_the_line(),
        large.reader,
        large.memory()
    );
    Ok((figure, control))
}

impl Series {
    fn name(&self) -> String {
        format!("{} of {}", self.reader, self.family)
    }

    /// Largest factor of a point above the line through the first two.
    fn of_the_line(&self) -> f64 {
        let [first, second, ..] = self.points.as_slice() else { return f64::INFINITY };
        let slope = (second.instructions - first.instructions) / (second.bytes - first.bytes);
        let line = |point: &Point| first.instructions + slope * (point.bytes - first.bytes);
        self.points.iter().map(|point| point.instructions / line(point)).fold(0.0, f64::max)
    }

    fn is_straight(&self) -> bool {
        self.of_the_line() <= MOST_ABOVE_THE_LINE
    }

    fn memory(&self) -> f64 {
        self.points.iter().map(|point| point.memory / point.bytes).fold(0.0, f64::max)
    }

    fn is_small(&self) -> bool {
        self.memory() <= MOST_MEMORY
    }
}

fn rows(all: &[Series]) -> Vec<Vec<String>> {
    let row = |series: &Series| {
        let per_byte = series.points.last().map_or(0.0, |point| point.instructions / point.bytes);
        let [per_byte, of_the_line, memory] = [(per_byte, 1), (series.of_the_line(), 3), (series.memory(), 1)]
            .map(|(value, places)| format!("{value:.places$}"));
        vec![series.reader.clone(), series.family.clone(), per_byte, of_the_line, memory]
    };
    all.iter().map(row).collect()
}

/// Runs all pieces of work under callgrind, which writes the instructions of each to a file.
fn measured(project: &Project) -> Result<Vec<Series>> {
    let valgrind = VALGRIND.provide(project)?;
    let program = tools::program(project, PROGRAM, "release")?;
    let folder = project.target("complexity");
    files::remove(&folder)?;
    fs::create_dir_all(&folder)?;
    let counts = folder.join("counts");
    let run = project.progress.step("count instructions and bytes", || {
        Run::new(valgrind)
            .args(["--tool=callgrind", &format!("--toggle-collect={COUNTED}"), &format!("--dump-after={COUNTED}")])
            .args([format!("--callgrind-out-file={}", counts.display())])
            .args([&program])
            .answer(&project.log("complexity"))?
            .successful()
    })?;
    let works = run.answer.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    series(&works, |index| instructions(&counts.with_extension((index + 1).to_string())))
}

/// Pieces of work follow one another by reader, family and size.
fn series(works: &[Value], instructions: impl Fn(usize) -> Result<f64>) -> Result<Vec<Series>> {
    let mut all: Vec<Series> = Vec::new();
    for (index, work) in works.iter().enumerate() {
        let text = |name: &str| Ok::<_, anyhow::Error>(work[name].as_str().context("no name")?.to_owned());
        let number = |name: &str| work[name].as_f64().context("no number");
        let (reader, family) = (text("reader")?, text("family")?);
        let point = Point { bytes: number("bytes")?, instructions: instructions(index)?, memory: number("memory")? };
        match all.last_mut().filter(|series| series.reader == reader && series.family == family) {
            Some(series) => series.points.push(point),
            None => all.push(Series { reader, family, control: work["control"] == true, points: vec![point] }),
        }
    }
    ensure!(!all.is_empty(), "nothing was read");
    ensure!(all.iter().all(|series| series.points.len() >= FEWEST_SIZES), "there are too few sizes");
    Ok(all)
}

/// Instructions that callgrind counted in one piece of work.
fn instructions(file: &Path) -> Result<f64> {
    let text = fs::read_to_string(file).with_context(|| format!("no counts in {}", file.display()))?;
    let total = text.lines().find_map(|line| line.strip_prefix("totals: ")).context("callgrind gives no total")?;
    let total: f64 = total.trim().parse()?;
    ensure!(total > 0.0, "callgrind has counted nothing in {}", file.display());
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(reader: &str, control: bool, instructions: fn(f64) -> f64, memory: f64) -> Vec<(Value, f64)> {
        let work = |bytes: f64| {
            let work = json!({ "reader": reader, "family": "deep", "control": control, "bytes": bytes,
                               "memory": memory * bytes });
            (work, instructions(bytes))
        };
        [1000.0, 2000.0, 4000.0].map(work).into()
    }

    fn judge(works: Vec<(Value, f64)>) -> Result<(String, String)> {
        let (works, counts): (Vec<_>, Vec<_>) = works.into_iter().unzip();
        judged(&series(&works, |index| Ok(counts[index]))?)
    }

    #[test]
    fn finds_growth_faster_than_the_input() {
        let controls = || [of("quadratic", true, |n| n * n, 1.0), of("hoarding", true, |n| n, 17.0)].concat();
        let with = |reader| judge([reader, controls()].concat());
        assert!(with(of("fair", false, |n| 500.0 + 7.0 * n, 15.9)).is_ok());
        assert!(with(of("sorting", false, |n| n * n.log2(), 1.0)).is_ok());
        assert!(with(of("crooked", false, |n| n.powf(1.5), 1.0)).is_err());
        assert!(with(of("large", false, |n| n, 16.1)).is_err());
    }

    #[test]
    fn controls_that_keep_the_promise_show_nothing() {
        let fair = || of("fair", false, |n| n, 1.0);
        assert!(judge([fair(), of("quadratic", true, |n| n, 17.0)].concat()).is_err());
        assert!(judge([fair(), of("hoarding", true, |n| n * n, 1.0)].concat()).is_err());
        assert!(judge(Vec::new()).is_err());
    }
}
