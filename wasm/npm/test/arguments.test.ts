// Wrong arguments, in one place for each way to read one: the call throws a BillwireError, and none of kind `internal`.
import vm from "node:vm";
import {
  Biller,
  BillwireError,
  CreditFlow,
  SettlementFlow,
  WebhookReceiver,
  countParses,
  decimal,
  readTranDate,
  sign,
  validateDraft,
} from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, EXPECTATION, biller } from "./support/bills.ts";

function boom(): never {
  throw new Error("boom");
}

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
const revokedList = Proxy.revocable([], {});
revokedList.revoke();
const detached = new Uint8Array(8);
structuredClone(detached.buffer, { transfer: [detached.buffer] });

/** A value of each kind that some reader could take for another, or that does something when it is read. */
const JUNK: readonly (readonly [string, unknown])[] = [
  ...[undefined, null, true, -0, NaN, -1.5, 10n ** 500n, "", "text", "\ud800", "\0", "__proto__"].map(
    (value) => [String(value), value] as const,
  ),
  ["long text", "x".repeat(200_000)],
  ["a symbol", Symbol("junk")],
  ["a function", () => boom()],
  ["an object without a prototype", Object.create(null)],
  ["a sparse list", new Array(100)],
  ["an invalid date", new Date(NaN)],
  ["a map", new Map([["ref_id", "x"]])],
  ["a promise", Promise.resolve()],
  ["boxed text", Object("text")],
  ["a false Uint8Array", Object.create(Uint8Array.prototype)],
  ["shared bytes", new Uint8Array(new SharedArrayBuffer(3))],
  ["a detached ArrayBuffer", detached.buffer],
  ["detached bytes", detached],
  ["bytes of another realm", vm.runInNewContext("new Uint8Array(2)")],
  ["itself within", cyclic],
  [
    "a getter that throws",
    {
      get ref_id() {
        return boom();
      },
      get Token() {
        return boom();
      },
      get sent() {
        return boom();
      },
    },
  ],
  ["an iterator that throws", { [Symbol.iterator]: boom }],
  [
    "an iterator of junk pairs",
    {
      *[Symbol.iterator]() {
        yield [{}, 1];
      },
    },
  ],
  ["toString that throws", { toString: boom, valueOf: boom, [Symbol.toPrimitive]: boom, toJSON: boom }],
  ["a wild proxy", new Proxy(function () {}, new Proxy({}, { get: () => boom }))],
  ["a revoked list", revokedList.proxy],
];

const TOKEN = "canary-token";
const by = biller({
  profile: { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } },
});
const call = by.prepareSettlement(BILL);
const receiver = WebhookReceiver.merchantProxy({ tokens: [TOKEN] });
const event = receiver.receive({ Token: TOKEN }, '{"tran_id":"T-1"}');
const odd = '{"not_known":1}';
const confirmation = event.confirm(by, EXPECTATION);

/** Calls that JavaScript without types allows. */
type Untyped = (...junk: never[]) => unknown;

const PLACES: readonly (readonly [string, Untyped])[] = [
  ["settings", (junk) => new Biller(junk)],
  [
    "settings of each type",
    (junk) =>
      biller({
        hashToken: junk,
        strict: junk,
        codeShapes: { ref_id: { prefix: junk, length: junk } },
        profile: { destinationKey: junk, successCodes: junk },
      }),
  ],
  ["a request", (junk) => by.prepareSettlement(junk)],
  ["lines and extra", (junk) => by.prepareSettlement({ ...BILL, details: [{}, junk], extra: { junk } })],
  ["a name of an operation", (junk) => by.prepareOperation(junk, { path: "/x" })],
  [
    "an untyped request",
    (junk) =>
      by.prepareOperation("get_list_bills", {
        path: junk,
        query: { junk },
        json: { junk },
        auth: junk,
      } as never),
  ],
  ["a key and its options", (junk) => sign(BILL, junk, junk)],
  ["operands", (junk) => decimal.quantize(junk, junk)],
  ["shapes", (junk) => countParses(junk, junk)],
  ["a date", (junk) => readTranDate(junk, junk)],
  ["a draft", (junk) => validateDraft("settlement", junk, junk)],
  ["an answer", (junk) => by.decode("settlement", junk, junk)],
  ["a body", (junk) => call.decode(200, junk)],
  ["whether it was sent", (junk) => call.noAnswer(junk)],
  [
    "tokens and limits",
    (junk) => WebhookReceiver.merchantProxy({ tokens: ["a", junk], limits: { bytes: junk, depth: junk } }),
  ],
  ["headers", (junk) => receiver.receive(junk, odd)],
  ["a header and another one", (junk) => receiver.receive({ Token: junk, Accept: junk }, odd)],
  ["a pair of headers", (junk) => receiver.receive([[junk, junk]], "{}")],
  ["a webhook's body", (junk) => receiver.receive({ Token: TOKEN }, junk)],
  ["an expectation", (junk) => event.confirm(by, junk)],
  ["a biller", (junk) => event.confirm(junk, EXPECTATION)],
  ["a fingerprint", (junk) => event.compare(junk)],
  ["an answer of a verification", (junk) => confirmation.decide(junk, junk)],
  ["a flow's bill and options", (junk) => new SettlementFlow(by, junk, junk)],
  ["a clock", (junk) => new SettlementFlow(by, BILL, { now: () => junk }).step()],
  ["an answer of a flow", (junk) => new SettlementFlow(by, BILL).answered(junk, junk, junk)],
  ["an event", (junk) => CreditFlow.ofEvent(by, junk, EXPECTATION)],
];

// Before any other signature of this file: the last key is kept.
test("the first signature needs a key", () => {
  expect(complaint(() => sign(BILL, undefined as never))).toBeUndefined();
});

test.each(PLACES)("%s", (_name, call) => {
  const wrong = JUNK.map(([name, value]) => [name, complaint(() => call(value as never))]);
  expect(wrong.filter(([, complaint]) => complaint !== undefined)).toEqual([]);
  expect(complaint(() => call())).toBeUndefined();
});

/** Complaint about the error of a call, if it fails in a wrong way. */
function complaint(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (!(error instanceof BillwireError)) return `not a BillwireError: ${String(error)}`;
    if (error.message.includes(TOKEN)) return `a token in: ${error.message}`;
    return error.kind === "internal" ? error.message : undefined;
  }
}

describe("advice", () => {
  test("a parsed body is refused", () => {
    for (const body of [{ tran_id: "T-1" }, [], null, 1]) {
      for (const work of [
        () => receiver.receive({ Token: TOKEN }, body as never),
        () => call.decode(200, body as never),
      ]) {
        expect(work).toThrow(
          expect.objectContaining({ name: "BillwireError", code: "wrong_type", nextStep: "fixRequest" }),
        );
        expect(work).toThrow(/^body: pass the raw body/);
      }
    }
  });

  test("a promise and half a surrogate pair as a body, and a response as a status", () => {
    for (const work of [
      () => call.decode(200, '{"code":"\ud800"}'),
      () => receiver.receive({ Token: TOKEN }, '{"x":"\ud800"}'),
    ])
      expect(work).toThrow(/^body: the text holds half a surrogate pair/);
    expect(() => call.decode(200, Promise.resolve("{}") as never)).toThrow(
      /^body: it is a promise: await it first/,
    );
    expect(() => call.decode(new Response("{}") as never, "")).toThrow(/^status: .*`response\.status`/);
  });

  test("the checkout variant ignores the headers", () => {
    for (const headers of [undefined, ["Token", "x"], 1]) {
      for (const body of ["{}", odd])
        expect(WebhookReceiver.checkout().receive(headers as never, body).authentication).toBe(
          "unauthenticated",
        );
    }
  });
});
