// Mutated webhooks, a million at length: each error is a BillwireError, no webhook passes without its token, and an accepted one has
// the values of JSON.parse.
import assert from "node:assert/strict";
import { BillwireError, WebhookReceiver } from "billwire";
import type { WebhookPayload } from "billwire";
import { expect, test } from "vitest";
import { bodyOf, cases } from "./support/cases.ts";
import { AT_LENGTH } from "./support/length.ts";
import { random } from "./support/random.ts";

const COUNT = AT_LENGTH ? 1_000_000 : 100_000;
const SAMPLE = 8;
const LONGEST = 2_000;
const TOKEN = "test-webhook";
const ALPHABET = Buffer.from('{}[]":,\\0123456789.eE+-truefalsn \n\t\u0000\u007fuC');

const bodies = cases("webhooks").map(bodyOf).filter(({ length }) => length > 0 && length <= LONGEST);
const next = random(1_000_003);
const below = (limit: number) => Math.floor(next() * limit);
const scratch = Buffer.alloc(2 * LONGEST + 64);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const proxy = WebhookReceiver.merchantProxy({ tokens: [TOKEN] });
const checkout = WebhookReceiver.checkout();

test(`${COUNT} mutated webhooks`, () => {
  // Stack traces would take more time than the rest of the test.
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const counts = { accepted: 0, refused: 0, unauthenticated: 0, compared: 0 };
  try {
    for (let i = 0; i < COUNT; i++) one(i, counts);
  } finally {
    Error.stackTraceLimit = limit;
  }
  console.log(`${COUNT} webhooks: ${JSON.stringify(counts)}`);
  expect(counts.accepted + counts.refused + counts.unauthenticated).toBe(COUNT);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(COUNT / 100);
}, 300_000);

function one(i: number, counts: { accepted: number; refused: number; unauthenticated: number; compared: number }): void {
  const body = mutated();
  const form = i % 4 === 0 ? body.toString() : body;
  const token = i % 8 === 1 ? wrongToken() : TOKEN;
  const receiver = i % 2 === 0 ? checkout : proxy;
  try {
    const { payload } = receiver.receive({ Token: token }, form);
    assert(receiver === checkout || token === TOKEN, `accepted with ${JSON.stringify(token)}`);
    counts.accepted++;
    if (i % SAMPLE === 0 || i % SAMPLE === 3) {
      sameAsParsed(payload, JSON.parse((typeof form === "string" ? form : utf8.decode(form)).replace(/^\uFEFF/, ""))); // a byte order mark is skipped
      counts.compared++;
    }
  } catch (error) {
    if (!(error instanceof BillwireError)) throw new Error(`mutation ${i}: ${JSON.stringify(body.toString("latin1"))}`, { cause: error });
    assert(error.kind === "invalid_webhook" || error.kind === "unauthenticated", error.kind);
    if (error.kind === "unauthenticated") counts.unauthenticated++;
    else counts.refused++;
    assert(error.kind === "unauthenticated" ? token !== TOKEN : receiver === checkout || token === TOKEN);
  }
}

/** Body of a vector with one to three changes. */
function mutated(): Buffer {
  const base = pick(bodies);
  let length = base.copy(scratch);
  for (let left = 1 + below(3); left > 0; left--) length = change(length);
  return scratch.subarray(0, length);
}

function change(length: number): number {
  const at = below(length);
  switch (below(6)) {
    case 0: // a bit
      scratch[at] = (scratch[at] ?? 0) ^ (1 << below(8));
      return length;
    case 1: // a byte that JSON knows
      scratch[at] = pick(ALPHABET);
      return length;
    case 2: // one fewer
      scratch.copyWithin(at, at + 1, length);
      return Math.max(length - 1, 1);
    case 3: // one more
      scratch.copyWithin(at + 1, at, length);
      scratch[at] = pick(ALPHABET);
      return Math.min(length + 1, scratch.length - 1);
    case 4: // cut off
      return below(4) === 0 ? at + 1 : length;
    default: // a piece of another one
      return splice(at, length);
  }
}

function splice(at: number, length: number): number {
  const other = pick(bodies);
  const from = below(other.length);
  const count = Math.min(1 + below(40), other.length - from, scratch.length - length);
  scratch.copyWithin(at + count, at, length);
  other.copy(scratch, at, from, from + count);
  return Math.min(length + count, scratch.length - 1);
}

const WRONG = ["", " ", "test-webhoo", "test-webhook2", "Test-webhook", " test-webhook", "test-webhook\0", "x".repeat(5000), "ត", "null"];

function wrongToken(): string {
  return pick(WRONG);
}

function pick<T>(list: ArrayLike<T>): T {
  return list[below(list.length)] as T;
}

const TEXTS = new Set([
  "tran_id", "tran_no", "payment_service_type", "tran_date", "currency", "bank_code", "bank_name", "bank_ref", "identity_code",
  "purpose_of_transaction", "device_code", "status",
]);
const CUSTOMER_TEXTS = new Set(["branch_code", "branch_name", "customer_code", "customer_name", "customer_name_latin", "bill_no"]);

type Members = Readonly<Record<string, unknown>>;

/** Whether the values are the same. Amounts are decimal text in the payload. */
function sameAsParsed(payload: WebhookPayload, parsed: Members): void {
  const { Customer, customers, ...rest } = parsed;
  sameMembers(payload as unknown as Members, rest, TEXTS, "tran_amount");
  const given = customers ?? Customer;
  if (Array.isArray(given)) {
    assert.equal(payload.customers?.length, given.length);
    given.forEach((customer: Members, index) => {
      sameMembers(payload.customers?.[index] as unknown as Members, customer, CUSTOMER_TEXTS, "amount");
    });
  } else {
    assert.equal(given ?? null, null);
    assert.equal(payload.customers ?? null, null);
  }
}

function sameMembers(read: Members, parsed: Members, texts: ReadonlySet<string>, amount: string): void {
  const extra: [string, unknown][] = [];
  const isUnread = (key: string) => key === "currency" && read[key] === undefined && parsed[key] !== null;
  for (const [key, value] of Object.entries(parsed)) {
    if (key === amount && (read[key] !== undefined || value === null)) assert.equal(Number(read[key] ?? 0) + 0, Number(value) + 0);
    else if (!texts.has(key) || isUnread(key)) extra.push([key, value]); // an amount or a currency that is none, too
  }
  for (const key of texts) {
    if (isUnread(key)) continue;
    // An id that is a number becomes the text of its digits.
    const value = typeof parsed[key] === "number" ? Number(read[key] ?? Number.NaN) : read[key];
    assert.equal(value, parsed[key] ?? undefined);
  }
  assert.deepEqual(rounded(read["extra"]), rounded(Object.fromEntries(extra)));
}

/** Numbers that no double holds exactly are text in extra. */
function rounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value === "string" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)) return Number(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rounded(inner)]));
}
