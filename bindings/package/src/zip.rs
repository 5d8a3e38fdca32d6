//! Archives: no times and one order, so that the same files make the same bytes.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

const BEST: i64 = 9;

/// Packs everything below a folder. Each name begins with `prefix`.
pub(crate) fn pack(folder: &Path, prefix: &str, archive: &Path) -> Result<()> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(BEST))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut names = Vec::new();
    list(folder, "", &mut names)?;
    names.sort();
    let mut zip = ZipWriter::new(File::create(archive).with_context(|| archive.display().to_string())?);
    for name in names {
        zip.start_file(format!("{prefix}{name}"), options)?;
        zip.write_all(&fs::read(folder.join(&name))?)?;
    }
    zip.finish()?;
    Ok(())
}

fn list(folder: &Path, below: &str, names: &mut Vec<String>) -> Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(folder, &format!("{name}/"), names)?;
        } else {
            names.push(name);
        }
    }
    Ok(())
}
