// In Node, the wasm is read from the disk; where that fails, its text serves.
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { DIST } from "./support/models.ts";
import { said } from "./support/said.ts";

const USE = `
const { Biller, countParses, sign } = require(PACKAGE);
const { Simulator } = require(PACKAGE + "/testing");
const bill = { ref_id: "I", date: "2026-01-31T17:00:00Z", currency: "KHR", total_amount: 1, customer_sync_code: "C", settlement_to: "S" };
console.log(JSON.stringify([sign(bill, "k"), countParses("I20260131170000KHR1CS"), typeof Simulator, LOADED]));`;

const PACKAGE = fileURLToPath(new URL("..", DIST));
const LOADED = 'Object.keys(require.cache).filter((file) => /node.wasm.\\w+\\.cjs$/.test(file)).length';

async function used(folder: string, before: string): Promise<unknown> {
  return said("-e", `${before}${USE.replaceAll("PACKAGE", JSON.stringify(folder)).replace("LOADED", LOADED)}`);
}

test("without the files, the text serves", async () => {
  const folder = await mkdtemp(join(tmpdir(), "billwire-"));
  try {
    const copy = join(folder, "node_modules/billwire");
    await cp(PACKAGE, copy, { recursive: true, filter: (file) => !file.endsWith(".wasm") });
    const [hash, parses, simulator, texts] = (await used(PACKAGE, "")) as unknown[];
    expect(texts).toBe(0);
    expect(await used(copy, "")).toEqual([hash, parses, simulator, 2]);
    const replaced = 'const fs = require("node:fs"); const read = fs.readFileSync; fs.readFileSync = (file, ...rest) => (String(file).endsWith(".wasm") ? undefined : read(file, ...rest));';
    expect(await used(PACKAGE, replaced)).toEqual([hash, parses, simulator, 2]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
