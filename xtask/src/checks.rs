//! The suites of the product, in the order of the table; each lane runs its own in this order.

use std::fs;

use anyhow::{Result, ensure};

use crate::counts::{self, Counts};
use crate::debian::CHROMIUM;
use crate::demo::{self, FaultPlan};
use crate::lanes::Lane;
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::suites::{Outcome, Suite};
use crate::{failures, files, generate, kotlin, npm, package, sandbox, side_by_side, swift, tools};

/// All suites.
pub fn all() -> Vec<Suite> {
    vec![
        Suite::new("format", Lane::Rust, format),
        Suite::new("clippy", Lane::Rust, clippy),
        Suite::new("rust", Lane::Rust, rust),
        Suite::new("generated sources", Lane::Rust, generated),
        Suite::new("vectors", Lane::Free, vectors),
        Suite::new("wasm-pack", Lane::Rust, |project| wasm_pack(project, "wasm")),
        Suite::new("wasm-pack fast path", Lane::Rust, |project| wasm_pack(project, "wasm/fast")),
        Suite::new("npm package", Lane::Npm, npm_package),
        Suite::new("npm tests", Lane::Npm, |project| with_sandbox(project, NPM_TESTS, "npm-tests")),
        Suite::new("npm types", Lane::Npm, |project| types(project, NPM_TESTS, "npm-types")),
        Suite::new("npm linters", Lane::Npm, npm_linters),
        Suite::new("merchant types", Lane::Npm, |project| types(project, MERCHANT, "merchant-types")),
        Suite::new("demo", Lane::Npm, |project| demo_run(project, FaultPlan::None)),
        Suite::new("demo with faults", Lane::Npm, |project| demo_run(project, FaultPlan::Injected)),
        Suite::new("demo on npx sandbox", Lane::Npm, |project| {
            demo::run_on_npx(project)?;
            Ok(Outcome::passed(String::new()))
        }),
        Suite::new("swift format", Lane::Swift, swift::format),
        Suite::new("swift", Lane::Swift, swift::tests),
        Suite::new("swift app", Lane::Swift, swift::app),
        Suite::new("kotlin", Lane::Jvm, |project| kotlin::PACKAGE.tests(project)),
        Suite::new("kotlin app", Lane::Jvm, kotlin::app),
        // They wait for much of their time.
        Suite::new("recipe types", Lane::Recipes, |project| types(project, RECIPES, "recipe-types")),
        Suite::new("recipes", Lane::Recipes, |project| with_sandbox(project, RECIPES, "recipes")),
        Suite::new("playground types", Lane::Playground, |project| types(project, PLAYGROUND, "playground-types")),
        Suite::new("playground", Lane::Playground, playground),
        // After all suites that run the vectors.
        Suite::new("vectors side by side", Lane::Alone, side_by_side::compare),
    ]
}

pub const NPM_TESTS: &str = "wasm/npm/test";
pub const MERCHANT: &str = "examples/node-merchant";
const RECIPES: &str = "examples/recipes";
const PLAYGROUND: &str = "examples/playground";

/// Crates that compile for minutes, and whose features would recompile the rest. `cargo xtask prove` lints them.
pub const TOOLS: [&str; 4] = ["billwire-proofs", "billwire-model", "billwire-bindgen", "billwire-wasm-tool"];

fn format(project: &Project) -> Result<Outcome> {
    single(cargo(project, &["fmt", "--all", "--check"]).logged(&project.log("format"))?)
}

fn clippy(project: &Project) -> Result<Outcome> {
    let run = cargo(project, &["clippy", "--workspace", "--all-targets", "--all-features"]);
    let run = run
        .args(TOOLS.iter().flat_map(|tool| ["--exclude", tool]))
        .args(["--", "-D", "warnings"])
        .logged(&project.log("clippy"))?;
    Ok(Outcome::of(Counts::one(run.ok()), &run, failures::compiler))
}

fn rust(project: &Project) -> Result<Outcome> {
    let run = cargo(project, &["test", "--no-fail-fast"]).args(tools::WORKSPACE);
    libtest(run.logged(&project.log("rust"))?)
}

fn generated(project: &Project) -> Result<Outcome> {
    let files = generate::check(project)?;
    Ok(Outcome::passed(format!("{files} files")))
}

/// The expected hashes come from Python's standard library; regenerating them must change nothing.
fn vectors(project: &Project) -> Result<Outcome> {
    let run = tools::python()?.args(["tests/oracle/generate.py", "--check"]).dir(project.path(""));
    single(run.logged(&project.log("vectors"))?)
}

fn wasm_pack(project: &Project, krate: &str) -> Result<Outcome> {
    let run = tools::wasm_pack(project)?.args(["test", "--mode", "no-install", "--node", krate]);
    libtest(run.dir(project.path("")).logged(&project.log(format!("{krate}-pack")))?)
}

fn npm_package(project: &Project) -> Result<Outcome> {
    Ok(Outcome::passed(package::tarball(project)?.display().to_string()))
}

/// The tests of a project that starts sandboxes of its own.
fn with_sandbox(project: &Project, folder: &str, log: &str) -> Result<Outcome> {
    let dir = npm::install(project, folder)?;
    let sandbox = sandbox::build(project)?;
    vitest(project, tools::npx()?.dir(dir).env("BILLWIRE_SANDBOX", sandbox), log)
}

/// The built page, in a real browser.
fn playground(project: &Project) -> Result<Outcome> {
    let dir = npm::install(project, PLAYGROUND)?;
    let chromium = CHROMIUM.provide(project)?;
    vitest(project, tools::npx()?.dir(dir).env("CHROMIUM", chromium), "playground")
}

pub fn vitest(project: &Project, npx: Run, log: &str) -> Result<Outcome> {
    let log = project.log(log);
    let report = log.with_extension("json");
    files::remove_file(&report)?;
    let run = npx
        .args(["vitest", "run", "--reporter=default", "--reporter=json"])
        .args([format!("--outputFile.json={}", report.display())])
        .logged(&log)?;
    match fs::read_to_string(&report) {
        Ok(text) => Ok(Outcome::of(counts::vitest(&text)?, &run, |_| failures::vitest(&text))),
        Err(_) => single(run),
    }
}

pub fn types(project: &Project, folder: &str, log: &str) -> Result<Outcome> {
    let dir = npm::install(project, folder)?;
    single(tools::npx()?.args(["tsc", "--noEmit"]).dir(dir).logged(&project.log(log))?)
}

/// Common faults of packages: in the manifest, and in the types as each runtime resolves them.
fn npm_linters(project: &Project) -> Result<Outcome> {
    let dir = npm::install(project, NPM_TESTS)?;
    let tarball = package::tarball(project)?;
    for (linter, args) in [("publint", ["run", "--strict"]), ("attw", ["--profile", "strict"])] {
        let run = tools::npx()?.args([linter]).args(args).args([&tarball]).dir(&dir).logged(&project.log(linter))?;
        ensure!(run.ok(), "{}", run.complaint());
    }
    Ok(Outcome::all_passed(2, "publint, attw".to_owned()))
}

fn demo_run(project: &Project, faults: FaultPlan) -> Result<Outcome> {
    demo::run_logged(project, faults)?;
    Ok(Outcome::passed(String::new()))
}

fn cargo(project: &Project, args: &[&str]) -> Run {
    tools::cargo().args(args).dir(project.path(""))
}

fn libtest(run: Finished) -> Result<Outcome> {
    Ok(Outcome::of(counts::libtest(&run.text), &run, failures::libtest))
}

/// A program that is one test: it passed if it ended well.
fn single(run: Finished) -> Result<Outcome> {
    Ok(Outcome::of(Counts::one(run.ok()), &run, |_| None))
}
