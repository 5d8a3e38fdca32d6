// Values that JSON does not have, as arguments: absent ones, bigints, dates, lone surrogates, objects of
// every kind. The vectors have all others, kinds.test.ts has what holds for every call, and pass.test.ts absent fields.
import vm from "node:vm";
import { WebhookReceiver, draftFromJson, draftToJson } from "billwire";
import type { Expectation } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, EXPECTATION, MINIMAL, biller, errorOf } from "./support/bills.ts";
import { faultsOf, prepare, sent, settle } from "./support/bills.ts";
import { transaction } from "./support/flows.ts";

const MAX = Number.MAX_SAFE_INTEGER;
const plainBody = settle(BILL).body;

/** Getter of the caller that throws. */
function boom(): never {
  throw new Error("boom");
}

/** Changes of a bill that give a member each of these values. */
const of = (name: string, ...values: unknown[]) => values.map((value) => ({ [name]: value }));
const ofLine = (name: string, ...values: unknown[]) =>
  of(name, ...values).map((line): Record<string, unknown> => ({ details: [line] }));

test("in extra, null is a value and undefined is absent", () => {
  const body = sent(settle({ ...BILL, extra: { kept: null, gone: undefined } }));
  expect(body).toHaveProperty("kept", null);
  expect(body).not.toHaveProperty("gone");
});

const OBJECTS = [new Date(0), Object(1), { valueOf: () => 1 }];
const NONE = [() => 1, Symbol("x")];
const LONE = ["\ud800", "a\udc00b", "\udc00\ud800", "ចាន់\ud83d"];
const LIKE_DATES = [Object.create(Date.prototype), new Proxy(new Date(0), {})];

const REFUSED: readonly (readonly [fault: string | RegExp, changes: readonly Record<string, unknown>[]])[] = [
  ["ref_id wrong_type", of("ref_id", 1n, new Date(0), Object("x"), ...NONE)],
  ["date wrong_type", of("date", 1n, {}, new Set(), ...NONE)],
  ["date invalid_instant", of("date", new Date(NaN))],
  [/^date (wrong_type|invalid_instant)$/, of("date", ...LIKE_DATES)],
  ["total_amount wrong_type", of("total_amount", "1", Object(1n), [1], ...OBJECTS, ...NONE)],
  ["total_amount not_finite", of("total_amount", NaN, -Infinity)],
  ["total_amount not_an_integer", of("total_amount", Number.MIN_VALUE)],
  ["total_amount out_of_range", of("total_amount", -1n, 10n ** 400n, Number.MAX_VALUE)],
  ["exchange_rate_khr wrong_type", of("exchange_rate_khr", ...OBJECTS, ...NONE)],
  ["extra wrong_type", of("extra", 1n, [], new Date(0), ...NONE)],
  ["details wrong_type", of("details", 1n, new Date(0), new Uint8Array(2), new Set([{}]), ...NONE)],
  ["details wrong_type", of("details", { length: 1, 0: {} })],
  // biome-ignore lint/suspicious/noSparseArray: the hole is the case
  ["details[0] wrong_type", of("details", [undefined], [[]], [new Date(0)], [() => ({})], [NONE[1]], [, {}])],
  ["details[1] wrong_type", of("details", [{ item_name: "Rice" }, undefined], [{}, []])],
  ["details[0].quantity not_finite", ofLine("quantity", NaN, -Infinity)],
  ["details[0].quantity not_an_integer", ofLine("quantity", Number.MIN_VALUE)],
  ["details[0].quantity out_of_range", ofLine("quantity", -1n, 10n ** 400n, Number.MAX_VALUE)],
  ["details[0].price not_finite", ofLine("price", NaN)],
  ["details[0].price inexact_number", ofLine("price", MAX + 1)],
  ["details[0].price out_of_range", ofLine("price", 1e35)],
  ["details[0].price too_many_digits", ofLine("price", 10n ** 34n + 1n)],
  ["description lone_surrogate", of("description", ...LONE)],
  ["date lone_surrogate", of("date", ...LONE)],
  ["details[0].item_name lone_surrogate", ofLine("item_name", ...LONE)],
  ["extra.a[0] lone_surrogate", LONE.map((text) => ({ extra: { a: [text] } }))],
  [/lone_surrogate/, LONE.map((text) => ({ extra: { [text]: 1 } }))],
  [/./, LONE.map((text) => ({ [text]: 1 }))],
];

const price = (value: unknown, text: string) =>
  [`{"price":${text}}`, { details: [{ price: value }] }] as const;
const total = (value: number | bigint, text: string) => {
  const { hash } = sent(settle({ ...BILL, total_amount: Number(value) }));
  return [
    [`"total_amount":${text},`, { total_amount: value }],
    [`"total_amount_khr":"${text}",`, { total_amount: value }],
    [`"hash":"${hash}"`, { total_amount: value }],
  ] as const;
};

const SENT: readonly (readonly [text: string, changes: Record<string, unknown>])[] = [
  ...total(-0, "0"),
  ...total(MAX, "9007199254740991"),
  ...total(BigInt(MAX), "9007199254740991"),
  price(-0, "0"),
  price(1e21, "1000000000000000000000"),
  price(1e-7, "0.0000001"),
  price(-(10n ** 33n), `-1${"0".repeat(33)}`),
  price(MAX, "9007199254740991"),
];

describe.each([
  ["in one pass", {}],
  ["as a value", { unknown: undefined }],
])("%s", (_name, more) => {
  /** The bill and its lines, with an unknown member where they go as values. */
  const billWith = ({ details, ...changes }: Record<string, unknown>) => {
    const isPlain = (line: unknown) => Object.getPrototypeOf(line ?? 0) === Object.prototype;
    const lines = Array.isArray(details) && details.every(isPlain);
    const inside = lines ? details.map((line) => ({ ...line, ...more })) : details;
    return { ...BILL, ...more, ...changes, ...(details !== undefined && { details: inside }) };
  };

  test.each(REFUSED)("refused: %s", (fault, changes) => {
    const expected = typeof fault === "string" ? fault : expect.stringMatching(fault);
    for (const change of changes) expect(faultsOf(() => settle(billWith(change)))).toEqual([expected]);
  });

  test.each(SENT)("sent: %s", (text, changes) => {
    expect(settle(billWith(changes)).body).toContain(text);
  });

  test("a Date is the instant of its text, whatever its class says", () => {
    class Wild extends Date {
      override getTime(): number {
        return boom();
      }
    }
    const moment = "2026-01-31T17:00:00.123Z";
    const { body } = settle({ ...BILL, date: "2026-02-01T00:00:00.123+07:00" });
    const lying = Object.assign(new Date(moment), { getTime: () => 1 });
    for (const date of [new Date(moment), new Wild(moment), lying])
      expect(settle({ ...BILL, date, ...more }).body).toBe(body);
    expect(body).toContain(`"date":"${moment}"`);
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
    const bare = Object.assign(Object.create(null), BILL);
    for (const request of [
      bare,
      Object.assign(new Bill(), BILL),
      elsewhere,
      { ...BILL, [Symbol("mine")]: boom },
    ])
      expect(settle(request).body).toBe(plainBody);
    const { body } = settle({ ...BILL, details: [{ price: 1 }] });
    expect(settle({ ...BILL, details: Lines.from([{ price: 1 }]) }).body).toBe(body);
  });

  test("own fields of a class count, also hidden ones; inherited ones do not", () => {
    class Bill {
      get ref_id(): string {
        return "INV-0001";
      }
    }
    const { ref_id: _, ...rest } = BILL;
    expect(faultsOf(() => settle(Object.assign(new Bill(), rest)))).toEqual(["ref_id required"]);
    for (const fault of faultsOf(() => settle(Object.create(BILL)))) expect(fault).toMatch(/ required$/);
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
    const wrong = (...names: string[]) => names.map((name) => `extra.${name} wrong_type`);
    expect(faultsOf(() => settle({ ...BILL, extra }))).toEqual([
      ...wrong("a", "b", "c"),
      ...["extra.d not_finite", "extra.e[0] not_finite"],
      ...wrong("f.g", "h", "i"),
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
    const text = '{"code":"000","__proto__":1,"data":{"__proto__":{"polluted":2}}}';
    const answer = biller().decode("onboarding", 200, text);
    const json = draftToJson("settlement", BILL).replace(/}$/, ',"extra":{"__proto__":{"polluted":1}}}');
    const draft = draftFromJson("settlement", json);
    const extras = [payload.customers?.[0]?.extra, answer.extra, answer.data?.extra, draft.extra];
    for (const extra of extras) expect(Object.keys(extra ?? {})).toEqual(["__proto__"]);
    for (const object of [...extras, payload, payload.extra, answer, {}]) {
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
  const { identity_code, purpose_of_transaction } = EXPECTATION;
  const paid = { identity_code, purpose_of_transaction, tran_id: "T", tran_amount: 1, total_amount: 1 };
  const found = transaction("success", paid);
  expect(confirmation.decide(200, found).confirmed).toBe(true);
});

test("unknown members are refused even if they are null, next to hidden known ones", () => {
  for (const [operation, request] of Object.entries(MINIMAL))
    expect(faultsOf(() => prepare(biller(), operation, { ...request, x: null }))).toEqual([
      "x unknown_field",
    ]);
  const property = { value: "hidden", enumerable: false };
  const hidden = Object.defineProperty({ ...BILL, descripton: "x" }, "description", property);
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
  const { identity_code, purpose_of_transaction } = EXPECTATION;
  const asked = JSON.parse(event.confirm(biller(), EXPECTATION).call.body);
  expect(asked).toEqual({ identity_code, purpose_of_transaction });
});

test("the checkout variant ignores the headers", () => {
  for (const headers of [undefined, ["Token", "x"], 1] as never[])
    for (const body of ["{}", '{"not_known":1}'])
      expect(WebhookReceiver.checkout().receive(headers, body).authentication).toBe("unauthenticated");
});

test("a response in place of its status is named", () => {
  expect(() => settle(BILL).decode(new Response("{}") as never, "")).toThrow(/^status: .*`response\.status`/);
});
