// The entries for Node, made by Rolldown from the modules of `dist`: a CommonJS file each, and one that they share.
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { TEXTS, compileFromDisk } from "./wasm.mjs";

/** Writes the files for `require`, and for each the module that gives its names to `import`. */
export async function writeBundles(folder, entries, rolldown) {
  const require = createRequire(join(rolldown, "package.json"));
  const { build } = await import(pathToFileURL(require.resolve("rolldown")));
  const common = {
    cwd: folder,
    platform: "node",
    external: /^[^.#/\0]/,
    plugins: [wasmFromDisk],
    logLevel: "warn",
  };
  const { esm } = entries.find(({ path }) => path === ".");
  const { output } = await build({ ...common, input: esm, write: false });
  const ofBillwire = new Set(output[0].moduleIds);
  await build({
    ...common,
    input: Object.fromEntries(entries.map(({ name, esm }) => [name, esm])),
    preserveEntrySignatures: "allow-extension",
    output: {
      dir: "dist/node",
      format: "cjs",
      exports: "named",
      comments: false,
      banner: CODERS,
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name].cjs",
      paths: TEXTS,
      // An error of `billwire/testing` is a `BillwireError` of `billwire`. What only other entries share,
      // `billwire` does not load.
      codeSplitting: {
        minShareCount: 2,
        groups: [
          { name: "shared", test: (id) => ofBillwire.has(id), priority: 2 },
          { name: "handlers", priority: 1 },
        ],
      },
    },
  });
  for (const entry of entries) writeFileSync(join(folder, entry.mjs), wrapperOf(join(folder, entry.cjs)));
}

/** The coders of text where the host has none, as Jest's jsdom. */
const CODERS =
  "const { TextDecoder, TextEncoder } = globalThis.TextDecoder ? globalThis : " +
  'globalThis.process.getBuiltinModule("node:util");';

/** Without it, `import` of the CommonJS file would give a default export too, which the types do not show. */
function wrapperOf(cjs) {
  const names = Object.keys(createRequire(cjs)(cjs)).sort();
  return `import entry from "./${basename(cjs)}";

export const { ${names.join(", ")} } = entry;
`;
}

/** Replaces the modules that compile a wasm from its text. The text stays a file of its own. */
const wasmFromDisk = {
  name: "wasm from disk",
  resolveId(name) {
    if (name in TEXTS) return { id: name, external: true };
    return compileFromDisk(name) === undefined ? undefined : `\0${name}`;
  },
  load: (id) => (id.startsWith("\0") ? compileFromDisk(id.slice(1)) : undefined),
};
