//! Writes the records and enums that uniffi exports, from the declarations of core: `billwire-ffi-generate FOLDER` writes
//! `FOLDER/bindings/src/models.rs`.
//!
//! It reads core's source, because a schema does not name the types of its fields. The crate `billwire-ffi` does not
//! compile if the result differs from core.

mod declarations;
mod records;

use anyhow::{Context, Result};
use std::{fs, path::Path};

const CORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../core/src");
const TARGET: &str = "bindings/src/models.rs";

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("billwire-ffi-generate FOLDER")?;
    let target = Path::new(&folder).join(TARGET);
    fs::create_dir_all(target.parent().context("a file has a folder")?)?;
    let declarations = declarations::all(Path::new(CORE))?;
    Ok(fs::write(target, records::source(&declarations)?)?)
}
