// Inherited members, gaps of lists and hidden members: billwire does not send, sign or trust them.
import { Biller, WebhookReceiver, countParses, decimal, explainSignature, sign } from "billwire";
import { Simulator } from "billwire/testing";
import { afterEach, describe, expect, test } from "vitest";
import { BASE_URL, BILL, MINIMAL, SEARCH, SHOP, biller, errorOf, faultsOf, prepare, sent, settle } from "./support/bills.ts";
import { fieldsOf } from "./support/models.ts";

const polluted: [object, PropertyKey][] = [];

/** Adds a member to a prototype of the engine, as prototype pollution does. */
function pollute(name: PropertyKey, value: unknown, prototype: object = Object.prototype, enumerable = true): void {
  Object.defineProperty(prototype, name, { value, enumerable, configurable: true, writable: true });
  polluted.push([prototype, name]);
}

afterEach(() => {
  for (const [prototype, name] of polluted.splice(0)) Reflect.deleteProperty(prototype, name);
});

const EXPECTATION = { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: 1 };
const VALUES = { text: "inherited", instant: "2026-03-01T00:00:00Z", integer: 7, decimal: "7.5", lines: [{ price: 1 }], extra: { a: 1 } } as const;
const MODELS = { onboarding: "Onboarding", settlement: "Settlement", verification: "Verification" } as const;
const OPERATIONS = Object.keys(MODELS) as (keyof typeof MODELS)[];
/** The fast path, the full path because of a missing value, and the full path alone. */
const PATHS: [string, object][] = [["fast path", {}], ["an undefined member", { unknown: undefined }], ["an empty extra", { extra: {} }]];

describe.each(PATHS)("drafts by the %s", (_name, more) => {
  const line = { item_name: "Water", price: "1.50", ...more };
  const requests = { ...MINIMAL, settlement: { ...BILL, details: [line, {}] } };

  test.each([true, false])("send no inherited field (enumerable: %s)", (enumerable) => {
    for (const operation of OPERATIONS) {
      const request = { ...requests[operation], ...more };
      const clean = prepare(biller(), operation, request).body;
      const fields = [...fieldsOf(MODELS[operation]), ...(operation === "settlement" ? fieldsOf("Line") : [])];
      for (const { name, kind } of [...fields, { name: "unknown_to_all", kind: "text" as const }]) {
        pollute(name, VALUES[kind], Object.prototype, enumerable);
        const call = prepare(biller(), operation, request);
        Reflect.deleteProperty(Object.prototype, name);
        expect(call.body, `${operation}.${name}`).toBe(clean);
      }
    }
  });

  test("an inherited field does not count as present", () => {
    for (const operation of OPERATIONS) {
      for (const { name, kind } of fieldsOf(MODELS[operation]).filter(({ required }) => required)) {
        const { [name]: _, ...rest } = { ...MINIMAL[operation], ...more } as Record<string, unknown>;
        pollute(name, VALUES[kind]);
        const faults = faultsOf(() => prepare(biller(), operation, rest));
        Reflect.deleteProperty(Object.prototype, name);
        expect(faults).toContain(`${name} required`);
      }
    }
  });

  test.each([
    ["payment_method_token", "tok-of-a-stranger"],
    ["description", "inherited"],
    ["bank_id", "BANK"],
    ["tran_id", "T-9"],
    ["settlement_to", "SB-of-a-stranger"],
  ])("Object.prototype.%s changes no body and no signature", (name, value) => {
    const work = () => [
      ...OPERATIONS.map((operation) => prepare(biller(), operation, { ...requests[operation], ...more }).body),
      sign({ ...BILL, ...more }, "key"),
      sign({ ...BILL, ...more }, "key", { signingOffset: "+07:00" }),
      biller({ profile: { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } } }).prepareSettlementLookup({ ...BILL, ...more }).call.body,
      explainSignature({ ...BILL, ...more }, { hashToken: "key" }),
      WebhookReceiver.checkout().receive({}, '{"bank_ref":"B-1"}').confirm(biller(), EXPECTATION).call.body,
    ];
    const clean = work();
    pollute(name, value);
    expect(work()).toEqual(clean);
    const { [name as "settlement_to"]: _, ...without } = BILL;
    if (name === "settlement_to") for (const one of [() => settle({ ...without, ...more }), () => sign({ ...without, ...more } as typeof BILL, "key")]) {
      expect(faultsOf(one)).toEqual(["settlement_to required"]);
    }
  });

  test("an undefined member does not stand for an inherited one", () => {
    const clean = settle({ ...BILL, ...more }).body;
    pollute("payment_method_token", "tok-of-a-stranger");
    expect(settle({ ...BILL, description: undefined, ...more }).body).toBe(clean);
    expect(settle({ ...BILL, payment_method_token: undefined, ...more }).body).toBe(clean);
  });

  test("a getter that changes Object.prototype has no effect", () => {
    const clean = settle({ ...BILL, description: "as ever", ...more }).body;
    const request = { ...BILL, ...more, get description() { pollute("settlement_to", "SB-of-a-stranger"); pollute("total_amount_khr", 1); return "as ever"; } };
    expect(settle(request).body).toBe(clean);
  });

  test("gaps of a list inherit no element", () => {
    const details: object[] = [{ price: 1 }];
    details[2] = { price: 2 };
    for (const prototype of [Array.prototype, Object.prototype]) {
      pollute(1, { price: 99 }, prototype, false);
      expect(faultsOf(() => settle({ ...BILL, details, ...more }))).toEqual(["details[1] wrong_type"]);
      Reflect.deleteProperty(prototype, 1);
    }
  });
});

test("a Date with overridden methods keeps its time", () => {
  class Wrong extends Date {
    override getTime(): number {
      return 0;
    }
  }
  const right = settle({ ...BILL, date: new Date(1e12) }).body;
  expect(settle({ ...BILL, date: new Wrong(1e12) }).body).toBe(right);
  expect(settle({ ...BILL, date: Object.assign(new Date(1e12), { getTime: () => 0 }) }).body).toBe(right);
});

describe("unknown members", () => {
  test("are refused even if they are null", () => {
    expect(faultsOf(() => settle({ ...BILL, descripton: null }))).toEqual(["descripton unknown_field"]);
    expect(faultsOf(() => settle({ ...BILL, details: [{ prise: null }] }))).toEqual(["details[0].prise unknown_field"]);
    for (const operation of OPERATIONS) {
      expect(faultsOf(() => prepare(biller(), operation, { ...MINIMAL[operation], x: null }))).toEqual(["x unknown_field"]);
    }
  });

  test("are refused next to hidden or inherited known ones", () => {
    const hidden = Object.defineProperty({ ...BILL, descripton: "x" }, "description", { value: "hidden", enumerable: false });
    expect(faultsOf(() => settle(hidden))).toEqual(["descripton unknown_field"]);
    const line = Object.defineProperty({ prise: 1 }, "price", { value: 1, enumerable: false });
    expect(faultsOf(() => settle({ ...BILL, details: [line] }))).toEqual(["details[0].prise unknown_field"]);
    expect(faultsOf(() => settle({ ...BILL, descripton: "x", description: undefined }))).toEqual(["descripton unknown_field"]);
    pollute("description", "inherited");
    expect(faultsOf(() => settle({ ...BILL, descripton: "x" }))).toEqual(["descripton unknown_field"]);
  });
});

describe("settings", () => {
  test("ignore inherited members", () => {
    for (const [name, value] of Object.entries({
      bearer: "stranger", verificationToken: "stranger", hashToken: "stranger", allowLoopbackHttp: true, strict: true, maxLines: 1,
      codeShapes: { ref_id: { length: 1 } }, profile: { destinationKey: "stranger" }, dangerouslyAllowBrowser: true, tokens: ["stranger"],
      limits: { bytes: 1 }, signingOffset: "+07:00", destinationKey: "stranger", settlement: ["310"], identity_code: "ref_id", prefix: "X",
      baseUrl: "https://stranger.example", auth: "bearer", query: { a: "b" }, json: 1, observedHash: "x", candidates: {},
    })) {
      const clean = settled();
      pollute(name, value);
      expect(settled(), name).toEqual(clean);
      Reflect.deleteProperty(Object.prototype, name);
    }
    pollute("baseUrl", BASE_URL);
    expect(faultsOf(() => new Biller({} as never))).toEqual(["baseUrl required"]);
    pollute("tokens", ["stranger"]);
    expect(errorOf(() => WebhookReceiver.merchantProxy({} as never)).kind).toBe("invalid_config");
  });

  function settled(): unknown {
    const by = biller({ profile: { successCodes: {} }, codeShapes: { ref_id: { length: 8 } } });
    const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"], limits: {} });
    const proxy = by.prepareOperation("proxy", { path: "/p" });
    const call = by.prepareSettlement({ ...BILL, details: [{}, {}] });
    return [
      call.request(),
      proxy.request(),
      errorOf(() => new Biller({ baseUrl: BASE_URL }).prepareSettlement(BILL)).code,
      errorOf(() => biller({ baseUrl: "http://127.0.0.1" })).code,
      receiver.receive({ Token: "hook" }, '{"status":"success"}').payload.status,
      errorOf(() => receiver.receive({ Token: "stranger" }, "{}")).kind,
      sign(BILL, "key", {}),
      explainSignature(BILL, { hashToken: "key" }),
      countParses("R20260131090000KHR100CD", {}),
      decimal.add("1", "2"),
    ];
  }

  test("noAnswer ignores inherited members", () => {
    const call = biller().prepareSettlement(BILL);
    pollute("sent", "no");
    for (const options of [{}, undefined, Object.create({ sent: "no" }) as object]) {
      expect(faultsOf(() => call.noAnswer(options as never))).toEqual(["sent wrong_type"]);
    }
    expect(call.noAnswer({ sent: "maybe" }).nextStep).toBe("askService");
  });

  test("the simulator ignores inherited members", () => {
    const CREDENTIALS = { bearer: "b", verificationToken: "v", hashToken: "h" };
    const books = () => {
      const simulator = new Simulator(CREDENTIALS);
      const by = new Biller({ ...CREDENTIALS, baseUrl: BASE_URL });
      const requests = [by.prepareOnboarding({ ...SHOP }), by.prepareSettlement({ ...BILL })];
      const answers = requests.map(({ url, method, headers, body }) => simulator.handle({ path: url.slice(BASE_URL.length), method, headers, body }));
      const bare = simulator.handle({ path: "/transaction/v2/verify" });
      return [answers, bare, simulator.books(), simulator.now];
    };
    const clean = books();
    for (const [name, value] of Object.entries({ now: 5, baseUrl: "https://stranger.example", fee: 7, body: "x", method: "GET", headers: { token: "v" }, token: "v", Authorization: "x", webhook: {} })) {
      pollute(name, value);
      expect(books(), name).toEqual(clean);
      Reflect.deleteProperty(Object.prototype, name);
    }
  });
});

describe("headers", () => {
  const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });

  test("of a webhook ignore an inherited token", () => {
    for (const name of ["token", "Token", "TOKEN"]) {
      for (const enumerable of [true, false]) {
        pollute(name, "hook", Object.prototype, enumerable);
        for (const headers of [{}, { "content-type": "x" }, [], [["a", "b"]], new Map(), new Headers()]) {
          expect(errorOf(() => receiver.receive(headers as never, "{}")).kind).toBe("unauthenticated");
        }
        expect(receiver.receive({ [name]: "hook" }, "{}").authentication).toBe("token");
        expect(receiver.receive({ tokeN: "hook" }, "{}").authentication).toBe("token");
      }
      Reflect.deleteProperty(Object.prototype, name);
    }
    expect(errorOf(() => receiver.receive(Object.create({ token: "hook" }) as never, "{}")).kind).toBe("unauthenticated");
  });

  test("of a webhook ignore an inherited element", () => {
    pollute(0, "token", Array.prototype, false);
    pollute(1, "hook", Array.prototype, false);
    for (const headers of [[new Array(2)], [["token"]], { token: new Array(2) }]) {
      expect(["unauthenticated", "invalid_config"]).toContain(errorOf(() => receiver.receive(headers as never, "{}")).kind);
    }
    pollute(0, "hook", Array.prototype, false);
    expect(errorOf(() => receiver.receive({ token: new Array(1) } as never, "{}")).kind).toBe("invalid_config");
  });

  test("are an object even if Object.prototype is iterable", () => {
    pollute(Symbol.iterator, function* () { yield ["token", "hook"]; }, Object.prototype, false);
    expect(errorOf(() => receiver.receive({}, "{}")).kind).toBe("unauthenticated");
    expect(receiver.receive({ token: "hook" }, "{}").authentication).toBe("token");
  });

  test("of a call are no stranger's", () => {
    pollute("X-Stranger", "1");
    pollute("token", "stranger");
    const { headers } = biller().prepareSettlement(BILL);
    expect([...headers.keys()].toSorted()).toEqual(["Authorization", "Content-Type"]);
    expect([headers.get("token"), Object.keys(biller().prepareSettlement(BILL).request().headers)]).toEqual([null, ["Content-Type", "Authorization"]]);
  });
});

describe("payloads", () => {
  const NAMES = { tran_id: "T-9", tran_no: "N-9", bank_code: "B", bank_ref: "R", status: "success", tran_amount: "1", amount: "9", customers: [{}], toJSON: () => ({ tran_id: "T-9" }), data: { add_link_account: { web_url: "x" } } };
  const BODIES = ['{"bank_ref":"B-1"}', '{"bank_ref":"B-1","new":1}', "{}", '{"new":[{}]}', '{"customers":[{}],"new":1}', '{"customers":[{"bill_no":"B"}]}'];

  test("have only received members", () => {
    const receiver = WebhookReceiver.checkout();
    const seen = () => BODIES.map((body) => {
      const event = receiver.receive({}, body);
      const { payload } = event;
      const fields = Object.keys(NAMES).filter((name) => !["toJSON", "amount", "data"].includes(name)).map((name) => (payload as unknown as Record<string, unknown>)[name]);
      return [fields, payload.customers?.[0]?.amount, event.dedupKey, event.fingerprint, event.compare(null).delivery, event.confirm(biller(), EXPECTATION).call.body];
    });
    const clean = seen();
    for (const [name, value] of Object.entries(NAMES)) {
      pollute(name, value);
      expect(seen(), name).toEqual(clean);
      Reflect.deleteProperty(Object.prototype, name);
    }
  });

  test("made by the caller give no id that is not text", () => {
    const event = WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}');
    (event.payload as { tran_id: unknown }).tran_id = { length: 1 << 30, charCodeAt: () => 0 };
    expect(sent(event.confirm(biller(), EXPECTATION).call)).toEqual({ identity_code: "I", purpose_of_transaction: "P" });
  });

  test("errors ignore inherited members", () => {
    const seen = () => [errorOf(() => settle({})), errorOf(() => biller().decode("settlement", 500, "{"))].map((error) => ({ ...error }));
    const clean = seen();
    for (const name of ["violationsOmitted", "operation", "responseCode", "messageEn", "messageKh", "httpStatus", "response"]) pollute(name, 9);
    expect(seen()).toEqual(clean);
  });
});

test("an unusual search gives the same result as before", () => {
  pollute("bank_ref", "R-9");
  expect(sent(prepare(biller(), "verification", SEARCH))).toEqual(SEARCH);
});
