//! Writes the JavaScript glue of a compiled wasm: `billwire-bind NAME WASM FOLDER`.

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

/// Writes glue for bundlers, which starts nothing by itself: the package does.
fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, wasm, folder] = args.as_slice() else { bail!("billwire-bind NAME WASM FOLDER") };
    Bindgen::new()
        .input_path(wasm)
        .out_name(name)
        .bundler(true)?
        .typescript(false)
        .remove_producers_section(true)
        .generate(folder)
}
