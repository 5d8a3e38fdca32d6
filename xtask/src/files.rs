//! Folders and files: listing, stamping, writing and removing.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The files below a folder, by their path in it, in order.
pub(crate) fn below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = PathBuf::from(entry.file_name());
        if entry.file_type()?.is_dir() {
            found.extend(below(&entry.path())?.into_iter().map(|inner| name.join(inner)));
        } else {
            found.push(name);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a folder has this stamp.
pub(crate) fn stamped(dir: &Path, file: &str, stamp: &str) -> bool {
    fs::read_to_string(dir.join(file)).is_ok_and(|found| found == stamp)
}

/// Stamp of the content of files, any of which may be absent.
pub(crate) fn stamp(files: &[impl AsRef<Path>]) -> Result<String> {
    let mut hasher = DefaultHasher::new();
    for file in files.iter().map(AsRef::as_ref) {
        let content = match fs::read(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            read => Some(read.with_context(|| format!("cannot read {}", file.display()))?),
        };
        content.hash(&mut hasher);
    }
    Ok(format!("{:016x}", hasher.finish()))
}

/// Writes a file whose content has changed, and says whether it has: compilers compare modification times. The file is
/// replaced at once, because a compiler may be reading it.
pub(crate) fn write(file: &Path, content: &[u8]) -> Result<bool> {
    if fs::read(file).is_ok_and(|old| old == content) {
        return Ok(false);
    }
    fs::create_dir_all(file.parent().context("the file has no folder")?)?;
    let aside = file.with_extension("new");
    fs::write(&aside, content).and_then(|()| fs::rename(&aside, file)).with_context(|| file.display().to_string())?;
    Ok(true)
}

/// Copies all files below a folder.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    for name in below(from)? {
        let place = to.join(&name);
        fs::create_dir_all(place.parent().context("a file without a folder")?)?;
        fs::copy(from.join(&name), place)?;
    }
    Ok(())
}

/// Removes a folder that need not be there.
pub(crate) fn remove(folder: &Path) -> Result<()> {
    removed(folder, fs::remove_dir_all(folder))
}

/// Removes a file that need not be there.
pub(crate) fn remove_file(file: &Path) -> Result<()> {
    removed(file, fs::remove_file(file))
}

fn removed(place: &Path, removing: io::Result<()>) -> Result<()> {
    match removing {
        Err(error) if error.kind() != ErrorKind::NotFound => bail!("cannot remove {}: {error}", place.display()),
        _ => Ok(()),
    }
}
