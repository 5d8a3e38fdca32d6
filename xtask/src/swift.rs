//! The Swift package: what is slotted into bindings/swift, and what is run of it.
//!
//! ```text
//! bindings/swift/Sources/Billwire/Generated   uniffi's Swift, mended by `idiom`
//! bindings/swift/Sources/BillwireFFI          the library's C header and its module map
//! target/swift/pkgconfig/billwire.pc          where SwiftPM finds the library of this checkout
//! ```

mod idiom;
mod root;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::bindings::{self, Language};
use crate::process::Run;
use crate::project::Project;

const PACKAGE: &str = "bindings/swift";

/// Slots the generated sources in and compiles the package.
pub(crate) fn build(project: &Project) -> Result<()> {
    prepare(project)?;
    project.progress.step("compile the Swift package", || {
        swift(project, PACKAGE, "build")?.logged(&project.log("swift-build"))?.successful()
    })?;
    Ok(())
}

/// One of SwiftPM's commands on a package of this checkout.
fn swift(project: &Project, package: &str, command: &str) -> Result<Run> {
    let folder = project.path(package);
    let scratch = project.target("swift").join(package.replace('/', "-"));
    Ok(root::program(project, &folder, "swift")?
        .args([command, "-Xswiftc", "-warnings-as-errors", "--scratch-path"])
        .args([scratch])
        .env("PKG_CONFIG_PATH", project.target("swift/pkgconfig"))
        .env("LD_LIBRARY_PATH", project.target("ffi"))
        .env("BILLWIRE_ROOT", project.path("")))
}

/// Puts into place what the package is built of.
fn prepare(project: &Project) -> Result<()> {
    let library = bindings::library(project)?;
    let sources = bindings::sources(project, Language::Swift)?;
    let read = |name: &str| fs::read_to_string(sources.join(name)).with_context(|| name.to_owned());
    let package = project.path(PACKAGE).join("Sources");
    let module = package.join("BillwireFFI");
    write(package.join("Billwire/Generated/Billwire.swift"), &idiom::idiomatic(&read("Billwire.swift")?)?)?;
    write(module.join("BillwireFFI.h"), &read("BillwireFFI.h")?)?;
    write(module.join("module.modulemap"), &module_map(&read("BillwireFFI.modulemap")?))?;
    let folder = library.parent().context("the library has no folder")?;
    write(project.target("swift/pkgconfig/billwire.pc"), &pkg_config(&folder.display().to_string()))
}

/// Without the modules that only Apple's platforms have.
fn module_map(generated: &str) -> String {
    let portable = generated.lines().filter(|line| !line.trim_start().starts_with("use "));
    portable.flat_map(|line| [line, "\n"]).collect()
}

fn pkg_config(folder: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("Name: billwire\nDescription: billwire's core\nVersion: {version}\nLibs: -L{folder} -lbillwire_ffi\n")
}

/// Writes a file whose content has changed: SwiftPM compiles by the time of the last change.
fn write(file: PathBuf, content: &str) -> Result<()> {
    if fs::read_to_string(&file).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().context("the file has no folder")?)?;
    fs::write(&file, content).with_context(|| file.display().to_string())
}
