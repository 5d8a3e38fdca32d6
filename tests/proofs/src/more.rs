//! Suites that take long or need uncommon tools, which `cargo xtask test` leaves out.

use std::collections::BTreeSet;

use anyhow::{Result, ensure};
use billwire_phones::{apple, libraries};
use xtask::checks::{MERCHANT, NPM_TESTS, TOOLS, types, vitest};
use xtask::lanes::Lane;
use xtask::suites::{Outcome, Suite};

use crate::counts::{self, Counts};
use crate::debian::{CHROMEDRIVER, CHROMIUM};
use crate::process::Run;
use crate::project::Project;
use crate::proof::free;
use crate::{
    android, constant_time, documentation, download_sizes, failures, fuzz, links, npm, package, receivers, runtimes,
    surface, targets, tools, workflows,
};

const MOST_DEPENDENCIES: usize = 25;

/// Suites of a quick run, or of a full one.
pub(crate) fn suites(full: bool) -> Vec<Suite> {
    let long = full.then(|| Suite::new("npm at length", Lane::Npm, npm_at_length));
    let quick = vec![
        // The longest.
        Suite::new("other targets", Lane::Targets, targets::check),
        Suite::new("xcframework", Lane::Targets, move |project| xcframework(project, full)),
        Suite::new("libraries", Lane::Targets, move |project| libraries_of_the_jars(project, full)),
        Suite::new("android", Lane::Jvm, if full { android::in_full } else { android::quickly }),
        Suite::new("the proofs' format", Lane::Free, format),
        Suite::new("the proofs' clippy", Lane::Rust, clippy),
        Suite::new("the proofs' own tests", Lane::Rust, own_tests),
        Suite::new("core's dependencies", Lane::Free, core_dependencies),
        Suite::new("wasm-pack in Chromium", Lane::Rust, wasm_pack_in_chromium),
        Suite::new("npm download sizes", Lane::Npm, download_sizes::suite),
        Suite::new("npm bundles", Lane::Npm, runtimes::bundles),
        Suite::new("sandbox by npx", Lane::Npm, sandbox_by_npx),
        Suite::new("npm runtimes", Lane::Npm, runtimes::without_browser),
        Suite::new("npm frameworks", Lane::Npm, runtimes::in_frameworks),
        Suite::new("npm runtimes in Chromium", Lane::Npm, runtimes::in_chromium),
        Suite::new("receiver types", Lane::Npm, receiver_types),
        Suite::new("rust documentation", Lane::Rust, documentation::rust),
        // The public surface of each language builds and reads the same as its documentation.
        Suite::new("npm documentation", Lane::Jvm, documentation::npm),
        Suite::new("swift documentation", Lane::Jvm, documentation::swift),
        Suite::new("kotlin documentation", Lane::Jvm, documentation::kotlin),
        Suite::new("guide", Lane::Jvm, guide),
        Suite::new("links of the documentation", Lane::Free, links::suite),
        Suite::new("workflows", Lane::Free, workflows::suite),
        Suite::new("public surface", Lane::Jvm, surface::suite),
    ];
    quick.into_iter().chain(long).collect()
}

/// Separate workspaces, which commands on the main one do not include.
const OTHERS: [(&str, &str); 2] =
    // Without the feature that needs libclang.
    [(fuzz::MANIFEST, "--all-features"), (constant_time::MANIFEST, "--no-default-features")];

fn format(project: &Project) -> Result<Outcome> {
    for (manifest, _) in OTHERS {
        cargo(project, &["fmt", "--manifest-path", manifest, "--check"])
            .logged(&project.log("format-others"))?
            .successful()?;
    }
    Ok(Outcome::all_passed(OTHERS.len() as u64, String::new()))
}

fn clippy(project: &Project) -> Result<Outcome> {
    let strict = ["--", "-D", "warnings"];
    let tools = TOOLS.iter().flat_map(|tool| ["--package", tool]);
    let own = cargo(project, &["clippy", "--all-targets", "--all-features"]).args(tools).args(strict);
    let run = own.logged(&project.log("clippy-proofs"))?;
    if !run.ok() {
        return Ok(Outcome::of(Counts::one(false), &run, failures::compiler));
    }
    for (manifest, features) in OTHERS {
        let run = cargo(project, &["clippy", "--locked", "--manifest-path", manifest, features])
            .args(["--target-dir", "target"])
            .args(strict)
            .logged(&project.log("clippy-others"))?;
        if !run.ok() {
            return Ok(Outcome::of(Counts::one(false), &run, failures::compiler));
        }
    }
    Ok(Outcome::all_passed(1 + OTHERS.len() as u64, String::new()))
}

/// Builds the site. The build checks its links, its programs and the OpenAPI description, each with a control.
fn guide(project: &Project) -> Result<Outcome> {
    Ok(Outcome::passed(billwire_docs::build(project)?))
}

/// The XCFramework with its checks. A quick run builds two slices without optimisation, and no quickstart.
fn xcframework(project: &Project, full: bool) -> Result<Outcome> {
    let package = apple::package(project, &apple::Plan { quick: !full, ..Default::default() })?;
    free(project, &["phones", "aarch64-apple-ios"])?;
    let note = format!("{} checks, each with a control that fails", package.checks);
    Ok(Outcome::all_passed(package.checks, note))
}

/// The libraries for desktops and servers, with their checks and a trial. A quick run builds the one for Linux on x86_64, without optimisation.
fn libraries_of_the_jars(project: &Project, full: bool) -> Result<Outcome> {
    let package = libraries::package(project, &libraries::Options { quick: !full, unoptimised: !full, trial: true })?;
    free(project, &["libraries"])?;
    let note = format!("{} checks, each with a control that fails; on {}", package.checks, package.tried.join(", "));
    Ok(Outcome::all_passed(package.checks, note))
}

/// The tests of the sandbox in Rust, run against the one in the npm package.
fn sandbox_by_npx(project: &Project) -> Result<Outcome> {
    package::tarball(project)?;
    let program = package::folder(project).join("dist/cli/main.js");
    let run = cargo(project, &["test", "--package", "billwire-sandbox", "--test", "sandbox"])
        .env("BILLWIRE_SANDBOX_COMMAND", format!("node {} sandbox", program.display()))
        .logged(&project.log("sandbox-by-npx"))?;
    Ok(Outcome::of(counts::libtest(&run.text), &run, failures::libtest))
}

/// Ten times what every run of the npm tests does, for leaks of a few bytes and rare mutations.
fn npm_at_length(project: &Project) -> Result<Outcome> {
    let dir = npm::install(project, NPM_TESTS)?;
    vitest(project, tools::npx()?.dir(dir).env("AT_LENGTH", "1"), "npm-at-length")
}

fn own_tests(project: &Project) -> Result<Outcome> {
    let run = cargo(project, &["test", "--package", TOOLS[0]]).logged(&project.log("proofs-tests"))?;
    Ok(Outcome::of(counts::libtest(&run.text), &run, failures::libtest))
}

/// Crates that a program gets by depending on core, without our own. Those of macros run in the compiler alone.
fn core_dependencies(project: &Project) -> Result<Outcome> {
    let args = ["tree", "-p", "billwire", "-e", "normal,no-proc-macro", "--prefix", "none"];
    let run = cargo(project, &args).answer(&project.log("core-tree"))?.successful()?;
    let crates: BTreeSet<&str> = run.answer.lines().filter_map(|line| line.split(" (").next()).collect();
    let found = crates.iter().filter(|line| !line.is_empty() && !line.starts_with("billwire")).count();
    ensure!(found <= MOST_DEPENDENCIES, "core depends on {found} crates; at most {MOST_DEPENDENCIES} are agreed");
    Ok(Outcome::passed(format!("{found} crates")))
}

/// The tests of `wasm` in a browser. Without the first variable it would run no test there, and still succeed.
fn wasm_pack_in_chromium(project: &Project) -> Result<Outcome> {
    CHROMIUM.provide(project)?;
    let driver = CHROMEDRIVER.provide(project)?;
    let run = tools::wasm_pack(project)?
        .args(["test", "--mode", "no-install", "--headless", "--chrome", "--chromedriver"])
        .args([&driver])
        .args(["wasm"])
        .env("WASM_BINDGEN_USE_BROWSER", "1")
        .env("WASM_BINDGEN_TEST_TIMEOUT", "120")
        .env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60")
        .dir(project.path(""))
        .logged(&project.log("wasm-pack-chromium"))?;
    Ok(Outcome::of(counts::libtest(&run.text), &run, failures::libtest))
}

/// Types of the receivers, which import the merchant's sources.
fn receiver_types(project: &Project) -> Result<Outcome> {
    npm::install(project, MERCHANT)?;
    types(project, receivers::FOLDER, "receiver-types")
}

fn cargo(project: &Project, args: &[&str]) -> Run {
    tools::cargo().args(args).dir(project.path(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use xtask::checks;
    use xtask::times::WHOLE;

    #[test]
    fn no_suite_has_the_name_of_another() {
        let names = || checks::all().into_iter().chain(suites(true)).map(|suite| suite.name);
        let names = || names().chain(crate::PROOFS.map(|proof| proof.name));
        assert_eq!(names().collect::<BTreeSet<_>>().len(), names().count());
    }

    #[test]
    fn tests_times_json_names_known_suites_alone() {
        let of_proofs = suites(true).into_iter().map(|suite| suite.name).chain(crate::PROOFS.map(|proof| proof.name));
        let of_tests = checks::all().into_iter().map(|suite| suite.name);
        let known = [("prove", of_proofs.collect::<Vec<_>>()), ("test", of_tests.collect())];
        for (command, suites) in xtask::times::read(&Project::find().unwrap()).unwrap() {
            let (_, known) = known.iter().find(|(of, _)| *of == command).unwrap();
            let unknown: Vec<_> =
                suites.keys().filter(|name| *name != WHOLE && !known.contains(&name.as_str())).collect();
            assert!(unknown.is_empty(), "{command}: {unknown:?}");
        }
    }
}
