// The entries as CommonJS, made by Rolldown from the modules of `dist`.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

/** Writes a CommonJS file for each entry, and the module that gives its names to `import`. */
export async function writeCommonJs(folder, entries, rolldown) {
  const require = createRequire(join(rolldown, "package.json"));
  const { build } = await import(pathToFileURL(require.resolve("rolldown")));
  await build({
    cwd: folder,
    input: Object.fromEntries(entries.map(({ name, esm }) => [name, esm])),
    platform: "node",
    external: /^[^.#/]/,
    logLevel: "warn",
    output: { dir: "dist/cjs", format: "cjs", entryFileNames: "[name].cjs", chunkFileNames: "shared/[name].cjs", exports: "named" },
  });
  for (const entry of entries) writeWrapper(folder, entry);
}

function writeWrapper(folder, { cjs, wrapper }) {
  const file = join(folder, wrapper);
  const up = "../".repeat(wrapper.split("/").length - 3);
  mkdirSync(dirname(file), { recursive: true });
  const names = Object.keys(createRequire(file)(join(folder, cjs))).sort();
  const text = `import entry from "${cjs.replace("./dist/", up)}";\n\nexport const { ${names.join(", ")} } = entry;\n`;
  writeFileSync(file, text);
}
