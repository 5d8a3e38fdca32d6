// A canary in every credential: it is where it is sent, and is printed nowhere.
import { inspect } from "node:util";
import { BillwireError, WebhookReceiver, explainSignature, sign } from "billwire";
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

/** Everything that a logger does to a value. */
function printed(value: unknown): string[] {
  return [
    inspect(value),
    inspect(value, { depth: Infinity, showHidden: true, getters: true, maxStringLength: Infinity }),
    inspect({ deep: { deeper: [value] } }, { depth: Infinity, showHidden: true }),
    JSON.stringify(value) ?? "",
    JSON.stringify({ value: [value] }),
    String(value),
    `${Object.prototype.toString.call(value)}`,
    value instanceof Error ? `${value.message}\n${value.stack}\n${JSON.stringify(Object.getOwnPropertyDescriptors(value))}` : "",
  ];
}

function expectSilence(value: unknown): void {
  for (const text of printed(value)) {
    for (const canary of CANARIES) expect(text).not.toContain(canary);
  }
}

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
    ["unshaped call by bearer", by.prepareOperation("get_list_bills", { path: "/bills", auth: "bearer" })],
    ["unshaped call by token", by.prepareOperation("proxy", { path: "/proxy", auth: "token", json: { METHOD } })],
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

test("an instance that breaks says nothing of what it held", () => {
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
    overwriteMemory();
    expectSilence(errorOf(work));
    expectSilence(work());
  }
  for (const value of [by, other, receiver]) expectSilence(value);
});

test("and is wiped when it is replaced", () => {
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

  test("and in no other call", () => {
    const texts = [settlement, verification, other.prepareSettlement(BILL)].map((call) => [call.body, ...Object.values(call.headers), call.url].join("\n"));
    expect(texts[0]).not.toContain(VERIFICATION);
    expect(texts[1]).not.toContain(BEARER);
    expect(texts[2]).not.toContain(` ${BEARER}`);
    for (const text of texts) for (const canary of [HASH, ...HOOKS, LINK]) expect(text).not.toContain(canary);
  });

  test("printed calls and headers say that something is hidden", () => {
    expect(inspect(settlement)).toContain("[hidden]");
    expect(JSON.parse(JSON.stringify(settlement))).toMatchObject({
      operation: "settlement",
      body: "[hidden]",
      headers: { "Content-Type": "application/json", Authorization: "[hidden]" },
    });
    expect(JSON.stringify(onboarded)).toContain("[hidden]");
  });
});
