//! The desktops and servers whose native libraries the jar holds.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use xtask::project::Project;
use xtask::{bindings, files, maven, report};

/// A platform, as JNA calls it.
struct Platform {
    name: &'static str,
    file: &'static str,
    target: &'static str,
    /// First bytes of its libraries.
    magic: &'static [u8],
}

const ELF: &[u8] = b"\x7fELF";
const MACH_O: &[u8] = b"\xcf\xfa\xed\xfe";
const PLATFORMS: [Platform; 5] = [
    Platform { name: "linux-x86-64", file: "libbillwire_ffi.so", target: "x86_64-unknown-linux-gnu", magic: ELF },
    Platform { name: "linux-aarch64", file: "libbillwire_ffi.so", target: "aarch64-unknown-linux-gnu", magic: ELF },
    Platform { name: "darwin-aarch64", file: "libbillwire_ffi.dylib", target: "aarch64-apple-darwin", magic: MACH_O },
    Platform { name: "darwin-x86-64", file: "libbillwire_ffi.dylib", target: "x86_64-apple-darwin", magic: MACH_O },
    Platform { name: "win32-x86-64", file: "billwire_ffi.dll", target: "x86_64-pc-windows-msvc", magic: b"MZ" },
];

/// A library in the folder from which Maven packs, or one that is missing.
pub(super) struct Library {
    platform: &'static Platform,
    /// Its path in the jar, and its size.
    pub(super) packed: Option<(String, usize)>,
}

/// Puts the library of this machine, and those that are given, into a folder.
pub(super) fn collect(project: &Project, given: Option<&Path>, folder: &Path) -> Result<Vec<Library>> {
    let own = maven::jna_platform()?;
    let library = |platform: &'static Platform| {
        let name = format!("{}/{}", platform.name, platform.file);
        let file = match given.map(|folder| folder.join(&name)).filter(|file| file.is_file()) {
            Some(file) => Some(file),
            None if platform.name == own => Some(bindings::library(project)?),
            None => None,
        };
        let packed = file.map(|file| {
            let content = fs::read(&file).with_context(|| file.display().to_string())?;
            ensure!(content.starts_with(platform.magic), "{} is no library of {}", file.display(), platform.name);
            files::write(&folder.join(&name), &content)?;
            Ok((name, content.len()))
        });
        Ok(Library { platform, packed: packed.transpose()? })
    };
    PLATFORMS.iter().map(library).collect()
}

pub(super) fn table(libraries: &[Library]) -> String {
    let rows = libraries.iter().map(|Library { platform, packed }| {
        let size = packed.as_ref().map_or_else(|| "MISSING".to_owned(), |(_, size)| size.to_string());
        vec![platform.name.to_owned(), platform.target.to_owned(), size]
    });
    report::table(&["library", "target", "bytes"], &[2], rows)
}

/// Remedy for libraries that are missing.
pub(super) fn remedy(libraries: &[Library]) -> Option<String> {
    let missing = libraries.iter().filter(|library| library.packed.is_none()).map(|library| library.platform);
    let missing: Vec<_> = missing.map(|Platform { name, file, .. }| format!("{name}/{file}")).collect();
    let names = missing.join(", ");
    (!missing.is_empty()).then(|| format!("NOT COMPLETE: put {names} into a folder, and pass it by --libraries"))
}
