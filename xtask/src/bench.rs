//! The programs of `examples/bench`, on the packed npm package, and the same race in other languages.

use anyhow::Result;

use crate::project::Project;
use crate::{java, kotlin, npm, swift, tools};

const BENCH: &str = "examples/bench";

/// The benchmark of the npm package, or of the package that the first argument names.
pub fn race(project: &Project, args: &[String]) -> Result<()> {
    match args.split_first() {
        Some((package, args)) if package == "--kotlin" => kotlin::bench(project, args),
        Some((package, args)) if package == "--java" => java::bench(project, args),
        Some((package, args)) if package == "--swift" => swift::bench(project, args),
        _ => run(project, "bench.mjs", args),
    }
}

/// Runs one of them on this terminal with the arguments given.
pub fn run(project: &Project, script: &str, args: &[String]) -> Result<()> {
    let dir = npm::install(project, BENCH)?;
    tools::node()?.args([script]).args(args).dir(dir).shown()
}
