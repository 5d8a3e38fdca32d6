// Tools that copy the files of a server choose the files that Node asks for: what @vercel/nft traces for each
// entry, by `import` and by `require` and under each set of conditions, starts in another folder.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { nodeFileTrace } from "@vercel/nft";
import { NODES, ROOT, node, run } from "./bench.mjs";

const CONDITIONS = {
  "the tool's own": {},
  "Nitro's": { conditions: ["import", "module", "node", "default"], exportsOnly: true },
  "a program's own": { conditions: ["production", "node"] },
  "a worker's": { conditions: ["workerd", "worker"] },
};

const { exports } = JSON.parse(readFileSync(`${ROOT}node_modules/billwire/package.json`, "utf8"));
const entries = Object.entries(exports)
  .filter(([, place]) => place.default?.endsWith(".js"))
  .map(([path]) => `billwire${path.slice(1)}`);

const PROGRAMS = {
  "import.mjs": entries.map((entry) => `await import("${entry}");`),
  "require.cjs": entries.map((entry) => `require("${entry}");`),
};

describe("traced files", { concurrency: 2 }, () => {
  for (const [file, lines] of Object.entries(PROGRAMS)) {
    for (const [name, options] of Object.entries(CONDITIONS)) {
      test(`by ${file} under ${name} conditions start in every Node`, async () => {
        const copy = await traced(file, [...lines, 'console.log("started");'].join("\n"), options);
        try {
          for (const version of NODES)
            assert.equal(await run([node(version), join(copy, file)]), "started\n");
        } finally {
          rmSync(copy, { recursive: true });
        }
      });
    }
  }

  test("the control: a file that was not traced is missed", async () => {
    const copy = await traced("import.mjs", PROGRAMS["import.mjs"].join("\n"), {}, (path) =>
      path.endsWith("shared.mjs"),
    );
    await assert.rejects(run([node(NODES[0]), join(copy, "import.mjs")]), /ERR_MODULE_NOT_FOUND/);
    rmSync(copy, { recursive: true });
  });
});

/** Folder with a program and what the tool traces for it, but for the files that are left out. */
async function traced(file, source, options, isLeftOut = () => false) {
  const [folder, copy] = ["traced", "copy"].map((name) => mkdtempSync(join(tmpdir(), `billwire-${name}-`)));
  const modules = join(folder, "node_modules/billwire");
  cpSync(`${ROOT}node_modules/billwire`, modules, { recursive: true });
  writeFileSync(join(folder, file), source);
  const { fileList } = await nodeFileTrace([join(folder, file)], { base: folder, ...options });
  for (const path of fileList) if (!isLeftOut(path)) cpSync(join(folder, path), join(copy, path));
  rmSync(folder, { recursive: true });
  return copy;
}
