// Examples in the documents: each compiles against the types of the package.
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const TSC = fileURLToPath(import.meta.resolve("typescript/bin/tsc"));
const HERE = fileURLToPath(new URL(".", import.meta.url));

/** Declarations that the examples assume. */
const AT_HAND = `
import type { Settlement, WebhookHeaders } from "billwire";
declare const baseUrl: string, bearer: string, verificationToken: string, hashToken: string, webhookToken: string;
declare const identity_code: string, purpose_of_transaction: string, currency: string, amount: string;
declare const bill: Settlement, headers: WebhookHeaders, rawBody: Uint8Array, observedHash: string;
declare function creditOnce(claimKey: string): Promise<void>;
`;

test.each(["../../../README.md", "../README.md", "../../../docs/http-clients.md"])("%s", async (readme) => {
  const text = await readFile(new URL(readme, import.meta.url), "utf8");
  const examples = [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
  expect(examples.length).toBeGreaterThan(0);
  const folder = await mkdtemp(`${HERE}readme-`); // in a folder with node_modules, so that the package is found
  try {
    const files = examples.map((_, index) => `${folder}/example${index}.ts`);
    await Promise.all(files.map((file, index) => writeFile(file, AT_HAND + examples[index])));
    const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "ES2023", "--module", "NodeNext"];
    const lib = ["--lib", "ES2023,DOM,DOM.Iterable", "--types", "node", "--ignoreConfig"];
    await promisify(execFile)(process.execPath, [TSC, ...options, ...lib, ...files], { cwd: HERE });
  } catch (error) {
    throw new Error(error instanceof Error && "stdout" in error ? String(error.stdout) : String(error));
  } finally {
    await rm(folder, { recursive: true });
  }
}, 120_000);
