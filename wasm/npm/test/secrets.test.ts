// Credentials reach the request and no printed text, shown by a canary in each of them.
import assert from "node:assert/strict";
import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { Biller, BillwireError, type Call, type UntypedCall, WebhookReceiver, sign } from "billwire";
import { explainSignature } from "billwire/explain";
import { describe, expect, test, vi } from "vitest";
import { BILL, EXPECTATION, SEARCH, SHOP, biller, errorOf, faultsOf } from "./support/bills.ts";
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
const confirmation = event.confirm(by, EXPECTATION);
const onboarded = by
  .prepareOnboarding(SHOP)
  .decode(200, JSON.stringify({ code: "000", data: { add_link_account: { web_url: LINK } } }));

/** No logger's operation on the value prints a secret. */
function expectSilence(value: unknown): void {
  const texts = [
    inspect(value, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity }),
    JSON.stringify({ value: [value] }),
    String(value),
    value instanceof Error
      ? `${value.stack}\n${JSON.stringify(Object.getOwnPropertyDescriptors(value))}`
      : "",
  ];
  for (const text of texts) for (const canary of CANARIES) expect(text).not.toContain(canary);
}

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

/**
 * A serialiser written in JavaScript, as winston, Sentry and OpenTelemetry have one: own enumerable members,
 * however deep.
 */
function walked(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const members: string[] = [];
  for (const key in value) members.push(`${key}: ${walked((value as Record<string, unknown>)[key])}`);
  return `{ ${members.join(", ")} }`;
}

describe.each<[string, Call<unknown> | UntypedCall]>([
  ["settlement", settlement],
  ["verification", verification],
  ["proxy", by.prepareOperation("proxy", { path: "/p", auth: "token", json: { METHOD } })],
])("a call of %s", (_name, call) => {
  test("and its headers are printed by nothing", () => {
    const texts: string[] = [];
    for (const value of [call, call.headers, { deep: [{ call }] }]) {
      const getters = { getters: true };
      for (const options of [{}, { showHidden: true }, getters, { ...getters, customInspect: false }])
        texts.push(inspect(value, { ...options, depth: Infinity }));
      texts.push(JSON.stringify(value), walked(value), walked(structuredClone(value)));
      assert.throws(
        () => assert.deepStrictEqual(value, {}),
        (error: Error) => texts.push(error.message, inspect(error, { depth: Infinity })) > 0,
      );
      assert.throws(
        () => expect(value).toEqual({ something: "else" }),
        (error) => texts.push(inspect(error, { depth: Infinity })) > 0,
      );
      texts.push(
        written((console) => console.log(value)),
        written((console) => console.log("%o %O %j", value, value, value)),
        written((console) => console.table(value)),
        written((console) => console.dir(value, { showHidden: true, depth: null })),
      );
    }
    for (const text of texts) for (const canary of CANARIES) expect(text).not.toContain(canary);
  });

  test("has them for clients", () => {
    const secret = [...call.headers.keys()].find((name) => /^(?:authorization|token)$/i.test(name)) ?? "";
    const value = call.headers.get(secret.toUpperCase());
    expect([BEARER, VERIFICATION].some((one) => value?.endsWith(one))).toBe(true);
    expect(call.request().headers[secret]).toBe(value);
    expect(new Headers(call.headers).get(secret)).toBe(value);
    expect(new Request(call.url, call as RequestInit).headers.get(secret)).toBe(value);
    expect(JSON.parse(JSON.stringify(call.headers))).toMatchObject({ [secret]: "[hidden]" });
  });
});

test("a link is hidden in logs, and serialises", () => {
  expect(inspect(onboarded, { depth: Infinity })).not.toContain(LINK);
  for (const copy of [JSON.parse(JSON.stringify(onboarded)), structuredClone(onboarded)])
    expect(copy.data.add_link_account.web_url).toBe(LINK);
});

test("what an error keeps of its answer is hidden in logs, and serialises", () => {
  const body = JSON.stringify({ code: "310", data: { name: "Shop", add_link_account: { web_url: LINK } } });
  const error = errorOf(() => by.decode("onboarding", 200, body)) as BillwireError;
  expect(error.data).toMatchObject({ name: "Shop", add_link_account: { web_url: LINK } });
  expect(inspect(error, { depth: Infinity, showHidden: true, getters: true })).not.toContain("Shop");
  expect(Object.keys(error)).not.toContain("data");
  expect(BillwireError.from(JSON.parse(JSON.stringify(error)))?.data).toEqual(error.data);
});

const TO_EXPLAIN = { hashToken: HASH, observedHash: sign(BILL, HASH) };
test.each<[string, unknown]>([
  ["a biller", by],
  ["a biller of withBearer", other],
  ["a receiver", receiver],
  ["an explanation", explainSignature({ ...BILL, payment_method_token: METHOD }, TO_EXPLAIN)],
  ["an event", event],
  ["a confirmation", confirmation],
  ["a call without an answer", settlement.noAnswer({ sent: "maybe" })],
])("%s is printed without a secret", (_name, value) => expectSilence(value));

const WRONG = { bearer: ` ${BEARER}`, verificationToken: `${VERIFICATION}\n`, hashToken: { key: HASH } };
const ADDRESS = { [BEARER.slice(0, 5)]: 1, baseUrl: `https://u:${BEARER}@s.example` };
test.each<[string, () => unknown]>([
  ["a request", () => by.prepareSettlement({ ...BILL, payment_method_token: [METHOD] as never })],
  ["an answer", () => by.decode("onboarding", 200, `{"code":["${LINK}"],"data":"${LINK}"}`)],
  ["credentials", () => biller(WRONG as never)],
  ["an address", () => biller(ADDRESS as never)],
  ["a key", () => sign(BILL, ` ${HASH}`)],
  ["a token", () => receiver.receive({ Token: `${HOOKS[0]}x` }, "{}")],
  ["headers", () => receiver.receive(["Token", HOOKS[0]] as never, "{}")],
  ["a webhook", () => receiver.receive({ Token: HOOKS[0] }, `{"tran_id":["${HOOKS[0]}"]}`)],
])("the error of %s is printed without a secret", (_name, work) => {
  const error = errorOf(work);
  expect(error).toBeInstanceOf(BillwireError);
  expectSilence(error);
});

test.each<[string, () => unknown]>([
  ["one pass", () => by.prepareSettlement({ ...BILL, payment_method_token: METHOD })],
  ["a value", () => by.prepareSettlement({ ...BILL, payment_method_token: METHOD, extra: { METHOD } })],
  ["a webhook", () => receiver.receive({ Token: HOOKS[0] }, '{"tran_id":"T-1"}')],
  ["new settings", () => biller({ bearer: BEARER, hashToken: HASH })],
])("a trap in %s reports nothing of the memory", (_name, work) => {
  expectSilence(work());
  overwriteMemory();
  expectSilence(errorOf(work));
  expectSilence(work());
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

test("a page may hold credentials only if its program allows it", () => {
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", {});
  try {
    expect(faultsOf(() => biller())).toEqual(["dangerouslyAllowBrowser browser"]);
    expect(biller({ dangerouslyAllowBrowser: true })).toBeInstanceOf(Biller);
  } finally {
    vi.unstubAllGlobals();
  }
});
