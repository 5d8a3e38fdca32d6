// Vectors of explained signatures, counted parses and compared deliveries, on the packed package.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { WebhookReceiver, countParses, explainSignature } from "billwire";
import type { CodeShapes, ExplainOptions, Settlement } from "billwire";
import { afterAll, describe, expect, test } from "vitest";
import { BILL, bare } from "./support/bills.ts";
import { ROOT, noteDown } from "./support/cases.ts";
import type { Fields } from "./support/cases.ts";

const passed: string[] = [];

interface MistakeCase {
  readonly id: string;
  readonly bill: Omit<Settlement, "due_date"> & Partial<Settlement>;
  readonly key: string;
  readonly signing_offset: string;
  readonly candidates?: NonNullable<ExplainOptions["candidates"]>;
  readonly observed_hash: string;
  readonly trimmed: boolean;
  readonly matches: boolean;
  readonly code: string;
  readonly causes: readonly { mistake: string; with?: string; setting?: string }[];
}

const SENTENCES = {
  matches: "the observed hash is the right one",
  explained: "each of these mistakes produces the observed hash",
  unexplained: "no known mistake produces the observed hash: another key or other values",
  not_a_hash: "the observed hash is not 88 characters of Base64",
};

interface ParsesCase {
  readonly id: string;
  readonly signing_string: string;
  readonly shapes: CodeShapes;
  readonly parses: number;
}

interface DeliveryCase {
  readonly id: string;
  readonly first: Fields;
  readonly second: Fields;
  readonly delivery: "replay" | "conflict";
}

suite("mistakes", ({ bill, key, signing_offset, candidates, observed_hash, ...expected }: MistakeCase) => {
  const options = { hashToken: key, signingOffset: signing_offset, candidates, observedHash: observed_hash };
  const explanation = explainSignature(bill, options);
  const { matches, trimmed, code, causes, explanation: sentence } = explanation.observed ?? assert.fail();
  const found = causes.map(({ mistake, with: given, setting }) => bare({ mistake, with: given, setting }));
  const { matches: isRight, trimmed: isCut, code: word, causes: mistakes } = expected;
  assert.deepEqual({ matches, trimmed, code, causes: found }, { matches: isRight, trimmed: isCut, code: word, causes: mistakes });
  assert.equal(explanation.hash === observed_hash, matches && !trimmed);
  assert.equal(sentence, SENTENCES[code]);
  assert.equal(explanation.parts.map(({ text }) => text).join(""), explanation.signingString);
});

suite("parses", ({ signing_string, shapes, parses }: ParsesCase) => {
  assert.equal(countParses(signing_string, shapes), parses);
  const bill = billOf(signing_string);
  if (bill === undefined) return;
  const explanation = explainSignature(bill, { hashToken: "key", codeShapes: shapes });
  assert.equal(explanation.signingString, signing_string);
  assert.equal(explanation.parses, parses);
});

/** Vectors whose signing string is that of a bill; no other can be explained. */
const ONE_READING = /^(?<ref_id>.+?)(?<date>\d{14})(?<currency>[A-Z]{3})(?<amount>0|[1-9]\d{0,14})(?<codes>.{2,})$/u;

test("most vectors of parses have a bill", () => {
  const read = cases<ParsesCase>("parses").filter(({ parses }) => parses > 0);
  const bills = read.filter(({ signing_string }) => billOf(signing_string) !== undefined);
  expect(bills.length / read.length).toBeGreaterThan(0.9);
});

test("counting refuses other types and invalid shapes", () => {
  assert.equal(countParses("R20260131090000KHR100CD"), 6);
  assert.throws(() => countParses(1 as never), { kind: "invalid_config" });
  assert.throws(() => countParses("", { ref_id: {} }), { kind: "invalid_config", code: "required" });
});

suite("deliveries", ({ first, second, delivery }: DeliveryCase) => {
  const receiver = WebhookReceiver.checkout();
  const [one, other] = [first, second].map((body) => receiver.receive({}, JSON.stringify(body)));
  assert(one && other);
  for (const verdict of [other.compare(one.fingerprint), one.compare(other.fingerprint)]) {
    assert.equal(verdict.delivery, delivery);
    assert.equal(verdict.reply.status, delivery === "conflict" ? 409 : 200);
  }
  assert.equal(other.compare(null).delivery, "new");
});

afterAll(() => noteDown("explain", passed));

test("at most a thousand candidates of a kind are tried", () => {
  const separators = Array.from({ length: 1001 }, (_, at) => `-${at}`);
  const explain = (count: number) =>
    explainSignature(BILL, { hashToken: "key", candidates: { separators: separators.slice(0, count) } });
  assert.equal(explain(1000).observed, null);
  assert.throws(() => explain(1001), { kind: "invalid_config", code: "too_many_items" });
});

test("the key is not in the explanation", () => {
  const hashToken = "Canary7e1f";
  for (const observedHash of [undefined, hashToken, btoa(hashToken)]) {
    const shown = JSON.stringify(explainSignature(BILL, { hashToken, observedHash }));
    for (const secret of [hashToken, Buffer.from(hashToken).toString("hex")]) assert(!shown.includes(secret));
  }
});

/** A bill with this signing string, if one is easy to find. */
function billOf(string: string): Settlement | undefined {
  const found = ONE_READING.exec(string)?.groups;
  const [customer, ...destination] = found?.["codes"] ?? "";
  const { ref_id, currency, amount } = found ?? {};
  const date = found?.["date"]?.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z");
  if (!ref_id || !date || !currency || !amount || !customer) return undefined;
  if (Number.isNaN(Date.parse(date)) || new Date(date).toISOString().slice(0, 19) !== date.slice(0, 19)) return undefined;
  return {
    ref_id,
    date,
    due_date: date,
    currency,
    total_amount: Number(amount),
    customer_sync_code: customer,
    settlement_to: destination.join(""),
  };
}

function suite<Case extends { id: string }>(name: string, run: (one: Case) => void): void {
  describe(name, () => {
    const all = cases<Case>(name);
    test("there are vectors", () => expect(all.length).toBeGreaterThan(100));
    for (const one of all) {
      test(one.id, () => {
        run(one);
        passed.push(one.id);
      });
    }
  });
}

function cases<Case>(name: string): readonly Case[] {
  const file: { cases: readonly Case[] } = JSON.parse(readFileSync(new URL(`tests/vectors/${name}.json`, ROOT), "utf8"));
  return file.cases;
}
