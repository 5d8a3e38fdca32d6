// The packed package: the entries, the files that each of them loads, and `require` and `import` without any
// initialisation.
import { readFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as billwire from "billwire";
import { describe, expect, test } from "vitest";
import { DIST } from "./support/models.ts";
import { printed, said } from "./support/said.ts";

interface Manifest {
  readonly exports: Readonly<
    Record<
      string,
      | string
      | {
          readonly default: string;
          readonly node?: Readonly<Record<"default", string>>;
          readonly require?: string;
        }
    >
  >;
  readonly imports: Readonly<
    Record<string, { readonly default: string } & Readonly<Partial<Record<Condition, string>>>>
  >;
}
type Condition = "workerd" | "default";

const PACKAGE = fileURLToPath(new URL("..", DIST));
const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as Manifest;
const scripts = Object.entries(manifest.exports).flatMap(([entry, place]) =>
  typeof place === "object" && place.default.endsWith(".js") ? [[entry, place] as const] : [],
);

/** Files that a file loads, by their paths in dist. */
function loadedBy(first: string, imports: RegExp, condition: Condition = "default"): string[] {
  const found = new Set<string>();
  const load = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    if (!/\.c?js$/.test(file)) return;
    for (const [, from = ""] of readFileSync(new URL(file, DIST), "utf8").matchAll(imports)) {
      const place = manifest.imports[from];
      load(
        (place?.[condition] ?? place?.default)?.replace("./dist/", "") ??
          new URL(from, new URL(file, "file:///")).pathname.slice(1),
      );
    }
  };
  load(first.replace("./dist/", ""));
  return [...found].toSorted();
}

function entryOf(entry: string) {
  return scripts.find(([name]) => name === entry)?.[1] ?? expect.fail(`no entry ${entry}`);
}

function loaded(entry: string, condition: Condition = "default"): string[] {
  return loadedBy(entryOf(entry).default, /^(?:import|export)\b(?:[^;"=]*\bfrom)? ?"([^"]+)";$/gm, condition);
}

describe("files", () => {
  test.each<[string, Condition, readonly string[]]>([
    [".", "default", ["wasm.inline.js"]],
    [".", "workerd", ["billwire_bg.wasm", "wasm.workerd.js"]],
    ...["./slim", "./fetch", "./express", "./fastify", "./nest", "./hono", "./web"].map(
      (entry): [string, Condition, string[]] => [entry, "workerd", []],
    ),
    ["./testing", "default", ["testing/wasm.inline.js"]],
    ["./testing", "workerd", ["testing/billwire_testing_bg.wasm", "testing/wasm.workerd.js"]],
  ])("%s for %s loads its own wasm and no other", (entry, condition, expected) => {
    expect(
      loaded(entry, condition).filter((file) => /wasm\.inline|wasm\.workerd|\.wasm$/.test(file)),
    ).toEqual(expected);
  });

  test("no entry loads a framework, and billwire and billwire/testing nothing of each other", () => {
    for (const file of ["./express", "./fastify", "./hono", "./nest", "./web"].flatMap((entry) =>
      loaded(entry),
    )) {
      expect(readFileSync(new URL(file, DIST), "utf8")).not.toMatch(/^import\b.*"(?:[^.#"].*)?";$/m);
    }
    const shared = [
      "errors.js",
      "header-entries.js",
      "instance.js",
      "intrinsics.js",
      "json.js",
      "wasm-handle.js",
    ];
    expect(loaded("./testing").filter((file) => !file.startsWith("testing/"))).toEqual(shared);
    for (const entry of [".", "./slim", "./fetch"])
      expect(loaded(entry).filter((file) => /^(?:testing|webhooks)\//.test(file))).toEqual([]);
  });

  test.each([
    [".", ["node/main.cjs", "node/shared.cjs"]],
    ["./slim", ["node/shared.cjs", "node/slim.cjs"]],
    ["./testing", ["node/shared.cjs", "node/testing.cjs"]],
  ])("%s in Node is one file, and what it shares", (entry, files) => {
    expect(loadedBy(entryOf(entry).node?.default ?? "", /= require\("(\.[^"]*)"\);$/gm)).toEqual(files);
  });

  test.each(scripts)("%s has the same names as CommonJS", async (_entry, place) => {
    const names = Object.keys(await import(join(PACKAGE, place.default))).filter(
      (name) => name !== "module.exports",
    );
    expect(Object.keys(createRequire(PACKAGE)(place.require ?? "")).toSorted()).toEqual(names.toSorted());
  });
});

describe("in Node", () => {
  const USE = `
    const hash = billwire.sign({
      ref_id: "INV-0001", date: "2026-01-31T17:00:00.000Z", currency: "KHR", total_amount: 40000,
      customer_sync_code: "C-1", settlement_to: "S-1",
    }, "test-hash-key");
    console.log(JSON.stringify([Object.keys(billwire).filter((name) => name !== "module.exports").sort(), hash]));`;
  const EXPECTED = [
    Object.keys(billwire).toSorted(),
    "N7AQmVospQGWuQKOtyc18lzm8SlcBsGXJrb7AK6bNKA9aVb6IbB+dn0aBGkk+vXHby2axi3DAQFRSCcVef/5Xg==",
  ];

  test.each([
    ["require", ["-e", `const billwire = require("billwire");${USE}`]],
    ["import", ["--input-type=module", "-e", `import * as billwire from "billwire";${USE}`]],
  ])("%s", async (_name, args) => expect(await said(...args)).toEqual(EXPECTED));

  test.each([[[]], [["--no-experimental-require-module"]]])(
    "both give the same classes, with %j",
    async (flags) => {
      const script =
        'const isCommon = require.resolve("billwire").endsWith(".cjs"); import("billwire").then((module) => ' +
        'console.log(JSON.stringify([isCommon, module.Biller === require("billwire").Biller])))';
      expect(await said(...flags, "-e", script)).toEqual([true, true]);
      expect((createRequire(import.meta.url)("billwire") as typeof billwire).Biller).toBe(billwire.Biller);
    },
  );

  test("a program ends by itself and prints nothing", async () =>
    expect(await printed("-e", 'require("billwire")')).toEqual(["", ""]));

  test("an import loads nothing of Node's network", async () => {
    const imports = scripts.map(([entry]) => `await import("billwire${entry.slice(1)}");`).join(" ");
    const loaded =
      "process.moduleLoadList.filter((name) => /NativeModule (?:http|https|net|tls|zlib|dns)$/.test(name))";
    expect(
      await said("--input-type=module", "-e", `${imports} console.log(JSON.stringify(${loaded}));`),
    ).toEqual([]);
  });

  test("the wasm is read from the disk; where that fails, its text serves", async () => {
    const used = (folder: string, before = ""): Promise<unknown> =>
      said(
        "-e",
        `${before}
      const { countParses } = require(${JSON.stringify(folder)});
      const { Simulator } = require(${JSON.stringify(`${folder}/testing`)});
      const texts = Object.keys(require.cache).filter((file) => /node.wasm.\\w+\\.cjs$/.test(file));
      console.log(JSON.stringify([countParses("I20260131170000KHR1CS"), typeof Simulator, texts.length]));`,
      );
    const folder = await mkdtemp(join(tmpdir(), "billwire-"));
    try {
      const copy = join(folder, "node_modules/billwire");
      await cp(PACKAGE, copy, { recursive: true, filter: (file) => !file.endsWith(".wasm") });
      expect(await used(PACKAGE)).toEqual([1, "function", 0]);
      expect(await used(copy)).toEqual([1, "function", 2]);
      const replaced =
        'const fs = require("node:fs"); const read = fs.readFileSync; ' +
        'fs.readFileSync = (file, ...rest) => (String(file).endsWith(".wasm") ? undefined : read(file, ...rest));';
      expect(await used(PACKAGE, replaced)).toEqual([1, "function", 2]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
