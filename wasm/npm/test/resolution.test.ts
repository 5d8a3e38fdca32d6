// TypeScript's ways to resolve a package: each finds the types of every entry, and its output runs.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { HERE, TSC, compiled, inFolder } from "./support/folders.ts";

const OLDEST = join(HERE, "node_modules/typescript-oldest/bin/tsc");

const PROGRAM = `
import { Biller, type Call, isBillwireError, type NextStep, type SettlementOutcome } from "billwire";
import { load } from "billwire/slim";
import { Simulator } from "billwire/testing";

const baseUrl = "https://service.example";
const biller: Biller = new Biller({ baseUrl, bearer: "test-bearer", hashToken: "test-hash-key" });
function stepOf(): NextStep | undefined {
  try {
    // @ts-expect-error: the types are there, and refuse a bill without its fields
    const call: Call<SettlementOutcome> = biller.prepareSettlement({});
    return call && undefined;
  } catch (error) {
    return isBillwireError(error) ? error.nextStep : undefined;
  }
}
load().then((slim) => console.log(JSON.stringify([stepOf(), slim.Biller === Biller, typeof Simulator])));
`;

/** Both formats declare the same types: a library of one may take the objects of the other. */
const MIXED = `
import type * as esm from "billwire" with { "resolution-mode": "import" };
import type * as cjs from "billwire" with { "resolution-mode": "require" };
declare const biller: esm.Biller, receiver: cjs.WebhookReceiver;
export const one: cjs.Biller = biller, other: esm.WebhookReceiver = receiver;
export const confirmation: esm.Confirmation = other.receive({}, "").confirm(one, {} as cjs.Expectation);
`;

const NODE10 = { module: "CommonJS", moduleResolution: "node10" };
const BUNDLER = { module: "ESNext", moduleResolution: "bundler" };
const NODE16 = { module: "Node16", moduleResolution: "node16" };
const REACT_NATIVE = { ...BUNDLER, customConditions: ["react-native"] };

const CASES: readonly [name: string, compiler: string, format: "commonjs" | "module", options: object][] = [
  ["node10", TSC, "commonjs", { ...NODE10, ignoreDeprecations: "6.0" }],
  ["node10 of TypeScript 5.0", OLDEST, "commonjs", NODE10],
  ["node16 of TypeScript 5.0 in a CommonJS package", OLDEST, "commonjs", NODE16],
  ["node16 in a package of ES modules", TSC, "module", { module: "Node16" }],
  ["nodenext in a CommonJS package", TSC, "commonjs", { module: "NodeNext" }],
  ["bundler", TSC, "module", BUNDLER],
  ["bundler with React Native's condition", TSC, "module", REACT_NATIVE],
];

test.each(CASES)(
  "%s",
  async (_, compiler, format, options) => {
    await inFolder(async (folder) => {
      await compiledIn(folder, PROGRAM, compiler, format, options);
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "program.js")]);
      expect(JSON.parse(stdout)).toEqual(["fixRequest", true, "function"]);
    });
  },
  120_000,
);

test.each(["commonjs", "module"] as const)(
  "the types of both formats are the same in %s",
  async (format) => {
    const options = { module: "NodeNext", noEmit: true };
    await inFolder((folder) => compiledIn(folder, MIXED, TSC, format, options));
  },
  120_000,
);

/** Compiles a program as a package of its own. */
async function compiledIn(folder: string, text: string, compiler: string, type: string, options: object) {
  // The compiler's own libraries, which take longest to check, are not what is tested.
  const common = { skipDefaultLibCheck: true, strict: true, target: "ES2022", types: [] };
  const compilerOptions = { ...common, lib: ["ES2022", "DOM", "DOM.Iterable"], ...options };
  const files = {
    "package.json": JSON.stringify({ type }),
    "program.ts": text,
    "tsconfig.json": JSON.stringify({ compilerOptions, files: ["program.ts"] }),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  await compiled([], folder, compiler);
}
