// Credentials reach the request and no printed text, shown by a canary in each of them.
import assert from "node:assert/strict";
import { Console } from "node:console";
import { Writable } from "node:stream";
import { type InspectOptions, inspect } from "node:util";
import { BillwireError, WebhookReceiver, decimal, explainSignature, sign } from "billwire";
import { describe, expect, test } from "vitest";
import { BILL, SEARCH, SHOP, biller, errorOf, sent } from "./support/bills.ts";
import { memoryInUse, overwriteMemory, trapInside } from "./support/inside.ts";

const BEARER = "canary-of-the-bearer";
const OTHER_BEARER = "canary-of-another-bearer";
const VERIFICATION = "canary-of-the-verification";
const HASH = "canary-of-the-hash-token";
const HOOKS = ["canary-of-the-webhook", "canary-of-the-next-webhook"] as const;
const METHOD = "canary-of-the-payment-method";
const LINK = "canary-of-the-link";
const CANARIES = [BEARER, OTHER_BEARER, VERIFICATION, HASH, ...HOOKS, METHOD, LINK];

const by = biller({ bearer: BEARER, verificationToken: VERIFICATION, hashToken: HASH });
const other = by.withBearer(OTHER_BEARER);
const receiver = WebhookReceiver.merchantProxy({ tokens: HOOKS });
const settlement = by.prepareSettlement({ ...BILL, payment_method_token: METHOD });
const verification = by.prepareVerification(SEARCH);
const event = receiver.receive({ Token: HOOKS[0] }, '{"tran_id":"T-1"}');
const confirmation = event.confirm(by, { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: 1 });
const onboarded = by.prepareOnboarding(SHOP).decode(200, JSON.stringify({ code: "000", data: { add_link_account: { web_url: LINK } } }));

/** Operations of loggers on a value. */
function printed(value: unknown): string[] {
  return [
    inspect(value),
    inspect(value, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity }),
    inspect({ deep: { deeper: [value] } }, { depth: Infinity, showHidden: true }),
    JSON.stringify(value) ?? "",
    JSON.stringify({ value: [value] }),
    Object.getPrototypeOf(value as object) === null ? "" : String(value),
    `${Object.prototype.toString.call(value)}`,
    value instanceof Error ? `${value.message}\n${value.stack}\n${JSON.stringify(Object.getOwnPropertyDescriptors(value))}` : "",
  ];
}

function expectSilence(value: unknown): void {
  for (const text of printed(value)) {
    for (const canary of CANARIES) expect(text).not.toContain(canary);
  }
}

/** Options of util.inspect, alone and together. */
const INSPECTIONS: InspectOptions[] = [false, true].flatMap((customInspect) =>
  [false, true].flatMap((showProxy) =>
    ([false, true, "get", "set"] as const).map((getters) => ({ customInspect, showProxy, getters, showHidden: true, depth: Infinity, maxStringLength: Infinity, sorted: getters === true, compact: getters !== true, colors: showProxy })),
  ),
);

/** Output of a console. */
function written(work: (console: Console) => void): string {
  let text = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  work(new Console(stream));
  return text;
}

describe("headers", () => {
  const calls = { settlement, verification, onboarding: by.prepareOnboarding(SHOP), proxy: by.prepareOperation("proxy", { path: "/p", auth: "token" }) };

  test.each(Object.entries(calls))("of %s are printed by nothing, however it is told to", (_name, { headers }) => {
    const texts = INSPECTIONS.flatMap((options) => [headers, { headers }, [[headers]]].map((value) => inspect(value, options)));
    texts.push(JSON.stringify(headers), JSON.stringify({ deep: [headers] }, null, 2), JSON.stringify(headers, Object.keys(headers)));
    texts.push(JSON.stringify({ headers }, (_key, value) => value));
    for (const compare of [assert.deepStrictEqual, assert.deepEqual, assert.strictEqual]) {
      for (const [one, other] of [[headers, {}], [{ headers }, { headers: {} }], [headers, "token" in headers ? settlement.headers : verification.headers]]) {
        assert.throws(() => compare(one, other), (error: Error) => texts.push(error.message, inspect(error, { depth: Infinity })) > 0);
      }
    }
    texts.push(
      written((console) => {
        for (const value of [headers, { headers }, [headers]]) {
          console.log(value);
          console.log("%o %O %j", value, value, value);
          console.dir(value, { getters: true, showHidden: true, depth: null });
          console.table(value);
          console.table(value, ["Authorization", "token", "headers"]);
          console.error(value);
        }
        console.table(new Map([["headers", headers]]));
        console.table(new Set([headers]));
      }),
    );
    for (const text of texts) for (const canary of CANARIES) expect(text).not.toContain(canary);
  });

  test.each(Object.entries(calls))("of %s are told to whoever reads them", (_name, { headers }) => {
    const secret = Object.keys(headers).find((name) => /^(?:authorization|token)$/i.test(name)) ?? "";
    const canary = [BEARER, VERIFICATION].find((one) => headers[secret]?.endsWith(one));
    expect(canary).toBeTypeOf("string");
    const read = [{ ...headers }, Object.fromEntries(Object.entries(headers)), structuredClone(headers), Object.assign({}, headers), Object.fromEntries(new Headers(headers))];
    for (const copy of read) expect(copy[secret] ?? copy[secret.toLowerCase()]).toBe(headers[secret]);
    assert.deepStrictEqual({ ...headers }, { ...headers });
    assert.throws(() => assert.deepStrictEqual({ ...headers }, { ...headers, [secret]: "another" }));
  });

  test("are a plain object with own text members", () => {
    for (const { headers } of Object.values(calls)) {
      expect(Object.getPrototypeOf(headers)).toBeNull();
      expect(Reflect.ownKeys(headers)).toEqual(Object.keys(headers));
      for (const value of Object.values(headers)) expect(value).toBeTypeOf("string");
      expect(Object.isFrozen(headers)).toBe(true);
    }
  });

  test("stay hidden with an unusual or missing stack trace", () => {
    const before = { limit: Error.stackTraceLimit, prepare: Error.prepareStackTrace };
    for (const [limit, prepare] of [[0, undefined], [1, () => "nothing"], [100, (_: Error, sites: unknown[]) => sites]] as const) {
      Error.stackTraceLimit = limit;
      Error.prepareStackTrace = prepare as typeof Error.prepareStackTrace;
      try {
        const text = inspect(settlement.headers, { getters: true, customInspect: false }) + JSON.stringify(settlement.headers);
        expect([Error.stackTraceLimit, Error.prepareStackTrace]).toEqual([limit, prepare]);
        expect(settlement.headers["Authorization"]).toContain(BEARER);
        expect(text).not.toContain(BEARER);
      } finally {
        Error.stackTraceLimit = before.limit;
        Error.prepareStackTrace = before.prepare!;
      }
    }
  });
});

describe("is printed nowhere", () => {
  test.each<[string, unknown]>([
    ["biller", by],
    ["biller of withBearer", other],
    ["receiver", receiver],
    ["receiver's class", WebhookReceiver],
    ["settlement", settlement],
    ["settlement's headers", settlement.headers],
    ["onboarding", by.prepareOnboarding(SHOP)],
    ["another bearer's call", other.prepareSettlement(BILL)],
    ["verification", verification],
    ["verification's headers", verification.headers],
    ["untyped call by bearer", by.prepareOperation("get_list_bills", { path: "/bills", auth: "bearer" })],
    ["untyped call by token", by.prepareOperation("proxy", { path: "/proxy", auth: "token", json: { METHOD } })],
    ["delivery", event.compare(null)],
    ["fingerprint", event.fingerprint],
    ["explanation", explainSignature({ ...BILL, payment_method_token: METHOD }, { hashToken: HASH, observedHash: sign(BILL, `${HASH}\n`.trim()) })],
    ["explanation of another hash", explainSignature(BILL, { hashToken: HASH, observedHash: sign({ ...BILL, settlement_to: "x" }, HASH) })],
    ["event", event],
    ["acknowledgement", event.acknowledge()],
    ["confirmation", confirmation],
    ["onboarding's answer", onboarded],
    ["the link's object", onboarded.data?.add_link_account],
    ["the answer's copy", { ...onboarded, data: { ...onboarded.data } }],
    ["sent: no", settlement.noAnswer({ sent: "no" })],
    ["sent: maybe", settlement.noAnswer({ sent: "maybe" })],
  ])("%s", (_name, value) => expectSilence(value));

  test("errors", () => {
    const body = JSON.stringify({ code: "310", data: { add_link_account: { web_url: LINK } } });
    const errors = [
      errorOf(() => by.prepareSettlement({ ...BILL, payment_method_token: METHOD, ref_id: "" })),
      errorOf(() => by.prepareSettlement({ ...BILL, payment_method_token: `${METHOD}\n` })),
      errorOf(() => by.prepareSettlement({ ...BILL, payment_method_token: [METHOD] as never })),
      errorOf(() => by.prepareSettlement({ ...BILL, extra: { payment_method_token: METHOD } })),
      errorOf(() => settlement.decode(500, JSON.stringify({ data: METHOD }))),
      errorOf(() => by.decode("onboarding", 200, body)),
      errorOf(() => by.decode("onboarding", 500, body)),
      errorOf(() => by.decode("onboarding", 200, `{"code":"000","data":{"add_link_account":{"web_url":["${LINK}"]}}}`)),
      errorOf(() => by.decode("onboarding", 200, `{"code":"000","data":{"add_link_account":{"web_url":"${LINK}","web_url":1}}}`)),
      errorOf(() => by.withBearer(`Bearer ${BEARER}`)),
      errorOf(() => by.withBearer(`${BEARER} `)),
      errorOf(() => biller({ bearer: ` ${BEARER}`, verificationToken: `${VERIFICATION}\n`, hashToken: `${HASH} ` })),
      errorOf(() => biller({ bearer: [BEARER] as never, hashToken: { key: HASH } as never })),
      errorOf(() => biller({ [BEARER.slice(0, 5)]: 1, baseUrl: `https://u:${BEARER}@s.example` } as never)),
      errorOf(() => WebhookReceiver.merchantProxy({ tokens: [`${HOOKS[0]}\n`] })),
      errorOf(() => WebhookReceiver.merchantProxy({ tokens: HOOKS[0] as never })),
      errorOf(() => explainSignature({ ...BILL, ref_id: "" }, { hashToken: HASH })),
      errorOf(() => sign(BILL, ` ${HASH}`)),
      errorOf(() => by.prepareOperation("proxy", { path: `//${BEARER}`, auth: "bearer" })),
      errorOf(() => receiver.receive({ Token: `${HOOKS[0]}x` }, "{}")),
      errorOf(() => receiver.receive({ Token: [HOOKS[0], HOOKS[1]] }, "{}")),
      errorOf(() => receiver.receive(["Token", HOOKS[0]] as never, "{}")),
      errorOf(() => receiver.receive({ Token: HOOKS[0] }, `{"tran_id":["${HOOKS[0]}"]}`)),
      errorOf(() => receiver.receive({ Token: HOOKS[0] }, { tran_id: HOOKS[0] } as never)),
    ];
    for (const error of errors) {
      expect(error).toBeInstanceOf(BillwireError);
      expectSilence(error);
    }
  });
});

test("a trap reports nothing of the memory", () => {
  const works = [
    () => by.prepareSettlement({ ...BILL, payment_method_token: METHOD }),
    () => by.prepareSettlement({ ...BILL, payment_method_token: METHOD, extra: { METHOD } }),
    () => by.withBearer(OTHER_BEARER),
    () => by.prepareOperation("get_list_bills", { path: "/bills", auth: "bearer" }),
    () => receiver.receive({ Token: HOOKS[0] }, '{"tran_id":"T-1"}'),
    () => sign(BILL, HASH),
    () => biller({ bearer: BEARER, hashToken: HASH }),
    () => WebhookReceiver.merchantProxy({ tokens: HOOKS }),
  ];
  for (const work of works) {
    expectSilence(work());
    for (const part of ["fast", "full"] as const) {
      overwriteMemory(part);
      for (const call of [work, () => sign(BILL, HASH), () => decimal.add("1", "2")]) {
        try {
          expectSilence(call());
        } catch (error) {
          expectSilence(error);
        }
      }
      expectSilence(work());
    }
  }
  for (const value of [by, other, receiver]) expectSilence(value);
});

test("the memory of a replaced instance is wiped", () => {
  receiver.receive({ Token: HOOKS[0] }, "{}");
  const memory = memoryInUse();
  expect(Buffer.from(memory.buffer).includes(HOOKS[1])).toBe(true);
  trapInside();
  expect(errorOf(() => sign(BILL, HASH)).kind).toBe("internal");
  receiver.receive({ Token: HOOKS[0] }, "{}");
  expect(memoryInUse()).not.toBe(memory);
  expect(Buffer.from(memory.buffer).equals(Buffer.alloc(memory.buffer.byteLength))).toBe(true);
});

describe("is where it belongs", () => {
  test("in one header, and in the body", () => {
    expect(settlement.headers["Authorization"]).toBe(`Bearer ${BEARER}`);
    expect(other.prepareSettlement(BILL).headers["Authorization"]).toBe(`Bearer ${OTHER_BEARER}`);
    expect(verification.headers["token"]).toBe(VERIFICATION);
    expect(sent(settlement)["payment_method_token"]).toBe(METHOD);
    expect(onboarded.data?.add_link_account?.web_url).toBe(LINK);
  });

  test("and in no call of another operation", () => {
    const texts = [settlement, verification, other.prepareSettlement(BILL)].map((call) => [call.body, ...Object.values(call.headers), call.url].join("\n"));
    expect(texts[0]).not.toContain(VERIFICATION);
    expect(texts[1]).not.toContain(BEARER);
    expect(texts[2]).not.toContain(` ${BEARER}`);
    for (const text of texts) for (const canary of [HASH, ...HOOKS, LINK]) expect(text).not.toContain(canary);
  });

  test("printed calls and headers say [hidden]", () => {
    expect(inspect(settlement)).toContain("[hidden]");
    expect(JSON.parse(JSON.stringify(settlement))).toMatchObject({
      operation: "settlement",
      body: "[hidden]",
      headers: { "Content-Type": "application/json", Authorization: "[hidden]" },
    });
    expect(JSON.stringify(onboarded)).toContain("[hidden]");
  });
});
