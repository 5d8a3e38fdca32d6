//! The Java package: what Maven compiles and packs, and what is run of it.
//!
//! ```text
//! target/java/source/billwire/*.java                uniffi's Java, mended by `idiom`
//! target/java/native/billwire/native/linux-x86-64/  the library, in a folder named as JNA would name this platform
//! target/maven/billwire-java/billwire-java-….jar    the package
//! ```

mod builders;
mod bundled;
mod crossing;
mod hot;
mod idiom;
mod javadoc;
mod jdk;
mod overloads;
mod records;
mod wrappers;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::bindings::{self, Language};
use crate::counts::Counts;
use crate::files;
use crate::kotlin::{self, MAVEN};
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::suites::Outcome;
use crate::tools;

use idiom::Sources;

const REACTOR: &str = "bindings/pom.xml";
const PACKAGE: &str = "java";
const BENCH: &str = "examples/bench-java";
const SOURCES: &str = "java/source/billwire";

/// Compiles and packs the package, and says where it lies.
pub(crate) fn build(project: &Project) -> Result<()> {
    project.progress.say(&packed(project)?.display().to_string());
    Ok(())
}

/// The package's jar, of the sources as they are.
pub(crate) fn packed(project: &Project) -> Result<PathBuf> {
    prepare(project)?;
    pack(project, PACKAGE)?;
    Ok(kotlin::jar(project, "billwire-java"))
}

/// A program of the JDK.
pub(crate) fn tool(name: &str) -> Result<Run> {
    Ok(Run::new(jdk::home()?.join("bin").join(name)))
}

/// The vectors, the boundaries, and what the README shows.
pub(crate) fn tests(project: &Project) -> Result<Outcome> {
    prepare(project)?;
    files::remove_file(&project.target("vectors/java.txt"))?;
    let reports = ["surefire-reports", "failsafe-reports"].map(|name| project.target("maven/billwire-java").join(name));
    reports.iter().try_for_each(|folder| files::remove(folder))?;
    let run = project
        .progress
        .step("the Java package's tests", || maven(project, PACKAGE, "verify")?.logged(&project.log("java-tests")))?;
    let counts = reports.iter().map(|folder| kotlin::reported(folder)).sum::<Result<Counts>>()?;
    Ok(Outcome { counts, note: String::new(), complaint: (!run.ok()).then(|| run.complaint()) })
}

/// Asks the JDK's own compiler for every public member that has no doc comment.
pub(crate) fn documentation(project: &Project) -> Result<Outcome> {
    prepare(project)?;
    let run = tool("java")?
        .args([project.path("xtask/scripts/Undocumented.java")])
        .args([project.target("java/source"), project.path("bindings/java/src/main/java")])
        .answer(&project.log("java-documentation"))?;
    ensure!(run.ok(), "{}\n{}", run.answer.trim_end(), run.complaint());
    Ok(Outcome::passed(run.answer.lines().last().context("the counter said nothing")?.to_owned()))
}

/// Races the package against what one would write by hand, on this terminal.
pub(crate) fn bench(project: &Project, args: &[String]) -> Result<()> {
    prepare(project)?;
    pack(project, &format!("../{BENCH}"))?;
    let inputs = project.target("java/bench-inputs.json");
    let script = project.path("examples/bench/write-inputs.mjs");
    tools::node()?.args([&script, &inputs]).logged(&project.log("bench-inputs"))?.successful()?;
    tool("java")?
        .args(["--enable-native-access=ALL-UNNAMED", "-jar"])
        .args([kotlin::jar(project, "bench-java"), inputs])
        .args(args)
        .dir(project.path(""))
        .shown()
}

fn pack(project: &Project, module: &str) -> Result<Finished> {
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
fn prepare(project: &Project) -> Result<()> {
    jdk::home()?;
    for made in ["maven/billwire-java/classes", "java/native", SOURCES] {
        files::remove(&project.target(made))?;
    }
    let library = bindings::library(project)?;
    let generated = read(&bindings::sources(project, Language::Java)?.join("billwire"))?;
    for (name, source) in idiom::idiomatic(generated, &bindings::interface(project)?)? {
        kotlin::write(&project.target(SOURCES).join(name + ".java"), source.as_bytes())?;
    }
    let name = library.file_name().context("the library has no name")?;
    let platform = project.target("java/native/billwire/native").join(kotlin::jna_platform()?);
    kotlin::write(&platform.join(name), &fs::read(&library)?)
}

/// The classes that lie in a folder.
fn read(folder: &Path) -> Result<Sources> {
    let files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let paths = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    let class = |path: &Path| Some(path.file_name()?.to_str()?.strip_suffix(".java")?.to_owned());
    paths
        .iter()
        .filter_map(|path| Some((class(path)?, path)))
        .map(|(name, path)| Ok((name, fs::read_to_string(path)?)))
        .collect()
}
