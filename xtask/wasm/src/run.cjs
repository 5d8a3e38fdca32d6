// Runs the tests of a wasm in Node. wasm-bindgen's own runner, which also serves browsers, compiles 120 more crates.
const wasm = require("./tests.js");

global.__wbg_test_invoke = (test) => test();
global.__wbgtest_og_console_log = console.log;
global.__wbgtest_og_console_error = console.error;

const tests = Object.keys(wasm.__wasm).filter((name) => name.startsWith("__wbgt_"));
if (tests.length === 0) throw new Error("the wasm has no tests");
const context = new wasm.WasmBindgenTestContext(false);
context.run(tests.map((name) => wasm.__wasm[name])).then((passed) => process.exit(passed ? 0 : 1));
