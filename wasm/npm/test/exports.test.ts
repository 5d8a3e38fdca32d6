// Every export of every entry: it checks its options, and names a forgotten `await`.
import { readFileSync } from "node:fs";
import {
  Biller,
  BillwireError,
  CreditFlow,
  SettlementFlow,
  WebhookReceiver,
  countParses,
  draftFromJson,
  draftToJson,
  sign,
  validateDraft,
} from "billwire";
import { explainSignature } from "billwire/explain";
import * as express from "billwire/express";
import * as fastify from "billwire/fastify";
import { send } from "billwire/fetch";
import * as hono from "billwire/hono";
import * as nest from "billwire/nest";
import { load } from "billwire/slim";
import { Simulator } from "billwire/testing";
import * as web from "billwire/web";
import { describe, expect, test } from "vitest";
import { BILL, CANARIES, EXPECTATION, SETTLED, biller } from "./support/bills.ts";
import { DIST } from "./support/models.ts";

const by = biller();
const handled = { biller: by, receiver: WebhookReceiver.checkout(), findBill() {}, credit: () => "credited" };
const event = () => WebhookReceiver.checkout().receive([], "{}");
const running = { load: () => null, save: () => true, send: () => ({ sent: "no" }) };
const draft = () => draftToJson("settlement", BILL);

/** Calls with options of any type, as JavaScript without types allows. */
type Untyped = (options: never) => unknown;

const handlers = Object.entries({ express, fastify, hono, nest, web }).map(
  ([name, { webhook }]): [string, Untyped] => [
    `${name}.webhook`,
    (options: object) => webhook(with_(handled, options) as never),
  ],
);

/** What takes options, by its export. */
const OPTIONS: readonly (readonly [string, Untyped])[] = [
  ["Biller", (options) => new Biller(with_({ baseUrl: "https://s.example" }, options))],
  ["Biller.prepareSettlement", (options) => by.prepareSettlement(with_(BILL, options))],
  ["Biller.prepareSettlement().noAnswer", (options) => settlement().noAnswer(with_({ sent: "no" }, options))],
  ["Biller.prepareOperation", (options) => by.prepareOperation("proxy", with_({ path: "/p" }, options))],
  [
    "WebhookReceiver.merchantProxy",
    (options) => WebhookReceiver.merchantProxy(with_({ tokens: ["t"] }, options)),
  ],
  ["WebhookReceiver.checkout", (options) => WebhookReceiver.checkout(options)],
  ["sign", (options) => sign(BILL, "k", options)],
  ["explainSignature", (options) => explainSignature(BILL, with_({ hashToken: "k" }, options))],
  ["countParses", (options) => countParses("I20260131170000KHR1CS", options)],
  ["validateDraft", (options) => validateDraft("settlement", BILL, options)],
  ["draftToJson", (options) => draftToJson("settlement", BILL, options)],
  ["draftFromJson", (options) => draftFromJson("settlement", draft(), options)],
  ["SettlementFlow", (options) => new SettlementFlow(by, BILL, options)],
  ["SettlementFlow.run", (options) => new SettlementFlow(by, BILL).run(with_(running, options) as never)],
  ["SettlementFlow.answered", (options) => new SettlementFlow(by, BILL).answered(1, 200, SETTLED, options)],
  [
    "SettlementFlow.noAnswer",
    (options) => new SettlementFlow(by, BILL).noAnswer(1, with_({ sent: "no" }, options)),
  ],
  ["CreditFlow.ofEvent", (options) => CreditFlow.ofEvent(by, event(), EXPECTATION, options)],
  ["CreditFlow.ofBill", (options) => CreditFlow.ofBill(by, EXPECTATION, options)],
  ["CreditFlow.ofUnknownBill", (options) => CreditFlow.ofUnknownBill(by, event(), options)],
  [
    "CreditFlow.run",
    (options) => credit().run(with_({ send: running.send, credit: () => "" }, options) as never),
  ],
  ["send", (options) => send(settlement(), options)],
  ["Simulator", (options) => new Simulator(options)],
  ...handlers,
];

/** What returns a promise, with a member of its result. */
const PROMISES: readonly (readonly [string, string, () => Promise<unknown>])[] = [
  ["send", "outcome", () => send(settlement(), { signal: AbortSignal.abort() })],
  ["SettlementFlow.run", "outcome", () => new SettlementFlow(by, BILL).run({} as never)],
  ["CreditFlow.run", "ending", () => credit().run({} as never)],
  ["load", "Biller", () => load()],
  [
    "Simulator.fetch",
    "status",
    () => new Simulator(CANARIES).fetch("https://s.example/x", { method: "POST" }),
  ],
];

/** Exports that take no options and return no promise, and the parts of those above. */
const OTHERS = [
  ...["BillwireError", "isBillwireError", "Code", "ErrorKind", "NextStep", "operations"],
  ...["decimal", "readTranDate", "WebhookTarget", "webhookFixtures"],
];

const settlement = () => by.prepareSettlement(BILL);
const credit = () => CreditFlow.ofBill(by, EXPECTATION);

/** Options over valid ones; what is no object stays as it is. */
function with_<Valid extends object>(valid: Valid, options: unknown): Valid {
  return options instanceof Promise ? (options as never) : { ...valid, ...(options as object) };
}

/** Error of a call, which may be a promise. */
async function failureOf(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  return expect.fail("it takes what it should refuse");
}

describe.each(OPTIONS)("%s", (_name, call) => {
  test("refuses an unknown option", async () => {
    const error = await failureOf(() => call({ notAnOption: 1 } as never));
    expect(error).toBeInstanceOf(BillwireError);
    expect(error).toMatchObject({ nextStep: "fixRequest", message: expect.stringContaining("notAnOption") });
  });

  test("names a promise of its options", async () => {
    const error = await failureOf(() => call(Promise.resolve({}) as never));
    expect(error).toBeInstanceOf(BillwireError);
    expect(error).toMatchObject({ message: expect.stringMatching(/await it first|call webhook\(/) });
  });
});

test.each(PROMISES)("%s: a forgotten await is named", async (_name, member, call) => {
  const promise = call();
  expect(() => Reflect.get(promise, member)).toThrow(`${member} of a promise: write (await `);
  await promise.catch(() => {});
});

test("no export is left out", async () => {
  const { exports } = JSON.parse(readFileSync(new URL("../package.json", DIST), "utf8")) as {
    exports: Record<string, { default?: string }>;
  };
  const scripts = Object.entries(exports).filter(([, place]) => place.default?.endsWith(".js"));
  const names = await Promise.all(
    scripts.map(async ([entry]) => Object.keys((await import(`billwire${entry.slice(1)}`)) as object)),
  );
  const known = [...OPTIONS, ...PROMISES].flatMap(([name]) => name.split(/[.()]+/));
  expect(names.flat().filter((name) => !known.includes(name) && !OTHERS.includes(name))).toEqual([]);
});
