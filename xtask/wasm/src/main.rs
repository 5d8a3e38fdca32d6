//! wasm-bindgen of the version that the workspace uses.
//!
//! ```text
//! billwire-bind NAME WASM FOLDER    writes the JavaScript glue of a compiled wasm
//! billwire-bind TESTS               runs the tests in a wasm by Node and Chromium, as cargo's runner
//! ```

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [name, wasm, folder] => bind(name, wasm, folder),
        [tests] => test(Path::new(tests)),
        _ => bail!("billwire-bind NAME WASM FOLDER, or billwire-bind TESTS"),
    }
}

/// Writes glue for bundlers, which starts nothing by itself: the package does.
fn bind(name: &str, wasm: &str, folder: &str) -> Result<()> {
    Bindgen::new()
        .input_path(wasm)
        .out_name(name)
        .bundler(true)?
        .typescript(false)
        .remove_producers_section(true)
        .generate(folder)
}

fn test(wasm: &Path) -> Result<()> {
    let folder = wasm.with_extension("tests");
    Bindgen::new()
        .input_path(wasm)
        .out_name("tests")
        .web(true)?
        .export_wasm(true)
        .emit_start(false)
        .generate(&folder)?;
    let [page, run] = [include_str!("page.mjs"), include_str!("run.mjs")];
    for (name, text) in [("page.mjs", page), ("run.mjs", run), ("package.json", r#"{"type": "module"}"#)] {
        fs::write(folder.join(name), text)?;
    }
    ensure!(Command::new("node").arg(folder.join("run.mjs")).status()?.success(), "a test failed");
    Ok(())
}
