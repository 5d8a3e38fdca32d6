//! uniffi's Java, made to read as Java.

mod builders;
mod bundled;
mod crossing;
mod hot;
pub(crate) mod idiom;
mod javadoc;
mod overloads;
mod records;
mod wrappers;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use idiom::Sources;

/// The classes that lie in a folder.
pub(crate) fn read(folder: &Path) -> Result<Sources> {
    let files = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let paths = files.map(|file| Ok(file?.path())).collect::<Result<Vec<_>>>()?;
    let class = |path: &Path| Some(path.file_name()?.to_str()?.strip_suffix(".java")?.to_owned());
    paths
        .iter()
        .filter_map(|path| Some((class(path)?, path)))
        .map(|(name, path)| Ok((name, fs::read_to_string(path)?)))
        .collect()
}
