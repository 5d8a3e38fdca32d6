//! The XCFramework: a folder with a list of its slices, and its archive.

use std::fs;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use plist::{Dictionary, Value};
use sha2::{Digest, Sha256};
use xtask::project::Project;
use xtask::{files, swift};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use super::slices::Slice;

/// Name of the module, and of its folder of headers.
pub(crate) const MODULE: &str = "BillwireFFI";
const LIBRARY: &str = "libbillwire_ffi.a";
const HEADERS: &str = "Headers";
const HEADER: &str = "BillwireFFI.h";
const MODULE_MAP: &str = "module.modulemap";
const BEST: i64 = 9;

/// The written XCFramework.
pub(crate) struct Framework {
    pub(crate) archive: PathBuf,
    /// SHA-256 of the archive, as SwiftPM wants it.
    pub(crate) checksum: String,
}

/// A header or a module map, with its name.
type File = (&'static str, Vec<u8>);

impl Framework {
    /// Writes the folder and its archive anew.
    pub(crate) fn write(project: &Project, place: &Path, slices: &[Slice]) -> Result<Self> {
        let contents = contents(project, slices)?;
        let folder = place.join(format!("{MODULE}.xcframework"));
        files::fill(&folder, &contents)?;
        let archive = place.join(format!("{MODULE}.xcframework.zip"));
        let bytes = project.progress.step("pack the XCFramework", || packed(&contents))?;
        files::write(&archive, &bytes)?;
        Ok(Self { archive, checksum: checksum(&bytes) })
    }

    /// A file of the archive, by its path in the XCFramework.
    pub(crate) fn file(&self, name: &str) -> Result<Vec<u8>> {
        let mut archive = ZipArchive::new(Cursor::new(fs::read(&self.archive)?))?;
        let mut content = Vec::new();
        archive.by_name(&format!("{MODULE}.xcframework/{name}"))?.read_to_end(&mut content)?;
        Ok(content)
    }

    /// A slice's library, as the archive has it.
    pub(crate) fn library(&self, slice: &Slice) -> Result<Vec<u8>> {
        self.file(&format!("{}/{LIBRARY}", slice.identifier()))
    }

    /// A slice's header and module map, as the archive has them.
    pub(crate) fn headers(&self, slice: &Slice) -> Result<Vec<File>> {
        let file = |name| Ok((name, self.file(&format!("{}/{HEADERS}/{MODULE}/{name}", slice.identifier()))?));
        [HEADER, MODULE_MAP].into_iter().map(file).collect()
    }
}

/// Address of this version's archive below a place of releases.
pub(crate) fn address(releases: &str) -> String {
    format!("{releases}/v{}/{MODULE}.xcframework.zip", env!("CARGO_PKG_VERSION"))
}

pub(crate) fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The header and the module map of the package.
pub(crate) fn headers(project: &Project) -> Result<Vec<File>> {
    let folder = project.path(swift::PACKAGE).join("Sources").join(MODULE);
    [HEADER, MODULE_MAP].into_iter().map(|name| Ok((name, fs::read(folder.join(name)).context(name)?))).collect()
}

fn contents(project: &Project, slices: &[Slice]) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut contents = vec![(PathBuf::from("Info.plist"), info(slices)?)];
    for slice in slices {
        let folder = PathBuf::from(slice.identifier());
        contents.push((folder.join(LIBRARY), slice.bytes.clone()));
        // In a folder of the module's name: Xcode puts the headers of all XCFrameworks of an app into one.
        let named = |(name, content)| (folder.join(HEADERS).join(MODULE).join(name), content);
        contents.extend(headers(project)?.into_iter().map(named));
    }
    contents.sort();
    Ok(contents)
}

/// The list of the slices.
fn info(slices: &[Slice]) -> Result<Vec<u8>> {
    let info = dictionary([
        ("AvailableLibraries", Value::Array(slices.iter().map(entry).collect())),
        ("CFBundlePackageType", "XFWK".into()),
        ("XCFrameworkFormatVersion", "1.0".into()),
    ]);
    let mut bytes = Vec::new();
    info.to_writer_xml(&mut bytes)?;
    Ok(bytes)
}

fn entry(slice: &Slice) -> Value {
    let archs = slice.libraries.iter().map(|library| Value::from(library.target.arch)).collect();
    let variant = slice.platform.variant().map(|variant| ("SupportedPlatformVariant", variant.into()));
    let entries = [
        ("BinaryPath", LIBRARY.into()),
        ("HeadersPath", HEADERS.into()),
        ("LibraryIdentifier", slice.identifier().into()),
        ("LibraryPath", LIBRARY.into()),
        ("SupportedArchitectures", Value::Array(archs)),
        ("SupportedPlatform", slice.platform.family().into()),
    ];
    dictionary(entries.into_iter().chain(variant))
}

fn dictionary<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Dictionary(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Dictionary>())
}

/// The archive. It has no times and one order, so that the same files make the same bytes.
fn packed(files: &[(PathBuf, Vec<u8>)]) -> Result<Vec<u8>> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(BEST))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(format!("{MODULE}.xcframework/{}", name.display()), options)?;
        archive.write_all(content)?;
    }
    Ok(archive.finish()?.into_inner())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_make_the_same_archive() {
        let files = [(PathBuf::from("a"), b"1".to_vec())];
        assert_eq!(packed(&files).unwrap(), packed(&files).unwrap());
    }

    #[test]
    fn a_checksum_is_sha_256_in_hexadecimal() {
        assert_eq!(checksum(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
