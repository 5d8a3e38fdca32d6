// The tests of a wasm, in Node and in a page.
import init, { WasmBindgenTestContext } from "./tests.js";

globalThis.__wbg_test_invoke = (test) => test();
globalThis.__wbgtest_og_console_log = console.log;
globalThis.__wbgtest_og_console_error = console.error;

/** Runs them all, and says whether they pass. */
export async function run(bytes) {
  const wasm = await init({ module_or_path: bytes });
  const tests = Object.keys(wasm).filter((name) => name.startsWith("__wbgt_"));
  if (tests.length === 0) throw new Error("the wasm has no tests");
  return new WasmBindgenTestContext(false).run(tests.map((name) => wasm[name]));
}
