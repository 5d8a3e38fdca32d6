//! wasm-bindgen of the version that the workspace uses.
//!
//! ```text
//! billwire-bind NAME WASM FOLDER    writes the JavaScript glue of a compiled wasm
//! billwire-bind TESTS               runs the tests in a wasm by Node, as cargo's runner
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
    let folder = wasm.with_extension("node");
    Bindgen::new()
        .input_path(wasm)
        .out_name("tests")
        .nodejs(true)?
        .export_wasm(true)
        .emit_start(false)
        .generate(&folder)?;
    let script = folder.join("run.cjs");
    fs::write(&script, include_str!("run.cjs"))?;
    ensure!(Command::new("node").arg(script).status()?.success(), "a test failed");
    Ok(())
}
