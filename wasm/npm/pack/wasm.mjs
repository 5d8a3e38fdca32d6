// Modules that compile a wasm file: from its text, or as the module that workerd imports.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const WASM = /^(billwire(?:_tools|_testing)?)(_fast)?_bg\.wasm$/;

/** Writes the modules next to each wasm file below `dist`. */
export function writeWasmModules(dist) {
  for (const file of readdirSync(dist, { recursive: true })) {
    const [, name, suffix = ""] = WASM.exec(basename(file)) ?? [];
    if (name === undefined) continue;
    const folder = dirname(join(dist, file));
    writeFileSync(join(folder, `wasm.inline${suffix}.js`), inline(readFileSync(join(dist, file), "base64")));
    writeFileSync(join(folder, "wasm.workerd.js"), workerd(name));
  }
}

const inline = (text) => `const text = "${text}";

function bytes() {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  if (globalThis.Buffer) return globalThis.Buffer.from(text, "base64");
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export const compile = () => new WebAssembly.Module(bytes());
`;

const workerd = (name) => `import module from "./${name}_bg.wasm";

export const compile = () => module;
`;
