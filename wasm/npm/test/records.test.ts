// Records of both flows: this test and those of the other languages write the kept ones and go on from them, so a flow that
// was begun in one language is finished in another.
import { readFileSync, readdirSync } from "node:fs";
import { CreditFlow } from "billwire";
import type { CreditStep } from "billwire";
import { expect, test } from "vitest";
import { biller } from "./support/bills.ts";
import { ROOT } from "./support/cases.ts";
import { Driven, NOT_FOUND, PROFILE, SECRETS, SETTLED, transaction } from "./support/flows.ts";

const FOLDER = new URL("tests/records/", ROOT);

function kept(name: string, flow = "settlement"): string {
  return readFileSync(new URL(`${flow}-v1-${name}.json`, FOLDER), "utf8").trimEnd();
}

/** Flow that goes on from a kept record. */
function from(name: string, now = 0): Driven {
  const driven = new Driven({ record: kept(name), policy: { attempts: 2, pauseMs: 10, longestPauseMs: 10, notFoundHoldsMs: 100, inFlightMs: 5, deadlineMs: 1_000 } });
  driven.now = now;
  return driven;
}

/** Flow whose first attempt is stored. */
function begun(): Driven {
  const driven = new Driven();
  expect(driven.save()).toBe(kept("in-doubt"));
  return driven;
}

const WRITTEN: Readonly<Record<string, () => Driven>> = {
  "in-doubt": () => new Driven(),
  "open": () => {
    const driven = begun();
    driven.flow.noAnswer(driven.step("send").request.number, { sent: "no" });
    return driven;
  },
  "refused": () => {
    const driven = begun();
    driven.send("settlement", 400);
    return driven;
  },
  "settled-by-answer": () => {
    const driven = begun();
    driven.send("settlement", 200, SETTLED);
    return driven;
  },
  "not-found": () => {
    const driven = from("in-doubt", 10);
    driven.send("verification", 200, NOT_FOUND);
    return driven;
  },
  "settled-by-verification": () => {
    const driven = from("in-doubt");
    driven.send("verification", 200, transaction("success"));
    return driven;
  },
  "unclear": () => {
    const driven = from("not-found", 1_100);
    driven.send("verification", 503);
    driven.now = 1_110;
    return driven;
  },
};

test.each(Object.entries(WRITTEN))("%s is written as it is kept", (name, before) => {
  expect(before().save()).toBe(kept(name));
});

test.each([
  ["open", (driven: Driven) => expect(JSON.parse(driven.save())).toMatchObject({ revision: 3, attempts: 2, state: "in_doubt" })],
  ["in-doubt", (driven: Driven) => driven.send("verification", 503)],
  ["not-found", (driven: Driven) => driven.send("verification", 503)],
  ["refused", (driven: Driven) => expect(driven.ending()).toEqual({ outcome: "refused", code: "http_status", nextStep: "fixRequest" })],
  ["settled-by-answer", (driven: Driven) => expect(driven.ending()).toEqual({ outcome: "settled", nextStep: null, proof: "answer" })],
  ["settled-by-verification", (driven: Driven) => expect(driven.ending()).toEqual({ outcome: "settled", nextStep: null, proof: "verification" })],
  ["unclear", (driven: Driven) => expect(driven.ending()).toEqual({ outcome: "unclear", code: "deadline_passed", nextStep: "askService" })],
] as const)("a flow goes on from %s", (name, next) => {
  next(from(name, 500));
});

/** Flow of an unpaid bill, with its clock. */
class Credited {
  now = 0;
  readonly flow: CreditFlow;

  constructor(record: string | null = null) {
    const bill = { identity_code: "INV-1", purpose_of_transaction: "INV-1", currency: "KHR", amount: 40_000n };
    const policy = { pauseMs: 10, longestPauseMs: 10, inFlightMs: 50 };
    this.flow = CreditFlow.ofBill(biller({ ...SECRETS, profile: PROFILE }), bill, { record, policy, now: () => this.now, random: () => 1 });
  }

  step<Name extends CreditStep["step"]>(name: Name): Extract<CreditStep, { step: Name }> {
    const step = this.flow.step();
    if (step.step !== name) throw new Error(`expected ${name}: ${JSON.stringify(step)}`);
    return step as Extract<CreditStep, { step: Name }>;
  }

  save(): string {
    const { record, revision } = this.step("save");
    this.flow.saved(revision);
    return record;
  }
}

/** Records of a credit, as this language writes them. */
const CREDITS: Readonly<Record<string, () => string>> = {
  "in-flight": () => new Credited().save(),
  "paid": () => {
    const credited = new Credited();
    credited.save();
    credited.flow.answered(credited.step("send").request.number, 200, transaction("success"));
    return credited.step("credit").record;
  },
  "failed": () => {
    const credited = new Credited();
    credited.save();
    credited.now = 5;
    credited.flow.noAnswer(credited.step("send").request.number, { sent: "maybe" });
    return credited.save();
  },
};

test.each(Object.entries(CREDITS))("the credit %s is written as it is kept", (name, written) => {
  expect(written()).toBe(kept(name, "credit"));
});

test.each([
  ["in-flight", { step: "finished", ending: { outcome: "busy", until: 100 } }],
  ["failed", { step: "wait", until: 15, reason: "verifyAgain" }],
  ["paid", { step: "finished", ending: { outcome: "creditedBefore" } }],
])("a credit goes on from %s", (name, step) => {
  expect(new Credited(kept(name, "credit")).flow.step()).toMatchObject(step);
});

test("every kept record is written and read", () => {
  const settlements = Object.keys(WRITTEN).map((name) => `settlement-v1-${name}.json`);
  const credits = Object.keys(CREDITS).map((name) => `credit-v1-${name}.json`);
  expect(readdirSync(FOLDER).toSorted()).toEqual([...settlements, ...credits].toSorted());
});
