//! Folders and files: listing, stamping, writing and removing.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The files below a folder, by their path in it, in order.
pub fn below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(folder, Path::new(""), &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(root: &Path, below: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(root.join(below)).with_context(|| root.display().to_string())? {
        let entry = entry?;
        let name = below.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            collect(root, &name, found)?;
        } else {
            found.push(name);
        }
    }
    Ok(())
}

/// Whether a folder has this stamp.
pub fn stamped(dir: &Path, file: &str, stamp: &str) -> bool {
    fs::read_to_string(dir.join(file)).is_ok_and(|found| found == stamp)
}

/// Stamp of the content of files, any of which may be absent.
pub fn stamp(files: &[impl AsRef<Path>]) -> Result<String> {
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

/// Writes a file whose content has changed: compilers compare modification times. The file is replaced
/// at once, because a compiler may be reading it.
pub fn write(file: &Path, content: &[u8]) -> Result<()> {
    if fs::read(file).is_ok_and(|old| old == content) {
        return Ok(());
    }
    fs::create_dir_all(file.parent().context("the file has no folder")?)?;
    let aside = file.with_extension("new");
    fs::write(&aside, content).and_then(|()| fs::rename(&aside, file)).with_context(|| file.display().to_string())
}

/// Fills a folder with these files alone, and says whether any was not there before.
pub fn fill(folder: &Path, files: &[(PathBuf, Vec<u8>)]) -> Result<bool> {
    let is_one = |name: &PathBuf| files.iter().any(|(other, _)| other == name);
    let stale: Vec<_> = below(folder).unwrap_or_default().into_iter().filter(|name| !is_one(name)).collect();
    stale.iter().try_for_each(|name| remove_file(&folder.join(name)))?;
    let changed = files.iter().any(|(name, new)| fs::read(folder.join(name)).ok().as_ref() != Some(new));
    files.iter().try_for_each(|(name, content)| write(&folder.join(name), content))?;
    Ok(changed || !stale.is_empty())
}

/// Copies all files below a folder.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    for name in below(from)? {
        let place = to.join(&name);
        fs::create_dir_all(place.parent().context("a file without a folder")?)?;
        fs::copy(from.join(&name), place)?;
    }
    Ok(())
}

/// Removes a folder that need not be there.
pub fn remove(folder: &Path) -> Result<()> {
    removed(folder, fs::remove_dir_all(folder))
}

/// Removes a file that need not be there.
pub fn remove_file(file: &Path) -> Result<()> {
    removed(file, fs::remove_file(file))
}

fn removed(place: &Path, removing: io::Result<()>) -> Result<()> {
    match removing {
        Err(error) if error.kind() != ErrorKind::NotFound => bail!("cannot remove {}: {error}", place.display()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filled_folder_holds_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, content: &str| (PathBuf::from(name), content.as_bytes().to_vec());
        assert!(fill(folder.path(), &[file("a", "1"), file("in/b", "2")]).unwrap());
        let written = || fs::metadata(folder.path().join("a")).unwrap().modified().unwrap();
        let first = written();
        assert!(!fill(folder.path(), &[file("a", "1"), file("in/b", "2")]).unwrap());
        assert!(fill(folder.path(), &[file("a", "1"), file("c", "3")]).unwrap());
        assert_eq!((below(folder.path()).unwrap(), written()), (vec!["a".into(), "c".into()], first));
    }
}
