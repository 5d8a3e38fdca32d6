//! The Java package: what Maven compiles and packs, and what is run of it.
//!
//! ```text
//! target/java/source/billwire/*.java                the models, written by `xtask/bindgen`
//! target/java/source/billwire/ffi/*.java            uniffi's Java
//! target/java/native/billwire/native/linux-x86-64/  the library, in a folder named as JNA would name this platform
//! target/maven/billwire-java/billwire-java-….jar    the package
//! ```

mod jdk;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::bindings::{self, Language};
use crate::counts::Counts;
use crate::files;
use crate::kotlin::{self, MAVEN};
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::suites::Outcome;

const REACTOR: &str = "bindings/pom.xml";
const PACKAGE: &str = "java";
const SOURCES: &str = "java/source/billwire";

/// Compiles and packs the package, and says where it lies.
pub fn build(project: &Project) -> Result<()> {
    project.progress.say(&packed(project)?.display().to_string());
    Ok(())
}

/// Puts into place what Maven needs to test the package in its own folder.
pub fn sources(project: &Project) -> Result<()> {
    prepare(project)?;
    kotlin::install_vectors(project)
}

/// The package's jar, of the sources as they are.
pub fn packed(project: &Project) -> Result<PathBuf> {
    prepare(project)?;
    pack(project, PACKAGE)?;
    Ok(kotlin::jar(project, "billwire-java"))
}

/// A program of the JDK.
pub fn tool(name: &str) -> Result<Run> {
    Ok(Run::new(jdk::home()?.join("bin").join(name)))
}

/// The vectors, the boundaries, and what the README shows.
pub fn tests(project: &Project) -> Result<Outcome> {
    prepare(project)?;
    files::remove_file(&project.target("vectors/java.txt"))?;
    let reports = ["surefire-reports", "failsafe-reports"].map(|name| project.target("maven/billwire-java").join(name));
    reports.iter().try_for_each(|folder| files::remove(folder))?;
    let run = project
        .progress
        .step("the Java package's tests", || maven(project, PACKAGE, "verify")?.logged(&project.log("java-tests")))?;
    let counts = reports.iter().map(|folder| kotlin::reported(folder)).sum::<Result<Counts>>()?;
    Ok(Outcome::junit(counts, &run, &reports))
}

pub fn pack(project: &Project, module: &str) -> Result<Finished> {
    project.progress.step(&format!("pack {module} by Maven"), || {
        let name = module.rsplit('/').next().unwrap_or(module);
        maven(project, module, "package")?
            .args(["-Dmaven.test.skip=true"])
            .logged(&project.log(format!("maven-{name}")))?
            .successful()
    })
}

/// Maven on the newer JDK, up to a phase, for a module and what it needs of the others.
fn maven(project: &Project, module: &str, phase: &str) -> Result<Run> {
    let home = jdk::home()?;
    let program = MAVEN.provide(project)?;
    Ok(Run::new(program)
        .args(["--batch-mode", "--no-transfer-progress", "--file", REACTOR, "--projects", module, "--also-make", phase])
        .env("JAVA_HOME", home)
        .dir(project.path("")))
}

/// Puts into place what the package is made of, and nothing of an earlier one.
pub fn prepare(project: &Project) -> Result<()> {
    jdk::home()?;
    for made in ["maven/billwire-java/classes", "java/native", SOURCES] {
        files::remove(&project.target(made))?;
    }
    let library = bindings::library(project)?;
    let generated = bindings::sources(project, Language::Java)?;
    for name in files::below(&generated)? {
        kotlin::write(&project.target(SOURCES).join(&name), &fs::read(generated.join(&name))?)?;
    }
    let name = library.file_name().context("the library has no name")?;
    let platform = project.target("java/native/billwire/native").join(kotlin::jna_platform()?);
    kotlin::write(&platform.join(name), &fs::read(&library)?)
}
