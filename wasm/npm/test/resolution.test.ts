// TypeScript's ways to resolve a package: each finds the types of every entry, and its output runs.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const NEWEST = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));
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

const CASES: readonly [name: string, compiler: string, format: "commonjs" | "module", options: object][] = [
  [
    "node10",
    NEWEST,
    "commonjs",
    { module: "CommonJS", moduleResolution: "node10", ignoreDeprecations: "6.0" },
  ],
  ["node10 of TypeScript 5.0", OLDEST, "commonjs", { module: "CommonJS", moduleResolution: "node10" }],
  [
    "node16 of TypeScript 5.0 in a CommonJS package",
    OLDEST,
    "commonjs",
    { module: "Node16", moduleResolution: "node16" },
  ],
  ["node16 in a package of ES modules", NEWEST, "module", { module: "Node16" }],
  ["nodenext in a CommonJS package", NEWEST, "commonjs", { module: "NodeNext" }],
  ["bundler", NEWEST, "module", { module: "ESNext", moduleResolution: "bundler" }],
  [
    "bundler with React Native's condition",
    NEWEST,
    "module",
    { module: "ESNext", moduleResolution: "bundler", customConditions: ["react-native"] },
  ],
];

test.each(CASES)(
  "%s",
  async (_, compiler, format, options) => {
    await inFolder(format, { "program.ts": PROGRAM }, async (folder) => {
      await compiled(compiler, folder, options, "program.ts");
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "program.js")]);
      expect(JSON.parse(stdout)).toEqual(["fixRequest", true, "function"]);
    });
  },
  120_000,
);

test.each(["commonjs", "module"] as const)(
  "the types of both formats are the same in %s",
  async (format) => {
    await inFolder(format, { "mixed.ts": MIXED }, (folder) =>
      compiled(NEWEST, folder, { module: "NodeNext", noEmit: true }, "mixed.ts"),
    );
  },
  120_000,
);

/** Runs `work` in a package below this folder, whose node_modules it sees. */
async function inFolder(
  format: string,
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(`${HERE}resolution-`);
  try {
    await writeFile(join(folder, "package.json"), JSON.stringify({ type: format }));
    await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function compiled(compiler: string, folder: string, options: object, file: string): Promise<void> {
  // The compiler's own libraries, which take longest to check, are not what is tested.
  const compilerOptions = {
    skipDefaultLibCheck: true,
    strict: true,
    target: "ES2022",
    lib: ["ES2022", "DOM", "DOM.Iterable"],
    types: [],
    ...options,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [file] }));
  await promisify(execFile)(process.execPath, [compiler], { cwd: folder }).catch((error) => {
    throw new Error(error.stdout || error.message, { cause: error });
  });
}
