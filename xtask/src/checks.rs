//! The suites themselves, in the order in which they run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::counts::{self, Counts};
use crate::demo::{self, Weather};
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::suites::{Outcome, Suite};
use crate::{
    bounded, browser, constant_time, crashes, files, fuzz, generate, hosts, java, kotlin, machines, miri, mutants,
    needles, npm, package, receivers, reproducible, sandbox, sbom, side_by_side, supply, surface, swift, targets,
    tools,
};

pub(crate) const ALL: &[Suite] = &[
    Suite { name: "format", check: format },
    Suite { name: "clippy", check: clippy },
    Suite { name: "rust", check: rust },
    Suite { name: "needles", check: needles::suite },
    Suite { name: "bounded work", check: bounded::suite },
    Suite { name: "constant time", check: constant_time::suite },
    Suite { name: "mutants", check: mutants::suite },
    Suite { name: "core's dependencies", check: core_dependencies },
    Suite { name: "supply", check: supply::suite },
    Suite { name: "core's features", check: supply::features },
    Suite { name: "oldest Rust", check: supply::oldest_rust },
    Suite { name: "bills of materials", check: sbom::suite },
    Suite { name: "rust documentation", check: rust_documentation },
    Suite { name: "generated sources", check: generated },
    Suite { name: "vectors", check: vectors },
    Suite { name: "wasm-pack", check: wasm_pack },
    Suite { name: "wasm-pack in Chromium", check: wasm_pack_in_chromium },
    Suite { name: "npm package", check: npm_package },
    Suite { name: "npm package built twice", check: reproducible::suite },
    Suite { name: "fuzz", check: fuzz::check },
    Suite { name: "fuzz side by side", check: fuzz::hosts },
    Suite { name: "npm tests", check: npm_tests },
    Suite { name: "npm types", check: npm_types },
    Suite { name: "npm linters", check: npm_linters },
    Suite { name: "npm documentation", check: npm_documentation },
    Suite { name: "npm bundles", check: hosts::bundles },
    Suite { name: "npm hosts", check: hosts::without_browser },
    Suite { name: "npm hosts in Chromium", check: hosts::in_chromium },
    Suite { name: "merchant types", check: merchant_types },
    Suite { name: "recipe types", check: recipe_types },
    Suite { name: "recipes", check: recipes },
    Suite { name: "playground types", check: |project| types(project, PLAYGROUND, "playground-types") },
    Suite { name: "playground", check: playground },
    Suite { name: "demo", check: |project| demo_run(project, Weather::Calm) },
    Suite { name: "demo with faults", check: |project| demo_run(project, Weather::Faults) },
    Suite { name: "merchant killed", check: crashes::suite },
    Suite { name: "receiver types", check: receiver_types },
    Suite { name: "many receivers", check: receivers::suite },
    Suite { name: "swift format", check: swift::format },
    Suite { name: "swift", check: swift::tests },
    Suite { name: "swift documentation", check: swift::documentation },
    Suite { name: "swift merchant", check: |project| swift::merchant(project, Weather::Calm) },
    Suite { name: "swift merchant with faults", check: |project| swift::merchant(project, Weather::Faults) },
    Suite { name: "kotlin", check: kotlin::tests },
    Suite { name: "kotlin documentation", check: kotlin::documentation },
    Suite { name: "kotlin merchant", check: kotlin::merchant },
    Suite { name: "java", check: java::tests },
    Suite { name: "java documentation", check: java::documentation },
    // Behind those that build the packages.
    Suite { name: "public surface", check: surface::suite },
    Suite { name: "other targets", check: targets::check },
    Suite { name: "other machines", check: machines::suite },
    Suite { name: "Miri", check: miri::suite },
    // Behind all that run the vectors.
    Suite { name: "vectors side by side", check: side_by_side::compare },
];

const NPM_TESTS: &str = "wasm/npm/test";
const MERCHANT: &str = "examples/node-merchant";
const RECIPES: &str = "examples/recipes";
const PLAYGROUND: &str = "examples/playground";
const MOST_DEPENDENCIES: usize = 25;

fn format(project: &Project) -> Result<Outcome> {
    for manifest in [fuzz::MANIFEST, constant_time::MANIFEST] {
        cargo(project, &["fmt", "--manifest-path", manifest, "--check"])
            .logged(&project.log("format-others"))?
            .successful()?;
    }
    single(cargo(project, &["fmt", "--all", "--check"]).logged(&project.log("format"))?)
}

fn clippy(project: &Project) -> Result<Outcome> {
    // Without what needs a library of clang's.
    for (manifest, features) in [(fuzz::MANIFEST, "--all-features"), (constant_time::MANIFEST, "--no-default-features")]
    {
        cargo(project, &["clippy", "--locked", "--manifest-path", manifest, features])
            .args(["--target-dir", "target/fuzz/clippy", "--", "-D", "warnings"])
            .logged(&project.log("clippy-others"))?
            .successful()?;
    }
    let args = ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"];
    single(cargo(project, &args).logged(&project.log("clippy"))?)
}

fn rust(project: &Project) -> Result<Outcome> {
    let args = ["test", "--workspace", "--all-features", "--no-fail-fast"];
    let run = cargo(project, &args).logged(&project.log("rust"))?;
    Ok(counted(counts::libtest(&run.text), &run))
}

/// Everything that a program gets by depending on core, not counting core.
fn core_dependencies(project: &Project) -> Result<Outcome> {
    let args = ["tree", "-p", "billwire", "-e", "normal", "--prefix", "none"];
    let run = cargo(project, &args).answer(&project.log("core-tree"))?.successful()?;
    let crates: BTreeSet<&str> = run.answer.lines().filter_map(|line| line.split(" (").next()).collect();
    let found = crates.iter().filter(|line| !line.is_empty() && !line.starts_with("billwire ")).count();
    ensure!(found <= MOST_DEPENDENCIES, "core depends on {found} crates; at most {MOST_DEPENDENCIES} are agreed");
    Ok(Outcome::passed(format!("{found} crates")))
}

/// `--force-warn`, so that no `allow` hides anything.
fn rust_documentation(project: &Project) -> Result<Outcome> {
    let args = ["rustc", "-p", "billwire", "--lib", "--all-features", "--profile", "check"];
    let messages = ["--message-format", "json", "--", "--force-warn", "missing_docs"];
    let run = cargo(project, &args).args(messages).answer(&project.log("rust-documentation"))?.successful()?;
    let found = counts::lint(&run.answer, "missing_docs");
    ensure!(found == 0, "{found} public members of core are undocumented (see target/xtask/rust-documentation.out)");
    Ok(Outcome::passed("0 undocumented".to_owned()))
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

fn wasm_pack(project: &Project) -> Result<Outcome> {
    let run = tools::wasm_pack(project)?
        .args(["test", "--mode", "no-install", "--node", "wasm"])
        .dir(project.path(""))
        .logged(&project.log("wasm-pack"))?;
    Ok(counted(counts::libtest(&run.text), &run))
}

/// The same tests in a browser. Without the first variable they would be left out there, and that is no failure to it.
fn wasm_pack_in_chromium(project: &Project) -> Result<Outcome> {
    let driver = browser::driver(project)?;
    let run = tools::wasm_pack(project)?
        .args(["test", "--mode", "no-install", "--headless", "--chrome", "--chromedriver"])
        .args([&driver])
        .args(["wasm"])
        .env("WASM_BINDGEN_USE_BROWSER", "1")
        .env("WASM_BINDGEN_TEST_TIMEOUT", "120")
        .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60")
        .dir(project.path(""))
        .logged(&project.log("wasm-pack-chromium"))?;
    Ok(counted(counts::libtest(&run.text), &run))
}

fn npm_package(project: &Project) -> Result<Outcome> {
    project.tarball()?;
    Ok(Outcome::passed(package::footprint(project)?))
}

fn npm_tests(project: &Project) -> Result<Outcome> {
    let dir = npm::install(project, NPM_TESTS)?;
    let sandbox = sandbox::build(project)?;
    vitest(project, tools::npx()?.dir(dir).env("BILLWIRE_SANDBOX", sandbox), "npm-tests")
}

/// Each framework's own server, beside a sandbox of its own.
fn recipes(project: &Project) -> Result<Outcome> {
    let dir = npm::install(project, RECIPES)?;
    let sandbox = sandbox::build(project)?;
    vitest(project, tools::npx()?.dir(dir).env("BILLWIRE_SANDBOX", sandbox), "recipes")
}

/// The built page, in a real browser.
fn playground(project: &Project) -> Result<Outcome> {
    let dir = npm::install(project, PLAYGROUND)?;
    let chromium = browser::chromium(project)?;
    vitest(project, tools::npx()?.dir(dir).env("CHROMIUM", chromium), "playground")
}

fn vitest(project: &Project, npx: Run, log: &str) -> Result<Outcome> {
    let log = project.log(log);
    let report = log.with_extension("json");
    files::remove_file(&report)?;
    let run = npx
        .args(["vitest", "run", "--reporter=default", "--reporter=json"])
        .args([format!("--outputFile.json={}", report.display())])
        .logged(&log)?;
    match fs::read_to_string(&report) {
        Ok(text) => Ok(counted(counts::vitest(&text)?, &run)),
        Err(_) => single(run),
    }
}

fn npm_types(project: &Project) -> Result<Outcome> {
    types(project, NPM_TESTS, "npm-types")
}

fn merchant_types(project: &Project) -> Result<Outcome> {
    types(project, MERCHANT, "merchant-types")
}

/// They stand on the merchant's sources, which bring their own dependencies.
fn receiver_types(project: &Project) -> Result<Outcome> {
    npm::install(project, MERCHANT)?;
    types(project, receivers::FOLDER, "receiver-types")
}

fn recipe_types(project: &Project) -> Result<Outcome> {
    types(project, RECIPES, "recipe-types")
}

fn types(project: &Project, folder: &str, log: &str) -> Result<Outcome> {
    let dir = npm::install(project, folder)?;
    single(tools::npx()?.args(["tsc", "--noEmit"]).dir(dir).logged(&project.log(log))?)
}

/// What is wrong with so many packages: with the manifest, and with the types as each host finds them.
fn npm_linters(project: &Project) -> Result<Outcome> {
    let dir = npm::install(project, NPM_TESTS)?;
    let tarball = project.tarball()?;
    for (linter, args) in [("publint", ["run", "--strict"]), ("attw", ["--profile", "esm-only"])] {
        let run = tools::npx()?.args([linter]).args(args).args([&tarball]).dir(&dir).logged(&project.log(linter))?;
        ensure!(run.ok(), "{}", run.complaint());
    }
    Ok(Outcome::all_passed(2, "publint, attw".to_owned()))
}

/// Asks the TypeScript compiler for every public member of the package's types that has no doc comment.
fn npm_documentation(project: &Project) -> Result<Outcome> {
    let dist = project.tarball()?.with_file_name("package").join("dist");
    let mut notes = Vec::new();
    for entry in ["index.d.ts", "slim.d.ts", "testing/index.d.ts"] {
        let run = tools::node()?
            .args([project.path("xtask/scripts/undocumented.mjs"), tools::typescript(project)?, dist.join(entry)])
            .answer(&project.log("npm-documentation"))?;
        ensure!(run.ok(), "{entry}\n{}\n{}", run.answer.trim_end(), run.complaint());
        notes.push(run.answer.lines().last().context("the counter said nothing")?.to_owned());
    }
    Ok(Outcome::passed(notes.join("; ")))
}

fn demo_run(project: &Project, weather: Weather) -> Result<Outcome> {
    demo::run_logged(project, weather)?;
    Ok(Outcome::passed(String::new()))
}

fn cargo(project: &Project, args: &[&str]) -> Run {
    tools::cargo().args(args).dir(project.path(Path::new("")))
}

/// A program that is one test: it passed if it ended well.
fn single(run: Finished) -> Result<Outcome> {
    Ok(counted(Counts::one(run.ok()), &run))
}

fn counted(counts: Counts, run: &Finished) -> Outcome {
    Outcome { counts, note: String::new(), complaint: (!run.ok()).then(|| run.complaint()) }
}
