// The packed package: the entries, the files that each of them loads, and `require` and `import` without any
// initialisation.
import { readFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as billwire from "billwire";
import { describe, expect, test } from "vitest";
import { inFolder } from "./support/folders.ts";
import { HANDLERS } from "./support/handlers.ts";
import { DIST } from "./support/models.ts";
import { printed, said } from "./support/said.ts";

type Places = Readonly<Record<"default" | "import", string>>;

interface Entry {
  readonly default: string;
  readonly "module-sync"?: string;
  readonly node?: Places;
  readonly require?: string;
}

interface Manifest {
  readonly exports: Readonly<Record<string, string | Entry>>;
  readonly imports: Readonly<Record<string, { readonly default: string; readonly workerd?: string }>>;
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
    if (!/\.[cm]?js$/.test(file)) return;
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
  test.each<[string, Condition, ...string[]]>([
    [".", "default", "wasm.inline.js"],
    [".", "workerd", "billwire_bg.wasm", "wasm.workerd.js"],
    ...["slim", "fetch", ...HANDLERS].map((name) => [`./${name}`, "workerd"] as [string, Condition]),
    ...["./testing", "./explain"].flatMap((entry): [string, Condition, ...string[]][] => [
      [entry, "default", "testing/wasm.inline.js"],
      [entry, "workerd", "testing/billwire_testing_bg.wasm", "testing/wasm.workerd.js"],
    ]),
  ])("%s for %s loads its own wasm and no other", (entry, condition, ...expected) => {
    const wasm = /wasm\.inline|wasm\.workerd|\.wasm$/;
    expect(loaded(entry, condition).filter((file) => wasm.test(file))).toEqual(expected);
  });

  test("no entry loads a framework, and billwire and billwire/testing nothing of each other", () => {
    expect(HANDLERS).toContain("express");
    for (const file of HANDLERS.flatMap((name) => loaded(`./${name}`))) {
      expect(readFileSync(new URL(file, DIST), "utf8")).not.toMatch(/^import\b.*"(?:[^.#"].*)?";$/m);
    }
    const names = "advice arguments errors header-entries instance intrinsics json not-started wasm-handle";
    const shared = names.split(" ").map((name) => `${name}.js`);
    expect(loaded("./testing").filter((file) => !file.startsWith("testing/"))).toEqual(shared);
    for (const entry of [".", "./slim", "./fetch"])
      expect(loaded(entry).filter((file) => /^(?:testing|webhooks)\//.test(file))).toEqual([]);
  });

  test.each([
    [".", ["node/main.cjs", "node/shared.cjs"]],
    ["./slim", ["node/shared.cjs", "node/slim.cjs"]],
    ["./testing", ["node/desk.cjs", "node/shared.cjs", "node/testing.cjs"]],
    ["./explain", ["node/desk.cjs", "node/explain.cjs", "node/shared.cjs"]],
  ])("%s in Node is one file, and what it shares", (entry, files) => {
    const { node } = entryOf(entry);
    expect(loadedBy(node?.default ?? "", /= require\("(\.[^"]*)"\);$/gm)).toEqual(files);
    expect(loadedBy(node?.import ?? "", /^import\b[^;"]*\bfrom "(\.[^"]*)";$/gm)).toEqual(
      files.map((file) => file.replace(".cjs", ".mjs")),
    );
  });

  test.each(scripts)("%s has the same names as CommonJS", async (_entry, place) => {
    const names = Object.keys(await import(join(PACKAGE, place.default))).toSorted();
    expect(Object.keys(createRequire(PACKAGE)(place.require ?? "")).toSorted()).toEqual(names);
    expect(Object.keys(await import(join(PACKAGE, place["module-sync"] ?? ""))).toSorted()).toEqual(names);
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

  test.each<[string[], string, boolean]>([
    [[], ".mjs", true],
    // Such a Node, as AWS Lambda runs it, gets CommonJS by `require`: a program has to use one of both.
    [["--no-experimental-require-module"], ".cjs", false],
  ])("with %j, require gets %s", async (flags, extension, areSame) => {
    const script = `import("billwire").then((module) => console.log(JSON.stringify([
      require.resolve("billwire").slice(-4), module.Biller === require("billwire").Biller])))`;
    expect(await said(...flags, "-e", script)).toEqual([extension, areSame]);
  });

  test.each(scripts)("%s names the Node that is wanted in an older one", async (entry) => {
    const specifier = JSON.stringify(`billwire${entry.slice(1)}`);
    const script = `process.getBuiltinModule = undefined;
      const failed = (load) => load.catch(({ message }) => message);
      const loads = [import(${specifier}), (async () => require(${specifier}))()];
      Promise.all(loads.map(failed)).then((messages) => console.log(JSON.stringify(messages)));`;
    const sentence = expect.stringContaining("billwire needs Node ^20.19.0 || >=22.12.0; this is Node ");
    expect(await said("--no-experimental-require-module", "-e", script)).toEqual([sentence, sentence]);
  });

  const failing = (kind: string, message: string, of = "Instance") =>
    `WebAssembly.${of} = function () { throw new ${kind}(${JSON.stringify(message)}); };`;
  const CSP =
    "refuses to compile it. In a page, allow 'wasm-unsafe-eval' in the script-src of its Content-Sec";
  test.each<[string, string, string, ...string[]]>([
    ["--jitless", "ReferenceError", "", "--jitless"],
    ["ulimit -v", "RangeError", failing("RangeError", "Out of memory")],
    ["mangle", "LinkError", failing("WebAssembly.LinkError", "no such import")],
    [CSP, "CompileError", failing("WebAssembly.CompileError", "blocked by CSP", "Module")],
    [CSP, "CompileError", failing("WebAssembly.CompileError", "code generation disallowed by embedder")],
    ["SIMD", "CompileError", failing("WebAssembly.CompileError", "invalid opcode")],
  ])("a start that fails is explained by its cause: %s, %s", async (advice, cause, before, ...flags) => {
    const print = "console.log(JSON.stringify([message, cause.name]))";
    const script = `${before} import("billwire").catch(({ message, cause }) => ${print})`;
    expect(await said(...flags, "-e", script)).toEqual([expect.stringContaining(advice), cause]);
  });

  test("a program ends by itself and prints nothing", async () =>
    expect(await printed("-e", 'require("billwire")')).toEqual(["", ""]));

  test("an import loads nothing of Node's network", async () => {
    const imports = scripts.map(([entry]) => `await import("billwire${entry.slice(1)}");`).join(" ");
    const ofNetwork = "(name) => /NativeModule (?:http|https|net|tls|zlib|dns)$/.test(name)";
    const script = `${imports} console.log(JSON.stringify(process.moduleLoadList.filter(${ofNetwork})));`;
    expect(await said("--input-type=module", "-e", script)).toEqual([]);
  });

  test("CommonJS reads the wasm from the disk; where that fails, its text serves", async () => {
    const used = (folder: string, before = ""): Promise<unknown> => {
      const script = `${before}
        const { countParses } = require(${JSON.stringify(folder)});
        const { Simulator } = require(${JSON.stringify(`${folder}/testing`)});
        const texts = Object.keys(require.cache).filter((file) => /node.wasm.\\w+\\.cjs$/.test(file));
        console.log(JSON.stringify([countParses("I20260131170000KHR1CS"), typeof Simulator, texts.length]));`;
      return said("--no-experimental-require-module", "-e", script);
    };
    const replaced =
      'const fs = require("node:fs"); const read = fs.readFileSync; ' +
      'fs.readFileSync = (file, ...rest) => (String(file).endsWith(".wasm") ? undefined : read(file, ...rest));';
    expect(await used(PACKAGE)).toEqual([1, "function", 0]);
    expect(await used(PACKAGE, replaced)).toEqual([1, "function", 2]);
    const work = async (folder: string) => {
      const copy = join(folder, "node_modules/billwire");
      await cp(PACKAGE, copy, { recursive: true, filter: (file) => !file.endsWith(".wasm") });
      expect(await used(copy)).toEqual([1, "function", 2]);
    };
    await inFolder(work, { isFar: true });
  });
});
