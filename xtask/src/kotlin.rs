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
use crate::demo;
use crate::maven::{self, Package};
use crate::process::Run;
use crate::project::Project;
use crate::suites::Outcome;

pub const PACKAGE: Package = Package {
    language: "kotlin",
    artifact: "billwire",
    over: &["jvm-http", "jvm-okhttp", "jvm-ktor", "kotlin-coroutines", "kotlin-testing"],
    prepare,
};

/// The tests of the sample app alone, with its backend.
pub fn app(project: &Project) -> Result<Outcome> {
    prepare(project)?;
    let [backend, _sandbox] = demo::app_backend(project, "kotlin")?;
    let run = PACKAGE.maven(project, ":android-app-logic", "test")?.args(["-DskipTests"]);
    run.env("BILLWIRE_BACKEND", backend.url()).logged(&project.log("maven-android-app"))?.successful()?;
    Ok(Outcome::passed(String::new()))
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
