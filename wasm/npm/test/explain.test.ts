// Vectors of explained signatures, counted parses and compared deliveries, on the packed package.
import assert from "node:assert/strict";
import { WebhookReceiver, countParses, explainSignature } from "billwire";
import type { CodeShapes, ExplainOptions, Settlement } from "billwire";
import { afterAll, test } from "vitest";
import { BILL, bare } from "./support/bills.ts";
import { noteDown } from "./support/cases.ts";
import type { Fields } from "./support/cases.ts";
import { passed, suite } from "./support/suite.ts";

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
});

test("an explanation counts the parses of its own signing string", () => {
  const { signingString, parses } = explainSignature({ ...BILL, customer_sync_code: "1C" }, { hashToken: "key" });
  assert.equal(parses, countParses(signingString));
  assert(parses > 1);
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
