// Inherited members, gaps of lists and hidden members: billwire does not send, sign or trust them.
import { Biller, CreditFlow, SettlementFlow, WebhookReceiver, decimal, sign, validateDraft } from "billwire";
import { explainSignature } from "billwire/explain";
import { Simulator } from "billwire/testing";
import { webhook } from "billwire/web";
import { afterEach, describe, expect, test } from "vitest";
import {
  BASE_URL,
  BILL,
  EXPECTATION,
  MINIMAL,
  biller,
  errorOf,
  faultsOf,
  prepare,
  settle,
} from "./support/bills.ts";
import { PROFILE } from "./support/flows.ts";
import { fieldsOf } from "./support/models.ts";

const polluted: [object, PropertyKey][] = [];

/** Adds a member to a prototype of the engine, as prototype pollution does. */
function pollute(
  name: PropertyKey,
  value: unknown,
  prototype: object = Object.prototype,
  enumerable = true,
): void {
  Object.defineProperty(prototype, name, { value, enumerable, configurable: true, writable: true });
  polluted.push([prototype, name]);
}

function cleanUp(): void {
  for (const [prototype, name] of polluted.splice(0)) Reflect.deleteProperty(prototype, name);
}
afterEach(cleanUp);

/** The test runner itself does not work in a polluted process. */
function thenCleanUp<T>(work: () => T): T {
  try {
    return work();
  } finally {
    cleanUp();
  }
}

const CREDENTIALS = { bearer: "b", verificationToken: "v", hashToken: "h" };
const VALUES = {
  text: "inherited",
  instant: "2026-03-01T00:00:00Z",
  integer: 7,
  decimal: "7.5",
  lines: [{ price: 1 }],
  extra: { a: 1 },
} as const;
/** One pass, and a value alone. */
const PATHS: [string, object][] = [
  ["in one pass", {}],
  ["as a value", { extra: {} }],
];

/** Fields of every model, settings, and members of arguments, errors and received data. */
const NAMES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    (["Onboarding", "Settlement", "Line", "Verification", "Expectation"] as const).flatMap((model) =>
      fieldsOf(model).map(({ name, kind }) => [name, VALUES[kind]]),
    ),
  ),
  ...{
    unknown_to_all: 1,
    bearer: "x",
    verificationToken: "x",
    hashToken: "x",
    allowLoopbackHttp: true,
    strict: true,
    maxLines: 1,
    baseUrl: "https://x.example",
  },
  ...{
    codeShapes: { ref_id: { length: 1 } },
    profile: { destinationKey: "x" },
    destinationKey: "x",
    signingOffset: "+07:00",
    settlement: ["310"],
    prefix: "X",
  },
  ...{
    dangerouslyAllowBrowser: true,
    tokens: ["x"],
    token: "hook",
    Token: "hook",
    Authorization: "x",
    limits: { bytes: 1 },
    auth: "bearer",
    query: { a: "b" },
    json: 1,
  },
  ...{
    observedHash: "x",
    candidates: {},
    record: "x",
    policy: { attempts: 9 },
    now: 5,
    random: 5,
    sent: "no",
    webhook: {},
    fee: 7,
    withoutPurpose: true,
    body: "x",
  },
  ...{
    tran_no: "N",
    bank_code: "B",
    status: "success",
    tran_amount: "1",
    customers: [{}],
    toJSON: () => ({ tran_id: "T-9" }),
    data: {},
    method: "GET",
    headers: { token: "v" },
  },
  ...{
    violationsOmitted: 9,
    operation: 9,
    responseCode: 9,
    messageEn: 9,
    messageKh: 9,
    httpStatus: 9,
    response: 9,
  },
};
const PAYLOAD = [
  "tran_id",
  "tran_no",
  "bank_code",
  "bank_ref",
  "status",
  "tran_amount",
  "currency",
  "identity_code",
];
const ERROR = [
  "kind",
  "code",
  "message",
  "violations",
  "violationsOmitted",
  "operation",
  "responseCode",
  "messageEn",
  "messageKh",
  "httpStatus",
  "response",
];

/** The results of a call of each kind, as text. */
function everything(more: object): string {
  const by = biller({ profile: PROFILE, codeShapes: { ref_id: { length: 8 } } });
  const body = '{"bank_ref":"B-1","new":[{}],"customers":[{"bill_no":"B"}]}';
  const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"], limits: {} });
  const event = receiver.receive(
    { "x-name": "x", tokeN: "hook" },
    Object.hasOwn(more, "extra") ? new TextEncoder().encode(body).buffer : body,
  );
  const { payload, dedupKey, fingerprint } = event;
  const simulator = new Simulator({ ...CREDENTIALS, seed: "" });
  const call = by.prepareSettlement({ ...BILL, details: [{ item_name: "Water", ...more }, {}], ...more });
  const errors = [
    () => settle({ ...more }),
    () => by.decode("settlement", 500, "{"),
    () => new Biller({ baseUrl: BASE_URL }).prepareSettlement(BILL),
  ];
  return printed([
    ...[
      call.request(),
      [...call.headers.keys()],
      call.noAnswer({ sent: "maybe" }).nextStep,
      by.prepareOperation("proxy", { path: "/p" }).request(),
    ],
    ...[
      sign({ ...BILL, ...more }, "key"),
      sign({ ...BILL, ...more }, "key", {}),
      explainSignature({ ...BILL, ...more }, { hashToken: "key" }),
    ],
    ...[
      by.prepareSettlementLookup({ ...BILL, ...more }).call.request(),
      validateDraft("settlement", { ...BILL, ...more }),
      decimal.add("1", "2"),
    ],
    ...[
      payload,
      read(payload, PAYLOAD),
      payload.customers?.map(({ amount }) => amount),
      dedupKey,
      fingerprint,
      event.confirm(by, EXPECTATION).call.request(),
    ],
    ...[
      new SettlementFlow(by, { ...BILL, ...more }, { now: () => 0 }).step(),
      CreditFlow.ofBill(by, EXPECTATION).step(),
      by.decode("onboarding", 200, '{"code":"000"}'),
    ],
    ...[
      simulator.script(
        new (class Script {
          settlement = [];
        })(),
      ),
      simulator.handle({ path: "/transaction/v2/verify" }),
      simulator.books(),
      simulator.now,
    ],
    ...errors.map((work) => read(errorOf(work), ERROR)),
  ]);
}

/** Values of these members, as a program reads them. */
function read(object: object, names: readonly string[]): unknown[] {
  return names.map((name) => (object as Readonly<Record<string, unknown>>)[name]);
}

/** Text of all own members. JSON would ask a polluted `toJSON`. */
function printed(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  return `{${Object.keys(value)
    .map((key) => `${key}:${printed((value as Record<string, unknown>)[key])}`)
    .join()}}`;
}

describe.each(PATHS)("%s", (_name, more) => {
  test("inherited members change nothing", () => {
    const clean = everything(more);
    for (const enumerable of [true, false]) {
      for (const [name, value] of Object.entries(NAMES)) pollute(name, value, Object.prototype, enumerable);
      const seen = thenCleanUp(() => everything(more));
      expect(seen).toBe(clean);
    }
  });

  test("a required field that is inherited is missing", () => {
    for (const { name, kind } of fieldsOf("Settlement").filter(({ required }) => required)) {
      const { [name]: _, ...rest } = { ...BILL, ...more } as Record<string, unknown>;
      pollute(name, VALUES[kind]);
      expect(thenCleanUp(() => faultsOf(() => settle(rest)))).toContain(`${name} required`);
    }
  });

  test("a getter that changes Object.prototype has no effect", () => {
    const clean = settle({ ...BILL, description: "as ever", ...more }).body;
    const request = {
      ...BILL,
      ...more,
      get description() {
        pollute("settlement_to", "SB-of-a-stranger");
        pollute("total_amount_khr", 1);
        return "as ever";
      },
    };
    expect(settle(request).body).toBe(clean);
  });

  test("gaps of a list inherit no element", () => {
    const details: object[] = [{ price: 1 }];
    details[2] = { price: 2 };
    for (const prototype of [Array.prototype, Object.prototype]) {
      pollute(1, { price: 99 }, prototype, false);
      expect(faultsOf(() => settle({ ...BILL, details, ...more }))).toEqual(["details[1] wrong_type"]);
      cleanUp();
    }
  });
});

test.each<[string, unknown, () => unknown]>([
  ["baseUrl", BASE_URL, () => new Biller({} as never)],
  ["tokens", ["x"], () => WebhookReceiver.merchantProxy({} as never)],
  [
    "sent",
    "no",
    () =>
      biller()
        .prepareSettlement(BILL)
        .noAnswer({} as never),
  ],
  ["token", "hook", () => WebhookReceiver.merchantProxy({ tokens: ["hook"] }).receive({}, "{}")],
  [
    "token",
    "hook",
    () =>
      WebhookReceiver.merchantProxy({ tokens: ["hook"] }).receive(
        Object.create({ token: "hook" }) as never,
        "{}",
      ),
  ],
])("an inherited %s is none", (name, value, work) => {
  pollute(name, value);
  const error = thenCleanUp(() => errorOf(work));
  expect(["invalid_config", "invalid_request", "unauthenticated"]).toContain(error.kind);
});

test("unknown members are refused even if they are null, next to hidden or inherited known ones", () => {
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
  pollute("description", "inherited");
  expect(faultsOf(() => settle({ ...BILL, descripton: "x" }))).toEqual(["descripton unknown_field"]);
});

test("headers of a webhook have no inherited element", () => {
  const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
  pollute(
    Symbol.iterator,
    function* () {
      yield ["token", "hook"];
    },
    Object.prototype,
    false,
  );
  expect(errorOf(() => receiver.receive({}, "{}")).kind).toBe("unauthenticated");
  expect(receiver.receive({ token: "hook" }, "{}").authentication).toBe("token");
  cleanUp();
  pollute(0, "token", Array.prototype, false);
  pollute(1, "hook", Array.prototype, false);
  for (const headers of [[new Array(2)], [["token"]], { token: new Array(2) }]) {
    expect(["unauthenticated", "invalid_config"]).toContain(
      errorOf(() => receiver.receive(headers as never, "{}")).kind,
    );
  }
  pollute(0, "hook", Array.prototype, false);
  expect(errorOf(() => receiver.receive({ token: new Array(1) }, "{}")).kind).toBe("invalid_config");
});

test("options have no inherited member", () => {
  const options = {
    receiver: WebhookReceiver.checkout(),
    biller: biller(),
    findBill: () => undefined,
    credit: () => "credited" as const,
  };
  pollute("maxBytes", -1);
  expect(thenCleanUp(() => webhook(options))).toBeTypeOf("function");
});

test("a payload of the caller gives no id that is not text", () => {
  const event = WebhookReceiver.checkout().receive({}, '{"tran_id":"T-1"}');
  (event.payload as { tran_id: unknown }).tran_id = { length: 1 << 30, charCodeAt: () => 0 };
  expect(JSON.parse(event.confirm(biller(), EXPECTATION).call.body)).toEqual({
    identity_code: "I",
    purpose_of_transaction: "P",
  });
});
