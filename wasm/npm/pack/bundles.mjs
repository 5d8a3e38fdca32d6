// The entries for Node, made by Rolldown from the modules of `dist`: for `import` and for `require` a file
// each, and one that they share.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { TEXTS, compileFromDisk } from "./wasm.mjs";

/** Writes the files of each entry: `name.mjs` and `name.cjs`. */
export async function writeBundles(folder, entries, rolldown) {
  const require = createRequire(join(rolldown, "package.json"));
  const { build } = await import(pathToFileURL(require.resolve("rolldown")));
  const { engines } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const common = { cwd: folder, platform: "node", external: /^[^.#/\0]/, logLevel: "warn" };
  const { esm } = entries.find(({ path }) => path === ".");
  const { output } = await build({ ...common, input: esm, write: false });
  const ofBillwire = new Set(output[0].moduleIds);
  const input = Object.fromEntries(entries.map(({ name, esm }) => [name, esm]));
  for (const [format, { banner, footer, plugins, paths }] of Object.entries(FORMATS)) {
    await build({
      ...common,
      input,
      plugins,
      preserveEntrySignatures: "allow-extension",
      output: {
        dir: "dist/node",
        format,
        exports: "named",
        comments: false,
        banner: `${refusingOldNode(engines.node)}\n${banner}`,
        postFooter: footer,
        entryFileNames: `[name].${EXTENSIONS[format]}`,
        chunkFileNames: `[name].${EXTENSIONS[format]}`,
        paths,
        // An error of `billwire/testing` is a `BillwireError` of `billwire`. What only other entries share,
        // `billwire` does not load, and no handler loads the wasm of `billwire/testing` and `billwire/explain`.
        codeSplitting: {
          minShareCount: 2,
          groups: [
            { name: "shared", test: (id) => ofBillwire.has(id), priority: 3 },
            { name: "desk", test: /[\\/]testing[\\/]/, priority: 2 },
            { name: "handlers", priority: 1 },
          ],
        },
      },
    });
  }
}

const EXTENSIONS = { esm: "mjs", cjs: "cjs" };

/** The first line of each file: an old Node would fail further down, and say something else. */
const refusingOldNode = (versions) =>
  "if (globalThis.process?.versions?.node && !globalThis.process.getBuiltinModule) " +
  `throw new Error("billwire needs Node ${versions}; this is Node " + globalThis.process.versions.node);`;

/** The coders of text where the host has none, as Jest's jsdom. */
const CODERS =
  "const { TextDecoder, TextEncoder } = globalThis.TextDecoder ? globalThis : " +
  'globalThis.process.getBuiltinModule("node:util");';

/**
 * Names the ES module in the CommonJS file of an entry. A tool on Node 20 that copies what a program
 * requires does not know `module-sync`, by which Node then takes the ES module.
 */
const namingModule = ({ isEntry, name }) =>
  isEntry ? `function fileOfModule() { return \`\${__dirname}/${name}.mjs\`; }` : "";

/** Replaces the modules that compile a wasm from its text. The text stays a file of its own. */
const wasmFromDisk = {
  name: "wasm from disk",
  resolveId(name) {
    if (name in TEXTS) return { id: name, external: true };
    return compileFromDisk(name) === undefined ? undefined : `\0${name}`;
  },
  load: (id) => (id.startsWith("\0") ? compileFromDisk(id.slice(1)) : undefined),
};

/**
 * The ES module holds the text of the wasm: bundlers for servers take it too, and leave other files behind.
 * A CommonJS file reads the wasm from the disk.
 */
const FORMATS = {
  esm: { banner: "", footer: "", plugins: [], paths: {} },
  cjs: { banner: CODERS, footer: namingModule, plugins: [wasmFromDisk], paths: TEXTS },
};
