//! The programs of `examples/bench`, on the packed npm package.

use anyhow::Result;

use crate::project::Project;
use crate::{npm, tools};

const BENCH: &str = "examples/bench";

/// Runs one of them on this terminal with the arguments given.
pub(crate) fn run(project: &Project, script: &str, args: &[String]) -> Result<()> {
    let dir = npm::install(project, BENCH)?;
    tools::node()?.args([script]).args(args).dir(dir).shown()
}
