// Mistakes of a newcomer: each error says what to change.
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { IncomingMessage } from "node:http";
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
import { Simulator } from "billwire/testing";
import { webhook as web } from "billwire/web";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { BASE_URL, BILL, SETTLED, biller, errorOf } from "./support/bills.ts";
import { FLOW_BILL, PROFILE } from "./support/flows.ts";
import { DIST } from "./support/models.ts";

const by = biller({ profile: PROFILE });
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
const ROW = { identity_code: "INV-1", purpose_of_transaction: "INV-1", currency: "KHR", amount: "40000" };
const OPTIONS = { receiver, biller: by, findBill: () => undefined, credit: () => "credited" as const };

/** Sentence of the error that a function throws. */
function said(work: () => unknown): string {
  return errorOf(work).message;
}

test("an unknown option is named, with the one that was meant or all that there are", async () => {
  const unknown = (name: string, advice: string) => `options: unknown option \`${name}\`; ${advice}`;
  for (const [name, meant] of [
    ["timeoutMs", "timeout"],
    ["max-bytes", "maxBytes"],
    ["signl", "signal"],
    ["onAtt", "onAttempt"],
  ] as const) {
    await expect(send(by.prepareSettlement(BILL), { [name]: 1 })).rejects.toThrow(
      unknown(name, `did you mean \`${meant}\`?`),
    );
  }
  await expect(send(by.prepareSettlement(BILL), { retries: 1 } as object)).rejects.toThrow(
    unknown("retries", "expected fetch, agent, connectTimeout, timeout, signal, maxBytes, onAttempt"),
  );
  expect(said(() => web({ ...OPTIONS, policy: { unauthenticatedPause: 1 } } as never))).toContain(
    "policy.unauthenticatedPause: unknown setting; did you mean `unauthenticatedPauseMs`?",
  );
  expect(said(() => web({ ...OPTIONS, findbill: () => undefined } as never))).toContain(
    unknown("findbill", "did you mean `findBill`?"),
  );
});

describe("a warning", () => {
  test("of the profile is a violation of strict", () => {
    const shapes = {
      ref_id: { prefix: "INV" },
      customer_sync_code: { prefix: "C" },
      settlement_to: { prefix: "SUB" },
    };
    const strict = (profile: WireProfile) =>
      new SettlementFlow(biller({ strict: true, codeShapes: shapes, profile }), FLOW_BILL);
    expect(said(() => strict({}))).toMatch(/^profile\.settlementLookup: without this setting/);
    expect(strict(PROFILE).warnings).toEqual([]);
  });

  test("of an unchecked Token stands in the log of a handler", async () => {
    const printed: string[] = [];
    const print = vi
      .spyOn(console, "error")
      .mockImplementation((...texts) => void printed.push(texts.join(" ")));
    const request = (headers: object) =>
      new Request(BASE_URL, {
        method: "POST",
        body: '{"status":"success"}',
        headers: { "Content-Type": "application/json", ...headers },
      });
    const handle = web({
      ...OPTIONS,
      receiver: WebhookReceiver.checkout(),
      policy: { unauthenticatedReplyMs: 1 },
    });
    await handle(request({ Token: "hook" }));
    await handle(request({}));
    print.mockRestore();
    expect(
      printed.filter((line) =>
        line.includes("carries a Token, which a receiver of the checkout variant does not check"),
      ),
    ).toHaveLength(1);
  });
});

test("a bill's row may have more columns, and no misspelt one", () => {
  const row = { ...ROW, id: 7, created_at: new Date(), note: null, extra: { a: 1 } };
  const event = receiver.receive({ Token: "hook" }, "{}");
  expect(event.confirm(by, row).call.operation).toBe("verification");
  expect(CreditFlow.ofBill(by, row).step().step).toBe("send");
  const { amount, ...range } = { ...row, min_amount: 0, maxAmount: "5" };
  expect(said(() => event.confirm(by, range))).toContain(
    "maxAmount: unknown field; did you mean `max_amount`?",
  );
});

test("a framework that got webhook itself is told to call it", () => {
  const request = new IncomingMessage(new Socket());
  for (const given of [request, new Request(BASE_URL), undefined, null]) {
    expect(said(() => express(given as never))).toContain(
      "call webhook({ receiver, biller, findBill, credit })",
    );
  }
});

test("arguments in the wrong order, or not prepared, name the right call", async () => {
  for (const body of ["{}", new TextEncoder().encode("{}")]) {
    expect(said(() => receiver.receive(body as never, { Token: "hook" } as never))).toContain(
      "receive(headers, body)",
    );
  }
  await expect(send(BILL as never)).rejects.toThrow("send(biller.prepareSettlement(bill))");
});

test("a call that is given to fetch names the sender", async () => {
  await expect(fetch(by.prepareSettlement(BILL) as never)).rejects.toThrow(
    "a request of billwire: send it by send() of billwire/fetch",
  );
});

test("a promise that was not awaited has no outcome", async () => {
  const answer = { fetch: async () => new Response('{"code":"000"}') };
  const sent = send(by.prepareSettlement(BILL), answer) as unknown as { outcome: string };
  expect(() => sent.outcome).toThrow("write (await send(…)).outcome");
  await expect(sent).resolves.toMatchObject({ outcome: "accepted" });
});

describe("a value of another library", () => {
  /** Objects with the marks of their libraries. */
  const at = new Date("2026-01-31T09:00:00Z");
  const temporal = (name: string) => ({ [Symbol.toStringTag]: `Temporal.${name}`, toString: () => "" });
  test.each([
    ["a dayjs object: pass its toDate()", { $isDayjsObject: true, $d: at }],
    ["a moment: pass its toDate()", { _isAMomentObject: true, _d: at }],
    ["a luxon DateTime: pass its toJSDate()", { isLuxonDateTime: true }],
    ["a Temporal.Instant: pass its toString()", temporal("Instant")],
    ["a Temporal.ZonedDateTime: pass its toInstant().toString()", temporal("ZonedDateTime")],
    ["a Temporal value without a zone", temporal("PlainDateTime")],
    ["no Date: pass its toDate()", { seconds: 1, toDate: () => at }],
    ["a promise: await it", Promise.resolve(at)],
    ["a function: call it", () => at],
  ])("says %s", (advice, date) => {
    expect(said(() => by.prepareSettlement({ ...BILL, date: date as never }))).toContain(
      `; this is ${advice}`,
    );
  });

  test.each([
    ["JSON text: pass JSON.parse of it", JSON.stringify(BILL)],
    ["a Map: pass Object.fromEntries(map)", new Map(Object.entries(BILL))],
    ["a list: pass one of its elements", [BILL]],
  ])("as a bill says %s", (advice, bill) => {
    for (const work of [
      () => by.prepareSettlement(bill as never),
      () => by.prepareSettlementLookup(bill as never),
      () => new SettlementFlow(by, bill as never),
    ])
      expect(said(work)).toContain(`; this is ${advice}`);
  });

  class WithGetters {
    get ref_id() {
      return "INV-1";
    }
  }
  const mongoose = Object.assign(Object.create({ toObject: () => BILL }), { $__: {}, _doc: BILL });
  test.each([
    ["a database's result: pass a row of it, such as rows[0]", { rows: [BILL], rowCount: 1 }],
    ["a form: pass Object.fromEntries(form)", new FormData()],
    ["a form: pass Object.fromEntries(form)", new URLSearchParams()],
    ["a Request or a Response: pass the content of its body", new Request(BASE_URL)],
    ["a document of mongoose: pass its toObject()", mongoose],
    ["an instance of Sequelize: pass its get({ plain: true })", { dataValues: BILL }],
    ["a prepared call: pass the bill", by.prepareSettlement(BILL)],
    ["an object with getters of its class: copy its fields into a plain object", new WithGetters()],
  ])("as a bill without fields says %s", (advice, bill) => {
    const message = said(() => by.prepareSettlement(bill as never));
    expect(message.split(`; its object is ${advice}`)).toHaveLength(2);
  });

  test.each([
    ["undefined or null: look at where it comes from", undefined],
    ["undefined or null: look at where it comes from", null],
    ["text", "INV-1"],
  ])("as a bill that is none says %s", (advice, bill) => {
    expect(said(() => by.prepareSettlement(bill as never))).toContain(
      `expected an object; this is ${advice}`,
    );
  });

  test("in a field, in a line and in a setting", () => {
    const url = new URL("https://shop.example/");
    const onboarding = { supplier_sync_code: "S-1", name: "A", return_url: url as never };
    expect(said(() => by.prepareOnboarding(onboarding))).toContain(
      "return_url: expected text; this is a URL",
    );
    const price = { toFixed: () => "1" } as never;
    expect(said(() => by.prepareSettlement({ ...BILL, details: [{ price }] }))).toMatch(
      /details\[0\]\.price: .*; this is a number object: pass its toFixed\(\)/,
    );
    const total = { toNumber: () => 1, toFixed: () => "1" } as never;
    expect(said(() => by.prepareSettlement({ ...BILL, total_amount: total }))).toContain(
      "pass its toNumber()",
    );
    for (const details of [new Set([{}]), new Map()] as never[])
      expect(said(() => by.prepareSettlement({ ...BILL, details }))).toContain("pass [...it.values()]");
    expect(said(() => by.prepareSettlement({ ...BILL, date: [2026, 1, 31] as never }))).toContain(
      "date: expected a timestamp (wrong_type)",
    );
    const options = { baseUrl: BASE_URL, profile: "{}" as never, hashToken: Buffer.from("k") as never };
    const message = said(() => new Biller(options));
    expect(message).toMatch(/profile: expected an object.*JSON text: pass JSON\.parse/);
    expect(message).toMatch(/hashToken: .*bytes/);
    const extra = { at: new Date() } as never;
    expect(said(() => by.prepareSettlement({ ...BILL, extra }))).toContain("a Date: pass its toISOString()");
    const shapes = { ref_id: /INV-\d+/ } as never;
    expect(said(() => new Biller({ baseUrl: BASE_URL, codeShapes: shapes }))).toContain(
      "a regular expression: give prefix, length or pattern",
    );
  });

  test("as a setting that lists something by name says how", () => {
    const profile = { notFoundCodes: ["NOT_FOUND"], failedStatuses: ["failed"] } as never;
    const message = said(() => new Biller({ baseUrl: BASE_URL, profile }));
    expect(message).toContain("notFoundCodes: expected an object; this is a list: say of what");
    expect(message).toMatch(/failedStatuses: .* such as \{ transaction: \[…\] \}/);
  });

  test("whose getters throw is reported without advice", () => {
    const date = {
      get then(): never {
        throw new Error("secret");
      },
    };
    const message = said(() => by.prepareSettlement({ ...BILL, date: date as never }));
    expect(message).toContain("date: expected a timestamp");
    expect(message).not.toContain("secret");
  });
});

test("a credential that is missing says where to look", () => {
  const variable = "if it comes from an environment variable, that one is missing";
  for (const name of ["bearer", "verificationToken", "hashToken"])
    expect(said(() => new Biller({ baseUrl: BASE_URL, [name]: "" }))).toContain(`${name}: `);
  for (const work of [
    () => new Biller({ baseUrl: BASE_URL, hashToken: "" }),
    () => by.withBearer(""),
    () => WebhookReceiver.merchantProxy({ tokens: [""] }),
    () => sign(BILL, ""),
  ])
    expect(said(work)).toContain(variable);
  expect(said(() => by.withBearer(undefined as never))).toContain(
    "bearer: expected the bearer token, which is undefined",
  );
  expect(said(() => by.withBearer(Promise.resolve("b") as never))).toContain("this is a promise: await it");
});

test("a method without its biller says how to call it", () => {
  const { prepareSettlement } = by;
  expect(said(() => prepareSettlement(BILL))).toContain("call it as biller.prepareSettlement(…)");
});

test("a request that was not sent has no answer", () => {
  const event = receiver.receive({ Token: "hook" }, "{}");
  for (const [work, advice] of [
    [
      () => (by.prepareSettlement(BILL) as never as { outcome: string }).outcome,
      "(await send(call)).outcome",
    ],
    [
      () => (by.prepareSettlementLookup(BILL) as never as { verdict: string }).verdict,
      "(await send(biller.prepareSettlementLookup(bill))).verdict",
    ],
    [
      () => (event.confirm(by, ROW) as never as { confirmed: boolean }).confirmed,
      "(await send(event.confirm(biller, bill))).confirmed",
    ],
  ] as const)
    expect(work).toThrow(advice);
});

test("what a handler's functions return is named", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  for (const [options, line] of [
    [{ findBill: () => true as never }, "findBill: expected the bill with its fields, or null"],
    [{ findBill: () => ROW, biller: () => undefined as never }, "biller: expected a Biller"],
  ] as const) {
    const body = JSON.stringify({ tran_id: "T-1", status: "success" });
    const request = new Request(BASE_URL, { method: "POST", body, headers: { Token: "hook" } });
    request.headers.set("Content-Type", "application/json");
    const response = await web({ ...OPTIONS, ...options })(request);
    expect(response.status).toBe(500);
    expect(printed.mock.lastCall?.join(" ")).toContain(line);
  }
});

test("a person's word that does not exist names those that do", () => {
  const flow = new SettlementFlow(by, FLOW_BILL);
  expect(said(() => flow.resolved("done" as never))).toContain("expected one of settled, nothingMoved");
});

test("a record that was cut names its column", () => {
  const flow = new SettlementFlow(by, FLOW_BILL);
  flow.step();
  expect(said(() => flow.loaded('{"version":'))).toContain("in a column without a limit");
});

test("an operation that does not exist names all eleven", () => {
  const message = said(() => by.prepareOperation("authorisation" as never, { path: "/x", auth: "none" }));
  expect(message).toContain("expected an operation without a shape: authorization, create_customer,");
  expect(message.split(", ")).toHaveLength(11 + 1);
});

describe("the webhook of another framework", () => {
  const request = new IncomingMessage(new Socket());
  const fromWeb = new Request(BASE_URL, { method: "POST", body: "{}" });
  test.each([
    ["express", express, { raw: request, headers: {} }, "billwire/fastify"],
    ["express", express, fromWeb, "billwire/web"],
    ["express", express, { req: { raw: fromWeb } }, "billwire/hono"],
    ["web", web, request, "billwire/express"],
    ["web", web, { raw: request, headers: {} }, "billwire/fastify"],
    ["hono", hono, fromWeb, "billwire/web"],
    ["hono", hono, request, "billwire/express"],
  ])("of billwire/%s is told the right entry", async (_name, handlerOf, given, entry) => {
    const handle = handlerOf(OPTIONS) as (request: unknown, response: unknown) => Promise<unknown>;
    await expect(handle(given, {})).rejects.toThrow(`this one needs the webhook of "${entry}"`);
  });

  test("of Fastify is told to register the plugin", async () => {
    const plugin = fastify(OPTIONS) as unknown as (request: unknown, reply: unknown) => Promise<unknown>;
    await expect(plugin({ raw: request }, {})).rejects.toThrow("is a plugin and no route: app.register(");
  });
});

test("http to another host names the hosts that allowLoopbackHttp allows", () => {
  const options = { baseUrl: "http://sandbox:8080", allowLoopbackHttp: true };
  expect(said(() => new Biller(options))).toMatch(/localhost, 127\.0\.0\.1 and \[::1\].*network_mode/);
});

test("a record that is no text names what it may be", async () => {
  for (const record of [Promise.resolve("x"), { version: 2 }, 1]) {
    const flow = new SettlementFlow(by, FLOW_BILL);
    flow.step();
    expect(said(() => flow.loaded(record as never))).toMatch(
      /^record: expected the stored record, or null\. .* await the query, and store it in a column of text/,
    );
  }
});

test("a record as an option names where it goes", () => {
  expect(said(() => new SettlementFlow(by, FLOW_BILL, { record: "{}" } as never))).toMatch(
    /^record: it is no option: give `load` to `run`/,
  );
});

test("the result of a run has the flow's warnings", async () => {
  const run = (currency: string) => {
    const flow = new SettlementFlow(by, { ...FLOW_BILL, currency, exchange_rate_khr: 1 });
    return flow.run({
      load: () => null,
      save: () => true,
      send: async () => ({ status: 200, body: SETTLED }),
    });
  };
  expect(await run("khr")).toMatchObject({
    outcome: "settled",
    warnings: [{ path: "currency", code: "unknown_currency" }],
  });
  expect(await run("USD")).not.toHaveProperty("warnings");
});

describe("a member that an object has not", () => {
  const event = receiver.receive({ Token: "hook" }, "{}");
  const verified = { fetch: async () => new Response('{"code":"SUCCESS"}') };
  test.each<[object, string, string]>([
    [event, "identity_code", "read event.payload.identity_code"],
    [event, "status", "read event.payload.status"],
    [event, "customers", "read event.payload.customers"],
    [event, "amount", "read event.payload.tran_amount"],
    [event, "body", "read event.payload"],
    [event, "type", "read event.payload.status"],
    [event, "token", "event.authentication"],
    [event, "confirmed", "send(event.confirm(biller, bill))"],
    [by.prepareSettlementLookup(BILL), "body", "lookup.call"],
    [event.confirm(by, ROW), "url", "confirmation.call"],
    [new SettlementFlow(by, FLOW_BILL), "outcome", "read (await flow.run(…)).outcome"],
    [by, "profile", "a biller does not show its settings"],
    [by, "bearer", "withBearer(token)"],
  ])("is no silent undefined (%#: %s)", (object, name, advice) => {
    expect(said(() => (object as Record<string, unknown>)[name])).toContain(`${name}: `);
    expect(said(() => (object as Record<string, unknown>)[name])).toContain(advice);
    expect(Object.keys(object)).not.toContain(name);
  });

  test("is not set either", () => {
    expect(said(() => Object.assign(by, { bearer: "other" }))).toContain("withBearer(token)");
  });

  test("of a promise names the await", async () => {
    const sent = send(
      by.prepareVerification({ identity_code: "INV-1", purpose_of_transaction: "INV-1" }),
      verified,
    );
    for (const name of ["link", "data", "warnings", "code"])
      expect(() => (sent as unknown as Record<string, unknown>)[name]).toThrow(`(await send(…)).${name}`);
    await expect(sent).rejects.toThrow("required");
  });
});

describe("options that are none", () => {
  const lookup = by.prepareSettlementLookup(BILL);
  const decide = (options: unknown) => lookup.decide(200, '{"code":"NOT_FOUND"}', options as never);
  test.each<[string, () => unknown, string]>([
    ["a Date in their place", () => decide(new Date()), "expected an object of firstAttempt"],
    ["a misspelt one", () => decide({ firstAttempts: 1 }), "did you mean `firstAttempt`?"],
    ["seconds", () => decide({ firstAttempt: 1_769_824_800 }), "these are seconds"],
    ["text of sign", () => sign(BILL, "key", "+07:00" as never), 'such as { signingOffset: "+07:00" }'],
    ["a zone's name", () => readTranDate("2026-01-31T09:00:00", "Asia/Phnom_Penh"), "not a zone's name"],
    ["of a date", () => readTranDate("", "Z", { dayfirst: true } as never), "did you mean `dayFirst`?"],
    ["text for true", () => readTranDate("", "Z", { dayFirst: "yes" } as never), "expected true or false"],
    ["a list", () => CreditFlow.ofBill(by, ROW, [] as never), "options: expected an object"],
    ["a policy of text", () => web({ ...OPTIONS, policy: "fast" as never }), "policy: expected an object"],
    [
      "a promise of a profile",
      () => new Biller({ baseUrl: BASE_URL, profile: Promise.resolve(PROFILE) as never }),
      "profile: expected an object; this is a promise: await it",
    ],
    [
      "the class of a biller",
      () => web({ ...OPTIONS, biller: Biller as never }),
      "this is the class: make one by new Biller(",
    ],
    ["options of a receiver", () => web({ ...OPTIONS, receiver: { tokens: [] } as never }), "merchantProxy("],
    ["a biller", () => validateDraft("settlement", BILL, by as never), "settings: a draft has no biller"],
    [
      "a typed operation",
      () => by.prepareOperation("settlement" as never, { path: "/" }),
      "expected an operation without a shape: authorization,",
    ],
    [
      "a request for headers",
      () => receiver.receive(new Request(BASE_URL) as never, "{}"),
      "pass its headers",
    ],
  ])("are refused: %s", (_name, work, advice) => {
    expect(said(work)).toContain(advice);
  });

  test("a status that proves nothing is none of those after which nothing has happened", () => {
    const withStatus = (status: number) =>
      new Biller({ baseUrl: BASE_URL, profile: { nothingHappenedStatuses: [status] } });
    for (const status of [500, 502, 504, 599])
      expect(said(() => withStatus(status))).toContain("expected a status from 400 to 499, or 503");
    for (const status of [400, 499, 503]) expect(() => withStatus(status)).not.toThrow();
  });
});

describe("advice about another object", () => {
  test.each<[string, () => unknown, string]>([
    [
      "a bill to settle in place of an expectation",
      () => CreditFlow.ofBill(by, FLOW_BILL as never),
      "give { identity_code, purpose_of_transaction, currency, amount } of it",
    ],
    [
      "an event in place of a bill",
      () => CreditFlow.ofBill(by, receiver.receive({ Token: "hook" }, "{}") as never),
      "a webhook's event: pass the bill of your books",
    ],
    [
      "a bill that inherits its fields",
      () => by.prepareSettlement(Object.create(BILL) as never),
      "copy them into a plain object",
    ],
    [
      "a database's result in place of a list",
      () => CreditFlow.ofBill(by, ROW, { transactions: { rows: [] } as never }),
      "pass its rows",
    ],
  ])("fits: %s", (_name, work, advice) => {
    expect(said(work)).toContain(advice);
  });

  test("is not given about the bytes of an answer, nor about tokens", () => {
    expect(said(() => by.decode("verification", 200, Buffer.from('{"code":"SUCCESS"}')))).not.toContain(
      "bytes",
    );
    expect(said(() => receiver.receive({ Token: "hook" }, '["{}"]'))).not.toContain("elements");
  });
});

describe("a function of a run that returns something else", () => {
  const run = (work: object) =>
    new SettlementFlow(by, FLOW_BILL).run({
      load: () => null,
      save: () => true,
      send: async () => ({ status: 200, body: SETTLED }),
      ...work,
    });
  test.each<[string, object, string]>([
    ["a Response", { send: async () => new Response(SETTLED) }, "send: it has to return { status, body }"],
    ["an outcome", { send: async () => ({ outcome: "settled" }) }, "as send(request) of billwire/fetch does"],
    ["a parsed body", { send: async () => ({ status: 200, body: {} }) }, "with the raw body"],
    ["a token", { biller: () => "bearer" }, "what the function `biller` returned"],
    ["another record", { load: () => "{}" }, "A record is the text that `save` got"],
    ["JSON of JSON", { load: () => '"{}"' }, "A record is the text that `save` got"],
  ])("is named: %s", async (_name, work, advice) => {
    await expect(run(work)).rejects.toThrow(advice);
  });

  test("twice at once is named", async () => {
    const flow = new SettlementFlow(by, FLOW_BILL);
    const work = { load: () => null, save: () => true, send: async () => ({ status: 200, body: SETTLED }) };
    const first = flow.run(work);
    await expect(flow.run(work)).rejects.toThrow("a run of this flow is under way: await it");
    await expect(first).resolves.toMatchObject({ outcome: "settled" });
  });

  test("does not ask for ever for a sleep that returns at once", async () => {
    let sleeps = 0;
    const flow = new SettlementFlow(by, FLOW_BILL, { now: () => 0 });
    const work = { load: () => null, save: () => true, send: async () => ({ sent: "maybe" as const }) };
    const sleep = () => void sleeps++;
    await expect(flow.run({ ...work, sleep })).rejects.toThrow("sleep: it returns before the time");
    expect(sleeps).toBeLessThan(2_000);
  });

  test("as fetch names the Response", async () => {
    const nothing = { fetch: (async () => {}) as never };
    await expect(send(by.prepareSettlement(BILL), nothing)).rejects.toThrow("return the Response");
  });
});

describe("the line of a handler", () => {
  const lineOf = async (options: object, headers: object = {}, status = "success") => {
    const print = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    const type = { "Content-Type": "application/json", Token: "hook", ...headers };
    const request = new Request(BASE_URL, { method: "POST", body: '{"tran_id":"T-1"}', headers: type });
    const transaction = {
      ...{ tran_id: "T-1", tran_date: "2026-01-31T09:00:00", tran_amount: 40_000, fee_amount: 0, status },
      ...{ total_amount: 40_000, currency: "KHR", identity_code: "INV-1", purpose_of_transaction: "INV-1" },
    };
    const body = JSON.stringify({ code: "SUCCESS", message: "found", data: transaction });
    await web({ ...OPTIONS, findBill: () => ROW, send: async () => ({ status: 200, body }), ...options })(
      request,
    );
    return print.mock.calls.flat().join(" ");
  };
  const booked = [{ claimKey: "T-1", state: "credited", amount: "40000" }];

  test.each<[string, object, string]>([
    [
      "claimKeys in place of transactions",
      { claimKeys: ["T-1"], transactions: undefined },
      "findBill.claimKeys",
    ],
    ["a list of another name", { payments: booked }, "findBill.payments: give what the books have"],
    ["a misspelt list", { transaction: booked }, "findBill.transaction: give what the books have"],
    ["a row with other names", { transactions: [{ claimKeys: "T-1" }] }, "transactions[0].claimKey"],
    [
      "a misspelt field",
      { amount: undefined, Amount: "40000" },
      "Amount: unknown field; did you mean `amount`?",
    ],
    ["camel case", { identity_code: undefined, identityCode: "INV-1" }, "did you mean `identity_code`?"],
    ["a database's result", { rows: [ROW], rowCount: 1 }, "pass a row of it, such as rows[0]"],
  ])("names what findBill gave: %s", async (_name, members, advice) => {
    expect(await lineOf({ findBill: () => ({ ...ROW, ...members }) })).toContain(advice);
  });

  test("says nothing of a row's other columns", async () => {
    const row = { ...ROW, id: 7, created_at: new Date(), claimKey: null, payments: [] };
    expect(await lineOf({ findBill: () => row })).toBe("");
  });

  test.each<[string, object, string]>([
    [
      "credit returned",
      { credit: () => undefined },
      'credit: it has to return "credited" or "creditedBefore"',
    ],
    [
      "credit misspelt",
      { credit: () => "creditted" },
      'credit: it has to return "credited" or "creditedBefore"',
    ],
    [
      "findBill read of the event",
      { findBill: (_: unknown, event: unknown) => [event].map((one) => (one as typeof ROW).identity_code) },
      "findBill: identity_code: read event.payload.identity_code",
    ],
    [
      "findBill found",
      { findBill: () => null },
      "findBill gave no bill for the identity_code, its first argument",
    ],
    [
      "the simulator is not asked",
      { send: (request: never) => send(request, { fetch: SIMULATOR.fetch }) },
      "send: verification: no answer arrived",
    ],
  ])("names what %s", async (_name, options, advice) => {
    expect(await lineOf(options)).toContain(advice);
  });

  test("says why a delivery was refused, and of a status what to do", async () => {
    expect(await lineOf({}, { "Content-Type": "text/plain" })).toContain(
      "refused: HTTP 415: expected the content type",
    );
    expect(await lineOf({ maxBytes: 5 })).toContain("refused: HTTP 413: the body is longer than maxBytes");
    expect(await lineOf({}, {}, "PAID")).toContain(
      "if it means success, list it in the profile's successStatuses",
    );
  });

  test("of Nest names the request that it needs", () => {
    expect(said(() => nest(OPTIONS)(undefined as never, {} as never, () => {}))).toContain(
      "pass @Req() and @Res()",
    );
  });
});

describe("the command line", () => {
  const LINES = [
    [["sandbox", "8080"], "the port is an option: --port 8080"],
    [["explain", "bill.json"], "the bill's file is an option: --bill bill.json"],
    [["trigger", "khqr", "http://127.0.0.1:9/"], "the address is an option: --to"],
    [["trigger", "khqr", "--to", "/webhook"], "a server's name"],
    [["trigger", "khqr", "--to", "http://127.0.0.1:9/", "--bill", ""], "--bill is empty"],
    [["trigger", "khqr", "--to", "http://127.0.0.1:9/", "--token", ""], "--token is empty"],
    [
      ["trigger", "khqr", "--to", "http://127.0.0.1:9/", "--set", "ammount=1"],
      "warning: a webhook has no field ammount, which is sent all the same; did you mean tran_amount?",
    ],
    [
      ["explain", "--ref-id", "INV-1"],
      "--date, --currency, --total-amount, --customer-sync-code, --settlement-to",
    ],
    [["explain", "--bill", "-", "--hash", ""], "--hash is empty"],
    [["explain", "--bill", "-"], "warning: BILLWIRE_HASH_TOKEN: there is white space at an end"],
    [["verify-webhook"], "--headers with a file: one `Name: value` a line, or JSON"],
    [["init", "--dir", fileURLToPath(import.meta.url)], "is or lies in a file: give --dir a folder"],
  ] as const;
  test.each([
    ['{\n  "compilerOptions": {\n    "types": [],\n  }\n}', 'give it "types": ["node"]'],
    ['{\n  "compilerOptions": {\n    // "types": [],\n  }\n}', "jobs.mts"],
  ])("init says what a tsconfig.json lacks (%#)", (config, line) => {
    const cwd = mkdtempSync(join(tmpdir(), "billwire-init-"));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    writeFileSync(join(cwd, "tsconfig.json"), config);
    const program = fileURLToPath(new URL("cli/main.js", DIST));
    const { stdout } = spawnSync(process.execPath, [program, "init"], { cwd, encoding: "utf8" });
    expect(stdout).toContain(line);
    expect(stdout.includes("empty list of types")).toBe(config.includes('   "types"'));
  });

  test.each(LINES)("%j says what is missing", (args, line) => {
    const input = args[0] === "explain" && args[1] === "--bill" ? JSON.stringify(BILL) : "";
    const { stderr } = spawnSync(process.execPath, [fileURLToPath(new URL("cli/main.js", DIST)), ...args], {
      input,
      encoding: "utf8",
      env: { ...process.env, BILLWIRE_HASH_TOKEN: "key\n" },
    });
    expect(stderr).toContain(line);
  });
});

describe("the simulator", () => {
  test.each<[string, () => unknown, string]>([
    ["a list for a script", () => SIMULATOR.script([] as never), "script: expected an object"],
    ["text for a payment", () => SIMULATOR.pay("INV-1" as never), "payment: expected an object"],
    ["text for an amount", () => pay({ amount: "40000" }), "amount: expected a whole number"],
    ["an amount below zero", () => pay({ amount: -1 }), "amount: expected a whole number from 0"],
    ["a number for a text", () => pay({ currency: 116 }), "currency: expected text"],
    ["an attempt 0", () => fault({ kind: "drop_after" }, 0), "attempt: expected a whole number from 1"],
    ["a status of none", () => fault({ kind: "answer", status: 1_000 }), "expected a status from 200 to 599"],
    [
      "a status of no redirect",
      () => fault({ kind: "redirect", status: 200, location: "/" }),
      "expected a status from 300 to 399",
    ],
    ["a promise of an answer", () => SIMULATOR.delivered(1, Promise.resolve() as never), "await it first"],
  ])("says what it expects of %s", (_name, work, advice) => {
    expect(said(work)).toContain(advice);
  });

  test("of another address says so", async () => {
    await expect(SIMULATOR.fetch("https://another.example/")).rejects.toThrow(
      "not below the simulator's baseUrl",
    );
  });
});

const SIMULATOR = new Simulator({
  ...{ bearer: "b", verificationToken: "v", hashToken: "h" },
  baseUrl: "https://simulated.example",
});

function pay(members: object): unknown {
  return SIMULATOR.pay({ identity_code: "INV-1", currency: "KHR", amount: 1, ...members } as never);
}

function fault(fault: object, attempt = 1): void {
  SIMULATOR.script({ settlement: [{ ref_id: "INV-1", attempt, fault }] } as never);
}

describe("of two installed copies", () => {
  const folder = mkdtempSync(join(tmpdir(), "billwire-copy-"));
  let other: typeof billwire;

  beforeAll(async () => {
    cpSync(fileURLToPath(DIST), folder, { recursive: true });
    other = await import(pathToFileURL(join(folder, "node/main.mjs")).href);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test("an object of the other one is named so", () => {
    const event = other.WebhookReceiver.checkout().receive({}, "{}");
    const stranger = new other.Biller({ baseUrl: BASE_URL });
    for (const [name, work] of [
      ["Biller", () => receiver.receive({ Token: "hook" }, "{}").confirm(stranger, ROW)],
      ["Biller", () => new SettlementFlow(stranger, FLOW_BILL)],
      ["WebhookEvent", () => CreditFlow.ofEvent(by, event, ROW)],
      ["WebhookReceiver", () => web({ ...OPTIONS, receiver: other.WebhookReceiver.checkout() })],
    ] as const) {
      expect(said(work)).toContain(`this ${name} is of another copy of billwire: run \`npm ls billwire\``);
    }
  });
});

test("a page that forbids WebAssembly is told which policy allows it", () => {
  const forbid =
    "WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('blocked by CSP') } };";
  const load =
    "try { require('billwire') } catch (error) { console.log(error.message, error.cause.message) }";
  const printed = execFileSync(process.execPath, ["--eval", forbid + load], {
    cwd: fileURLToPath(new URL(".", import.meta.url)),
    encoding: "utf8",
  });
  expect(printed).toMatch(
    /'wasm-unsafe-eval' in the script-src of its Content-Security-Policy.* blocked by CSP/,
  );
});
