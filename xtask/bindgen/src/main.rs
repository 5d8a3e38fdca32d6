//! Writes the sources of a language over the native library: `billwire-bindgen LANGUAGE LIBRARY FOLDER`.
//!
//! `FOLDER/source` holds the sources to compile. Kotlin's are uniffi's own; for the other languages uniffi writes into
//! `FOLDER/uniffi`, and the modules below postprocess that.

mod interface;
mod java;
mod swift;

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
        "kotlin" => generate(TargetLanguage::Kotlin, library, &source),
        "swift" => write_swift(library, &plain, &source),
        "java" => write_java(library, &plain, &source),
        other => bail!("there is no generator for {other}"),
    }
}

fn write_swift(library: &Utf8Path, plain: &Utf8Path, source: &Utf8Path) -> Result<()> {
    generate(TargetLanguage::Swift, library, plain)?;
    let bundles = interface::bundles(&interface::of(library)?);
    let generated = read(&plain.join("Billwire.swift"))?;
    let kept = bundles.iter().try_fold(generated, |source, bundle| swift::bundled::kept(&source, bundle))?;
    fs::write(source.join("Billwire.swift"), swift::idiom::idiomatic(&kept)?)?;
    fs::copy(plain.join("BillwireFFI.h"), source.join("BillwireFFI.h"))?;
    let modules = read(&plain.join("BillwireFFI.modulemap"))?;
    Ok(fs::write(source.join("module.modulemap"), portable(&modules))?)
}

fn write_java(library: &Utf8Path, plain: &Utf8Path, source: &Utf8Path) -> Result<()> {
    let options = uniffi_bindgen_java::GenerateOptions {
        source: library.to_owned(),
        out_dir: plain.to_owned(),
        format: false,
        crate_filter: None,
    };
    uniffi_bindgen_java::generate(&interface::loader()?, &options).context("uniffi cannot write the sources")?;
    java::write(&interface::of(library)?, plain.join("billwire/ffi").as_std_path(), source.as_std_path())
}

fn generate(language: TargetLanguage, library: &Utf8Path, folder: &Utf8Path) -> Result<()> {
    let (source, out_dir) = (library.to_owned(), folder.to_owned());
    let options = GenerateOptions { languages: vec![language], source, out_dir, ..GenerateOptions::default() };
    bindings::generate(options).context("uniffi cannot write the sources")
}

/// The module map without the modules that only Apple's platforms have.
fn portable(modules: &str) -> String {
    let lines = modules.lines().filter(|line| !line.trim_start().starts_with("use "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

fn read(file: &Utf8PathBuf) -> Result<String> {
    fs::read_to_string(Path::new(file)).with_context(|| file.to_string())
}
