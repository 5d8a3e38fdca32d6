// Mistakes of a newcomer: each error says what to change.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as billwire from "billwire";
import { Biller, CreditFlow, SettlementFlow, WebhookReceiver, sign } from "billwire";
import type { WireProfile } from "billwire";
import { webhook as express } from "billwire/express";
import { webhook as fastify } from "billwire/fastify";
import { send } from "billwire/fetch";
import { webhook as hono } from "billwire/hono";
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
