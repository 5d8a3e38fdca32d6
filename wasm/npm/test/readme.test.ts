// Examples in the documents: each compiles against the types of the package, or runs.
import { execFile } from "node:child_process";
import { cp, readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { compiled, inFolder } from "./support/folders.ts";

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

/** Options under which the examples compile. */
const TARGET = "--noEmit --strict --skipLibCheck --target ES2023 --module NodeNext --ignoreConfig".split(" ");
const LIBRARIES = ["--lib", "ES2023,DOM,DOM.Iterable", "--types", "node"];
const STRICTEST = ["--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--allowJs"];

test("quickstart runs as pasted, without the checkout", async () => {
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, quickstart = ""] = /^```js\n(.*?)^```/ms.exec(readme) ?? [];
  const work = async (cwd: string) => {
    await writeFile(`${cwd}/package.json`, "{}");
    await writeFile(`${cwd}/quickstart.mjs`, quickstart);
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", TARBALL], { cwd });
    const { stdout, stderr } = await run(process.execPath, ["quickstart.mjs"], { cwd });
    expect(stderr + stdout).toBe("the bill is settled\nconfirmed, credited once\n");
  };
  await inFolder(work, { isFar: true });
}, 60_000);

test.each(["../../../README.md", "../README.md", "../../../docs/guide/src/http-clients.md"])(
  "the examples of %s compile",
  async (readme) => {
    const text = await readFile(new URL(readme, import.meta.url), "utf8");
    const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
    expect(examples.length).toBeGreaterThan(0);
    await inFolder(async (folder) => {
      const files = examples.map((_, index) => `${folder}/example${index}.ts`);
      await Promise.all(files.map((file, index) => writeFile(file, AT_HAND + examples[index])));
      await compiled([...TARGET, ...LIBRARIES, ...files]);
    });
  },
  120_000,
);

const ALL = await readdir(PROGRAMS);

test("the guide's programs in TypeScript compile as strictly as a reader may have it, and run", async () => {
  await inFolder(async (folder) => {
    await cp(PROGRAMS, folder, { recursive: true });
    const files = ALL.filter((name) => name.endsWith(".ts")).map((name) => `${folder}/${name}`);
    await compiled([...TARGET, ...STRICTEST, ...LIBRARIES, ...files]);
    for (const file of files) await import(file);
  });
}, 120_000);

// PostgreSQL starts within some of them.
test.each(ALL.filter((name) => name.endsWith(".mjs")))(
  "the guide's %s runs",
  async (name) => {
    await inFolder(async (folder) => {
      await cp(PROGRAMS, folder, { recursive: true });
      await run(process.execPath, [`${folder}/${name}`]);
    });
  },
  120_000,
);
