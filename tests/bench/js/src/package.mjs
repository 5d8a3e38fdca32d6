// The installed package: its version, and what a page downloads before its first call.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const FIRST_WASM = "billwire/slim/billwire.wasm";

export function packageVersion() {
  return JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")).version;
}

/** Bytes of the wasm that a page downloads first. */
export function downloadSize() {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve(FIRST_WASM)));
  return { name: FIRST_WASM, raw: wasm.length, gzip: gzipSync(wasm, { level: 9 }).length };
}

function packageRoot() {
  const entry = fileURLToPath(import.meta.resolve("billwire"));
  const name = join("node_modules", "billwire");
  return entry.slice(0, entry.lastIndexOf(name) + name.length);
}
