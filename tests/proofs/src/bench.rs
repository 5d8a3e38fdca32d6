//! Benchmarks of `tests/bench`: of the packed npm package, and of the packages of other languages.

use std::path::PathBuf;

use anyhow::Result;

use crate::project::Project;
use crate::{java, kotlin, maven, npm, swift, tools};

const BENCH: &str = "tests/bench/js";

/// The benchmark of the npm package, or of the package that the first argument names.
pub(crate) fn race(project: &Project, args: &[String]) -> Result<()> {
    match args.split_first() {
        Some((package, args)) if package == "--kotlin" => kotlin(project, args),
        Some((package, args)) if package == "--java" => java(project, args),
        Some((package, args)) if package == "--swift" => swift(project, args),
        _ => run(project, "bench.mjs", args),
    }
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
    kotlin::PACKAGE.pack(project, "../tests/bench/jvm/kotlin")?;
    let inputs = inputs(project)?;
    kotlin::java(&maven::jar(project, "bench-kotlin")).args([inputs]).args(args).dir(project.path("")).shown()
}

/// Compares the package with hand-written code, on this terminal.
fn java(project: &Project, args: &[String]) -> Result<()> {
    java::prepare(project)?;
    java::PACKAGE.pack(project, "../tests/bench/jvm/java")?;
    let inputs = inputs(project)?;
    java::tool("java")?
        .args(["--enable-native-access=ALL-UNNAMED", "-jar"])
        .args([maven::jar(project, "bench-java"), inputs])
        .args(args)
        .dir(project.path(""))
        .shown()
}

/// Compares the package with hand-written code, on this terminal.
fn swift(project: &Project, args: &[String]) -> Result<()> {
    swift::ready(project)?;
    let program = swift::compile(project, "tests/bench/swift", "release")?.join("BenchSwift");
    let inputs = inputs(project)?;
    swift::enter(project, &project.path(""), &program.display().to_string())?.args([inputs]).args(args).shown()
}
