// Modules that compile a wasm file: from its text, from the file, or as the module that workerd imports.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";

const WASM = /^(billwire(?:_testing)?)_bg\.wasm$/;

/** Imports of package.json that compile a wasm, and the file that each of them reads in Node. */
const IN_NODE = {
  "#wasm": "billwire_bg.wasm",
  "#testing-wasm": "testing/billwire_testing_bg.wasm",
};
const TEXT = "-text";

/** Names of the CommonJS files with the text of a wasm, and their paths from the bundles. */
export const TEXTS = Object.fromEntries(
  Object.entries(IN_NODE).map(([name, file]) => [name + TEXT, `./${textOf(file)}`]),
);

/** Writes the modules next to each wasm file below `dist`. */
export function writeWasmModules(dist) {
  for (const file of readdirSync(dist, { recursive: true })) {
    const [, name] = WASM.exec(basename(file)) ?? [];
    if (name === undefined) continue;
    const folder = dirname(join(dist, file));
    writeFileSync(join(folder, "wasm.inline.js"), inline(join(dist, file), "export const compile"));
    writeFileSync(join(folder, "wasm.workerd.js"), workerd(name));
    writeFileSync(join(folder, "wasm.js"), instance(name, join(dist, file), dist));
  }
}

/** Writes the CommonJS files with the text of a wasm. */
export function writeTexts(dist) {
  for (const file of Object.values(IN_NODE)) {
    const text = join(dist, "node", textOf(file));
    mkdirSync(dirname(text), { recursive: true });
    writeFileSync(text, inline(join(dist, file), "exports.compile"));
  }
}

/** Source of the module that compiles a wasm in Node, by its import. The bundles are in a folder below `dist`. */
export function compileFromDisk(name) {
  if (!(name in IN_NODE)) return undefined;
  // No `require` of Node's modules: esbuild with a condition of the program's own puts this file into an ES
  // module, which has none.
  return `export function compile() {
  try {
    const { readFileSync } = process.getBuiltinModule("node:fs");
    return new WebAssembly.Module(readFileSync(\`\${__dirname}/../${IN_NODE[name]}\`));
  } catch {
    // A bundle has left the file behind, or a test has replaced node:fs.
    return require("${name}${TEXT}").compile();
  }
}
`;
}

function textOf(file) {
  return `wasm/${basename(file, "_bg.wasm")}.cjs`;
}

/**
 * The glue as an object, and the instance that it serves. The namespace of the glue would do, but bundlers
 * make one out of getters, which every call would go through.
 */
function instance(name, wasm, dist) {
  const glue = readFileSync(join(dirname(wasm), `${name}.js`), "utf8");
  const names = Array.from(
    glue.matchAll(/^export (?:async )?(?:function|const|let|class) (\w+)/gm),
    ([, name]) => name,
  ).join(", ");
  // The wasm imports its glue by a name that is that of one build.
  const [{ module }] = WebAssembly.Module.imports(new WebAssembly.Module(readFileSync(wasm)));
  return `import { ${names} } from "./${name}.js";
import { Instance } from "${relative(dirname(wasm), dist) || "."}/instance.js";

export const glue = { ${names} };
export const instance = new Instance(glue, "${module}");
`;
}

const inline = (file, exported) => `const text = "${readFileSync(file, "base64")}";

function bytes() {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  if (globalThis.Buffer) return globalThis.Buffer.from(text, "base64");
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

${exported} = () => new WebAssembly.Module(bytes());
`;

// By `?module`, Nitro's plugin for wasm imports the module, as workerd does, instead of an instance.
const workerd = (name) => `import module from "./${name}_bg.wasm?module";

export const compile = () => module;
`;
