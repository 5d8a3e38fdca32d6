// Records of version 1, which an older release wrote in any language: a flow goes on from them. Core's tests show the rules.
import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { ROOT } from "./support/cases.ts";
import { Driven } from "./support/flows.ts";

const FOLDER = new URL("tests/records/", ROOT);

/** Flow that goes on from a kept record. */
function from(name: string): Driven {
  const record = readFileSync(new URL(`settlement-v1-${name}.json`, FOLDER), "utf8").trimEnd();
  const driven = new Driven({ record, policy: { attempts: 2, pauseMs: 10, longestPauseMs: 10, notFoundHoldsMs: 100, inFlightMs: 5, deadlineMs: 1_000 } });
  driven.now = 500;
  return driven;
}

const GOES_ON: Readonly<Record<string, (driven: Driven) => unknown>> = {
  "open": (driven) => driven.send("verification", 503), // an attempt was made: it is looked up before another one
  "in-doubt": (driven) => driven.send("verification", 503),
  "not-found": (driven) => driven.send("verification", 503),
  "refused": (driven) => expect(driven.ending()).toMatchObject({ outcome: "refused", code: "http_status", nextStep: "fixRequest" }),
  "settled-by-answer": (driven) => expect(driven.ending()).toEqual({ outcome: "settled", nextStep: null, proof: "answer" }),
  "settled-by-verification": (driven) => expect(driven.ending()).toMatchObject({ outcome: "settled", nextStep: null, proof: "verification" }),
  "unclear": (driven) => driven.send("verification", 503),
};

test.each(Object.entries(GOES_ON))("a flow goes on from %s", (name, next) => {
  next(from(name));
});

test("every kept record is read", () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(Object.keys(GOES_ON).map((name) => `settlement-v1-${name}.json`).toSorted());
});
