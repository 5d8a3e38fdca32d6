// Examples in the documents: each compiles against the types of the package, or runs.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const TSC = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));
const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Declarations that the examples assume. */
const AT_HAND = `
declare const biller: import("billwire").Biller, bill: import("billwire").Settlement;
declare const hashToken: string, observedHash: string;
declare const store: {
  load(refId: string): Promise<string | null>;
  save(refId: string, step: import("billwire").SaveStep): Promise<boolean>;
  lastSettled(): Promise<import("billwire").Settlement | null>;
};
`;

/** Programs of which the guide's pages show a part. Each of them checks itself. */
const PROGRAMS = new URL("../../../docs/guide/examples/", import.meta.url);

const TARBALL = fileURLToPath(new URL("../../../target/npm/billwire.tgz", import.meta.url));

const run = promisify(execFile);

test("quickstart runs as pasted, without the checkout", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, quickstart = ""] = /^```js\n(.*?)^```/ms.exec(readme) ?? [];
  const folder = await mkdtemp(`${tmpdir()}/quickstart-`);
  try {
    await writeFile(`${folder}/package.json`, "{}");
    await writeFile(`${folder}/quickstart.mjs`, quickstart);
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", TARBALL], { cwd: folder });
    const { stdout, stderr } = await run(process.execPath, ["quickstart.mjs"], { cwd: folder });
    expect(stderr + stdout).toBe("the bill is settled\nconfirmed, credited once\n");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);

test.each(["../../../README.md", "../README.md", "../../../docs/guide/src/http-clients.md"])(
  "%s",
  async (readme) => {
    const text = await readFile(new URL(readme, import.meta.url), "utf8");
    const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
    expect(examples.length).toBeGreaterThan(0);
    const folder = await mkdtemp(`${HERE}readme-`); // in a folder with node_modules, so that the package is found
    try {
      const files = examples.map((_, index) => `${folder}/example${index}.ts`);
      await Promise.all(files.map((file, index) => writeFile(file, AT_HAND + examples[index])));
      const options = [
        "--noEmit",
        "--strict",
        "--skipLibCheck",
        "--target",
        "ES2023",
        "--module",
        "NodeNext",
      ];
      const lib = ["--lib", "ES2023,DOM,DOM.Iterable", "--types", "node", "--ignoreConfig"];
      await run(process.execPath, [TSC, ...options, ...lib, ...files], { cwd: HERE });
    } catch (error) {
      throw new Error(error instanceof Error && "stdout" in error ? String(error.stdout) : String(error));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  120_000,
);

const IN_TYPESCRIPT = (await readdir(PROGRAMS)).filter((name) => name.endsWith(".ts"));

test("the guide's programs in TypeScript compile as strictly as a reader may have it, and run", async () => {
  const folder = await mkdtemp(`${HERE}guide-`);
  try {
    await cp(PROGRAMS, folder, { recursive: true });
    const strict = [
      "--strict",
      "--exactOptionalPropertyTypes",
      "--noUncheckedIndexedAccess",
      "--noEmit",
      "--allowJs",
    ];
    const module = ["--target", "ES2023", "--module", "NodeNext", "--skipLibCheck", "--ignoreConfig"];
    const lib = ["--lib", "ES2023,DOM,DOM.Iterable", "--types", "node"];
    const files = IN_TYPESCRIPT.map((name) => `${folder}/${name}`);
    await run(process.execPath, [TSC, ...strict, ...module, ...lib, ...files], { cwd: HERE });
    for (const file of files) await import(file);
  } catch (error) {
    throw new Error(error instanceof Error && "stdout" in error ? String(error.stdout) : String(error));
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);

test.each((await readdir(PROGRAMS)).filter((name) => name.endsWith(".mjs")))(
  "the guide's %s runs",
  async (name) => {
    const folder = await mkdtemp(`${HERE}guide-`); // in a folder with node_modules, so that the package is found
    try {
      await cp(PROGRAMS, folder, { recursive: true });
      await run(process.execPath, [`${folder}/${name}`]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
  120_000,
); // PostgreSQL starts within some of them
