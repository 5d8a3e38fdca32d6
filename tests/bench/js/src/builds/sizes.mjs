// How large the files of two builds are, with gzip. A file may have another name in each.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

/** Before issue 22, the fast path and the full path were in one wasm, of which there were two builds. */
const WASM = {
  "fast path's wasm": /^(fast\/)?billwire_fast_bg\.wasm$/,
  "full path's wasm": /^billwire_bg\.wasm$/,
  "simulator's wasm": /^testing\/.*\.wasm$/,
};
const SCRIPT = /\.js$/;
/** The wasm as text. */
const INLINE = /wasm\.inline.*\.js$/;

export function sizes(before, after) {
  const [old, current] = [before, after].map(measured);
  return Object.keys(old).map((name) => ({
    job: "size",
    case: name,
    script: "gzip",
    before: old[name],
    after: current[name],
    ratio: current[name] / old[name],
  }));
}

function measured(folder) {
  const dist = join(folder, "dist");
  const files = readdirSync(dist, { recursive: true }).map((name) => name.replaceAll("\\", "/"));
  const wasm = Object.entries(WASM).map(([name, pattern]) => {
    const file = files.find((file) => pattern.test(file));
    if (file === undefined) throw new Error(`${folder} has no file for the ${name}`);
    return [name, gzip(join(dist, file))];
  });
  const scripts = files.filter((file) => SCRIPT.test(file) && !INLINE.test(file));
  const sum = scripts.reduce((sum, file) => sum + gzip(join(dist, file)), 0);
  return Object.fromEntries([...wasm, ["JavaScript", sum]]);
}

const gzip = (file) => gzipSync(readFileSync(file), { level: 9 }).length;
