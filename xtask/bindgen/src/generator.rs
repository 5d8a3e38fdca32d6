//! uniffi's own generator.

use anyhow::{Context, Result};
use camino::{Utf8Path, Utf8PathBuf};
use uniffi_bindgen::bindings::{self, GenerateOptions, TargetLanguage};

/// Writes the sources of a language over a library into a folder.
pub(crate) fn generate(
    language: TargetLanguage,
    library: &Utf8Path,
    folder: &Utf8Path,
    config_override: Option<Utf8PathBuf>,
) -> Result<()> {
    let (source, out_dir) = (library.to_owned(), folder.to_owned());
    let options =
        GenerateOptions { languages: vec![language], source, out_dir, config_override, ..GenerateOptions::default() };
    bindings::generate(options).context("uniffi cannot write the sources")
}
