// The entries of the package, and the files that each of them loads.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { DIST } from "./support/models.ts";
import { said } from "./support/said.ts";

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly default: string; readonly node?: Readonly<Record<"default", string>>; readonly require?: string }>>;
  readonly imports: Readonly<Record<string, { readonly default: string } & Readonly<Partial<Record<Condition, string>>>>>;
}
type Condition = "workerd" | "node" | "default";

const manifest = JSON.parse(readFileSync(new URL("../package.json", DIST), "utf8")) as Manifest;

/** Files that an entry loads, by their paths in dist. */
function loaded(entry: string, condition: Condition): string[] {
  const place = manifest.exports[entry];
  if (typeof place !== "object") throw new Error(`no entry ${entry}`);
  const found = new Set<string>();
  const load = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    if (!file.endsWith(".js")) return;
    const text = readFileSync(new URL(file, DIST), "utf8");
    for (const [, from = ""] of text.matchAll(/^(?:import|export)\b(?:[^;"=]*\bfrom)? ?"([^"]+)";$/gm)) {
      const place = manifest.imports[from];
      load((place?.[condition] ?? place?.default)?.replace("./dist/", "") ?? new URL(from, new URL(file, "file:///")).pathname.slice(1));
    }
  };
  load(place.default.replace("./dist/", ""));
  return [...found];
}

/** Files that hold or import a wasm. */
function starts(entry: string, condition: Condition): string[] {
  return loaded(entry, condition).filter((file) => /wasm\.inline|wasm\.workerd|\.wasm$/.test(file)).toSorted();
}

test.each([
  [".", "default", ["wasm.inline.js"]],
  [".", "workerd", ["billwire_bg.wasm", "wasm.workerd.js"]],
  [".", "node", ["wasm.inline.js"]],
  ["./slim", "default", []],
  ["./slim", "node", []],
  ["./slim", "workerd", []],
  ["./fetch", "default", []],
  ["./express", "node", []],
  ["./fastify", "node", []],
  ["./nest", "node", []],
  ["./hono", "default", []],
  ["./web", "default", []],
  ["./web", "workerd", []],
  ["./testing", "default", ["testing/wasm.inline.js"]],
  ["./testing", "node", ["testing/wasm.inline.js"]],
  ["./testing", "workerd", ["testing/billwire_testing_bg.wasm", "testing/wasm.workerd.js"]],
] as const)("%s for %s loads its own wasm and no other", (entry, condition, expected) => {
  expect(starts(entry, condition)).toEqual(expected);
});

test("no entry loads a framework", () => {
  const handlers = ["./express", "./fastify", "./hono", "./nest", "./web"].map((entry) => loaded(entry, "default"));
  for (const file of handlers.flat()) expect(readFileSync(new URL(file, DIST), "utf8")).not.toMatch(/^import\b.*"(?:[^.#"].*)?";$/m);
  for (const entry of [".", "./slim", "./fetch"]) expect(loaded(entry, "default").filter((file) => file.startsWith("webhooks/"))).toEqual([]);
});

test("billwire and billwire/testing load no wasm of the other", () => {
  const shared = ["errors.js", "instance.js", "intrinsics.js", "json.js", "wasm-handle.js"];
  expect(loaded("./testing", "default").filter((file) => !file.startsWith("testing/")).toSorted()).toEqual(shared);
  for (const entry of [".", "./slim"]) {
    expect(loaded(entry, "default").filter((file) => file.startsWith("testing/"))).toEqual([]);
    expect(loaded(entry, "default")).toEqual(expect.arrayContaining(["wasm.js", "memory.js"]));
  }
});

test.each([
  [".", ["node/main.cjs", "node/shared.cjs"]],
  ["./slim", ["node/shared.cjs", "node/slim.cjs"]],
  ["./testing", ["node/shared.cjs", "node/testing.cjs"]],
])("%s in Node is one file, and what it shares", (entry, files) => {
  const found = new Set<string>();
  const load = (file: string): void => {
    found.add(file);
    const text = readFileSync(new URL(file, DIST), "utf8");
    for (const [, from = ""] of text.matchAll(/= require\("(\.[^"]*)"\);$/gm)) load(new URL(from, new URL(file, "file:///")).pathname.slice(1));
  };
  const place = manifest.exports[entry];
  if (typeof place !== "object" || place.node === undefined) throw new Error(`${entry} has no file for Node`);
  load(place.node.default.replace("./dist/", ""));
  expect([...found].toSorted()).toEqual(files);
});

const scripts = Object.entries(manifest.exports).filter(([, place]) => typeof place === "object" && place.default.endsWith(".js"));

test.each(scripts)("%s has the same names as CommonJS", async (entry, place) => {
  if (typeof place !== "object" || place.require === undefined) throw new Error(`${entry} has no CommonJS`);
  const root = new URL("../", DIST);
  const names = Object.keys(await import(new URL(place.default, root).href)).filter((name) => name !== "module.exports");
  expect(Object.keys(createRequire(root)(place.require)).toSorted()).toEqual(names.toSorted());
});

test("an import loads nothing of Node's network", async () => {
  const imports = scripts.map(([entry]) => `await import("billwire${entry.slice(1)}");`).join(" ");
  const loaded = 'process.moduleLoadList.filter((name) => /NativeModule (?:http|https|net|tls|zlib|dns)$/.test(name))';
  expect(await said("--input-type=module", "-e", `${imports} console.log(JSON.stringify(${loaded}));`)).toEqual([]);
});
