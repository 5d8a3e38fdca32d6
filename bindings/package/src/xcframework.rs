//! The XCFramework: a folder with a static library for each kind of system, zipped, and the Swift package that names
//! it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fat_macho::FatWriter;
use goblin::archive::Archive;
use serde::Serialize;
use sha2::{Digest, Sha256};
use xshell::{Shell, cmd};

use crate::compile::{self, Std};
use crate::{MADE, zip};

/// Address of a release's archive.
const ADDRESS: &str = concat!(
    env!("CARGO_PKG_REPOSITORY"),
    "/releases/download/v",
    env!("CARGO_PKG_VERSION"),
    "/BillwireFFI.xcframework.zip"
);
/// Names of Rust's standard library that link-time optimisation leaves visible.
const OF_STD: [&str; 2] = ["--localize-symbol=_rust_eh_personality", "--localize-symbol=*3std*"];
const LIBRARY: &str = "libbillwire_ffi.a";
/// The binary target in the package's manifest.
const LOCAL: &str = r#".binaryTarget(name: "BillwireFFI", path: "BillwireFFI.xcframework")"#;
const LICENCES: [&str; 3] = ["LICENSE-MIT", "LICENSE-APACHE", "bindings/THIRD-PARTY.md"];
/// uniffi's files in the folder of the bindings, and what they are in the package.
const GENERATED: [(&str, &str); 3] = [
    ("swift/Billwire.swift", "Billwire/Billwire.swift"),
    ("swift-devices/Billwire.swift", "Billwire/BillwireOnDevices.swift"),
    ("swift/BillwireFFI.h", "BillwireFFI/BillwireFFI.h"),
];
/// Parts of the names of what is for a desk alone.
const OF_DESKS: [&str; 2] = ["explain", "simulator"];

/// A kind of system, with its processors: Apple's names and Rust's targets.
struct System {
    platform: &'static str,
    variant: Option<&'static str>,
    processors: &'static [(&'static str, &'static str)],
}

impl System {
    /// Whether an app is in production there. Its tests run in Apple's simulator.
    fn is_for_devices(&self) -> bool {
        self.platform == "ios" && self.variant != Some("simulator")
    }
}

const SYSTEMS: [System; 4] = [
    System { platform: "ios", variant: None, processors: &[("arm64", "aarch64-apple-ios")] },
    System {
        platform: "ios",
        variant: Some("simulator"),
        processors: &[("arm64", "aarch64-apple-ios-sim"), ("x86_64", "x86_64-apple-ios")],
    },
    System {
        platform: "macos",
        variant: None,
        processors: &[("arm64", "aarch64-apple-darwin"), ("x86_64", "x86_64-apple-darwin")],
    },
    System {
        platform: "ios",
        variant: Some("maccatalyst"),
        processors: &[("arm64", "aarch64-apple-ios-macabi"), ("x86_64", "x86_64-apple-ios-macabi")],
    },
];

/// The list of the libraries, `Info.plist`.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Info {
    available_libraries: Vec<Library>,
    #[serde(rename = "CFBundlePackageType")]
    package_type: &'static str,
    #[serde(rename = "XCFrameworkFormatVersion")]
    format_version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Library {
    binary_path: &'static str,
    headers_path: &'static str,
    library_identifier: String,
    library_path: &'static str,
    supported_architectures: Vec<&'static str>,
    supported_platform: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    supported_platform_variant: Option<&'static str>,
}

/// Builds and packs it.
pub(crate) fn pack(sh: &Shell) -> Result<()> {
    let folder = Path::new(MADE).join("BillwireFFI.xcframework");
    sh.remove_path(&folder)?;
    let libraries = SYSTEMS.iter().map(|system| library(sh, system, &folder)).collect::<Result<Vec<_>>>()?;
    let info = Info { available_libraries: libraries, package_type: "XFWK", format_version: "1.0" };
    plist::to_file_xml(folder.join("Info.plist"), &info)?;
    let archive = folder.with_added_extension("zip");
    zip::pack(&folder, "BillwireFFI.xcframework/", &archive)?;
    let mut checksum = String::new();
    for byte in Sha256::digest(sh.read_binary_file(&archive)?) {
        write!(checksum, "{byte:02x}")?;
    }
    package(sh, &checksum)?;
    println!("{}\nchecksum {checksum}", archive.display());
    Ok(())
}

/// Writes the library of a system, with the header of the Swift package.
fn library(sh: &Shell, system: &System, folder: &Path) -> Result<Library> {
    let System { platform, variant, processors } = system;
    let archs: Vec<&str> = processors.iter().map(|(arch, _)| *arch).collect();
    let ending = variant.map(|variant| format!("-{variant}")).unwrap_or_default();
    let identifier = format!("{platform}-{}{ending}", archs.join("_"));
    let (language, args): (_, &[&str]) =
        if system.is_for_devices() { ("swift-devices", &["--no-default-features"]) } else { ("swift", &[]) };
    let mut archives = Vec::new();
    for (_, target) in *processors {
        let archive = if *platform == "macos" {
            // The jars need the shared library of the same build.
            compile::with_zig(sh, target, "")?.join(LIBRARY)
        } else {
            compile::archive(sh, target, "ffi", Std::of(sh, target), args)?
        };
        compile::bindings(sh, language, &archive, language)?;
        let archive = hide(sh, &archive, target)?;
        check(&sh.read_binary_file(&archive)?, system).with_context(|| target.to_string())?;
        archives.push(archive);
    }
    sh.create_dir(folder.join(&identifier))?;
    unite(sh, &archives, &folder.join(&identifier).join(LIBRARY))?;
    // In a folder of the module's name: Xcode puts the headers of all XCFrameworks of an app into one.
    let headers = folder.join(&identifier).join("Headers/BillwireFFI");
    sh.create_dir(&headers)?;
    sh.copy_file(Path::new(MADE).join("bindings").join(language).join("BillwireFFI.h"), &headers)?;
    sh.copy_file("bindings/swift/Sources/BillwireFFI/module.modulemap", &headers)?;
    Ok(Library {
        binary_path: LIBRARY,
        headers_path: "Headers",
        library_identifier: identifier,
        library_path: LIBRARY,
        supported_architectures: archs,
        supported_platform: platform,
        supported_platform_variant: *variant,
    })
}

/// Hides what every Rust library defines: an app that links a second one would define it twice.
fn hide(sh: &Shell, archive: &Path, target: &str) -> Result<PathBuf> {
    let folder = sh.create_dir(Path::new(MADE).join("hidden"))?;
    let hidden = folder.join(target).with_added_extension("a");
    compile::of_rust(sh, "rust-objcopy")?.arg("--wildcard").args(OF_STD).args([archive, &hidden]).run()?;
    Ok(hidden)
}

/// Checks that devices have nothing that is for a desk, and all others have it.
fn check(archive: &[u8], system: &System) -> Result<()> {
    let archive = Archive::parse(archive)?;
    let names: Vec<_> = archive.summarize().into_iter().flat_map(|(_, _, names)| names).collect();
    for part in OF_DESKS {
        let found = names.iter().find(|name| name.contains(part));
        ensure!(found.is_none() == system.is_for_devices(), "of {part}, the library has {found:?}");
    }
    Ok(())
}

/// Writes one file for all processors. A single one needs no frame.
fn unite(sh: &Shell, archives: &[PathBuf], file: &Path) -> Result<()> {
    if let [single] = archives {
        return Ok(sh.copy_file(single, file)?);
    }
    let mut united = FatWriter::new();
    archives.iter().try_for_each(|archive| Ok::<_, anyhow::Error>(united.add(sh.read_binary_file(archive)?)?))?;
    Ok(united.write_to_file(file)?)
}

/// Writes the Swift package as its own repository has it: with the archive's address and checksum.
fn package(sh: &Shell, checksum: &str) -> Result<()> {
    let place = Path::new(MADE).join("swift");
    sh.remove_path(&place)?;
    let tracked = cmd!(sh, "git ls-files bindings/swift").quiet().read()?;
    for name in tracked.lines() {
        let file = place.join(name.strip_prefix("bindings/swift/").context("another folder")?);
        sh.create_dir(file.parent().context("no folder")?)?;
        // The quickstart is a link to a folder of `examples`.
        cmd!(sh, "cp -RL {name} {file}").quiet().run()?;
    }
    // In that repository, the generated files are not ignored.
    sh.remove_path(place.join(".gitignore"))?;
    for (made, name) in GENERATED {
        sh.copy_file(Path::new(MADE).join("bindings").join(made), place.join("Sources").join(name))?;
    }
    LICENCES.iter().try_for_each(|name| sh.copy_file(name, &place))?;
    let manifest = sh.read_file(place.join("Package.swift"))?;
    ensure!(manifest.contains(LOCAL), "Package.swift names no local XCFramework");
    let archive = format!(".binaryTarget(name: \"BillwireFFI\", url: \"{ADDRESS}\", checksum: \"{checksum}\")");
    Ok(sh.write_file(place.join("Package.swift"), manifest.replace(LOCAL, &archive))?)
}
