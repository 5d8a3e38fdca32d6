//! The Kotlin package: what Maven compiles and packs, and what is run of it.
//!
//! ```text
//! target/bindings/kotlin/source                 uniffi's Kotlin, package `io.github.billwire.ffi`
//! target/bindings/kotlin/testing                the same for the simulator, package `io.github.billwire.testing.ffi`
//! target/kotlin/native/linux-x86-64/lib….so    the library, in a folder named as JNA names this platform
//! target/maven/billwire/billwire-….jar         the package
//! target/maven/billwire-testing/….jar          the simulator, for tests
//! ```

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::bindings::{self, Language};
use crate::counts::Counts;
use crate::demo::{self, FaultPlan};
use crate::maven::{self, Package};
use crate::process::Run;
use crate::project::Project;
use crate::suites::Outcome;

pub const PACKAGE: Package = Package {
    language: "kotlin",
    artifact: "billwire",
    over: &["jvm-http", "jvm-okhttp", "jvm-java-http", "jvm-ktor", "kotlin-coroutines", "kotlin-testing"],
    jdk: None,
    prepare,
};
const MERCHANT: &str = "examples/kotlin-merchant";
const BILLS: &str = "examples/node-merchant/bills.json";

/// The merchant's backend against a sandbox of its own, with the bills of the Node one, without and with faults; then the app.
pub fn merchant(project: &Project) -> Result<Outcome> {
    let jar = merchant_jar(project)?;
    let file = project.path(MERCHANT).join("faults.json");
    let runs = [(FaultPlan::None, None), (FaultPlan::Injected, Some(file))];
    let counts = runs.into_iter().map(|(faults, file)| {
        demo::run_other(project, "kotlin", faults, |sandbox| {
            let merchant = java(&jar).args(["--sandbox", sandbox, "--bills"]).args([project.path(BILLS)]);
            Ok(file.into_iter().fold(merchant, |merchant, file| merchant.args(["--faults"]).args([file])))
        })?;
        Ok(Counts::one(true))
    });
    let counts = counts.chain(std::iter::once_with(|| app(project))).sum::<Result<Counts>>()?;
    Ok(Outcome::all_passed(counts.passed, String::new()))
}

/// The tests of the sample app alone, with its backend.
fn app(project: &Project) -> Result<Counts> {
    let [backend, _sandbox] = demo::app_backend(project, "kotlin")?;
    let run = PACKAGE.maven(project, ":android-app-logic", "test")?.args(["-DskipTests"]);
    run.env("BILLWIRE_BACKEND", backend.url()).logged(&project.log("maven-android-app"))?.successful()?;
    Ok(Counts::one(true))
}

/// The merchant's jar, with its libraries in a folder next to it.
pub fn merchant_jar(project: &Project) -> Result<PathBuf> {
    prepare(project)?;
    PACKAGE.pack(project, &format!("../{MERCHANT}"))?;
    Ok(maven::jar(project, "kotlin-merchant"))
}

/// The jar of the simulator, without the package that it stands on.
pub fn testing_jar(project: &Project) -> Result<PathBuf> {
    prepare(project)?;
    PACKAGE.pack(project, "kotlin-testing")?;
    Ok(maven::jar(project, "billwire-testing"))
}

pub fn java(jar: &Path) -> Run {
    maven::jvm("java").args(["-jar".as_ref(), jar.as_os_str()])
}

/// Puts into place what the package is made of, and nothing of an earlier one.
pub fn prepare(project: &Project) -> Result<()> {
    let library = bindings::library(project)?;
    bindings::sources(project, Language::Kotlin)?;
    // With all that Maven made: what lies beside the library there is not told from an older one.
    let native = project.target("kotlin/native");
    let packed = ["maven/billwire", "maven/billwire-testing"].map(|folder| project.target(folder));
    maven::place(&library, &native, &packed.each_ref().map(PathBuf::as_path))
}
