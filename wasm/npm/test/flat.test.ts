// Memory stays the same over many calls of every kind and thousands of discarded objects; at length, over a million.
import { BillwireError, WebhookReceiver, decimal, sign } from "billwire";
import { explainSignature } from "billwire/explain";
import { expect, test } from "vitest";
import { BILL, SEARCH, SETTLED, biller } from "./support/bills.ts";
import { started } from "./support/flows.ts";
import { AT_LENGTH } from "./support/length.ts";
import { generation, handles, memoryInUse, tidy } from "./support/inside.ts";

const CALLS = AT_LENGTH ? 1_000_000 : 100_000;
const ROUND = 20_000;
/** Enough calls to notice a leak of one value in ten calls. */
const WARM_UP = 5 * ROUND;

const by = biller();
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
const call = by.prepareSettlement(BILL);
const bytes = Buffer.from(
  '{"tran_id":"T-1","tran_amount":"1.50","customers":[{"customer_name":"សុខ","amount":1}]}',
);
const settled = Buffer.from(SETTLED);

/** Calls in equal numbers; each returns how it ended. */
const KINDS: readonly ((i: number) => unknown)[] = [
  (i) => sign({ ...BILL, ref_id: `INV-${i}` }, "test-hash-key"),
  (i) => by.prepareSettlement({ ...BILL, ref_id: `INV-${i}`, details: [{ item_name: "ទឹក", price: "1.50" }] }),
  () => by.prepareVerification(SEARCH),
  () => receiver.receive({ Token: "hook" }, bytes),
  () => receiver.receive({ Token: "hook" }, '{"tran_id":"T-1"}').dedupKey,
  (i) => by.prepareSettlement({ ...BILL, ref_id: `INV-${i}`, extra: { counter: i } }),
  () => call.decode(200, settled),
  (i) => sign({ ...BILL, ref_id: `INV-${i}` }, "test-hash-key", { signingOffset: "+07:00" }),
  () => decimal.multiply("4100.5", "3"),
  () => receiver.receive({ Token: "hook" }, '{"more":["x"]}').fingerprint,
  // These are refused for different reasons.
  (i) => refused(() => by.prepareSettlement({ ...BILL, ref_id: "", total_amount: -i })),
  (i) => refused(() => receiver.receive({ Token: `no-${i}` }, bytes)),
  () => refused(() => receiver.receive({ Token: "hook" }, '{"tran_id":true}')),
  () => refused(() => call.decode(503, "")),
  () => refused(() => sign({ ...BILL, currency: "" }, "test-hash-key")),
  () => call.noAnswer({ sent: "maybe" }),
];

/** Discarded objects, made once in a number of calls. */
const OBJECTS_EVERY = 100;

function objects(i: number): void {
  const renewed = biller({ hashToken: `key-${i}` }).withBearer(`bearer-${i}`);
  const event = WebhookReceiver.merchantProxy({ tokens: [`token-${i}`] }).receive(
    { Token: `token-${i}` },
    '{"tran_id":"T"}',
  );
  event.confirm(renewed, { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: i });
  sign(BILL, `another-key-${i}`);
  const flow = started(); // to its end
  flow.save();
  flow.send("settlement", 200, SETTLED);
  flow.save();
  flow.ending();
  if (i % (100 * OBJECTS_EVERY) === 0) explainSignature(BILL, { hashToken: `key-${i}`, observedHash: "x" });
}

function refused(work: () => unknown): BillwireError {
  try {
    work();
  } catch (error) {
    if (error instanceof BillwireError && error.kind !== "internal") return error;
    throw error;
  }
  throw new Error("it was not refused");
}

async function run(from: number, to: number): Promise<void> {
  for (let i = from; i < to; i++) {
    KINDS[i % KINDS.length]?.(i);
    if (i % OBJECTS_EVERY === 0) objects(i);
    if (i % ROUND === 0) await tidy();
  }
}

async function sizes() {
  await tidy();
  // Counting makes objects, for which the memory grows.
  const numbers = handles();
  const wasm = { memory: memoryInUse().buffer.byteLength, ...numbers };
  return { wasm, heap: process.memoryUsage().heapUsed };
}

test(`${CALLS} calls leak nothing`, async () => {
  await run(0, WARM_UP);
  await sizes(); // the first count takes memory, too
  const before = await sizes();
  await run(WARM_UP, WARM_UP + CALLS);
  const after = await sizes();
  const { memory, ...numbers } = after.wasm;
  expect(numbers).toEqual({
    billers: before.wasm.billers,
    receivers: before.wasm.receivers,
    keys: before.wasm.keys,
    values: before.wasm.values,
  });
  expect(memory - before.wasm.memory).toBeLessThanOrEqual(65_536); // one page, which is less than a byte for each call
  expect(after.heap - before.heap).toBeLessThan(4_000_000); // at length, four bytes for each call
  expect(generation()).toBe(1);
}, 600_000);
