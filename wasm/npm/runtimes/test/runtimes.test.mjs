// Node, Deno, Bun and workerd load the packed package, and fail to settle in the same ways.
import { readFileSync } from "node:fs";
import assert from "node:assert/strict";
import { test } from "node:test";
import { CHROMIUM, NODES, bun, node, run, script, tool, TOOLS_NODE, works } from "./bench.mjs";

const IMPORT = "work/import.mjs";
const REQUIRE = "work/require.cjs";
/** Bun's bundler takes the file for Node. */
const BUN_BUNDLE = "build/bun/import.mjs";

test("package.json names no Node as the oldest that is left out here", () => {
  const { engines } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const oldest = engines.node.split("||").map((part) => part.trim().replace(/^[\^~>=]+/, ""));
  assert.deepEqual(
    oldest.filter((version) => !NODES.includes(version)),
    [],
  );
});

for (const version of NODES) {
  works(`Node ${version} by import`, [[node(version), IMPORT]], [`Node.js/${version}`]);
  works(`Node ${version} by require`, [[node(version), REQUIRE]], [`Node.js/${version}`]);
}
// Without permissions, except that `require` may read files.
works("Deno by import", [tool(`deno/bin.cjs run --no-prompt ${IMPORT}`)], ["Deno/"]);
works("Deno by require", [tool(`deno/bin.cjs run --allow-read ${REQUIRE}`)], ["Deno/"]);
works("Bun by import", [[bun(), "run", IMPORT]], ["Bun/"]);
works("Bun by require", [[bun(), "run", REQUIRE]], ["Bun/"]);
const bundle = [bun(), "build", IMPORT, "--target=bun", `--outfile=${BUN_BUNDLE}`];
works("Bun, bundled by itself", [bundle, [bun(), "run", BUN_BUNDLE]], ["Bun/"]);
works("workerd by Wrangler", [script("run/workerd.mjs")], ["Cloudflare-Workers"]);

test("ways of failing: what the service receives, and what `send` says, is what the guide says", async (context) => {
  const measured = await run(script("run/ways.mjs", node(TOOLS_NODE), bun(), CHROMIUM));
  context.diagnostic(measured);
  const guide = readFileSync(new URL("../../../../docs/guide/src/what-left.md", import.meta.url), "utf8");
  assert.ok(guide.includes(measured), measured);
});
