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

/** An error of each kind, with all its fields. */
const EACH: readonly (readonly [ErrorKind, () => unknown, object])[] = [
  [
    "invalid_request",
    () => by.prepareSettlement({ ...BILL, ref_id: "" }),
    { code: "empty", operation: "settlement", nextStep: "fixRequest" },
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
    () => call.decode(400, '{"code":"E-1","message":"no","message_kh":"ទេ"}'),
    {
      code: "refused",
      operation: "settlement",
      nextStep: "fixRequest",
      httpStatus: 400,
      responseCode: "E-1",
      messageEn: "no",
      messageKh: "ទេ",
    },
  ],
  [
    "undetermined",
    () => call.decode(502, "<html>"),
    {
      code: "http_status",
      operation: "settlement",
      nextStep: "askService",
      httpStatus: 502,
      responseCode: undefined,
    },
  ],
  [
    "unreadable",
    () => call.decode(200, '{"code":"000",}'),
    { code: "invalid_json", operation: "settlement", nextStep: "askService", httpStatus: 200 },
  ],
  [
    "unauthenticated",
    () => receiver.receive({}, "{}"),
    {
      code: "missing_token",
      operation: "webhook",
      nextStep: "fixCredentials",
      response: {
        status: 401,
        headers: { "Content-Type": "application/json" },
        body: '{"status":"failed","message":"unauthenticated"}',
      },
    },
  ],
  [
    "invalid_webhook",
    () => receiver.receive({ Token: "hook" }, "[1]"),
    {
      code: "wrong_type",
      operation: "webhook",
      nextStep: "askService",
      response: {
        status: 400,
        headers: { "Content-Type": "application/json" },
        body: '{"status":"failed","message":"invalid"}',
      },
    },
  ],
];

describe.each(EACH)("%s", (kind, work, fields) => {
  const error = errorOf(work);

  test("has every field, frozen, and prints its message first", () => {
    expect(error).toMatchObject({ kind, name: "BillwireError", ...fields });
    for (const key of [
      "code",
      "violations",
      "nextStep",
      "operation",
      "responseCode",
      "messageEn",
      "messageKh",
      "httpStatus",
      "response",
    ])
      expect(error).toHaveProperty(key);
    for (const { path, code, explanation } of error.violations) {
      expect([typeof path, typeof code, typeof explanation]).toEqual(["string", "string", "string"]);
    }
    for (const object of [
      error.violations,
      ...error.violations,
      ...(error.response ? [error.response, error.response.headers] : []),
    ]) {
      expect(Object.isFrozen(object)).toBe(true);
    }
    expect([error instanceof BillwireError, isBillwireError(error)]).toEqual([true, true]);
    expect(String(error)).toBe(`BillwireError: ${error.message}`);
    expect(error.stack?.startsWith(`BillwireError: ${error.message}\n`)).toBe(true);
    expect(inspect(error)).toContain(error.message);
    expect(error.message).toMatch(/^[\x20-\x7e]+$/);
    expect(error.docUrl).toBe(`https://billwire.github.io/billwire/errors.html#${error.code}`);
    expect(Object.keys(error)).not.toContain("docUrl");
  });

  test("is restored from its copies", () => {
    for (const copy of [structuredClone(error), JSON.parse(JSON.stringify(error)), { ...error }]) {
      const restored = BillwireError.from(copy);
      expect(restored).toBeInstanceOf(BillwireError);
      expect(restored).toMatchObject({ kind: error.kind, code: error.code, nextStep: error.nextStep });
    }
    expect(BillwireError.from(structuredClone(error))?.message).toBe(error.message);
    expect(BillwireError.from(JSON.parse(JSON.stringify(error)))).toMatchObject({
      httpStatus: error.httpStatus,
      violations: error.violations,
    });
  });
});

test("wrong arguments of receive have a response", () => {
  const response = {
    status: 500,
    headers: { "Content-Type": "application/json" },
    body: '{"status":"failed","message":"internal"}',
  };
  for (const [headers, body] of [
    [{ Token: "hook" }, { tran_id: "T-1" }],
    [["Token", "hook"], "{}"],
    [undefined, "{}"],
    [{ Token: 7 }, "{}"],
  ]) {
    const error = errorOf(() => receiver.receive(headers as never, body as never));
    expect(error).toMatchObject({ kind: "invalid_config", code: "wrong_type", response });
    if (Array.isArray(headers)) expect(error.message).toContain("not a flat list (rawHeaders)");
    expect(Object.isFrozen(error.response)).toBe(true);
  }
});

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
    for (const value of [
      other,
      named,
      structuredClone(error),
      { ...error },
      new TypeError("x"),
      null,
      undefined,
      "BillwireError",
      1,
      {},
      [],
      { name: "BillwireError", kind: 1 },
    ]) {
      expect(isBillwireError(value)).toBe(false);
    }
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
    for (const value of [
      new Error("x (a) [b, next: c]"),
      new TypeError("x"),
      null,
      undefined,
      "x",
      {},
      { kind: "rejected" },
    ]) {
      expect(BillwireError.from(value)).toBeUndefined();
    }
  });
});
