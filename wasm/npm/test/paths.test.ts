// One pass and values: both give the same result for every accepted value, and refuse the same. At length,
// for a million webhooks.
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { BillwireError, WebhookReceiver, sign } from "billwire";
import { expect, test } from "vitest";
import { BILL, MINIMAL, biller, errorOf, faultsOf, prepare, sent } from "./support/bills.ts";
import { bodyOf } from "../runtimes/work/vectors.mjs";
import { type Vector, cases } from "./support/cases.ts";
import { valuesReadBy } from "./support/inside.ts";
import { AT_LENGTH } from "./support/length.ts";
import { random } from "./support/random.ts";

const by = biller();

const billerOf = (one: Vector) =>
  biller({ strict: one.strict ?? false, codeShapes: one.code_shapes, profile: one.profile });

test("ordinary requests and webhooks go in one pass; others as values", () => {
  const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
  const webhooks = [
    '{"tran_id":"T-1","status":"success"}',
    '{"tran_id":"T-1","more":["ចាន់"],"customers":[{"customer_name":"សុខ"}]}',
  ];
  const receive = (form: (text: string) => Uint8Array | string) =>
    webhooks.forEach((text) => receiver.receive({ Token: "hook" }, form(text)));
  const prepared = () =>
    Object.entries(MINIMAL).map(([operation, request]) => prepare(by, operation, request));
  expect(valuesReadBy(() => [sign(BILL, "key"), prepared()])).toEqual([]);
  expect(valuesReadBy(() => [receive(String), receive(Buffer.from)])).toEqual([]);
  const odd = [
    () => prepare(by, "settlement", { ...BILL, extra: {} }),
    () => sign(BILL, "key", {}),
    () => receiver.receive(new Headers({ Token: "hook" }), "{}"),
  ];
  expect(odd.flatMap(valuesReadBy)).toEqual(["prepare_value", "sign_value", "receive_value"]);
});

const places = (findings: readonly { path: string; code: string }[]) =>
  findings.map(({ path, code }) => ({ path, code }));

test("every accepted request, again with an undefined member", () => {
  const accepted = cases("requests").filter((one) => one.body !== undefined);
  for (const one of accepted) {
    const request = { ...withOddLines(one.request), nothing: undefined };
    const { body, warnings } = prepare(billerOf(one), one.operation, request);
    assert.deepEqual([body, places(warnings)], [one.body, one.warnings], one.id);
  }
  expect(accepted.length).toBeGreaterThan(300);
});

test("every refused request, again without a prototype", () => {
  const refused = cases("requests").filter((one) => one.violations !== undefined);
  for (const one of refused) {
    const request: object = Object.assign(Object.create(null), one.request);
    const { violations } = errorOf(() => prepare(billerOf(one), one.operation, request));
    assert.deepEqual(places(violations), one.violations, one.id);
  }
  expect(refused.length).toBeGreaterThan(300);
});

test("both paths write and refuse the same 20,000 numbers", () => {
  const next = random(20260131);
  const counts = { written: 0, refused: 0 };
  for (let i = 0; i < 20_000; i++) {
    const number = someNumber(next);
    const details = [{ price: number, amount: -number }];
    const bill = { ...BILL, currency: "USD", exchange_rate_khr: number, details };
    const [fast, slow] = [outcome(bill), outcome({ ...bill, nothing: undefined })];
    assert.deepEqual(fast, slow, String(number));
    if (typeof fast === "string") counts.written++;
    else counts.refused++;
    if (typeof fast === "string") assert.equal(Number(JSON.parse(fast).exchange_rate_khr), number);
  }
  expect(counts.written).toBeGreaterThan(5_000);
  expect(counts.refused).toBeGreaterThan(1_000);
});

test("random bills have the signature of node:crypto, on both paths", () => {
  const next = random(7);
  const below = (limit: number) => Math.floor(next() * limit);
  for (let i = 0; i < (AT_LENGTH ? 100_000 : 2_000); i++) {
    const [ref_id, customer_sync_code, settlement_to] = [someText(below), someText(below), someText(below)];
    const hashToken = someText(below).trim() || "k";
    const total_amount = Math.floor(next() * 2 ** below(54));
    const offset = below(2) === 0 ? 0 : (below(36 * 60) - 18 * 60) * 60_000;
    const date = new Date(Math.floor(next() * 4e12));
    const signingOffset = `${offset < 0 ? "-" : "+"}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`;
    const digits = new Date(date.getTime() + offset)
      .toISOString()
      .replace(/[^0-9]/g, "")
      .slice(0, 14);
    const text = `${ref_id}${digits}KHR${total_amount}${customer_sync_code}${settlement_to}`;
    const hash = createHmac("sha512", hashToken).update(text).digest("base64");
    const fields = { ...BILL, ref_id, customer_sync_code, settlement_to, total_amount, date };
    assert.equal(sign(fields, hashToken, { signingOffset }), hash);
    if (offset === 0) assert.equal(sign(fields, hashToken), hash);
    const own = biller({ hashToken, profile: { signingOffset } });
    const forms = { total_amount: BigInt(total_amount), date: date.toISOString() };
    for (const more of [{}, { nothing: undefined }, forms])
      assert.equal(sent(prepare(own, "settlement", { ...fields, ...more }))["hash"], hash);
  }
}, 300_000);

const LONGEST = 2_000;
const BODIES = cases("webhooks")
  .map((one) => Buffer.from(bodyOf(one)))
  .filter(({ length }) => length > 0 && length <= LONGEST);
const COUNT = AT_LENGTH ? 1_000_000 : 100_000;

test("an empty list among the customers has no unknown member, on both paths", () => {
  const receiver = WebhookReceiver.checkout();
  const body = '{"customers":[[],{"more":1}]}';
  const [one, other] = [body, new TextEncoder().encode(body).buffer].map(
    (form) => receiver.receive({}, form).payload,
  );
  assert.deepEqual(
    one?.customers?.map(({ extra }) => extra),
    [{}, { more: 1 }],
  );
  assert.deepEqual(one, other);
});

test(`${COUNT} mutated webhooks, and none without its token`, () => {
  const next = random(1_000_003);
  const receivers = [
    WebhookReceiver.merchantProxy({ tokens: ["test-webhook"] }),
    WebhookReceiver.checkout(),
  ] as const;
  // Stack traces would take more time than the rest of the test.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const counts = { accepted: 0, invalid_webhook: 0, unauthenticated: 0 };
  for (let i = 0; i < COUNT; i++) {
    const body = mutated(next);
    const token = i % 8 === 1 ? pick(WRONG, next) : "test-webhook";
    const receiver = receivers[i % 3 === 0 ? 1 : 0];
    const [fast, slow] = [
      i % 4 === 0 ? body.toString() : body,
      new Uint8Array(i % 4 === 0 ? Buffer.from(body.toString()) : body).buffer,
    ];
    const [one, other] = [fast, slow].map((form) =>
      received(() => receiver.receive({ Token: token }, form).payload),
    );
    assert.deepEqual(one, other, JSON.stringify(body.toString("latin1")));
    const kind = typeof one === "string" ? (one.split(" ", 1)[0] as keyof typeof counts) : "accepted";
    assert.equal(kind === "unauthenticated", receiver === receivers[0] && token !== "test-webhook");
    counts[kind]++;
  }
  Error.stackTraceLimit = limit;
  expect(Object.keys(counts)).toHaveLength(3);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(COUNT / 100);
}, 300_000);

const WRONG = [
  ...["", " ", "test-webhoo", "test-webhook2", "Test-webhook", " test-webhook", "test-webhook\0"],
  ...["x".repeat(5000), "ត", "null"],
];
const ALPHABET = Buffer.from('{}[]":,\\0123456789.eE+-truefalsn \n\t\u0000\u007fuC');

function received(work: () => object): object | string {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BillwireError)) throw error;
    return `${error.kind} ${error.code} ${error.violations[0]?.path} ${error.violations[0]?.offset}`;
  }
}

/**
 * Body of a vector with one to three changes: a byte is replaced, left out or added, the end is cut off, or a
 * piece of another body put in.
 */
function mutated(next: () => number): Buffer {
  const below = (limit: number) => Math.floor(next() * limit);
  let body = pick(BODIES, next);
  for (let left = 1 + below(3); left > 0; left--) {
    const at = below(body.length);
    const other = pick(BODIES, next);
    const from = below(other.length);
    const pieces: readonly (readonly [Buffer, number])[] = [
      [Buffer.of((body[at] ?? 0) ^ (1 << below(8))), at + 1],
      [Buffer.of(pick(ALPHABET, next)), at + 1],
      [Buffer.of(pick(ALPHABET, next)), at],
      [Buffer.of(), at + 1],
      [Buffer.of(), below(4) === 0 ? body.length : at],
      [other.subarray(from, from + 1 + below(40)), at],
    ];
    const [piece, rest] = pick(pieces, next);
    body = Buffer.concat([body.subarray(0, at), piece, body.subarray(rest)]);
  }
  return body;
}

function pick<T>(list: ArrayLike<T>, next: () => number): T {
  return list[Math.floor(next() * list.length)] as T;
}

/** Ranges of code points: ASCII, Latin, Khmer with its marks, the rest of the first plane, emoji. */
const ALPHABETS = [
  [0x21, 0x7e],
  [0xa1, 0x24f],
  [0x1780, 0x17dd],
  [0x4e00, 0xd7ff],
  [0x1f300, 0x1faff],
] as const;

/** Text of 1 to 300 characters, of one or of all alphabets. */
function someText(below: (limit: number) => number): string {
  const length = below(20) === 0 ? 1 + below(300) : 1 + below(24);
  const one = below(ALPHABETS.length);
  const isMixed = below(5) === 0;
  return String.fromCodePoint(
    ...Array.from({ length }, () => {
      const [first, last] = ALPHABETS[isMixed ? below(ALPHABETS.length) : one]!;
      return first + below(last - first + 1);
    }),
  );
}

function withOddLines(request: Vector["request"]): object {
  if (!Array.isArray(request["details"])) return request;
  const details: unknown[] = request["details"];
  return { ...request, details: details.map((line) => ({ ...(line as object), nothing: undefined })) };
}

/** Numbers of few and many digits and all magnitudes. */
function someNumber(next: () => number): number {
  const digits = 1 + Math.floor(next() * 17);
  const exponent = Math.floor(next() * 44) - 32;
  return Number(`${Math.floor(next() * 10 ** digits)}e${exponent}`);
}

function outcome(bill: unknown): string | string[] {
  try {
    return prepare(by, "settlement", bill).body;
  } catch {
    return faultsOf(() => prepare(by, "settlement", bill));
  }
}
