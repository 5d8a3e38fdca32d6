// Every vector of every file, on the packed package. wasm/npm/runtimes/work runs them.
import * as billwire from "billwire";
import { WebhookReceiver } from "billwire";
import { explainSignature } from "billwire/explain";
import { afterAll, expect, test } from "vitest";
import { RUNS } from "../runtimes/work/vectors.mjs";
import { cases, noteDown } from "./support/cases.ts";

/** Ids of the vectors that have passed. */
const passed: string[] = [];

// One test for each file: vitest takes longer for ten thousand tests than they do.
test.each(Object.entries(RUNS))("vectors of %s", (file, run) => {
  const all = cases(file);
  expect(all.length).toBeGreaterThan(100);
  const failures = all.flatMap((one) => {
    try {
      run({ ...billwire, explainSignature }, one);
      passed.push(one.id);
      return [];
    } catch (error) {
      return [`${one.id}: ${String(error)}`];
    }
  });
  expect(failures).toEqual([]);
});

test("a fingerprint exists at the greatest depth, and for amounts with more than 34 zeros", () => {
  const fingerprint = (body: string) => WebhookReceiver.checkout().receive({}, body).fingerprint;
  expect(fingerprint(`{"tran_id":"T","x":${"[".repeat(31) + "]".repeat(31)}}`)).toBe(
    fingerprint('{"tran_id":"T"}'),
  );
  expect(fingerprint(`{"customers":[{"x":${"[".repeat(29) + "]".repeat(29)}}]}`)).toBe(
    fingerprint('{"customers":[{}]}'),
  );
  expect(fingerprint(`{"tran_amount":1${"0".repeat(67)}}`)).toBe(
    fingerprint(`{"tran_amount":"1${"0".repeat(33)}e34"}`),
  );
});

test("the project tests its own entry", () => {
  expect("FILE" in billwire).toBe(process.env["VECTORS"] === "slim"); // of support/slim.ts, in whose place it is
});

afterAll(() => noteDown("vectors", passed));
