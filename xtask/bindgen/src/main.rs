//! uniffi's generator: `billwire-bindgen LANGUAGE LIBRARY FOLDER` writes the sources of a language over the native
//! library.

mod kotlin;

use anyhow::{Context, Result, bail};
use uniffi_bindgen::bindings::{self, GenerateOptions, TargetLanguage};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [language, library, folder] = args.as_slice() else { bail!("billwire-bindgen LANGUAGE LIBRARY FOLDER") };
    let language = match language.as_str() {
        "kotlin" => TargetLanguage::Kotlin,
        "swift" => TargetLanguage::Swift,
        other => bail!("there is no generator for {other}"),
    };
    let is_kotlin = matches!(language, TargetLanguage::Kotlin);
    let options = GenerateOptions {
        languages: vec![language],
        source: library.into(),
        out_dir: folder.into(),
        ..GenerateOptions::default()
    };
    bindings::generate(options).context("uniffi cannot write the sources")?;
    if is_kotlin { kotlin::complete(folder.as_ref()) } else { Ok(()) }
}
