// Wrong arguments of every function: each throws a BillwireError, and none of kind `internal`.
import vm from "node:vm";
import {
  Biller,
  BillwireError,
  CreditFlow,
  SettlementFlow,
  WebhookReceiver,
  countParses,
  decimal,
  draftFromJson,
  draftToJson,
  explainSignature,
  isBillwireError,
  readTranDate,
  sign,
  validateDraft,
} from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, SEARCH, SHOP, biller } from "./support/bills.ts";

function boom(): never {
  throw new Error("boom");
}

const cyclic: Record<string, unknown> = {};
cyclic["self"] = cyclic;
const revoked = Proxy.revocable({}, {});
revoked.revoke();
const revokedList = Proxy.revocable([], {});
revokedList.revoke();
const wild = new Proxy(function () {}, new Proxy({}, { get: () => boom }));

const JUNK: readonly (readonly [string, unknown])[] = [
  ["undefined", undefined],
  ["null", null],
  ["true", true],
  ["false", false],
  ["0", 0],
  ["-0", -0],
  ["NaN", NaN],
  ["Infinity", Infinity],
  ["1e308", 1e308],
  ["-1.5", -1.5],
  ["0n", 0n],
  ["a large bigint", 10n ** 500n],
  ["empty text", ""],
  ["text", "text"],
  ["long text", "x".repeat(200_000)],
  ["half a surrogate pair", "\ud800"],
  ["a zero byte", "\0"],
  ["__proto__", "__proto__"],
  ["a symbol", Symbol("junk")],
  ["Symbol.iterator", Symbol.iterator],
  ["a function", () => boom()],
  ["a class", class Junk {}],
  ["an empty object", {}],
  ["an object without a prototype", Object.create(null)],
  ["an empty list", []],
  ["a list of lists", [[]]],
  ["a list of pairs", [["Token", "x"]]],
  ["a flat list", ["Token", "x"]],
  ["a sparse list", new Array(100)],
  ["a list of undefined", [undefined]],
  ["a date", new Date(0)],
  ["an invalid date", new Date(NaN)],
  ["a false date", Object.create(Date.prototype)],
  ["a regular expression", /x/],
  ["a map", new Map([["ref_id", "x"]])],
  ["a set", new Set([1])],
  ["an error", new Error("junk")],
  ["a promise", Promise.resolve()],
  ["boxed text", Object("text")],
  ["a boxed number", Object(1)],
  ["an ArrayBuffer", new ArrayBuffer(3)],
  ["a SharedArrayBuffer", new SharedArrayBuffer(3)],
  ["a DataView", new DataView(new ArrayBuffer(3))],
  ["a Uint16Array", new Uint16Array(3)],
  ["a Uint8Array", new Uint8Array(3)],
  ["a false Uint8Array", Object.create(Uint8Array.prototype)],
  ["a false ArrayBuffer", Object.create(ArrayBuffer.prototype)],
  ["shared bytes", new Uint8Array(new SharedArrayBuffer(3))],
  ["a detached ArrayBuffer", detached()],
  ["detached bytes", detachedBytes()],
  ["a list of another realm", vm.runInNewContext("[1]")],
  ["bytes of another realm", vm.runInNewContext("new Uint8Array(2)")],
  ["a date of another realm", vm.runInNewContext("new Date(0)")],
  ["itself within", cyclic],
  ["a getter that throws", { get ref_id() { return boom(); }, get Token() { return boom(); }, get sent() { return boom(); } }],
  ["an iterator that throws", { [Symbol.iterator]: boom }],
  ["no iterator", { [Symbol.iterator]: 1 }],
  ["an iterator of junk", { *[Symbol.iterator]() { yield* [1, null, Symbol("junk")]; } }],
  ["an iterator of junk pairs", { *[Symbol.iterator]() { yield [{}, 1]; } }],
  ["toString that throws", { toString: boom, valueOf: boom, [Symbol.toPrimitive]: boom, toJSON: boom }],
  ["a wild proxy", wild],
  ["a revoked proxy", revoked.proxy],
  ["a revoked list", revokedList.proxy],
];

const TOKEN = "canary-token";
const by = biller({ profile: { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } } });
const call = by.prepareSettlement(BILL);
const receiver = WebhookReceiver.merchantProxy({ tokens: [TOKEN] });
const event = receiver.receive({ Token: TOKEN }, '{"tran_id":"T-1"}');
const odd = '{"not_known":1}';
const expectation = { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: 1 };
const confirmation = event.confirm(by, expectation);
const flow = new SettlementFlow(by, BILL);
const credit = CreditFlow.ofBill(by, expectation);

/** Calls that JavaScript without types allows. */
type Untyped = (...junk: never[]) => unknown;

const FUNCTIONS: readonly (readonly [string, Untyped])[] = [
  ["new Biller", (junk) => new Biller(junk)],
  ["decimal.compare", (junk) => decimal.compare(junk, junk)],
  ["decimal.add", (junk) => decimal.add(junk, 1)],
  ["decimal.subtract", (junk) => decimal.subtract(1, junk)],
  ["decimal.multiply", (junk) => decimal.multiply(junk, junk)],
  ["decimal.quantize, amount", (junk) => decimal.quantize(junk, 2)],
  ["decimal.quantize, places", (junk) => decimal.quantize("1", junk)],
  ["countParses, text", (junk) => countParses(junk)],
  ["countParses, shapes", (junk) => countParses("text", junk)],
  ["countParses, a shape", (junk) => countParses("text", { ref_id: junk })],
  ["new Biller, baseUrl", (junk) => biller({ baseUrl: junk })],
  ["new Biller, bearer", (junk) => biller({ bearer: junk })],
  ["new Biller, verificationToken", (junk) => biller({ verificationToken: junk })],
  ["new Biller, hashToken", (junk) => biller({ hashToken: junk })],
  ["new Biller, strict", (junk) => biller({ strict: junk })],
  ["new Biller, codeShapes", (junk) => biller({ codeShapes: junk })],
  ["new Biller, a shape", (junk) => biller({ codeShapes: { ref_id: { prefix: junk, length: junk, pattern: junk } } })],
  ["new Biller, profile", (junk) => biller({ profile: junk })],
  ["new Biller, destinationKey", (junk) => biller({ profile: { destinationKey: junk } })],
  ["new Biller, successCodes", (junk) => biller({ profile: { successCodes: junk } })],
  ["new Biller, refusalCodes", (junk) => biller({ profile: { refusalCodes: { settlement: junk } } })],
  ["new Biller, settlementLookup", (junk) => biller({ profile: { settlementLookup: junk } })],
  ["new Biller, signingOffset", (junk) => biller({ profile: { signingOffset: junk } })],
  ["prepareOnboarding", (junk) => by.prepareOnboarding(junk)],
  ["prepareOnboarding, a field", (junk) => by.prepareOnboarding({ ...SHOP, name_kh: junk })],
  ["prepareSettlement", (junk) => by.prepareSettlement(junk)],
  ["prepareSettlement, text", (junk) => by.prepareSettlement({ ...BILL, ref_id: junk })],
  ["prepareSettlement, date", (junk) => by.prepareSettlement({ ...BILL, date: junk })],
  ["prepareSettlement, amount", (junk) => by.prepareSettlement({ ...BILL, total_amount: junk })],
  ["prepareSettlement, rate", (junk) => by.prepareSettlement({ ...BILL, exchange_rate_khr: junk })],
  ["prepareSettlement, details", (junk) => by.prepareSettlement({ ...BILL, details: junk })],
  ["prepareSettlement, a line", (junk) => by.prepareSettlement({ ...BILL, details: [{}, junk] })],
  ["prepareSettlement, price", (junk) => by.prepareSettlement({ ...BILL, details: [{ price: junk }] })],
  ["prepareSettlement, extra", (junk) => by.prepareSettlement({ ...BILL, extra: junk })],
  ["prepareSettlement, in extra", (junk) => by.prepareSettlement({ ...BILL, extra: { junk } })],
  ["prepareVerification", (junk) => by.prepareVerification(junk)],
  ["prepareVerification, a field", (junk) => by.prepareVerification({ ...SEARCH, bank_ref: junk })],
  ["prepareSettlementLookup", (junk) => by.prepareSettlementLookup(junk)],
  ["new SettlementFlow, biller", (junk) => new SettlementFlow(junk, BILL)],
  ["new SettlementFlow, bill", (junk) => new SettlementFlow(by, junk)],
  ["new SettlementFlow, amount", (junk) => new SettlementFlow(by, { ...BILL, total_amount: junk })],
  ["new SettlementFlow, options", (junk) => new SettlementFlow(by, BILL, junk)],
  ["new SettlementFlow, record", (junk) => new SettlementFlow(by, BILL, { record: junk })],
  ["new SettlementFlow, policy", (junk) => new SettlementFlow(by, BILL, { policy: junk })],
  ["new SettlementFlow, a setting", (junk) => new SettlementFlow(by, BILL, { policy: { pauseMs: junk } })],
  ["new SettlementFlow, now", (junk) => new SettlementFlow(by, BILL, { now: junk })],
  ["new SettlementFlow, the time", (junk) => new SettlementFlow(by, BILL, { now: () => junk }).step()],
  ["new SettlementFlow, random", (junk) => new SettlementFlow(by, BILL, { random: junk })],
  ["CreditFlow.ofEvent, biller", (junk) => CreditFlow.ofEvent(junk, event, expectation)],
  ["CreditFlow.ofEvent, event", (junk) => CreditFlow.ofEvent(by, junk, expectation)],
  ["CreditFlow.ofBill, bill", (junk) => CreditFlow.ofBill(by, junk)],
  ["CreditFlow.ofBill, amount", (junk) => CreditFlow.ofBill(by, { ...expectation, amount: junk })],
  ["CreditFlow.ofBill, options", (junk) => CreditFlow.ofBill(by, expectation, junk)],
  ["CreditFlow.ofUnknownBill, biller", (junk) => CreditFlow.ofUnknownBill(junk, event)],
  ["CreditFlow.ofUnknownBill, event", (junk) => CreditFlow.ofUnknownBill(by, junk)],
  ["claimed", (junk) => credit.claimed(junk)],
  ["validateDraft, operation", (junk) => validateDraft(junk, BILL as never)],
  ["validateDraft, draft", (junk) => validateDraft("settlement", junk)],
  ["validateDraft, settings", (junk) => validateDraft("settlement", BILL, junk)],
  ["draftToJson", (junk) => draftToJson("settlement", junk)],
  ["draftFromJson", (junk) => draftFromJson("settlement", junk)],
  ["saved", (junk) => flow.saved(junk)],
  ["notSaved", (junk) => flow.notSaved(junk)],
  ["answered, number", (junk) => flow.answered(junk, 200, "")],
  ["answered, status", (junk) => flow.answered(9, junk, "")],
  ["answered, body", (junk) => flow.answered(9, 200, junk)],
  ["noAnswer of a flow", (junk) => flow.noAnswer(9, junk)],
  ["prepareOperation, name", (junk) => by.prepareOperation(junk, { path: "/x" })],
  ["prepareOperation, request", (junk) => by.prepareOperation("proxy", junk)],
  ["prepareOperation, path", (junk) => by.prepareOperation("proxy", { path: junk })],
  ["prepareOperation, query", (junk) => by.prepareOperation("get_list_bills", { path: "/x", query: junk })],
  ["prepareOperation, in query", (junk) => by.prepareOperation("get_list_bills", { path: "/x", query: { junk } })],
  ["prepareOperation, json", (junk) => by.prepareOperation("proxy", { path: "/x", json: junk })],
  ["prepareOperation, in json", (junk) => by.prepareOperation("proxy", { path: "/x", json: { junk } })],
  ["prepareOperation, auth", (junk) => by.prepareOperation("proxy", { path: "/x", auth: junk })],
  ["prepareOperation, status", (junk) => by.prepareOperation("proxy", { path: "/x" }).decode(junk, "{}")],
  ["prepareOperation, body", (junk) => by.prepareOperation("proxy", { path: "/x" }).decode(200, junk)],
  ["prepareOperation, noAnswer", (junk) => by.prepareOperation("proxy", { path: "/x" }).noAnswer({ sent: junk })],
  ["decode, operation", (junk) => by.decode(junk, 200, "{}")],
  ["decode, status", (junk) => by.decode("settlement", junk, "{}")],
  ["decode, body", (junk) => by.decode("settlement", 200, junk)],
  ["decode, all", (junk) => by.decode(junk, junk, junk)],
  ["withBearer", (junk) => by.withBearer(junk)],
  ["call.decode, status", (junk) => call.decode(junk, "{}")],
  ["call.decode, body", (junk) => call.decode(200, junk)],
  ["call.noAnswer", (junk) => call.noAnswer(junk)],
  ["call.noAnswer, sent", (junk) => call.noAnswer({ sent: junk })],
  ["merchantProxy", (junk) => WebhookReceiver.merchantProxy(junk)],
  ["merchantProxy, tokens", (junk) => WebhookReceiver.merchantProxy({ tokens: junk })],
  ["merchantProxy, a token", (junk) => WebhookReceiver.merchantProxy({ tokens: ["a", junk] })],
  ["merchantProxy, limits", (junk) => WebhookReceiver.merchantProxy({ tokens: ["a"], limits: junk })],
  ["merchantProxy, a limit", (junk) => WebhookReceiver.merchantProxy({ tokens: ["a"], limits: { bytes: junk, depth: junk } })],
  ["checkout", (junk) => WebhookReceiver.checkout(junk)],
  ["receive, headers", (junk) => receiver.receive(junk, "{}")],
  ["receive, headers, an odd body", (junk) => receiver.receive(junk, odd)],
  ["receive, a header", (junk) => receiver.receive({ Token: junk }, "{}")],
  ["receive, a header's list", (junk) => receiver.receive({ Token: [junk] }, "{}")],
  ["receive, another header", (junk) => receiver.receive({ Token: TOKEN, Accept: junk }, odd)],
  ["receive, a pair's name", (junk) => receiver.receive([[junk, TOKEN]], "{}")],
  ["receive, a pair's value", (junk) => receiver.receive([["Token", junk]], "{}")],
  ["receive, body", (junk) => receiver.receive({ Token: TOKEN }, junk)],
  ["receive at checkout, headers", (junk) => WebhookReceiver.checkout().receive(junk, odd)],
  ["receive at checkout, body", (junk) => WebhookReceiver.checkout().receive({}, junk)],
  ["confirm, biller", (junk) => event.confirm(junk, expectation)],
  ["confirm, expectation", (junk) => event.confirm(by, junk)],
  ["confirm, amount", (junk) => event.confirm(by, { ...expectation, amount: junk })],
  ["confirm, identity_code", (junk) => event.confirm(by, { ...expectation, identity_code: junk })],
  ["compare", (junk) => event.compare(junk)],
  ["decide, status", (junk) => confirmation.decide(junk, "{}")],
  ["decide, body", (junk) => confirmation.decide(200, junk)],
  ["sign, fields", (junk) => sign(junk, "key")],
  ["sign, a field", (junk) => sign({ ...BILL, currency: junk }, "key")],
  ["sign, date", (junk) => sign({ ...BILL, date: junk }, "key")],
  ["sign, total_amount", (junk) => sign({ ...BILL, total_amount: junk }, "key")],
  ["sign, hashToken", (junk) => sign(BILL, junk)],
  ["sign, options", (junk) => sign(BILL, "key", junk)],
  ["sign, signingOffset", (junk) => sign(BILL, "key", { signingOffset: junk })],
  ["explainSignature, bill", (junk) => explainSignature(junk, { hashToken: "key" })],
  ["explainSignature, a field", (junk) => explainSignature({ ...BILL, customer_sync_code: junk }, { hashToken: "key" })],
  ["explainSignature, another field", (junk) => explainSignature({ ...BILL, due_date: junk }, { hashToken: "key", observedHash: "x" })],
  ["explainSignature, options", (junk) => explainSignature(BILL, junk)],
  ["explainSignature, hashToken", (junk) => explainSignature(BILL, { hashToken: junk })],
  ["explainSignature, observedHash", (junk) => explainSignature(BILL, { hashToken: "key", observedHash: junk })],
  ["explainSignature, signingOffset", (junk) => explainSignature(BILL, { hashToken: "key", signingOffset: junk })],
  ["explainSignature, codeShapes", (junk) => explainSignature(BILL, { hashToken: "key", codeShapes: junk })],
  ["explainSignature, candidates", (junk) => explainSignature(BILL, { hashToken: "key", observedHash: "x", candidates: junk })],
  ["explainSignature, separators", (junk) => explainSignature(BILL, { hashToken: "key", observedHash: "x", candidates: { separators: junk } })],
  ["readTranDate, text", (junk) => readTranDate(junk, "+07:00")],
  ["readTranDate, offset", (junk) => readTranDate("2026-01-31", junk)],
  ["isBillwireError", (junk) => isBillwireError(junk)],
];

// Before any other signature of this file: the last key is kept.
test("the first signature needs a key", () => {
  expect(complaint(() => sign(BILL, undefined as never))).toBeUndefined();
});

test.each(FUNCTIONS)("%s", (_name, call) => {
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
        () => WebhookReceiver.checkout().receive({}, body as never),
        () => call.decode(200, body as never),
        () => confirmation.decide(200, body as never),
      ]) {
        expect(work).toThrow(expect.objectContaining({ name: "BillwireError", code: "wrong_type", nextStep: "fixRequest" }));
        expect(work).toThrow(/^body: pass the raw body/);
      }
    }
  });

  test("a promise as a body is refused with advice", () => {
    const call = by.prepareSettlement(BILL);
    for (const body of [Promise.resolve("{}"), new Response("{}").text()]) {
      expect(() => call.decode(200, body as never)).toThrow(/^body: the body is a promise: await it first/);
    }
    expect(() => call.decode(new Response("{}") as never, "")).toThrow(/^status: .*`response\.status`/);
  });

  test("flat rawHeaders are refused", () => {
    expect(() => receiver.receive(["Token", TOKEN] as never, "{}")).toThrow(/rawHeaders/);
    expect(() => receiver.receive(`Token: ${TOKEN}` as never, "{}")).toThrow(/^headers: expected a Headers/);
  });

  test("the checkout variant ignores the headers", () => {
    for (const headers of [undefined, null, ["Token", "x"], 1, { Token: 1 }]) {
      for (const body of ["{}", odd]) {
        expect(WebhookReceiver.checkout().receive(headers as never, body).authentication).toBe("unauthenticated");
      }
    }
  });

  test("accepts bytes of another realm", () => {
    const bytes = vm.runInNewContext("Uint8Array.of(123, 125)") as Uint8Array;
    expect(WebhookReceiver.checkout().receive({}, bytes).dedupKey).toBeNull();
  });
});

function detached(): ArrayBuffer {
  return detachedBytes().buffer;
}

function detachedBytes(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  structuredClone(bytes.buffer, { transfer: [bytes.buffer] });
  return bytes;
}
