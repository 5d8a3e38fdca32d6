// How large two builds are, with gzip: each wasm, and the scripts without the copies that hold a wasm as text.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const KINDS = {
  "simulator's wasm": /^testing\/.*\.wasm$/,
  "all other wasm": /^(?!testing\/).*\.wasm$/,
  JavaScript: /^(?!.*wasm\.inline).*\.js$/,
};

export function sizes(before, after) {
  return Object.entries(KINDS).map(([name, pattern]) => {
    const [old, current] = [before, after].map((folder) => gzipped(join(folder, "dist"), pattern));
    return { job: "size", case: name, script: "gzip", before: old, after: current, ratio: current / old };
  });
}

function gzipped(dist, pattern) {
  const files = readdirSync(dist, { recursive: true })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => pattern.test(name));
  if (files.length === 0) throw new Error(`${dist} has no file ${pattern}`);
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0);
}
