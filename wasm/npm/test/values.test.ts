// Values that JSON does not have, as arguments: absent ones, bigints, dates, lone surrogates, objects of
// every kind. The vectors have all others, and kinds.test.ts has what holds for every call.
import vm from "node:vm";
import { WebhookReceiver, draftFromJson, draftToJson } from "billwire";
import type { Expectation } from "billwire";
import { describe, expect, test } from "vitest";
import {
  BILL,
  EXPECTATION,
  MINIMAL,
  biller,
  errorOf,
  faultsOf,
  prepare,
  sent,
  settle,
} from "./support/bills.ts";
import { transaction } from "./support/flows.ts";
import { fieldsOf } from "./support/models.ts";

const MAX = Number.MAX_SAFE_INTEGER;
const MODELS = { onboarding: "Onboarding", settlement: "Settlement", verification: "Verification" } as const;
const plainBody = settle(BILL).body;

/** Getter of the caller that throws. */
function boom(): never {
  throw new Error("boom");
}

test.each(Object.entries(MODELS))("missing, undefined and null are the same in %s", (name, model) => {
  const operation = name as keyof typeof MODELS;
  for (const nothing of [undefined, null]) {
    const optional = fieldsOf(model)
      .filter(({ required }) => !required)
      .map((field) => [field.name, nothing]);
    expect(
      prepare(biller(), operation, { ...MINIMAL[operation], ...Object.fromEntries(optional) }).body,
    ).toBe(prepare(biller(), operation, MINIMAL[operation]).body);
    expect(faultsOf(() => prepare(biller(), operation, nothing)).length).toBeGreaterThan(0);
  }
});

test("in extra, null is a value and undefined is absent", () => {
  const body = sent(settle({ ...BILL, extra: { kept: null, gone: undefined } }));
  expect(body).toHaveProperty("kept", null);
  expect(body).not.toHaveProperty("gone");
});

describe.each([
  ["in one pass", {}],
  ["as a value", { unknown: undefined }],
])("%s", (_name, more) => {
  test.each<[string, readonly unknown[]]>([
    ["ref_id", [1n, new Date(0), Object("x")]],
    ["date", [1n, {}, new Set()]],
    ["total_amount", ["1", new Date(0), Object(1), Object(1n), [1], { valueOf: () => 1 }]],
    ["exchange_rate_khr", [new Date(0), Object(1), { valueOf: () => 1 }]],
    ["details", [1n, new Date(0), new Uint8Array(2), new Set([{}]), { length: 1, 0: {} }]],
    ["extra", [1n, [], new Date(0)]],
  ])("%s of a wrong type", (name, values) => {
    for (const value of [...values, () => 1, Symbol("x")])
      expect(faultsOf(() => settle({ ...BILL, ...more, [name]: value }))).toEqual([`${name} wrong_type`]);
  });

  test("a value that is not a line", () => {
    for (const value of [undefined, [], new Date(0), () => ({}), Symbol("x")]) {
      expect(faultsOf(() => settle({ ...BILL, ...more, details: [{ item_name: "Rice" }, value] }))).toEqual([
        "details[1] wrong_type",
      ]);
    }
    // biome-ignore lint/suspicious/noSparseArray: the hole is the case
    expect(faultsOf(() => settle({ ...BILL, ...more, details: [, {}] }))).toEqual(["details[0] wrong_type"]);
  });

  test.each([
    [-0, "0"],
    [MAX, "9007199254740991"],
    [BigInt(MAX), "9007199254740991"],
  ])("total_amount %s is sent as %s", (value, text) => {
    const { body } = settle({ ...BILL, total_amount: value, ...more });
    expect(body).toContain(`"total_amount":${text},`);
    expect(body).toContain(`"total_amount_khr":"${text}",`);
    expect(body).toContain(`"hash":"${sent(settle({ ...BILL, total_amount: Number(value) }))["hash"]}"`);
  });

  test.each([
    [NaN, "not_finite"],
    [-Infinity, "not_finite"],
    [Number.MIN_VALUE, "not_an_integer"],
    [-1n, "out_of_range"],
    [10n ** 400n, "out_of_range"],
    [Number.MAX_VALUE, "out_of_range"],
  ])("total_amount %s is refused as %s", (value, code) => {
    expect(faultsOf(() => settle({ ...BILL, total_amount: value, ...more }))).toEqual([
      `total_amount ${code}`,
    ]);
    expect(faultsOf(() => settle({ ...BILL, details: [{ quantity: value, ...more }] }))).toEqual([
      `details[0].quantity ${code}`,
    ]);
  });

  test.each([
    [-0, "0"],
    [1e21, "1000000000000000000000"],
    [1e-7, "0.0000001"],
    [-(10n ** 33n), `-1${"0".repeat(33)}`],
    [MAX, "9007199254740991"],
  ])("the price %s is sent as %s", (value, text) => {
    expect(settle({ ...BILL, details: [{ price: value, ...more }] }).body).toContain(`{"price":${text}}`);
  });

  test.each([
    [NaN, "not_finite"],
    [MAX + 1, "inexact_number"],
    [1e35, "out_of_range"],
    [10n ** 34n + 1n, "too_many_digits"],
  ])("the price %s is refused as %s", (value, code) => {
    expect(faultsOf(() => settle({ ...BILL, details: [{ price: value, ...more }] }))).toEqual([
      `details[0].price ${code}`,
    ]);
  });

  test("a Date is the instant of its text, whatever its class says", () => {
    class Wild extends Date {
      override getTime(): number {
        return boom();
      }
    }
    const moment = "2026-01-31T17:00:00.123Z";
    const { body } = settle({ ...BILL, date: "2026-02-01T00:00:00.123+07:00" });
    for (const date of [
      new Date(moment),
      new Wild(moment),
      Object.assign(new Date(moment), { getTime: () => 1 }),
    ])
      expect(settle({ ...BILL, date, ...more }).body).toBe(body);
    expect(body).toContain(`"date":"${moment}"`);
  });

  test("an invalid Date and an object like a Date are refused", () => {
    expect(faultsOf(() => settle({ ...BILL, date: new Date(NaN), ...more }))).toEqual([
      "date invalid_instant",
    ]);
    for (const date of [Object.create(Date.prototype), new Proxy(new Date(0), {})]) {
      expect(faultsOf(() => settle({ ...BILL, date, ...more }))).toEqual([
        expect.stringMatching(/^date (wrong_type|invalid_instant)$/),
      ]);
    }
  });

  test("a lone surrogate is refused in every kind of place", () => {
    for (const text of ["\ud800", "a\udc00b", "\udc00\ud800", "ចាន់\ud83d"]) {
      expect(faultsOf(() => settle({ ...BILL, description: text, ...more }))).toEqual([
        "description lone_surrogate",
      ]);
      expect(faultsOf(() => settle({ ...BILL, date: text, ...more }))).toContain("date lone_surrogate");
      expect(faultsOf(() => settle({ ...BILL, details: [{ item_name: text, ...more }] }))).toEqual([
        "details[0].item_name lone_surrogate",
      ]);
      expect(faultsOf(() => settle({ ...BILL, extra: { a: [text] } }))).toEqual([
        "extra.a[0] lone_surrogate",
      ]);
      expect(faultsOf(() => settle({ ...BILL, extra: { [text]: 1 } }))).toEqual([
        expect.stringContaining("lone_surrogate"),
      ]);
      expect(faultsOf(() => settle({ ...BILL, [text]: 1 }))).toHaveLength(1);
    }
  });
});

test.each<[string, (getter: PropertyDescriptor) => object]>([
  ["ref_id", (getter) => Object.defineProperty({ ...BILL }, "ref_id", getter)],
  ["details[0].price", (getter) => ({ ...BILL, details: [Object.defineProperty({}, "price", getter)] })],
  ["extra.a", (getter) => ({ ...BILL, extra: Object.defineProperty({}, "a", getter) })],
])("a getter that throws is refused as the value of %s", (path, billWith) => {
  expect(faultsOf(() => settle(billWith({ get: boom, enumerable: true })))).toEqual([`${path} wrong_type`]);
});

describe("shapes", () => {
  test("objects without prototype, of a class, of another realm", () => {
    class Bill {}
    class Lines extends Array<object> {}
    const elsewhere: unknown = vm.runInNewContext("(bill) => ({ ...bill })")(BILL);
    for (const request of [
      Object.assign(Object.create(null), BILL),
      Object.assign(new Bill(), BILL),
      elsewhere,
      { ...BILL, [Symbol("mine")]: boom },
    ]) {
      expect(settle(request).body).toBe(plainBody);
    }
    expect(settle({ ...BILL, details: Lines.from([{ price: 1 }]) }).body).toBe(
      settle({ ...BILL, details: [{ price: 1 }] }).body,
    );
  });

  test("own fields of a class count, also hidden ones; inherited ones do not", () => {
    class Bill {
      get ref_id(): string {
        return "INV-0001";
      }
    }
    const { ref_id: _, ...rest } = BILL;
    expect(faultsOf(() => settle(Object.assign(new Bill(), rest)))).toEqual(["ref_id required"]);
    expect(
      faultsOf(() => settle(Object.create(BILL) as object)).every((fault) => fault.endsWith(" required")),
    ).toBe(true);
    const request = Object.defineProperty({ ...BILL }, "description", { value: "hidden", enumerable: false });
    expect(sent(settle(request))["description"]).toBe("hidden");
  });

  test("what JSON would drop or empty in extra is refused", () => {
    const extra = {
      a: () => 1,
      b: Symbol("b"),
      c: new Date(0),
      d: NaN,
      e: [Infinity],
      f: { g: new Map([["a", 1]]) },
      h: new Set([1]),
      i: new DataView(new ArrayBuffer(1)),
    };
    expect(faultsOf(() => settle({ ...BILL, extra }))).toEqual([
      ...[
        "extra.a wrong_type",
        "extra.b wrong_type",
        "extra.c wrong_type",
        "extra.d not_finite",
        "extra.e[0] not_finite",
      ],
      ...["extra.f.g wrong_type", "extra.h wrong_type", "extra.i wrong_type"],
    ]);
  });

  test("an object that contains itself, once and twice, and a very deep one", () => {
    const once: Record<string, unknown> = { ...BILL };
    once["extra"] = once;
    expect(faultsOf(() => settle(once))).toEqual([
      ...Object.keys(BILL).map((key) => `extra.${key} reserved_key`),
      "extra.extra too_deep",
    ]);
    for (const around of [(self: unknown) => ({ a: self, b: self }), (self: unknown) => [self, self]]) {
      const whole: { self?: unknown } = {};
      whole.self = around(whole);
      expect(
        errorOf(() => settle({ ...BILL, extra: { whole } })).violations.map(({ code }) => code),
      ).toContain("too_deep");
      expect(errorOf(() => settle({ ...BILL, details: whole.self })).kind).toBe("invalid_request");
    }
    let deep: object = {};
    for (let i = 0; i < 200_000; i++) deep = { deep };
    expect(faultsOf(() => settle({ ...BILL, extra: { deep } }))).toEqual(["extra.deep too_deep"]);
  });
});

describe("__proto__ as a key", () => {
  test("is unknown in a request, and sent in extra", () => {
    const extra = JSON.parse('{"__proto__":{"polluted":1},"constructor":2}') as object;
    for (const name of ["__proto__", "constructor", "toString"])
      expect(faultsOf(() => settle({ ...BILL, [name]: { x: 1 } }))).toEqual([`${name} unknown_field`]);
    expect(settle({ ...BILL, extra }).body).toContain('"__proto__":{"polluted":1},"constructor":2}');
  });

  test("is an ordinary key of received data", () => {
    const body =
      '{"tran_id":"T-1","__proto__":{"polluted":1},"toString":"x",' +
      '"customers":[{"__proto__":{"polluted":1}}],"a":{"__proto__":[1]}}';
    const { payload } = WebhookReceiver.checkout().receive({}, body);
    expect(Object.keys(payload.extra).toSorted()).toEqual(["__proto__", "a", "toString"]);
    expect(Object.getOwnPropertyDescriptor(payload.extra, "__proto__")?.value).toEqual({ polluted: 1 });
    const answer = biller().decode(
      "onboarding",
      200,
      '{"code":"000","__proto__":1,"data":{"__proto__":{"polluted":2}}}',
    );
    const draft = draftFromJson(
      "settlement",
      draftToJson("settlement", BILL).replace(/}$/, ',"extra":{"__proto__":{"polluted":1}}}'),
    );
    for (const extra of [payload.customers?.[0]?.extra, answer.extra, answer.data?.extra, draft.extra])
      expect(Object.keys(extra ?? {})).toEqual(["__proto__"]);
    for (const object of [
      draft.extra,
      payload,
      payload.extra,
      payload.customers?.[0]?.extra,
      answer,
      answer.extra,
      answer.data?.extra,
      {},
    ]) {
      expect(object).not.toHaveProperty("polluted");
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    }
  });
});

test("arguments are not read again later", () => {
  const request: Record<string, unknown> = { ...BILL };
  const call = settle(request);
  request["ref_id"] = "other";
  expect(call.body).toBe(plainBody);
  const body = Buffer.from('{"tran_id":"T","status":"success"}');
  const event = WebhookReceiver.checkout().receive({}, body);
  body.fill(0);
  expect(event.payload.tran_id).toBe("T");
  const expectation: { amount: number } & Expectation = { ...EXPECTATION };
  const confirmation = event.confirm(biller(), expectation);
  expectation.amount = 2;
  const found = transaction("success", {
    tran_id: "T",
    identity_code: "I",
    purpose_of_transaction: "P",
    tran_amount: 1,
    total_amount: 1,
  });
  expect(confirmation.decide(200, found).confirmed).toBe(true);
});

test("unknown members are refused even if they are null, next to hidden known ones", () => {
  for (const operation of ["onboarding", "settlement", "verification"] as const) {
    expect(faultsOf(() => prepare(biller(), operation, { ...MINIMAL[operation], x: null }))).toEqual([
      "x unknown_field",
    ]);
  }
  const hidden = Object.defineProperty({ ...BILL, descripton: "x" }, "description", {
    value: "hidden",
    enumerable: false,
  });
  expect(faultsOf(() => settle(hidden))).toEqual(["descripton unknown_field"]);
  const line = Object.defineProperty({ prise: null }, "price", { value: 1, enumerable: false });
  expect(faultsOf(() => settle({ ...BILL, details: [line] }))).toEqual(["details[0].prise unknown_field"]);
});

test("headers of a webhook have no inherited iterator, and a token that is absent is none", () => {
  const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
  const { prototype } = Object;
  const value = () => [["token", "hook"]][Symbol.iterator]();
  Object.defineProperty(prototype, Symbol.iterator, { value, configurable: true });
  try {
    expect(errorOf(() => receiver.receive({}, "{}")).kind).toBe("unauthenticated");
    expect(receiver.receive({ token: "hook" }, "{}").authentication).toBe("token");
  } finally {
    Reflect.deleteProperty(prototype, Symbol.iterator);
  }
  for (const headers of [[new Array(2)], [["token"]], { token: new Array(2) }, { token: new Array(1) }])
    expect(["unauthenticated", "invalid_config"]).toContain(
      errorOf(() => receiver.receive(headers as never, "{}")).kind,
    );
});

test("a payload of the caller gives no id that is not text", () => {
  const event = WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}');
  (event.payload as { tran_id: unknown }).tran_id = { length: 1 << 30, charCodeAt: () => 0 };
  expect(JSON.parse(event.confirm(biller(), EXPECTATION).call.body)).toEqual({
    identity_code: "I",
    purpose_of_transaction: "P",
  });
});

test("the checkout variant ignores the headers", () => {
  for (const headers of [undefined, ["Token", "x"], 1])
    for (const body of ["{}", '{"not_known":1}'])
      expect(WebhookReceiver.checkout().receive(headers as never, body).authentication).toBe(
        "unauthenticated",
      );
});

test("a response in place of its status is named", () => {
  expect(() => settle(BILL).decode(new Response("{}") as never, "")).toThrow(/^status: .*`response\.status`/);
});
