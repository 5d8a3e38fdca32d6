import assert from "node:assert/strict";
import { test } from "node:test";
import { judge } from "./bench.mjs";

const WORK = { signing: 2, rounds: 1 };
const answer = (change = {}) =>
  JSON.stringify({ runtime: "Deno/2.9.5", passed: WORK, failed: [], ...change });
const refuses = (printed, agents = ["Deno/"]) => assert.throws(() => judge(printed, agents, WORK));

test("accepts complete work of the right agent", () => {
  judge(`a word of its own\n${answer()}\n`, ["Deno/"], WORK);
  judge(`${answer()}\n${answer()}`, ["Deno/", "Deno/"], WORK);
});

test("refuses a runtime that did nothing", () => {
  for (const printed of ["", "{}", answer({ passed: {} }), answer({ passed: { signing: 0, rounds: 0 } })])
    refuses(printed);
});

test("refuses failed work, and the work of another runtime", () => {
  refuses(answer({ failed: ["signing/plain: other"] }));
  refuses(answer(), ["Bun/"]);
  refuses(answer(), ["Deno/", "Deno/"]);
});
