// Objects of JavaScript as arguments: getters, proxies, cycles, prototypes.
import { types } from "node:util";
import vm from "node:vm";
import { Biller, WebhookReceiver, sign } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, biller, errorOf, faultsOf, sent, settle } from "./support/bills.ts";

const plainBody = settle(BILL).body;

/** Getter of the caller that throws. */
function boom(): never {
  throw new Error("boom");
}

describe("a value that throws when it is read", () => {
  const { ref_id: _, ...rest } = BILL;
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();

  test("a getter is refused as a value of its field", () => {
    const request = { ...rest, get ref_id(): string { return boom(); } };
    expect(faultsOf(() => settle(request))).toEqual(["ref_id wrong_type"]);
    expect(faultsOf(() => settle({ ...BILL, details: [{ get price(): string { return boom(); } }] }))).toEqual([
      "details[0].price wrong_type",
    ]);
    expect(faultsOf(() => settle({ ...BILL, extra: { get a(): string { return boom(); } } }))).toEqual(["extra.a wrong_type"]);
  });

  test("a proxy, of which the readable members may suffice", () => {
    const everything = new Proxy({ ...BILL }, new Proxy({}, { get: () => boom }));
    const proxies = [new Proxy({ ...BILL }, { get: boom }), new Proxy({ ...BILL }, { ownKeys: boom, getOwnPropertyDescriptor: boom }), everything, revoked.proxy];
    for (const proxy of proxies) {
      for (const work of [() => settle(proxy), () => settle({ ...BILL, extra: proxy }), () => settle({ ...BILL, details: [proxy] })]) {
        try {
          work();
        } catch {
          expect(errorOf(work).kind).toBe("invalid_request");
        }
      }
    }
  });

  test("settings, expectations and signed fields", () => {
    const event = WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}');
    const wild = new Proxy({}, { get: boom, ownKeys: boom });
    for (const work of [
      () => new Biller({ get baseUrl(): string { return boom(); } }),
      () => new Biller(wild as never),
      () => WebhookReceiver.merchantProxy({ get tokens(): string[] { return boom(); } }),
      () => event.confirm(biller(), { get amount(): number { return boom(); } } as never),
      () => event.confirm(biller(), wild as never),
      () => sign({ ...rest, get ref_id(): string { return boom(); } }, "key"),
      () => sign(wild as never, "key"),
    ]) {
      expect(["invalid_request", "invalid_config"]).toContain(errorOf(work).kind);
    }
  });
});

describe("a getter that calls billwire", () => {
  const by = biller();
  // The same lengths as in BILL, and other values.
  const other = { ...BILL, ref_id: "inv-9999", total_amount: 1, customer_sync_code: "c-9", settlement_to: "s-9" };
  const expected = settle({ ...BILL, description: "two" }).body;

  test.each<[string, () => unknown]>([
    ["prepares the same shape", () => by.prepareSettlement(other)],
    ["makes the buffers grow", () => by.prepareSettlement({ ...other, description: "x".repeat(100_000), details: Array.from({ length: 3000 }, () => ({ price: 1 })) })],
    ["makes the memory grow", () => errorOf(() => by.decode("settlement", 500, new Uint8Array(64 << 20)))],
    ["is refused", () => errorOf(() => settle({ ...other, total_amount: -1 }, by))],
    ["signs and receives", () => [sign(other, "other-key"), WebhookReceiver.checkout().receive({}, JSON.stringify({ tran_id: "T".repeat(5000) }))]],
  ])("and %s", (_name, work) => {
    const request = {
      ...BILL,
      get description(): string {
        work();
        return "two";
      },
    };
    expect(by.prepareSettlement(request).body).toBe(expected);
    expect(sign({ ...BILL, get settlement_to() { work(); return BILL.settlement_to; } }, "key")).toBe(sign(BILL, "key"));
  });
});

describe("shapes", () => {
  test("objects without prototype, of a class, of another realm", () => {
    class Bill {}
    const elsewhere: unknown = vm.runInNewContext("(bill) => ({ ...bill })")(BILL);
    for (const request of [Object.assign(Object.create(null), BILL), Object.assign(new Bill(), BILL), elsewhere]) {
      expect(settle(request).body).toBe(plainBody);
    }
  });

  test("own fields of a class count, inherited ones do not", () => {
    class Bill {
      get ref_id(): string { return "INV-0001"; }
    }
    const { ref_id: _, ...rest } = BILL;
    expect(faultsOf(() => settle(Object.assign(new Bill(), rest)))).toEqual(["ref_id required"]);
    expect(faultsOf(() => settle(Object.create(BILL) as object)).every((fault) => fault.endsWith(" required"))).toBe(true);
  });

  test("non-enumerable members and symbols", () => {
    const request = Object.defineProperty({ ...BILL }, "description", { value: "hidden", enumerable: false });
    expect(sent(settle(request))["description"]).toBe("hidden");
    expect(settle({ ...BILL, [Symbol("mine")]: boom }).body).toBe(plainBody);
  });

  test("sparse lists, typed arrays, subclasses of Array", () => {
    class Lines extends Array<object> {}
    expect(settle({ ...BILL, details: Lines.from([{ price: 1 }]) }).body).toBe(settle({ ...BILL, details: [{ price: 1 }] }).body);
    expect(faultsOf(() => settle({ ...BILL, details: [, {}] }))).toEqual(["details[0] wrong_type"]);
    expect(faultsOf(() => settle({ ...BILL, details: new Uint8Array(2) }))).toEqual(["details wrong_type"]);
    expect(faultsOf(() => settle({ ...BILL, details: new Set([{}]) }))).toEqual(["details wrong_type"]);
    expect(faultsOf(() => settle({ ...BILL, details: { length: 1, 0: {} } }))).toEqual(["details wrong_type"]);
    expect(faultsOf(() => settle({ ...BILL, details: [[]] }))).toEqual(["details[0] wrong_type"]);
  });

  test("functions, symbols and dates in extra", () => {
    const extra = { a: () => 1, b: Symbol("b"), c: new Date(0), d: NaN, e: [Infinity], f: { g: () => 1 } };
    expect(faultsOf(() => settle({ ...BILL, extra }))).toEqual([
      "extra.a wrong_type",
      "extra.b wrong_type",
      "extra.c wrong_type",
      "extra.d not_finite",
      "extra.e[0] not_finite",
      "extra.f.g wrong_type",
    ]);
  });

  test("an object that contains itself", () => {
    const once: Record<string, unknown> = { ...BILL };
    once["extra"] = once;
    const reserved = Object.keys(BILL).map((key) => `extra.${key} reserved_key`);
    expect(faultsOf(() => settle(once))).toEqual([...reserved, "extra.extra too_deep"]);
  });

  test("an object and a list that contain themselves twice are refused", () => {
    for (const around of [(self: unknown) => ({ a: self, b: self }), (self: unknown) => [self, self]]) {
      const whole: { self?: unknown } = {};
      whole.self = around(whole);
      expect(errorOf(() => settle({ ...BILL, extra: { whole } })).violations.map(({ code }) => code)).toContain("too_deep");
      expect(errorOf(() => settle({ ...BILL, details: whole.self })).kind).toBe("invalid_request");
    }
  });

  test("a very deep object", () => {
    let deep: object = {};
    for (let i = 0; i < 200_000; i++) deep = { deep };
    expect(faultsOf(() => settle({ ...BILL, extra: { deep } }))).toEqual(["extra.deep too_deep"]);
    expect(faultsOf(() => settle(deep)).length).toBeGreaterThan(0);
  });
});

describe("__proto__ as a key", () => {
  const key = (json: string): object => JSON.parse(json.replaceAll("PROTO", "__proto__"));

  test("is unknown in a request, and sent in extra", () => {
    expect(faultsOf(() => settle({ ...BILL, ...{ extra: key('{"a":1}') }, ["__proto__"]: { x: 1 } }))).toEqual(["__proto__ unknown_field"]);
    const { body } = settle({ ...BILL, extra: key('{"PROTO":{"polluted":1},"constructor":2}') });
    expect(body).toContain('"__proto__":{"polluted":1},"constructor":2}');
  });

  test("is an ordinary key of received data", () => {
    const body = '{"tran_id":"T-1","PROTO":{"polluted":1},"toString":"x","customers":[{"PROTO":{"polluted":1}}],"a":{"PROTO":[1]}}';
    const { payload } = WebhookReceiver.checkout().receive({}, body.replaceAll("PROTO", "__proto__"));
    expect(Object.keys(payload.extra).toSorted()).toEqual(["__proto__", "a", "toString"]);
    expect(Object.getOwnPropertyDescriptor(payload.extra, "__proto__")?.value).toEqual({ polluted: 1 });
    expect(Object.keys(payload.customers?.[0]?.extra ?? {})).toEqual(["__proto__"]);
    const answer = biller().decode("onboarding", 200, '{"code":"000","__proto__":1,"data":{"__proto__":{"polluted":2}}}');
    expect(Object.keys(answer.extra)).toEqual(["__proto__"]);
    expect(Object.keys(answer.data?.extra ?? {})).toEqual(["__proto__"]);
    for (const object of [payload, payload.extra, payload.customers?.[0]?.extra, answer, answer.extra, answer.data?.extra, {}]) {
      expect(object).not.toHaveProperty("polluted");
      expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
    }
  });

  test("names of Object.prototype are not fields", () => {
    for (const name of ["constructor", "toString", "hasOwnProperty", "valueOf"]) {
      expect(faultsOf(() => settle({ ...BILL, [name]: 1 }))).toEqual([`${name} unknown_field`]);
    }
  });
});

describe("arguments", () => {
  test("are not changed, frozen or not", () => {
    const request = { ...BILL, due_date: new Date(1e12), details: [{ price: "1.50", extra: { a: [1] } }], extra: { b: { c: 1 } } };
    const before = structuredClone(request);
    const thawed = settle(request).body;
    expect(request).toEqual(before);
    expect(Object.isFrozen(request.details)).toBe(false);
    Object.freeze(Object.freeze(request.details)[0]);
    expect(settle(Object.freeze(request)).body).toBe(thawed);
  });

  test("are not read again later", () => {
    const request: Record<string, unknown> = { ...BILL };
    const call = settle(request);
    request["ref_id"] = "other";
    expect(call.body).toBe(plainBody);
    const expectation = { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: 1 };
    const confirmation = WebhookReceiver.checkout().receive({}, '{"tran_id":"T"}').confirm(biller(), expectation);
    expectation.amount = 2;
    const data = { tran_id: "T", tran_date: "2026-01-31", tran_amount: 1, fee_amount: 0, total_amount: 1, currency: "KHR", identity_code: "I", bank_code: "B", bank_ref: "R", purpose_of_transaction: "P", status: "success" };
    expect(confirmation.decide(200, JSON.stringify({ code: "SUCCESS", message: "found", data })).confirmed).toBe(true);
  });

  test("that are bytes are copied", () => {
    const body = Buffer.from('{"tran_id":"T-1","status":"success"}');
    const { payload } = WebhookReceiver.checkout().receive({}, body);
    body.fill(0);
    expect(payload.tran_id).toBe("T-1");
    expect(types.isProxy(payload)).toBe(false);
  });
});

test("a Map, a Set and typed arrays are not sent as {}", () => {
  for (const value of [new Map([["a", 1]]), new Set([1]), new Uint8Array(3), new DataView(new ArrayBuffer(1))]) {
    expect(faultsOf(() => settle({ ...BILL, extra: { value } }))).toEqual(["extra.value wrong_type"]);
  }
});
