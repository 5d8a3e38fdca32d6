//! The Swift package: what is put into bindings/swift, and what is run of it.
//!
//! ```text
//! bindings/swift/Sources/BillwireBindings   uniffi's Swift
//! bindings/swift/Sources/BillwireFFI        the library's C header
//! target/swift/pkgconfig/billwire.pc        where SwiftPM finds the library of this checkout
//! ```

mod root;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::bindings::{self, Language};
use crate::demo;
use crate::files;
use crate::process::{Finished, Run};
use crate::project::Project;
use crate::suites::Outcome;
use crate::{counts, failures};

pub const PACKAGE: &str = "bindings/swift";
pub const MODULE: &str = "Billwire";

/// Puts the generated sources into place, all that a machine with a Swift of its own needs.
pub fn sources(project: &Project) -> Result<()> {
    prepare(project)?;
    project.progress.say(&project.path(PACKAGE).display().to_string());
    Ok(())
}

/// Puts the generated sources into place and compiles the package.
pub fn build(project: &Project) -> Result<()> {
    ready(project)?;
    compile(project, PACKAGE, "debug").map(drop)
}

/// Every vector, the boundaries, the README.
pub fn tests(project: &Project) -> Result<Outcome> {
    ready(project)?;
    let vectors = project.target("vectors/swift");
    files::remove(&vectors)?;
    // One at a time: a test of memory looks at the whole process.
    let run = swift(project, PACKAGE, &["test", "--no-parallel"])?.logged(&project.log("swift-tests"))?;
    let counts = counts::swift_testing(&run.text);
    let note = format!("{} vectors", passed_vectors(&vectors)?);
    Ok(Outcome { note, ..Outcome::of(counts, &run, failures::swift_testing) })
}

/// swift-format, as strict as it can be.
pub fn format(project: &Project) -> Result<Outcome> {
    let package = ["Package.swift", "Sources/Billwire", "Sources/BillwireValues", "Tests"];
    let package = package.map(|file| project.path(PACKAGE).join(file));
    let examples = ["examples/ios-app", "tests/bench/swift"].map(|folder| project.path(folder));
    root::program(project, &project.path(""), "swift")?
        .args(["format", "lint", "--strict", "--recursive"])
        .args(package)
        .args(examples)
        .logged(&project.log("swift-format"))?
        .successful()?;
    Ok(Outcome::passed(String::new()))
}

/// The tests of the sample app, with its backend.
pub fn app(project: &Project) -> Result<Outcome> {
    ready(project)?;
    let [backend, _sandbox] = demo::app_backend(project, "swift")?;
    let run = swift(project, "examples/ios-app/BillLogic", &["test"])?.env("BILLWIRE_BACKEND", backend.url());
    let run = run.logged(&project.log("swift-ios-app"))?;
    Ok(Outcome::of(counts::swift_testing(&run.text), &run, failures::swift_testing))
}

/// Compiles a package: the folder with its programs.
pub fn compile(project: &Project, package: &str, configuration: &str) -> Result<PathBuf> {
    let scratch = scratch(project, package);
    // Its plan: SwiftPM does not notice when a package below has a new file.
    files::remove_file(&scratch.join(configuration).with_extension("yaml"))?;
    project.progress.step(&format!("compile {package}"), || -> Result<Finished> {
        let log = project.log(format!("swift-{}", package.replace('/', "-")));
        swift(project, package, &["build", "--configuration", configuration])?.logged(&log)?.successful()
    })?;
    Ok(scratch.join(configuration))
}

/// One of SwiftPM's commands on a package of this checkout. A warning is an error.
pub fn swift(project: &Project, package: &str, command: &[&str]) -> Result<Run> {
    Ok(enter(project, &project.path(package), "swift")?
        .args(command.iter().take(1))
        .args(["-Xswiftc", "-warnings-as-errors", "--scratch-path"])
        .args([scratch(project, package)])
        .args(command.iter().skip(1)))
}

fn scratch(project: &Project, package: &str) -> PathBuf {
    project.target("swift").join(package.replace('/', "-"))
}

/// A program of the root that finds the native library.
pub fn enter(project: &Project, folder: &Path, program: &str) -> Result<Run> {
    Ok(root::program(project, folder, program)?
        .env("PKG_CONFIG_PATH", project.target("swift/pkgconfig"))
        .env("LD_LIBRARY_PATH", project.target("ffi"))
        .env("BILLWIRE_ROOT", project.path("")))
}

/// The ids that the tests have left, one a line.
fn passed_vectors(folder: &Path) -> Result<usize> {
    let Ok(files) = fs::read_dir(folder) else { return Ok(0) };
    let texts = files.map(|file| Ok(fs::read_to_string(file?.path())?)).collect::<Result<Vec<_>>>()?;
    Ok(texts.iter().map(|text| text.lines().count()).sum())
}

/// Swift itself, and the package to compile with it.
pub fn ready(project: &Project) -> Result<()> {
    root::provide(project)?;
    prepare(project)
}

/// Puts into place what the package is built of.
fn prepare(project: &Project) -> Result<()> {
    let library = bindings::library(project)?;
    let sources = bindings::sources(project, Language::Swift)?;
    let read = |name: &str| fs::read_to_string(sources.join(name)).with_context(|| name.to_owned());
    let package = project.path(PACKAGE).join("Sources");
    for name in ["BillwireBindings/BillwireBindings.swift", "BillwireFFI/BillwireFFI.h"] {
        let source = read(name.rsplit('/').next().unwrap_or(name))?;
        files::write(&package.join(name), source.as_bytes())?;
    }
    let folder = library.parent().context("the library has no folder")?;
    files::write(&project.target("swift/pkgconfig/billwire.pc"), pkg_config(&folder.display().to_string()).as_bytes())
}

fn pkg_config(folder: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("Name: billwire\nDescription: billwire's core\nVersion: {version}\nLibs: -L{folder} -lbillwire_ffi\n")
}
