//! wasm-bindgen's test runner, which cargo starts with the tests of a wasm crate.

fn main() -> anyhow::Result<()> {
    wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(std::env::args_os())
}
