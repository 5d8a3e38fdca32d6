//! The command `wasm-bindgen`, which writes the JavaScript glue of a compiled wasm.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(std::env::args_os())
}
