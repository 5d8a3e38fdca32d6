// The error type: its fields, and how programs recognise it.
import { Worker } from "node:worker_threads";
import { once } from "node:events";
import { inspect } from "node:util";
import { Biller, BillwireError, NextStep, WebhookReceiver, isBillwireError } from "billwire";
import type { ErrorKind } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, SHOP, biller, errorOf } from "./support/bills.ts";
import { DIST } from "./support/models.ts";

const by = biller({ profile: { refusalCodes: { settlement: ["E-1"] } } });
const call = by.prepareSettlement(BILL);
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });

const JSON_TYPE = { "Content-Type": "application/json" };
const reply = (status: number, message: string) => ({
  response: { status, headers: JSON_TYPE, body: `{"status":"failed","message":"${message}"}` },
});
const REFUSAL = '{"code":"E-1","message":"no","message_kh":"ទេ"}';
const REFUSED = { httpStatus: 400, responseCode: "E-1", messageEn: "no", messageKh: "ទេ" };

const settling = { operation: "settlement" };
const receiving = { operation: "webhook" };

/** An error of each kind, with all its fields. */
const EACH: readonly (readonly [ErrorKind, () => unknown, object])[] = [
  [
    "invalid_request",
    () => by.prepareSettlement({ ...BILL, ref_id: "" }),
    { ...settling, code: "empty", nextStep: "fixRequest" },
  ],
  [
    "invalid_config",
    () => new Biller({ baseUrl: "x" }),
    { code: "invalid_base_url", operation: undefined, nextStep: "fixRequest" },
  ],
  [
    "missing_credential",
    () => biller({ bearer: undefined }).prepareOnboarding(SHOP),
    { code: "bearer", operation: "onboarding", nextStep: "fixCredentials" },
  ],
  [
    "rejected",
    () => call.decode(400, REFUSAL),
    { ...settling, code: "refused", nextStep: "fixRequest", ...REFUSED },
  ],
  [
    "undetermined",
    () => call.decode(502, "<html>"),
    { ...settling, code: "http_status", nextStep: "askService", httpStatus: 502, responseCode: undefined },
  ],
  [
    "unreadable",
    () => call.decode(200, '{"code":"000",}'),
    { ...settling, code: "invalid_json", nextStep: "askService", httpStatus: 200 },
  ],
  [
    "unauthenticated",
    () => receiver.receive({}, "{}"),
    { ...receiving, code: "missing_token", nextStep: "fixCredentials", ...reply(401, "unauthenticated") },
  ],
  [
    "invalid_webhook",
    () => receiver.receive({ Token: "hook" }, "[1]"),
    { ...receiving, code: "wrong_type", nextStep: "askService", ...reply(400, "invalid") },
  ],
];
const FIELDS =
  "code violations nextStep operation responseCode messageEn messageKh httpStatus response".split(" ");

describe.each(EACH)("%s", (kind, work, fields) => {
  const error = errorOf(work);

  test("has every field, frozen, and prints its message first", () => {
    expect(error).toMatchObject({ kind, name: "BillwireError", ...fields });
    for (const key of FIELDS) expect(error).toHaveProperty(key);
    for (const { path, code, explanation } of error.violations) {
      expect([typeof path, typeof code, typeof explanation]).toEqual(["string", "string", "string"]);
    }
    const { violations, response } = error;
    for (const object of [violations, ...violations, ...(response ? [response, response.headers] : [])])
      expect(Object.isFrozen(object)).toBe(true);
    expect([error instanceof BillwireError, isBillwireError(error)]).toEqual([true, true]);
    expect(String(error)).toBe(`BillwireError: ${error.message}`);
    expect(error.stack?.startsWith(`BillwireError: ${error.message}\n`)).toBe(true);
    expect(inspect(error)).toContain(error.message);
    expect(error.message).toMatch(/^[\x20-\x7e]+$/);
    expect(error.docUrl).toBe(`https://billwire.github.io/billwire/errors.html#${error.code}`);
    expect(Object.keys(error)).not.toContain("docUrl");
  });

  test("is restored from its copies", () => {
    const json = JSON.parse(JSON.stringify(error));
    for (const copy of [structuredClone(error), json, { ...error }]) {
      expect(BillwireError.from(copy)).toBeInstanceOf(BillwireError);
      expect(BillwireError.from(copy)).toMatchObject({ kind, code: error.code, nextStep: error.nextStep });
    }
    expect(BillwireError.from(structuredClone(error))?.message).toBe(error.message);
    const { httpStatus, violations } = error;
    expect(BillwireError.from(json)).toMatchObject({ httpStatus, violations });
  });
});

test.each<[unknown, unknown]>([
  [{ Token: "hook" }, { tran_id: "T-1" }],
  [["Token", "hook"], "{}"],
  [undefined, "{}"],
  [{ Token: 7 }, "{}"],
])("wrong arguments of receive have a response: %j, %j", (headers, body) => {
  const error = errorOf(() => receiver.receive(headers as never, body as never));
  expect(error).toMatchObject({ kind: "invalid_config", code: "wrong_type", ...reply(500, "internal") });
  if (Array.isArray(headers)) expect(error.message).toContain("not a flat list (rawHeaders)");
  expect(Object.isFrozen(error.response)).toBe(true);
});

/** Values that are no error of billwire, nor a copy of one. */
const NOTHING = [new TypeError("x"), null, undefined, "BillwireError", {}];

describe("isBillwireError", () => {
  const error = errorOf(() => new Biller({ baseUrl: "x" }));

  test("recognises the error of another copy of the package", async () => {
    const copy = (await import(new URL("index.js?copy", DIST).href)) as typeof import("billwire");
    const errors = (await import(new URL("errors.js?copy", DIST).href)) as typeof import("billwire");
    expect(copy.isBillwireError(error)).toBe(true);
    expect(errors.BillwireError).not.toBe(BillwireError);
    expect(errors.isBillwireError(error)).toBe(true);
    expect(error).not.toBeInstanceOf(errors.BillwireError);
  });

  test("recognises nothing else", () => {
    const other = Object.assign(new Error("x"), { kind: "rejected" });
    const named = Object.assign(new Error("x"), {
      name: "BillwireError",
      kind: "rejected",
      nextStep: "sendAgain",
    });
    const copies = [other, named, structuredClone(error), { ...error }, { name: "BillwireError", kind: 1 }];
    for (const value of [...copies, ...NOTHING, 1, []]) expect(isBillwireError(value)).toBe(false);
  });
});

describe("BillwireError.from", () => {
  test("restores an error that a worker posted", async () => {
    const program = `
      const { parentPort } = require("node:worker_threads");
      const { Biller } = require("billwire");
      try { new Biller({ baseUrl: "x" }) } catch (error) { parentPort.postMessage(error) }`;
    const [posted] = await once(new Worker(program, { eval: true }), "message");
    expect(isBillwireError(posted)).toBe(false);
    expect(BillwireError.from(posted)).toMatchObject({ kind: "invalid_config", nextStep: "fixRequest" });
  });

  test("returns an error of billwire as it is, and undefined for anything else", () => {
    const error = errorOf(() => new Biller({ baseUrl: "x" }));
    expect(BillwireError.from(error)).toBe(error);
    for (const nextStep of Object.values(NextStep))
      expect(BillwireError.from({ ...error, nextStep })).toMatchObject({ nextStep });
    for (const change of [{ nextStep: "sendTwice" }, { kind: "a kind" }, { code: "" }])
      expect(BillwireError.from({ ...error, ...change })).toBeUndefined();
    for (const value of [...NOTHING, new Error("x (a) [b, next: c]"), { kind: "rejected" }])
      expect(BillwireError.from(value)).toBeUndefined();
  });
});
