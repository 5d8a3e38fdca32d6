//! wasm-bindgen's commands: the name of this program decides which one runs.

use std::path::Path;

use anyhow::{Result, bail};

fn main() -> Result<()> {
    let own_name = std::env::args_os().next().unwrap_or_default();
    match Path::new(&own_name).file_stem().and_then(|name| name.to_str()) {
        Some("wasm-bindgen") => wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os()),
        Some("wasm-bindgen-test-runner") => {
            wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
        }
        other => bail!("no command of wasm-bindgen is called {other:?}"),
    }
}
