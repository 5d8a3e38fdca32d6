//! The slices of the XCFramework: one static library for each kind of system, with all its processors.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use fat_macho::FatWriter;
use xtask::project::Project;
use xtask::{swift, tools};

use super::contents::{Contents, Platform, Version};
use crate::compiled::{self, Std};
use crate::inspected;

/// A target of Rust.
pub(crate) struct Target {
    pub(crate) triple: &'static str,
    /// The processor, as Apple names it.
    pub(crate) arch: &'static str,
    /// First version of the system for this processor.
    pub(crate) first: Version,
}

const fn target(triple: &'static str, arch: &'static str, first: Version) -> Target {
    Target { triple, arch, first }
}

/// The systems, each with its processors. A quick run takes the first two, with their first processor.
static SYSTEMS: [(Platform, &[Target]); 4] = [
    (Platform::Ios, &[target("aarch64-apple-ios", "arm64", Version(7, 0))]),
    (
        Platform::Simulator,
        &[
            target("aarch64-apple-ios-sim", "arm64", Version(14, 0)),
            target("x86_64-apple-ios", "x86_64", Version(7, 0)),
        ],
    ),
    (
        Platform::MacOs,
        &[
            target("aarch64-apple-darwin", "arm64", Version(11, 0)),
            target("x86_64-apple-darwin", "x86_64", Version(10, 12)),
        ],
    ),
    (
        Platform::Catalyst,
        &[
            target("aarch64-apple-ios-macabi", "arm64", Version(14, 0)),
            target("x86_64-apple-ios-macabi", "x86_64", Version(13, 1)),
        ],
    ),
];

/// A built slice.
pub(crate) struct Slice {
    pub(crate) platform: Platform,
    pub(crate) libraries: Vec<Library>,
    /// The file of the slice, with all processors.
    pub(crate) bytes: Vec<u8>,
}

/// A static library of one target.
pub(crate) struct Library {
    pub(crate) target: &'static Target,
    pub(crate) std: Std,
    /// Oldest system that it has to run on: the package's, or the first with this processor.
    pub(crate) oldest: Version,
    pub(crate) contents: Contents,
    bytes: Vec<u8>,
}

impl Library {
    /// Whether these are its bytes.
    pub(crate) fn is(&self, bytes: &[u8]) -> bool {
        self.bytes == bytes
    }
}

impl Slice {
    /// Name of its folder, as Xcode gives it.
    pub(crate) fn identifier(&self) -> String {
        let archs: Vec<&str> = self.libraries.iter().map(|library| library.target.arch).collect();
        let variant = self.platform.variant().map(|variant| format!("-{variant}")).unwrap_or_default();
        format!("{}-{}{variant}", self.platform.family(), archs.join("_"))
    }
}

/// Builds the slices: all, or only the first two with one processor each.
pub(crate) fn build(project: &Project, all: bool, is_release: bool) -> Result<Vec<Slice>> {
    let platforms = platforms(&fs::read_to_string(project.path(swift::PACKAGE).join("Package.swift"))?)?;
    let (systems, processors) = if all { (SYSTEMS.len(), usize::MAX) } else { (2, 1) };
    let systems = SYSTEMS.iter().take(systems);
    systems
        .map(|(platform, targets)| {
            let oldest = platforms.get(platform.in_manifest()).context("Package.swift does not name the platform")?;
            let targets = targets.iter().take(processors);
            let libraries =
                targets.map(|target| library(project, target, *oldest, is_release)).collect::<Result<Vec<_>>>()?;
            Ok(Slice { platform: *platform, bytes: united(&libraries)?, libraries })
        })
        .collect()
}

/// The oldest systems that Package.swift names, such as `.iOS(.v13)`.
fn platforms(manifest: &str) -> Result<BTreeMap<String, Version>> {
    let (_, rest) = manifest.split_once("platforms: [").context("Package.swift names no platforms")?;
    let (list, _) = rest.split_once(']').context("the platforms of Package.swift have no end")?;
    list.split(',').map(|platform| named(platform.trim()).with_context(|| platform.to_owned())).collect()
}

fn named(platform: &str) -> Option<(String, Version)> {
    let (name, version) = platform.strip_prefix('.')?.strip_suffix(')')?.split_once("(.v")?;
    let (major, minor) = version.split_once('_').unwrap_or((version, "0"));
    Some((name.to_owned(), Version(major.parse().ok()?, minor.parse().ok()?)))
}

fn library(project: &Project, target: &'static Target, oldest: Version, is_release: bool) -> Result<Library> {
    let (std, oldest) = (standard_library(project, target)?, oldest.max(target.first));
    let name = format!("static library for {}", target.triple);
    let path = project.progress.step(&name, || compile(project, target, std, oldest, is_release))?;
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    let contents = Contents::of(&bytes).with_context(|| path.display().to_string())?;
    Ok(Library { target, std, oldest, contents, bytes })
}

/// Gets the standard library by rustup, or else its sources.
fn standard_library(project: &Project, target: &Target) -> Result<Std> {
    if tools::rust_targets(project, &[target.triple]).is_ok() { Ok(Std::Rustup) } else { Std::from_sources(project) }
}

fn compile(project: &Project, target: &Target, std: Std, oldest: Version, is_release: bool) -> Result<PathBuf> {
    let cargo = tools::cargo().env(deployment_target(target), oldest.to_string());
    let cargo = match std {
        Std::Rustup => cargo,
        Std::Built => cargo.env("CARGO_TARGET_DIR", project.target("phones")),
    };
    let cargo = if is_release { cargo } else { inspected(cargo) };
    // Cargo would not notice that the oldest system has changed.
    let flags = vec![format!("--cfg=billwire_oldest=\"{oldest}\"")];
    let target = target.triple;
    let library = compiled::Library { profile: "ffi", kind: "staticlib", end: ".a", target, std, args: &[], flags };
    library.compile(project, cargo)
}

fn deployment_target(target: &Target) -> &'static str {
    if target.triple.ends_with("-darwin") { "MACOSX_DEPLOYMENT_TARGET" } else { "IPHONEOS_DEPLOYMENT_TARGET" }
}

/// One file for all processors. A single one needs no frame.
fn united(libraries: &[Library]) -> Result<Vec<u8>> {
    if let [single] = libraries {
        return Ok(single.bytes.clone());
    }
    let (mut writer, mut united) = (FatWriter::new(), Vec::new());
    libraries.iter().try_for_each(|library| writer.add(library.bytes.as_slice()))?;
    writer.write_to(&mut united)?;
    Ok(united)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_platforms_of_a_manifest_are_read() {
        let read = platforms("x\n    platforms: [.iOS(.v13), .macOS(.v10_15)],\n").unwrap();
        assert_eq!((read["iOS"], read["macOS"]), (Version(13, 0), Version(10, 15)));
        assert!(platforms("platforms: [.iOS(13)]").is_err());
        assert!(platforms("").is_err());
    }
}
