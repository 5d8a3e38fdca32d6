// The fast path and the full path: both give the same result for every accepted value.
import assert from "node:assert/strict";
import { WebhookReceiver, sign } from "billwire";
import { expect, test } from "vitest";
import { BILL, bare, biller, errorOf, prepare, sent } from "./support/bills.ts";
import { bodyOf, cases } from "./support/cases.ts";
import type { Fields } from "./support/cases.ts";
import { random } from "./support/random.ts";

const by = biller();

test("every accepted request, again with an undefined member", () => {
  const accepted = cases("requests").filter((one) => one.body !== undefined);
  for (const one of accepted) {
    const own = biller({ strict: one.strict ?? false, codeShapes: one.code_shapes, profile: one.profile });
    const call = prepare(own, one.operation, { ...withOddLines(one.request), nothing: undefined });
    assert.equal(call.body, one.body, one.id);
    assert.deepEqual(call.warnings.map(({ path, code }) => ({ path, code })), one.warnings, one.id);
  }
  expect(accepted.length).toBeGreaterThan(300);
});

test("every refused request, again without a prototype", () => {
  const refused = cases("requests").filter((one) => one.violations !== undefined);
  for (const one of refused) {
    const own = biller({ strict: one.strict ?? false, codeShapes: one.code_shapes, profile: one.profile });
    const request: Fields = Object.assign(Object.create(null), one.request);
    const error = errorOf(() => prepare(own, one.operation, request));
    assert.deepEqual(error.violations.map(({ path, code }) => ({ path, code })), one.violations, one.id);
  }
  expect(refused.length).toBeGreaterThan(300);
});

test("every webhook event, again with an unknown member", () => {
  const accepted = cases("webhooks").filter((one) => one.event !== undefined);
  const limits = { bytes: 1 << 20 };
  for (const one of accepted) {
    const [receiver, headers] = [WebhookReceiver.checkout({ limits }), {}];
    const body = bodyOf(one).toString();
    const odd = body.replace(/^(\s*\{)(\s*\}?)/, (_, open: string, close: string) => {
      return `${open}"not_known":1${close.includes("}") ? "" : ","}${close}`;
    });
    const { extra, ...payload } = receiver.receive(headers, body).payload;
    assert.deepEqual(bare({ ...payload, extra }), one.event?.payload, one.id);
    const { extra: oddExtra, ...oddPayload } = receiver.receive(headers, odd).payload;
    assert.deepEqual(bare(oddPayload), bare(payload), one.id);
    assert.deepEqual(bare(oddExtra), bare({ not_known: 1, ...extra }), one.id);
    assert.deepEqual(bare(receiver.receive(headers, Buffer.from(odd)).payload), bare({ ...oddPayload, extra: oddExtra }));
  }
  expect(accepted.length).toBeGreaterThan(300);
});

test("both paths write and refuse the same 20,000 numbers", () => {
  const next = random(20260131);
  const counts = { written: 0, refused: 0 };
  for (let i = 0; i < 20_000; i++) {
    const number = someNumber(next);
    const bill = { ...BILL, currency: "USD", exchange_rate_khr: number, details: [{ price: number, amount: -number }] };
    const [fast, slow] = [outcome(bill), outcome({ ...bill, nothing: undefined })];
    assert.deepEqual(fast, slow, String(number));
    if (typeof fast === "string") counts.written++;
    else counts.refused++;
    if (typeof fast === "string") assert.equal(Number(JSON.parse(fast).exchange_rate_khr), number);
  }
  expect(counts.written).toBeGreaterThan(5_000);
  expect(counts.refused).toBeGreaterThan(1_000);
});

test("both paths sign alike", () => {
  const next = random(7);
  for (let i = 0; i < 2_000; i++) {
    const total_amount = Math.floor(next() * 2 ** 53);
    const date = new Date(Math.floor(next() * 4e12));
    const fields = { ...BILL, date, total_amount, customer_sync_code: `ចាន់-${i}` };
    const hash = sign(fields, "key");
    assert.equal(sign({ ...fields, total_amount: BigInt(total_amount) }, "key"), hash);
    assert.equal(sign({ ...fields, date: date.toISOString() }, "key", {}), hash);
    assert.equal(sent(biller({ hashToken: "key" }).prepareSettlement(fields))["hash"], hash);
  }
});

function withOddLines(request: Fields): Fields {
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
    return prepare(by, "settlement", bill).body ?? [];
  } catch {
    return errorOf(() => prepare(by, "settlement", bill)).violations.map(({ path, code }) => `${path} ${code}`);
  }
}
