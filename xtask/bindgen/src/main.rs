//! uniffi's generator: `billwire-bindgen LANGUAGE LIBRARY FOLDER` writes the sources of a language over the native
//! library. Swift for devices is `swift-devices`.

mod kotlin;
mod swift;

use std::path::Path;

use anyhow::{Context, Result, bail};
use uniffi_bindgen::bindings::{self, GenerateOptions, TargetLanguage};

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [language, library, folder] = args.as_slice() else { bail!("billwire-bindgen LANGUAGE LIBRARY FOLDER") };
    let (language, complete): (_, fn(&Path) -> Result<()>) = match language.as_str() {
        "kotlin" => (TargetLanguage::Kotlin, kotlin::complete),
        "swift" => (TargetLanguage::Swift, swift::for_desks),
        "swift-devices" => (TargetLanguage::Swift, swift::for_devices),
        other => bail!("there is no generator for {other}"),
    };
    let options = GenerateOptions {
        languages: vec![language],
        source: library.into(),
        out_dir: folder.into(),
        ..GenerateOptions::default()
    };
    bindings::generate(options).context("uniffi cannot write the sources")?;
    complete(folder.as_ref())
}
