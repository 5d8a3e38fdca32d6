// package.json and the folders of the entries, from the entries that wasm/npm/package.json declares.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const REACT_NATIVE = "./dist/react-native.js";

/**
 * Completes package.json in `folder`. Returns the entries with a script: name, its ES module, and its files
 * for Node.
 */
export function completeManifest(folder) {
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  const entries = scriptsOf(manifest.exports);
  for (const entry of entries) manifest.exports[entry.path] = conditionsOf(entry);
  for (const place of Object.values(manifest.exports))
    if (place.types !== undefined) place.types = typesOf(place);
  manifest.main = entries.find(({ path }) => path === ".").cjs;
  manifest["react-native"] = REACT_NATIVE;
  manifest.typesVersions = { "*": typesVersionsOf(manifest.exports) };
  const inner = entries.filter(({ path }) => path !== ".");
  manifest.files.push(...new Set(inner.map(({ name }) => name)));
  for (const entry of inner) writeFolder(folder, entry);
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  return entries;
}

function scriptsOf(exports) {
  const scripts = Object.entries(exports).filter(([, place]) => place.default?.endsWith(".js"));
  return scripts.map(([path, place]) => {
    const name = path === "." ? "main" : path.slice(2);
    const [cjs, mjs] = ["cjs", "mjs"].map((extension) => `./dist/node/${name}.${extension}`);
    return { path, name, types: place.types, esm: place.default, cjs, mjs };
  });
}

/**
 * Conditions of an entry. A tool that copies the files of a server may know `module` and `node`, and must
 * choose the file that Node will ask for: so these come before `module`. Node gets one ES module by
 * `import` and by `require`; Jest, and a Node that cannot require ES modules, get CommonJS. Bundlers for
 * browsers take the many ES modules, of which they leave out what a program does not name.
 */
function conditionsOf({ types, esm, cjs, mjs }) {
  return {
    types,
    "react-native": REACT_NATIVE,
    workerd: esm,
    // webpack knows `module-sync` in a page, too.
    browser: { module: esm },
    bun: mjs,
    "module-sync": mjs,
    node: { module: mjs, import: mjs, default: cjs },
    module: esm,
    import: mjs,
    require: cjs,
    default: esm,
  };
}

function typesOf({ types }) {
  return { require: types.replace(/\.ts$/, ".cts"), default: types };
}

/** Types of the entries for TypeScript's resolution `node10`, which does not read `exports`. */
function typesVersionsOf(exports) {
  const typed = Object.entries(exports).filter(([path, place]) => path !== "." && place.types !== undefined);
  return Object.fromEntries(typed.map(([path, { types }]) => [path.slice(2), [types.default]]));
}

/** Writes the folder in which programs that do not read `exports` find an entry. */
function writeFolder(folder, { name, types, cjs }) {
  const up = "../".repeat(name.split("/").length);
  const outside = (file) => file.replace("./", up);
  const manifest = { main: outside(cjs), types: outside(types), "react-native": outside(REACT_NATIVE) };
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
