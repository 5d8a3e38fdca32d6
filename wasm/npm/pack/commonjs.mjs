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

function writeWrapper(folder, { path, cjs, wrapper }) {
  const file = join(folder, wrapper);
  const up = "../".repeat(wrapper.split("/").length - 3);
  mkdirSync(dirname(file), { recursive: true });
  const names = Object.keys(createRequire(file)(join(folder, cjs))).sort();
  writeFileSync(file, wrapperOf(cjs.replace("./dist/", up), path.replace(".", "billwire"), names));
}

const wrapperOf = (cjs, name, names) => `import { createRequire } from "node:module";
import entry from "${cjs}";

// Vitest chooses this file although its Node can require ES modules. It then gets the copy that Node gives to everybody else.
function shared() {
  if (!process.features.require_module) return entry;
  try {
    return createRequire(import.meta.url)("${name}");
  } catch {
    return entry; // in a bundle
  }
}

export const { ${names.join(", ")} } = shared();
`;
