//! SwiftPM on the released package: what it reads in the manifest, and the quickstart that it builds for this machine.
//!
//! On Linux the package takes the library of this checkout instead of the archive, with the same header.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use xtask::project::Project;
use xtask::{files, swift};

use crate::rules::Checks;

const QUICKSTART: &str = "Tests/Quickstart/Quickstart.swift";
/// The last line of the quickstart.
const EXPECTED: &str = "confirmed, credited once";
const CHECKSUM: &str = "uniffi_billwire_ffi_checksum_method_simulator_books() != ";

/// Target of a manifest.
#[derive(Deserialize)]
struct Target {
    #[serde(rename = "type")]
    kind: String,
    url: Option<String>,
    checksum: Option<String>,
}

#[derive(Deserialize)]
struct Manifest {
    targets: Vec<Target>,
}

/// Address and checksum of the binary target, as SwiftPM reads them in the manifest on a Mac.
pub(crate) fn binary_target(project: &Project, package: &Path) -> Result<(Option<String>, Option<String>)> {
    const ON_A_MAC: &str = "#if os(macOS)";
    let manifest = fs::read_to_string(package.join("Package.swift"))?;
    ensure!(manifest.contains(ON_A_MAC), "Package.swift does not ask for the system");
    let folder = package.with_file_name("manifest");
    files::write(&folder.join("Package.swift"), manifest.replace(ON_A_MAC, "#if true").as_bytes())?;
    let log = project.log("swift-manifest");
    let run = swift::enter(project, &folder, "swift")?.args(["package", "dump-package"]).answer(&log)?.successful()?;
    let manifest: Manifest = serde_json::from_str(&run.answer)?;
    let target = manifest.targets.into_iter().find(|target| target.kind == "binary");
    let target = target.context("SwiftPM reads no binary target")?;
    Ok((target.url, target.checksum))
}

/// An archive's checksum by SwiftPM.
pub(crate) fn checksum(project: &Project, archive: &Path) -> Result<String> {
    let folder = archive.parent().context("the archive has no folder")?.join("manifest");
    let run = swift::enter(project, &folder, "swift")?
        .args(["package", "compute-checksum"])
        .args([archive])
        .answer(&project.log("swift-checksum"))?
        .successful()?;
    Ok(run.answer.trim().to_owned())
}

/// Builds and runs the quickstart over the package.
pub(crate) fn check(project: &Project, place: &Path, package: &Path, checks: &mut Checks) -> Result<()> {
    let consumer = place.join("consumer");
    files::write(&consumer.join("Package.swift"), MANIFEST.as_bytes())?;
    let quickstart = fs::read(project.path(swift::PACKAGE).join(QUICKSTART))?;
    files::write(&consumer.join("Sources/Quickstart/Quickstart.swift"), &quickstart)?;
    let run = settles(project, &consumer);
    let sources = package.join("Sources/BillwireBindings/BillwireBindings.swift");
    let unchanged = fs::read_to_string(&sources)?;
    ensure!(unchanged.contains(CHECKSUM), "uniffi's sources do not compare the checksum of Simulator.books");
    files::write(&sources, unchanged.replace(CHECKSUM, &format!("{CHECKSUM}1 + ")).as_bytes())?;
    let control = settles(project, &consumer);
    files::write(&sources, unchanged.as_bytes())?;
    checks.rule("the quickstart runs over the released package, and not over other sources", run, control)
}

fn settles(project: &Project, consumer: &Path) -> Result<()> {
    let folder = consumer.strip_prefix(project.path(""))?.to_string_lossy().into_owned();
    let program = swift::compile(project, &folder, "debug")?.join("Quickstart");
    let program = program.display().to_string();
    let run = swift::enter(project, consumer, &program)?.logged(&project.log("swift-consumer"))?.successful()?;
    ensure!(run.text.lines().last() == Some(EXPECTED), "the quickstart says: {}", run.text);
    Ok(())
}

/// A package of somebody else, with the released one next to it.
const MANIFEST: &str = r#"// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Consumer",
    dependencies: [.package(name: "Billwire", path: "../package")],
    targets: [
        .executableTarget(name: "Quickstart", dependencies: [.product(name: "Billwire", package: "Billwire")])
    ],
    swiftLanguageModes: [.v6]
)
"#;
