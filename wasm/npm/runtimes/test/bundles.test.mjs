// A bundle leaves out code that its page does not name. The control is a page that names everything.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ROOT } from "./bench.mjs";
import { BUNDLERS, bundled } from "./bundlers.mjs";

/** Text of the code of flows. */
const OF_FLOWS = "or false if another flow stored a record";
/** A part of the base64 text of the wasm, after the common beginning. */
const OF_WASM = readFileSync(`${ROOT}node_modules/billwire/dist/wasm.inline.js`, "utf8").slice(200, 300);

for (const bundler of Object.keys(BUNDLERS)) {
  test(`${bundler} leaves out what nobody names`, async (run) => {
    const bundle = await bundled(bundler, "sign");
    assert.ok(bundle.includes(OF_WASM) && !bundle.includes(OF_FLOWS));
    run.diagnostic(`${Math.round(bundle.length / 1000)} kB`);
  });
}

test("the control: a page that names all has all", async () => {
  const bundle = await bundled("esbuild", "page");
  assert.ok(bundle.includes(OF_WASM) && bundle.includes(OF_FLOWS));
});
