//! Writes the sources of a language over the native library: `billwire-bindgen LANGUAGE LIBRARY FOLDER`.
//!
//! uniffi writes them into `FOLDER/uniffi`; what is compiled lies in `FOLDER/source`, postprocessed by the modules below.

mod interface;
mod java;
mod kotlin;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use camino::{Utf8Path, Utf8PathBuf};
use uniffi_bindgen::bindings::{self, GenerateOptions, TargetLanguage};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [language, library, folder] = args.as_slice() else { bail!("billwire-bindgen LANGUAGE LIBRARY FOLDER") };
    let (library, folder) = (Utf8Path::new(library), Utf8Path::new(folder));
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    let (plain, source) = (folder.join("uniffi"), folder.join("source"));
    fs::create_dir_all(&plain)?;
    fs::create_dir_all(&source)?;
    match language.as_str() {
        "kotlin" => write_kotlin(library, &plain, &source),
        // As uniffi writes it.
        "swift" => generate(TargetLanguage::Swift, library, &source),
        "java" => write_java(library, &plain, &source),
        other => bail!("there is no generator for {other}"),
    }
}

fn write_kotlin(library: &Utf8Path, plain: &Utf8Path, source: &Utf8Path) -> Result<()> {
    generate(TargetLanguage::Kotlin, library, plain)?;
    let bundles = interface::bundles(&interface::of(library)?);
    let generated = read(&plain.join("billwire/billwire.kt"))?;
    Ok(fs::write(source.join("billwire.kt"), kotlin::idiom::idiomatic(&generated, &bundles)?)?)
}

fn write_java(library: &Utf8Path, plain: &Utf8Path, source: &Utf8Path) -> Result<()> {
    let options = uniffi_bindgen_java::GenerateOptions {
        source: library.to_owned(),
        out_dir: plain.to_owned(),
        format: false,
        crate_filter: None,
    };
    uniffi_bindgen_java::generate(&interface::loader()?, &options).context("uniffi cannot write the sources")?;
    let generated = java::read(plain.join("billwire").as_std_path())?;
    for (name, text) in java::idiom::idiomatic(generated, &interface::of(library)?)? {
        fs::write(source.join(name + ".java"), text)?;
    }
    Ok(())
}

fn generate(language: TargetLanguage, library: &Utf8Path, folder: &Utf8Path) -> Result<()> {
    let (source, out_dir) = (library.to_owned(), folder.to_owned());
    let options = GenerateOptions { languages: vec![language], source, out_dir, ..GenerateOptions::default() };
    bindings::generate(options).context("uniffi cannot write the sources")
}

fn read(file: &Utf8PathBuf) -> Result<String> {
    fs::read_to_string(Path::new(file)).with_context(|| file.to_string())
}
