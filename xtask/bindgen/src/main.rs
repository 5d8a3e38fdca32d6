//! Writes the sources of a language over the native library: `billwire-bindgen LANGUAGE LIBRARY FOLDER [RECORD.field ...]`.
//! Optional fields that are named are left out: the sources are those of an earlier version, for a proof.
//!
//! `FOLDER/source` holds the sources to compile. Those of Swift are uniffi's own. For Kotlin, the module `kotlin`
//! adds whole files: the values, with their builders. `FOLDER/testing` holds Kotlin's sources of the simulator, which
//! `FOLDER/source` is without.

mod generator;
mod interface;
mod kotlin;
mod names;
mod subset;

use std::fs;

use anyhow::{Context, Result, bail};
use camino::Utf8Path;
use uniffi_bindgen::bindings::TargetLanguage;

use generator::generate;

const USAGE: &str = "billwire-bindgen LANGUAGE LIBRARY FOLDER [RECORD.field ...]";

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [language, library, folder, without @ ..] = args.as_slice() else { bail!("{USAGE}") };
    let (library, folder) = (Utf8Path::new(library), Utf8Path::new(folder));
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let source = folder.join("source");
    fs::create_dir_all(&source)?;
    match language.as_str() {
        "kotlin" => write_kotlin(library, folder, without),
        _ if !without.is_empty() => bail!("only Kotlin's values can be without a field"),
        "swift" => generate(TargetLanguage::Swift, library, &source, None),
        other => bail!("there is no generator for {other}"),
    }
}

fn write_kotlin(library: &Utf8Path, folder: &Utf8Path, without: &[String]) -> Result<()> {
    let Some([package, simulator]) = subset::of(&interface::of(library, &[])?, &kotlin::MADE_BY_CALLERS) else {
        return kotlin::write(library, &folder.join("source"), &kotlin::PACKAGE, without).map(drop);
    };
    let whole = fs::read(library)?;
    let copy = folder.join("subset").join(library.file_name().context("the library has no name")?);
    fs::create_dir_all(folder.join("subset"))?;
    fs::write(&copy, package.of_library(whole.clone()))?;
    let written = kotlin::write(&copy, &folder.join("source"), &kotlin::PACKAGE, without)?;
    fs::write(&copy, simulator.of_library(whole))?;
    kotlin::write(&copy, &folder.join("testing"), &kotlin::Package { written, ..kotlin::TESTING }, without)?;
    Ok(fs::remove_dir_all(folder.join("subset"))?)
}
