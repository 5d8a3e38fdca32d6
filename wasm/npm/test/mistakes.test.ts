// Mistakes of a newcomer: each argument of a wrong type is refused with its path, and errors say what to change.
// cli.test.ts has the mistakes at the command line, and the vectors have those in the fields of a request.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { Agent, IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as billwire from "billwire";
import {
  Biller,
  CreditFlow,
  SettlementFlow,
  WebhookReceiver,
  decimal,
  draftFromJson,
  draftToJson,
  readTranDate,
  sign,
  validateDraft,
} from "billwire";
import type { WireProfile } from "billwire";
import { webhook as express } from "billwire/express";
import { webhook as fastify } from "billwire/fastify";
import { send } from "billwire/fetch";
import { webhook as hono } from "billwire/hono";
import { webhook as nest } from "billwire/nest";
import { Simulator, WebhookTarget } from "billwire/testing";
import { webhook as web } from "billwire/web";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BASE_URL, BILL, CANARIES, SEARCH, SETTLED, biller, errorOf, failureOf } from "./support/bills.ts";
import { FLOW_BILL, POLICY, PROFILE } from "./support/flows.ts";
import { DIST } from "./support/models.ts";

const by = biller({ profile: PROFILE });
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
const event = receiver.receive({ Token: "hook" }, "{}");
const lookup = by.prepareSettlementLookup(BILL);
const ROW = { identity_code: "INV-1", purpose_of_transaction: "INV-1", currency: "KHR", amount: "40000" };
const OPTIONS = { receiver, biller: by, findBill: () => undefined, credit: () => "credited" as const };
const SIMULATOR = new Simulator({ ...CANARIES, baseUrl: "https://simulated.example" });
const T_1 = { claimKey: "T-1", state: "credited", amount: "40000" };

/** A part of the sentence, and the mistake that is told so. */
type Mistake = readonly [sentence: string | RegExp, work: () => unknown];

// Calls with arguments of any type, as JavaScript without types allows.
const settle = (bill: unknown) => by.prepareSettlement(bill as never);
const settleWith = (changes: object) => settle({ ...BILL, ...changes });
const settleAt = (date: unknown) => settleWith({ date });
const billerWith = (options: object) => new Biller({ baseUrl: BASE_URL, ...options });
const flow = (options?: unknown) => new SettlementFlow(by, FLOW_BILL, options as never);
const handler = (options: object) => web({ ...OPTIONS, ...options } as never);
const sendWith = (options: unknown) => send(by.prepareSettlement(BILL), options as never);
const ofBill = (bill: unknown, options?: unknown) => CreditFlow.ofBill(by, bill as never, options as never);
const decide = (options: unknown) => lookup.decide(200, '{"code":"NOT_FOUND"}', options as never);
const readDate = (zone: string, options?: object) =>
  readTranDate("2026-01-31T09:00:00", zone, options as never);
const pay = (changes: object) =>
  SIMULATOR.pay({ identity_code: "INV-1", currency: "KHR", amount: 1, ...changes } as never);
const fault = (fault: object, attempt = 1) =>
  SIMULATOR.script({ settlement: [{ ref_id: "INV-1", attempt, fault }] } as never);

function loaded(record: unknown): void {
  const one = flow();
  one.step();
  one.loaded(record as never);
}

const RUN = { load: () => null, save: () => true, send: async () => ({ status: 200, body: SETTLED }) };
const run = (work: object, options?: object) => flow(options).run({ ...RUN, ...work } as never);
const policy = (changes: object) => flow({ policy: { ...POLICY, ...changes } });
const ofPayment = (payment: object) => CreditFlow.ofPayment(by, ROW, payment as never);
const booked = (transactions: unknown) => ofBill(ROW, { transactions });
const simulatorWith = (options: object) => new Simulator({ ...CANARIES, ...options } as never);
const handle = (request: unknown) => SIMULATOR.handle(request as never);
const script = (faults: unknown) => SIMULATOR.script(faults as never);
const delivered = (id: unknown, answer: unknown) => SIMULATOR.delivered(id as never, answer as never);
const setNow = (now: unknown) => Object.assign(SIMULATOR, { now });
const draft = (operation: unknown) => validateDraft(operation as "settlement", BILL);

/** Path and code of each violation, and the call that has them. */
type Refusal = readonly [faults: string | readonly string[], work: () => unknown];

const REFUSALS: Readonly<Record<string, readonly Refusal[]>> = {
  "a settlement flow": [
    ["biller wrong_type", () => new SettlementFlow({} as never, FLOW_BILL)],
    ["options wrong_type", () => flow("{}")],
    ["now wrong_type", () => flow({ now: () => new Date() })],
    ["random wrong_type", () => flow({ random: 0.5 })],
    ["reopen wrong_type", () => flow({ reopen: "x" })],
    ["restored wrong_type", () => flow({ restored: "x" })],
    ["lookAgain wrong_type", () => flow({ lookAgain: "x" })],
    ...Object.keys(POLICY).map(
      (name): Refusal => [`policy.${name} wrong_type`, () => policy({ [name]: "x" })],
    ),
    ["policy.trustNotFound wrong_type", () => policy({ trustNotFound: "x" })],
    ["policy.attempts out_of_range", () => policy({ attempts: 0 })],
    ["policy.lookFirst unknown_field", () => policy({ lookFirst: true })],
    ["revision wrong_type", () => flow().notSaved(-1)],
    ["resolution wrong_type", () => flow().resolved(1 as never)],
    ["resolution unknown_value", () => flow().resolved("paid" as never)],
    ["tranId wrong_type", () => flow().notThisBill(1 as never)],
    ["sent wrong_type", () => flow().noAnswer(1, { sent: "yes" as never })],
    ["record wrong_type", () => flow().loaded({} as never)],
    ["record invalid_json", () => loaded("x")],
    ["record wrong_type", () => loaded("{}")],
  ],

  "a credit flow": [
    ["biller wrong_type", () => CreditFlow.ofEvent({} as never, event, ROW)],
    ["event wrong_type", () => CreditFlow.ofEvent(by, {} as never, ROW)],
    ["amount required", () => CreditFlow.ofBill(by, { ...ROW, amount: undefined as never })],
    ["transactions wrong_type", () => booked("T-1")],
    ["transactions[0] wrong_type", () => booked([7])],
    ["transactions[0].claimKey wrong_type", () => booked([{ ...T_1, claimKey: 7 }])],
    [
      ["transactions[0].state unknown_value", "transactions[0].amount required"],
      () => booked([{ claimKey: "T-2", state: "paid" }]),
    ],
    ["transactions[0].claimKey required", () => booked([{ claim_key: "T-4", amount: 1 }])],
    ["transactions[1].state conflicting_values", () => booked([T_1, { ...T_1, state: "held" }])],
    ["transaction.claimKey required", () => ofPayment({ ...T_1, claimKey: "" })],
    ["claimKeys unknown_field", () => ofBill(ROW, { claimKeys: [] })],
    ["isStored wrong_type", () => ofBill(ROW).reviewed(1 as never)],
    ["flow wrong_type", () => new (CreditFlow as unknown as new () => CreditFlow)()],
    ["claim unknown_value", () => ofBill(ROW).claimed("paid" as never)],
    ["credit wrong_type", () => ofBill(ROW).run({ send: RUN.send } as never)],
  ],

  "the run of a flow": [
    ["options wrong_type", () => flow().run(undefined as never)],
    ["load wrong_type", () => run({ load: undefined })],
    ["save wrong_type", () => run({ save: undefined })],
    ["send wrong_type", () => run({ send: undefined })],
    ["control wrong_type", () => run({ control: FLOW_BILL })],
    ["biller wrong_type", () => run({ biller: {} })],
    ["sleep wrong_type", () => run({ sleep: 1 })],
    ["maxWaitMs wrong_type", () => run({ maxWaitMs: -1 })],
    ["signal wrong_type", () => run({ signal: new AbortController() })],
  ],

  send: [
    ["timeout wrong_type", () => sendWith({ timeout: 0 })],
    ["timeout wrong_type", () => sendWith({ timeout: 2 ** 31 })],
    ["connectTimeout wrong_type", () => sendWith({ connectTimeout: 0 })],
    ["maxBytes wrong_type", () => sendWith({ maxBytes: -1 })],
    ["signal wrong_type", () => sendWith({ signal: {} })],
    ["fetch wrong_type", () => sendWith({ fetch: "fetch" })],
    ["agent wrong_type", () => sendWith({ agent: {} })],
    ["agent wrong_type", () => sendWith({ agent: new Agent(), fetch })],
    ["onAttempt wrong_type", () => sendWith({ onAttempt: 1 })],
    ["options wrong_type", () => sendWith(null)],
    ...[undefined, "call", {}, { ...by.prepareVerification(SEARCH) }].map(
      (call): Refusal => ["call wrong_type", () => send(call as never)],
    ),
  ],

  "a webhook handler": [
    ["biller wrong_type", () => handler({ biller: undefined })],
    ["send wrong_type", () => handler({ send: 1 })],
    ["review wrong_type", () => handler({ review: true })],
    ["maxBytes wrong_type", () => handler({ maxBytes: 0 })],
    ["policy.unauthenticatedPauseMs wrong_type", () => handler({ policy: { unauthenticatedPauseMs: 0 } })],
    ["policy.retries unknown_field", () => handler({ policy: { retries: 1 } })],
    ["options wrong_type", () => web(null as never)],
  ],

  "the simulator": [
    [
      ["bearer required", "verificationToken required", "hashToken required"],
      () => new Simulator({} as never),
    ],
    [
      ["typo unknown_field", "bearer bearer_prefix", "hashToken surrounding_space"],
      () => simulatorWith({ bearer: "Bearer x", hashToken: " h", typo: 1 }),
    ],
    ["fee out_of_range", () => simulatorWith({ fee: 2n ** 53n })],
    ["options wrong_type", () => simulatorWith({ typo: () => 1 })],
    ...[-1, 1.5, "0", new Date(Number.NaN)].flatMap((now): Refusal[] => [
      ["now wrong_type", () => setNow(now)],
      ["now wrong_type", () => simulatorWith({ now })],
    ]),
    ...[-1, 0.5, "1"].map((ms): Refusal => ["ms wrong_type", () => SIMULATOR.advance(ms as number)]),
    ["path wrong_type", () => handle(undefined)],
    ["headers wrong_type", () => handle({ path: "/", headers: ["a", "b"] })],
    ["body wrong_type", () => handle({ path: "/", body: {} })],
    [" wrong_type", () => script(undefined)],
    ["settlements unknown_field", () => script({ settlements: [] })],
    [
      "settlement[0].fault.delay_ms required",
      () => script({ settlement: [{ ref_id: "I", fault: { kind: "slow" } }] }),
    ],
    [
      "script wrong_type",
      () => script({ webhooks: [{ ref_id: "I", fault: { kind: "late", delay_ms: NaN } }] }),
    ],
    ["id wrong_type", () => delivered("1", null)],
    ["answer wrong_type", () => delivered(1, 200)],
    ["answer wrong_type", () => delivered(1, undefined)],
    ["answer.status wrong_type", () => delivered(1, { status: "200" })],
    ["receiver wrong_type", () => new WebhookTarget({} as never)],
  ],

  "a draft": [
    ...["proxy", "toString", undefined].map((name): Refusal => ["operation wrong_type", () => draft(name)]),
    [
      ["maxLines out_of_range", "bearer unknown_field"],
      () => validateDraft("settlement", BILL, { maxLines: 0, bearer: "b" } as never),
    ],
    ["ref_id wrong_type", () => draftFromJson("settlement", JSON.stringify({ ...BILL, ref_id: 7 }))],
    ["total_amount out_of_range", () => draftToJson("settlement", { ...BILL, total_amount: -1 })],
    ["json wrong_type", () => draftFromJson("settlement", {} as string)],
  ],

  "a decimal": [
    [["amount invalid_decimal", "places not_an_integer"], () => decimal.quantize("x", 0.5)],
    [["a too_many_digits", "b wrong_type"], () => decimal.compare(10n ** 34n + 1n, Symbol("1") as never)],
    [" too_many_digits", () => decimal.add("9".repeat(34), 1)],
  ],

  "a bearer": [
    ["bearer invalid_token", () => by.withBearer("a b")],
    ["bearer invalid_token", () => by.withBearer("ក")],
    ["bearer bearer_prefix", () => by.withBearer("Bearer a")],
  ],
};

describe.each(Object.entries(REFUSALS))("%s refuses", (_name, refusals) => {
  test.each(refusals)("%s (%#)", async (faults, work) => {
    const { violations } = await failureOf((async () => work())());
    expect(violations.map(({ path, code }) => `${path} ${code}`)).toEqual([faults].flat());
  });
});

const at = new Date("2026-01-31T09:00:00Z");
const temporal = (name: string) => ({ [Symbol.toStringTag]: `Temporal.${name}`, toString: () => "" });
class WithGetters {
  get ref_id() {
    return "INV-1";
  }
}
const mongoose = Object.assign(Object.create({ toObject: () => BILL }), { $__: {}, _doc: BILL });
const ofNode = new IncomingMessage(new Socket());
const ofWeb = new Request(BASE_URL, { method: "POST", body: "{}" });
const ofFastify = { raw: ofNode, headers: {} };
const handled = (webhook: (options: never) => unknown, request: unknown) =>
  (webhook(OPTIONS as never) as (request: unknown, response: unknown) => unknown)(request, {});
const needs = (entry: string) => `this one needs the webhook of "billwire/${entry}"`;
const missing = "if it comes from an environment variable, that one is missing";
const unshaped = "expected an operation without a shape: authorization, create_customer,";
const untyped = (name: string) => by.prepareOperation(name as never, { path: "/x", auth: "none" });

const MISTAKES: Readonly<Record<string, readonly Mistake[]>> = {
  "an unknown option": [
    ["options: unknown option `timeoutMs`; did you mean `timeout`?", () => sendWith({ timeoutMs: 1 })],
    ["options: unknown option `max-bytes`; did you mean `maxBytes`?", () => sendWith({ "max-bytes": 1 })],
    ["options: unknown option `signl`; did you mean `signal`?", () => sendWith({ signl: 1 })],
    ["options: unknown option `onAtt`; did you mean `onAttempt`?", () => sendWith({ onAtt: 1 })],
    [
      "unknown option `retries`; expected fetch, agent, connectTimeout, timeout, signal, maxBytes, onAttempt",
      () => sendWith({ retries: 1 }),
    ],
    [
      "policy.unauthenticatedPause: unknown setting; did you mean `unauthenticatedPauseMs`?",
      () => handler({ policy: { unauthenticatedPause: 1 } }),
    ],
    ["options: unknown option `findbill`; did you mean `findBill`?", () => handler({ findbill: () => {} })],
    ["did you mean `firstAttempt`?", () => decide({ firstAttempts: 1 })],
    ["did you mean `dayFirst`?", () => readDate("Z", { dayfirst: true })],
  ],

  "a value of another library": [
    ["; this is a dayjs object: pass its toDate()", () => settleAt({ $isDayjsObject: true, $d: at })],
    ["; this is a moment: pass its toDate()", () => settleAt({ _isAMomentObject: true, _d: at })],
    ["; this is a luxon DateTime: pass its toJSDate()", () => settleAt({ isLuxonDateTime: true })],
    ["; this is a Temporal.Instant: pass its toString()", () => settleAt(temporal("Instant"))],
    [
      "; this is a Temporal.ZonedDateTime: pass its toInstant().toString()",
      () => settleAt(temporal("ZonedDateTime")),
    ],
    ["; this is a Temporal value without a zone", () => settleAt(temporal("PlainDateTime"))],
    ["; this is no Date: pass its toDate()", () => settleAt({ seconds: 1, toDate: () => at })],
    ["; this is a promise: await it", () => settleAt(Promise.resolve(at))],
    ["; this is a function: call it", () => settleAt(() => at)],
    [
      "return_url: expected text; this is a URL",
      () =>
        by.prepareOnboarding({ supplier_sync_code: "S", name: "A", return_url: new URL(BASE_URL) as never }),
    ],
    [
      /details\[0\]\.price: .*; this is a number object: pass its toFixed\(\)/,
      () => settleWith({ details: [{ price: { toFixed: () => "1" } }] }),
    ],
    ["pass its toNumber()", () => settleWith({ total_amount: { toNumber: () => 1, toFixed: () => "1" } })],
    ["pass [...it.values()]", () => settleWith({ details: new Set([{}]) })],
    ["pass [...it.values()]", () => settleWith({ details: new Map() })],
    ["a Date: pass its toISOString()", () => settleWith({ extra: { at: new Date() } })],
  ],

  "a bill that is none": [
    ["; this is JSON text: pass JSON.parse of it", () => settle(JSON.stringify(BILL))],
    ["; this is JSON text: pass JSON.parse of it", () => by.prepareSettlementLookup("{}" as never)],
    ["; this is JSON text: pass JSON.parse of it", () => new SettlementFlow(by, "{}" as never)],
    ["; this is a Map: pass Object.fromEntries(map)", () => settle(new Map(Object.entries(BILL)))],
    ["; this is a list: pass one of its elements", () => settle([BILL])],
    ["expected an object; this is undefined or null: look at where it comes from", () => settle(undefined)],
    ["expected an object; this is undefined or null: look at where it comes from", () => settle(null)],
    ["expected an object; this is text", () => settle("INV-1")],
    ["copy them into a plain object", () => settle(Object.create(BILL))],
    ["give { identity_code, purpose_of_transaction, currency, amount } of it", () => ofBill(FLOW_BILL)],
    ["a webhook's event: pass the bill of your books", () => ofBill(event)],
    [
      "maxAmount: unknown field; did you mean `max_amount`?",
      () => event.confirm(by, { ...ROW, min_amount: 0, maxAmount: "5" } as never),
    ],
  ],

  "a credential": [
    ["bearer: ", () => billerWith({ bearer: "" })],
    ["verificationToken: ", () => billerWith({ verificationToken: "" })],
    ["hashToken: ", () => billerWith({ hashToken: "" })],
    [missing, () => billerWith({ hashToken: "" })],
    [missing, () => by.withBearer("")],
    [missing, () => WebhookReceiver.merchantProxy({ tokens: [""] })],
    [missing, () => sign(BILL, "")],
    [/hashToken: .*bytes/, () => billerWith({ hashToken: Buffer.from("k") })],
    ["bearer: expected the bearer token, which is undefined", () => by.withBearer(undefined as never)],
    ["this is a promise: await it", () => by.withBearer(Promise.resolve("b") as never)],
  ],

  "a setting": [
    [/profile: expected an object.*JSON text: pass JSON\.parse/, () => billerWith({ profile: "{}" })],
    [
      "profile: expected an object; this is a promise: await it",
      () => billerWith({ profile: Promise.resolve(PROFILE) }),
    ],
    [
      "a regular expression: give prefix, length or pattern",
      () => billerWith({ codeShapes: { ref_id: /INV-\d+/ } }),
    ],
    [
      "notFoundCodes: expected an object; this is a list: say of what",
      () => billerWith({ profile: { notFoundCodes: ["NOT_FOUND"] } }),
    ],
    [
      /failedStatuses: .* such as \{ transaction: \[…\] \}/,
      () => billerWith({ profile: { failedStatuses: ["failed"] } }),
    ],
    [
      /localhost, 127\.0\.0\.1 and \[::1\].*network_mode/,
      () => billerWith({ baseUrl: "http://sandbox:8080", allowLoopbackHttp: true }),
    ],
    [/^profile\.settlementLookup: without this setting/, () => new SettlementFlow(strict({}), FLOW_BILL)],
    ["settings: a draft has no biller", () => validateDraft("settlement", BILL, by as never)],
  ],

  "options that are none": [
    ["expected an object of firstAttempt", () => decide(new Date())],
    ["these are seconds", () => decide({ firstAttempt: 1_769_824_800 })],
    ['such as { signingOffset: "+07:00" }', () => sign(BILL, "key", "+07:00" as never)],
    ["expected true or false", () => readDate("Z", { dayFirst: "yes" })],
    ["options: expected an object", () => ofBill(ROW, [])],
    ["pass its rows", () => ofBill(ROW, { transactions: { rows: [] } })],
    ["policy: expected an object", () => handler({ policy: "fast" })],
    ["this is the class: make one by new Biller(", () => handler({ biller: Biller })],
    ["merchantProxy(", () => handler({ receiver: { tokens: [] } })],
    [/^record: it is no option: give `load` to `run`/, () => flow({ record: "{}" })],
  ],

  "another call": [
    ["receive(headers, body)", () => receiver.receive("{}" as never, { Token: "hook" } as never)],
    ["receive(headers, body)", () => receiver.receive(Buffer.from("{}") as never, {} as never)],
    ["pass its headers", () => receiver.receive(new Request(BASE_URL) as never, "{}")],
    ["send(biller.prepareSettlement(bill))", () => send(BILL as never)],
    ["call it as biller.prepareSettlement(…)", () => (0, by.prepareSettlement)(BILL)],
    [`${unshaped} `, () => untyped("authorisation")],
    [unshaped, () => untyped("settlement")],
    ["return the Response", () => sendWith({ fetch: async () => {} })],
  ],

  "the webhook of another framework": [
    ["call webhook({ receiver, biller, findBill, credit })", () => express(ofNode as never)],
    ["call webhook({ receiver, biller, findBill, credit })", () => express(ofWeb as never)],
    ["call webhook({ receiver, biller, findBill, credit })", () => express(undefined as never)],
    ["call webhook({ receiver, biller, findBill, credit })", () => express(null as never)],
    [needs("fastify"), () => handled(express, ofFastify)],
    [needs("web"), () => handled(express, ofWeb)],
    [needs("hono"), () => handled(express, { req: { raw: ofWeb } })],
    [needs("express"), () => handled(web, ofNode)],
    [needs("fastify"), () => handled(web, ofFastify)],
    [needs("web"), () => handled(hono, ofWeb)],
    [needs("express"), () => handled(hono, ofNode)],
    ["is a plugin and no route: app.register(", () => handled(fastify, { raw: ofNode })],
    ["pass @Req() and @Res()", () => nest(OPTIONS)(undefined as never, {} as never, () => {})],
  ],

  "a record or a word of a flow": [
    ["expected `settled`, `nothingMoved`", () => flow().resolved("done" as never)],
    ["in a column without a limit", () => loaded('{"version":')],
    ...[Promise.resolve("x"), { version: 2 }, 1].map(
      (record): Mistake => [
        /^record: expected the stored record, or null\. .* await the query, and store it in a column of text/,
        () => loaded(record),
      ],
    ),
  ],

  "a function of a run that returns something else": [
    ["send: it has to return { status, body }", () => run({ send: async () => new Response(SETTLED) })],
    ["as send(request) of billwire/fetch does", () => run({ send: async () => ({ outcome: "settled" }) })],
    ["with the raw body", () => run({ send: async () => ({ status: 200, body: {} }) })],
    ["what the function `biller` returned", () => run({ biller: () => "bearer" })],
    ["A record is the text that `save` got", () => run({ load: () => "{}" })],
    ["A record is the text that `save` got", () => run({ load: () => '"{}"' })],
  ],

  "the simulator": [
    ["script: expected an object", () => SIMULATOR.script([] as never)],
    ["payment: expected an object", () => SIMULATOR.pay("INV-1" as never)],
    ["amount: expected a whole number", () => pay({ amount: "40000" })],
    ["amount: expected a whole number from 0", () => pay({ amount: -1 })],
    ["currency: expected text", () => pay({ currency: 116 })],
    ["attempt: expected a whole number from 1", () => fault({ kind: "drop_after" }, 0)],
    ["expected a status from 200 to 599", () => fault({ kind: "answer", status: 1_000 })],
    ["expected a status from 300 to 399", () => fault({ kind: "redirect", status: 200, location: "/" })],
    ["await it first", () => SIMULATOR.delivered(1, Promise.resolve() as never)],
  ],
};

const strict = (profile: WireProfile) => {
  const codeShapes = {
    ref_id: { prefix: "INV" },
    customer_sync_code: { prefix: "C" },
    settlement_to: { prefix: "SUB" },
  };
  return biller({ strict: true, codeShapes, profile });
};

describe.each(Object.entries(MISTAKES))("%s is told", (_group, mistakes) => {
  test.each(mistakes)("%s (%#)", async (sentence, work) => {
    expect((await failureOf((async () => work())())).message).toMatch(sentence);
  });
});

test.each<[string, unknown]>([
  ["a database's result: pass a row of it, such as rows[0]", { rows: [BILL], rowCount: 1 }],
  ["a form: pass Object.fromEntries(form)", new FormData()],
  ["a form: pass Object.fromEntries(form)", new URLSearchParams()],
  ["a Request or a Response: pass the content of its body", new Request(BASE_URL)],
  ["a document of mongoose: pass its toObject()", mongoose],
  ["an instance of Sequelize: pass its get({ plain: true })", { dataValues: BILL }],
  ["a prepared call: pass the bill", by.prepareSettlement(BILL)],
  ["an object with getters of its class: copy its fields into a plain object", new WithGetters()],
])("a bill without fields is told once: %s", (advice, bill) => {
  expect(errorOf(() => settle(bill)).message.split(`; its object is ${advice}`)).toHaveLength(2);
});

test("an operation that does not exist names all eleven", () => {
  expect(errorOf(() => untyped("authorisation")).message.split(", ")).toHaveLength(11 + 1);
});

test("what is right is taken, with what a program has beside it", async () => {
  const row = { ...ROW, id: 7, created_at: new Date(), note: null, extra: { a: 1 } };
  expect(event.confirm(by, row).call.operation).toBe("verification");
  expect(CreditFlow.ofBill(by, row).step().step).toBe("send");
  for (const status of [400, 499, 503]) billerWith({ profile: { nothingHappenedStatuses: [status] } });
  expect(new SettlementFlow(strict(PROFILE), FLOW_BILL).warnings).toEqual([]);
});

test("advice is not given about values whose getters throw, bytes of an answer, or tokens", () => {
  const date = {
    get then(): never {
      throw new Error("secret");
    },
  };
  const { message } = errorOf(() => settleAt(date));
  expect(message).toContain("date: expected a timestamp");
  expect(message).not.toContain("secret");
  const answer = Buffer.from('{"code":"SUCCESS"}');
  expect(errorOf(() => by.decode("verification", 200, answer)).message).not.toContain("bytes");
  expect(errorOf(() => receiver.receive({ Token: "hook" }, '["{}"]')).message).not.toContain("elements");
});

test("a forgotten await, and fetch in place of send, are named", async () => {
  await expect(fetch(by.prepareSettlement(BILL) as never)).rejects.toThrow(
    "a request of billwire: send it by send() of billwire/fetch",
  );
  const sent = sendWith({ fetch: async () => new Response('{"code":"000"}') });
  const verified = send(by.prepareVerification(SEARCH), {
    fetch: async () => new Response('{"code":"SUCCESS"}'),
  });
  for (const [promise, name] of [
    [sent, "outcome"],
    ...["link", "data", "warnings", "code"].map((name) => [verified, name] as const),
  ] as const)
    expect(() => Reflect.get(promise, name)).toThrow(`write (await send(…)).${name}`);
  await expect(sent).resolves.toMatchObject({ outcome: "accepted" });
  await expect(verified).rejects.toThrow("required");
});

describe("a member that an object has not", () => {
  test.each<[object, string, string]>([
    [event, "identity_code", "read event.payload.identity_code"],
    [event, "status", "read event.payload.status"],
    [event, "customers", "read event.payload.customers"],
    [event, "amount", "read event.payload.tran_amount"],
    [event, "body", "read event.payload"],
    [event, "type", "read event.payload.status"],
    [event, "token", "event.authentication"],
    [event, "confirmed", "send(event.confirm(biller, bill))"],
    [lookup, "body", "lookup.call"],
    [lookup, "verdict", "(await send(biller.prepareSettlementLookup(bill))).verdict"],
    [event.confirm(by, ROW), "url", "confirmation.call"],
    [event.confirm(by, ROW), "confirmed", "(await send(event.confirm(biller, bill))).confirmed"],
    [by.prepareSettlement(BILL), "outcome", "(await send(call)).outcome"],
    [flow(), "outcome", "read (await flow.run(…)).outcome"],
    [by, "profile", "a biller does not show its settings"],
    [by, "bearer", "withBearer(token)"],
  ])("is no silent undefined (%#: %s)", (object, name, advice) => {
    for (const use of [() => Reflect.get(object, name), () => Object.assign(object, { [name]: "other" })]) {
      expect(errorOf(use).message).toContain(`${name}: `);
      expect(errorOf(use).message).toContain(advice);
    }
    expect(Object.keys(object)).not.toContain(name);
  });
});

describe("a run", () => {
  test("has the flow's warnings in its result", async () => {
    const result = (currency: string) =>
      new SettlementFlow(by, { ...FLOW_BILL, currency, exchange_rate_khr: 1 }).run(RUN);
    const warnings = [{ path: "currency", code: "unknown_currency" }];
    expect(await result("khr")).toMatchObject({ outcome: "settled", warnings });
    expect(await result("USD")).not.toHaveProperty("warnings");
  });

  test("does not ask for ever for a sleep that returns at once", async () => {
    let sleeps = 0;
    const work = { send: async () => ({ sent: "maybe" }), sleep: () => void sleeps++ };
    await expect(run(work, { now: () => 0 })).rejects.toThrow("sleep: it returns before the time");
    expect(sleeps).toBeLessThan(2_000);
  });
});

describe("the line of a handler", () => {
  const lineOf = async (options: object, headers: object = { Token: "hook" }, status = "success") => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    const request = new Request(BASE_URL, {
      method: "POST",
      body: '{"tran_id":"T-1"}',
      headers: { "Content-Type": "application/json", ...headers },
    });
    const transaction = {
      tran_id: "T-1",
      tran_date: "2026-01-31T09:00:00",
      tran_amount: 40_000,
      fee_amount: 0,
      status,
      total_amount: 40_000,
      currency: "KHR",
      identity_code: "INV-1",
      purpose_of_transaction: "INV-1",
    };
    const body = JSON.stringify({ code: "SUCCESS", message: "found", data: transaction });
    const answering = { findBill: () => ROW, send: async () => ({ status: 200, body }) };
    const { status: replied } = await web({ ...OPTIONS, ...answering, ...options })(request);
    const line = print.mock.calls.flat().join(" ");
    print.mockRestore();
    return `${line} HTTP ${replied}`;
  };

  test.each<[string, object]>([
    ["findBill.claimKeys", { claimKeys: ["T-1"], transactions: undefined }],
    ["findBill.payments: give what the books have", { payments: [T_1] }],
    ["findBill.transaction: give what the books have", { transaction: [T_1] }],
    ["transactions[0].claimKey", { transactions: [{ claimKeys: "T-1" }] }],
    ["Amount: unknown field; did you mean `amount`?", { amount: undefined, Amount: "40000" }],
    ["did you mean `identity_code`?", { identity_code: undefined, identityCode: "INV-1" }],
    ["pass a row of it, such as rows[0]", { rows: [ROW], rowCount: 1 }],
  ])("names what findBill gave: %s", async (advice, members) => {
    expect(await lineOf({ findBill: () => ({ ...ROW, ...members }) })).toContain(advice);
  });

  const claims = 'credit: it has to return "credited" or "creditedBefore"';
  const ofEvent = (_: unknown, event: typeof ROW) => event.identity_code;
  const bySimulator = (request: never) => send(request, { fetch: SIMULATOR.fetch });
  test.each<[string | RegExp, object, (object | undefined)?, string?]>([
    [new RegExp(`${claims}.* HTTP 500$`), { credit: () => undefined }],
    [claims, { credit: () => "creditted" }],
    [/send: it has to return .* HTTP 500$/, { send: () => undefined }],
    [/verification: amount: .* HTTP 500$/, { findBill: () => ({ ...ROW, amount: undefined }) }],
    ["findBill: identity_code: read event.payload.identity_code", { findBill: ofEvent }],
    ["findBill gave no bill for the identity_code, its first argument", { findBill: () => null }],
    [/findBill: expected the bill with its fields, or null.* HTTP 500$/, { findBill: () => true }],
    [/biller: expected a Biller.* HTTP 500$/, { biller: () => undefined }],
    ["send: verification: no answer arrived", { send: bySimulator }],
    [
      "findBill: it gave no result within 50 ms (functionTimeout): await",
      { findBill: () => new Promise(() => {}), functionTimeout: 50 },
    ],
    [/^webhook: .*\(wrong_token\).* HTTP 401$/, {}, { Token: "a-guess" }],
    ["refused: HTTP 415: expected the content type", {}, { "Content-Type": "text/plain", Token: "hook" }],
    ["refused: HTTP 413: the body is longer than maxBytes", { maxBytes: 5 }],
    ["if it means success, list it in the profile's successStatuses", {}, undefined, "PAID"],
  ])("says: %s", async (advice, ...given) => {
    expect(await lineOf(...given)).toMatch(advice);
  });

  test("says nothing of a row's other columns", async () => {
    const row = { ...ROW, id: 7, created_at: new Date(), claimKey: null, payments: [] };
    expect(await lineOf({ findBill: () => row })).toBe(" HTTP 200");
  });

  test("warns of an unchecked Token", async () => {
    const checkout = { receiver: WebhookReceiver.checkout(), policy: { unauthenticatedReplyMs: 1 } };
    const warning = "carries a Token, which a receiver of the checkout variant does not check";
    expect(await lineOf(checkout)).toContain(warning);
    expect(await lineOf(checkout, {})).not.toContain(warning);
  });
});

test("a simulator at another address says so", async () => {
  await expect(SIMULATOR.fetch("https://another.example/")).rejects.toThrow(
    "not below the simulator's baseUrl",
  );
});

describe("of two installed copies", () => {
  const folder = mkdtempSync(join(tmpdir(), "billwire-copy-"));
  let other: typeof billwire;

  beforeAll(async () => {
    cpSync(fileURLToPath(DIST), folder, { recursive: true });
    other = await import(pathToFileURL(join(folder, "node/main.mjs")).href);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each<[string, () => unknown]>([
    ["Biller", () => event.confirm(billerOfOther(), ROW)],
    ["Biller", () => new SettlementFlow(billerOfOther(), FLOW_BILL)],
    ["WebhookEvent", () => CreditFlow.ofEvent(by, other.WebhookReceiver.checkout().receive({}, "{}"), ROW)],
    ["WebhookReceiver", () => handler({ receiver: other.WebhookReceiver.checkout() })],
  ])("a %s of the other one is named so (%#)", (name, work) => {
    const sentence = `this ${name} is of another copy of billwire: run \`npm ls billwire\``;
    expect(errorOf(work).message).toContain(sentence);
  });

  const billerOfOther = () => new other.Biller({ baseUrl: BASE_URL });
});
