// The one error: what it carries, and how it is told from others.
import vm from "node:vm";
import { inspect } from "node:util";
import { Biller, BillwireError, WebhookReceiver, isBillwireError } from "billwire";
import type { ErrorKind } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, SHOP, biller, errorOf } from "./support/bills.ts";
import { DIST } from "./support/models.ts";

const by = biller({ profile: { refusalCodes: { settlement: ["E-1"] } } });
const call = by.prepareSettlement(BILL);
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });

/** One of each kind that can be had, with all its fields. */
const EACH: readonly (readonly [ErrorKind, () => unknown, object])[] = [
  ["invalid_request", () => by.prepareSettlement({ ...BILL, ref_id: "" }), { code: "empty", operation: "settlement", nextStep: "fixRequest" }],
  ["invalid_config", () => new Biller({ baseUrl: "x" }), { code: "invalid_base_url", operation: undefined, nextStep: "fixRequest" }],
  ["missing_credential", () => biller({ bearer: undefined }).prepareOnboarding(SHOP), { code: "bearer", operation: "onboarding", nextStep: "fixCredentials" }],
  [
    "rejected",
    () => call.decode(400, '{"code":"E-1","message":"no","message_kh":"ទេ"}'),
    { code: "refused", operation: "settlement", nextStep: "fixRequest", httpStatus: 400, responseCode: "E-1", messageEn: "no", messageKh: "ទេ" },
  ],
  ["undetermined", () => call.decode(502, "<html>"), { code: "http_status", operation: "settlement", nextStep: "askService", httpStatus: 502, responseCode: undefined }],
  ["unreadable", () => call.decode(200, '{"code":"000",}'), { code: "invalid_json", operation: "settlement", nextStep: "askService", httpStatus: 200 }],
  [
    "unauthenticated",
    () => receiver.receive({}, "{}"),
    { code: "missing_token", operation: "webhook", nextStep: "fixCredentials", response: { status: 401, headers: { "Content-Type": "application/json" }, body: '{"status":"failed","message":"unauthenticated"}' } },
  ],
  [
    "invalid_webhook",
    () => receiver.receive({ Token: "hook" }, "[]"),
    { code: "wrong_type", operation: "webhook", nextStep: "askService", response: { status: 400, headers: { "Content-Type": "application/json" }, body: '{"status":"failed","message":"invalid"}' } },
  ],
];

describe.each(EACH)("%s", (kind, work, fields) => {
  const error = errorOf(work);

  test("has every field", () => {
    expect(error).toMatchObject({ kind, name: "BillwireError", ...fields });
    for (const key of ["kind", "code", "violations", "nextStep", "operation", "responseCode", "messageEn", "messageKh", "httpStatus", "response"]) {
      expect(error).toHaveProperty(key);
    }
    for (const { path, code, explanation } of error.violations) {
      expect([typeof path, typeof code, typeof explanation]).toEqual(["string", "string", "string"]);
    }
  });

  test("is an Error, with a stack that begins with what it says", () => {
    expect(error).toBeInstanceOf(Error);
    expect(error).toBeInstanceOf(BillwireError);
    expect(isBillwireError(error)).toBe(true);
    expect(String(error)).toBe(`BillwireError: ${error.message}`);
    expect(error.stack?.startsWith(`BillwireError: ${error.message}\n`)).toBe(true);
    expect(inspect(error)).toContain(error.message);
    expect(error.message).toMatch(/^[\x20-\x7e]+$/);
  });

  test("nobody can change what hangs from it", () => {
    for (const object of [error.violations, ...error.violations, ...(error.response ? [error.response, error.response.headers] : [])]) {
      expect(Object.isFrozen(object)).toBe(true);
    }
  });
});

describe("what is no part of a message", () => {
  test("a value of the request, of the answer, of the webhook, of the settings", () => {
    const canary = "canary-value";
    const request = { ...BILL, date: canary, total_amount: canary, details: [{ quantity: canary, price: canary }] };
    const errors = [
      errorOf(() => by.prepareSettlement(request as never)),
      errorOf(() => call.decode(200, `{"code":"${canary}","message":"${canary}","message_kh":"${canary}"}`)),
      errorOf(() => call.decode(200, `{"code":"000","data":"${canary}"}`)),
      errorOf(() => call.decode(200, canary)),
      errorOf(() => receiver.receive({ Token: canary }, canary)),
      errorOf(() => receiver.receive({ Token: "hook" }, canary)),
      errorOf(() => receiver.receive({ Token: "hook" }, `{"customers":"${canary}"}`)),
      errorOf(() => receiver.receive({ Token: "hook" }, `{"tran_amount":"${canary}"}`)),
      errorOf(() => biller({ baseUrl: canary, profile: { digitsOffset: canary, dateStyle: canary as never } })),
      errorOf(() => by.decode(canary as never, 200, "")),
    ];
    for (const error of errors) {
      expect(error.message).not.toContain(canary);
      expect(error.stack).not.toContain(canary);
      expect(JSON.stringify(error.violations)).not.toContain(canary);
    }
    expect(errors[1]).toMatchObject({ responseCode: canary, messageEn: canary, messageKh: canary });
  });

  test("an unknown key is escaped and cut", () => {
    const error = errorOf(() => by.prepareSettlement({ ...BILL, [`a\n"\u001b[31m${"x".repeat(500)}`]: 1 } as never));
    expect(error.violations[0]?.path.length).toBeLessThan(100);
    expect(error.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
    for (const key of ["\u202e\u2066reversed", "\u0085", "\u2028", "ក\u200b"]) {
      const { message } = errorOf(() => by.prepareSettlement({ ...BILL, [key]: 1 } as never));
      expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/);
    }
  });
});

describe("isBillwireError", () => {
  const error = errorOf(() => new Biller({ baseUrl: "x" }));

  test("knows the error of another copy of the package", async () => {
    const copy = (await import(new URL("index.js?copy", DIST).href)) as typeof import("billwire");
    const errors = (await import(new URL("errors.js?copy", DIST).href)) as typeof import("billwire");
    expect(copy.isBillwireError(error)).toBe(true);
    expect(errors.BillwireError).not.toBe(BillwireError);
    expect(errors.isBillwireError(error)).toBe(true);
    expect(error).not.toBeInstanceOf(errors.BillwireError);
  });

  test("knows the error of another realm", () => {
    const foreign: unknown = vm.runInNewContext(
      `class BillwireError extends Error { get name() { return "BillwireError" } kind = "unreadable"; code = "invalid_json"; violations = []; nextStep = "askService" };
       new BillwireError("from elsewhere")`,
    );
    expect(foreign).not.toBeInstanceOf(Error);
    expect(isBillwireError(foreign)).toBe(true);
  });

  test("knows nothing else", () => {
    const other = Object.assign(new Error("x"), { kind: "rejected" });
    const named = Object.assign(new Error("x"), { name: "BillwireError" });
    for (const value of [other, named, new TypeError("x"), null, undefined, "BillwireError", 1, {}, [], { name: "BillwireError", kind: 1 }]) {
      expect(isBillwireError(value)).toBe(false);
    }
  });
});
