//! Benchmarks of `tests/bench`: of the packed npm package, and of the packages of other languages.

use std::path::PathBuf;

use anyhow::{Result, anyhow};

use crate::project::Project;
use crate::{kotlin, maven, npm, swift, tools};

const BENCH: &str = "tests/bench/js";
/// Versions of Node that are measured.
const NODES: [&str; 4] = ["20.20.2", "22.23.3", "24.21.0", "25.9.0"];
/// The release line that `--quick` measures.
const COUNTS: &str = "24";

/// The benchmark of the npm package, or of the package that the first argument names.
pub(crate) fn race(project: &Project, args: &[String]) -> Result<()> {
    match args.split_first() {
        Some((package, args)) if package == "--kotlin" => kotlin(project, args),
        Some((package, args)) if package == "--swift" => swift(project, args),
        _ => javascript(project, args),
    }
}

/// Starts the benchmark, which measures each Node, or those of the release lines that `--node 20` names.
fn javascript(project: &Project, args: &[String]) -> Result<()> {
    let (mut lines, mut rest) = (Vec::new(), Vec::new());
    let mut left = args.iter();
    while let Some(arg) = left.next() {
        match arg.as_str() {
            "--node" => lines.extend(left.next()),
            _ => rest.push(arg.clone()),
        }
    }
    let counts = COUNTS.to_owned();
    if lines.is_empty() && rest.iter().any(|arg| arg == "--quick") {
        lines.push(&counts);
    }
    let is_chosen = |version: &&str| lines.is_empty() || lines.iter().any(|line| is_of_line(version, line));
    for version in NODES.into_iter().filter(is_chosen) {
        let program = tools::node_of_version(project, version)?.into_os_string().into_string();
        rest.extend(["--program".to_owned(), program.map_err(|name| anyhow!("{name:?} is no text"))?]);
    }
    run(project, "bench.mjs", &rest)
}

fn is_of_line(version: &str, line: &str) -> bool {
    version.split('.').next() == Some(line)
}

/// Runs a script of the npm benchmark on this terminal.
pub(crate) fn run(project: &Project, script: &str, args: &[String]) -> Result<()> {
    let dir = npm::install(project, BENCH)?;
    tools::node()?.args([script]).args(args).dir(dir).shown()
}

/// Writes the inputs that all languages share.
fn inputs(project: &Project) -> Result<PathBuf> {
    let inputs = project.target("bench/inputs.json");
    std::fs::create_dir_all(project.target("bench"))?;
    let script = project.path(BENCH).join("write-inputs.mjs");
    tools::node()?.args([&script, &inputs]).logged(&project.log("bench-inputs"))?.successful()?;
    Ok(inputs)
}

/// Compares the package with hand-written code, on this terminal.
fn kotlin(project: &Project, args: &[String]) -> Result<()> {
    kotlin::prepare(project)?;
    kotlin::PACKAGE.pack(project, "../tests/bench/kotlin")?;
    let inputs = inputs(project)?;
    kotlin::java(&maven::jar(project, "bench-kotlin")).args([inputs]).args(args).dir(project.path("")).shown()
}

/// Compares the package with hand-written code, on this terminal.
fn swift(project: &Project, args: &[String]) -> Result<()> {
    swift::ready(project)?;
    let program = swift::compile(project, "tests/bench/swift", "release")?.join("BenchSwift");
    let inputs = inputs(project)?;
    swift::enter(project, &project.path(""), &program.display().to_string())?.args([inputs]).args(args).shown()
}
