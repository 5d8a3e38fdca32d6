// The declarations a second time, for CommonJS: TypeScript takes a .d.ts of this package for an ES module.
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const RELATIVE_MODULE = /"(\.{1,2}\/[^"]*)\.js"/g;

/** Writes a .d.cts next to each .d.ts below `dist`. */
export function writeDeclarations(dist) {
  for (const file of readdirSync(dist, { recursive: true }).filter((name) => name.endsWith(".d.ts"))) {
    const text = readFileSync(join(dist, file), "utf8");
    writeFileSync(join(dist, file.replace(/\.ts$/, ".cts")), text.replaceAll(RELATIVE_MODULE, '"$1.cjs"'));
  }
}
