// `require` and `import` of the package, without any initialisation.
import { createRequire } from "node:module";
import * as billwire from "billwire";
import { expect, test } from "vitest";
import { printed, said } from "./support/said.ts";

const USE = `
const hash = billwire.sign({ ref_id: "INV-0001", date: "2026-01-31T17:00:00.000Z", currency: "KHR", total_amount: 40000, customer_sync_code: "C-1", settlement_to: "S-1" }, "test-hash-key");
console.log(JSON.stringify([Object.keys(billwire).filter((name) => name !== "module.exports").sort(), hash]));`;

const EXPECTED = [
  Object.keys(billwire).toSorted(),
  "N7AQmVospQGWuQKOtyc18lzm8SlcBsGXJrb7AK6bNKA9aVb6IbB+dn0aBGkk+vXHby2axi3DAQFRSCcVef/5Xg==",
];

test("require", async () => {
  expect(await said("-e", `const billwire = require("billwire");${USE}`)).toEqual(EXPECTED);
});

test("import", async () => {
  expect(await said("--input-type=module", "-e", `import * as billwire from "billwire";${USE}`)).toEqual(EXPECTED);
});

test("both give the same classes", async () => {
  const script = 'import("billwire").then((module) => console.log(JSON.stringify(module.Biller === require("billwire").Biller)))';
  expect(await said("-e", script)).toBe(true);
});

test("both give the same classes where require takes no ES module", async () => {
  const script = 'import("billwire").then((module) => console.log(JSON.stringify([require.resolve("billwire").endsWith(".cjs"), module.Biller === require("billwire").Biller])))';
  expect(await said("--no-experimental-require-module", "-e", script)).toEqual([true, true]);
});

test("Vitest loads the copy that Node loads", () => {
  expect((createRequire(import.meta.url)("billwire") as typeof billwire).Biller).toBe(billwire.Biller);
});

test("require works inside a function", async () => {
  const script = 'function late() { const { Biller } = require("billwire"); return new Biller({ baseUrl: "https://s.example" }) instanceof Biller } console.log(late())';
  expect(await said("-e", script)).toBe(true);
});

test("a program ends by itself and prints nothing", async () => {
  expect(await printed("-e", 'require("billwire")')).toEqual(["", ""]);
});
