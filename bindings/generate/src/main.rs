//! Writes what `bindings` and its packages derive from core: `billwire-ffi-generate FOLDER` writes each file below
//! `FOLDER`, at its path in the repository.
//!
//! - the records and enums that uniffi exports, and the rows of the operations' calls;
//! - the class `Biller`, the calls and the drafts of Kotlin and Swift, and the models that they do not export as they are.
//!
//! It reads the sources of core and of `billwire-ffi`, because a schema does not name the types of its fields. The
//! packages do not compile if the result differs from them.

mod biller;
mod declarations;
mod kotlin;
mod page;
mod records;
mod rust;
mod swift;

use anyhow::{Context, Result, ensure};
use std::{fs, path::Path, process::Command};

const CORE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../core/src");
const BINDINGS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src");
const RUST: &str = "bindings/src";
const KOTLIN: &str = "bindings/kotlin/src/main/kotlin/billwire";
const SWIFT: &str = "bindings/swift/Sources/Billwire";

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("billwire-ffi-generate FOLDER")?;
    let write = |place: &str, name: &str, text: String| -> Result<()> {
        let place = Path::new(&folder).join(place);
        fs::create_dir_all(&place)?;
        Ok(fs::write(place.join(name), text)?)
    };
    let declarations = declarations::all(Path::new(CORE))?;
    let biller = biller::read(Path::new(BINDINGS))?;
    write(RUST, "models.rs", records::source(&declarations)?)?;
    format(&Path::new(&folder).join(RUST).join("models.rs"))?;
    write(RUST, "operations.rs", rust::operations(&biller))?;
    write(KOTLIN, "Biller.kt", kotlin::biller(&biller))?;
    write(KOTLIN, "Calls.kt", kotlin::calls(&biller))?;
    write(KOTLIN, "Drafts.kt", kotlin::drafts(&biller))?;
    write(SWIFT, "Biller.swift", swift::biller(&biller))?;
    write(SWIFT, "Calls.swift", swift::calls(&biller))?;
    write(SWIFT, "Drafts.swift", swift::drafts(&biller))?;
    write(SWIFT, "Models.swift", swift::models(&declarations))?;
    Ok(())
}

/// Formats a file by the repository's settings.
fn format(file: &Path) -> Result<()> {
    let settings = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rustfmt.toml");
    let status = Command::new("rustfmt").args(["--edition", "2024", "--config-path", settings]).arg(file).status();
    ensure!(status.context("rustfmt")?.success(), "rustfmt failed for {}", file.display());
    Ok(())
}
