// Mistakes of a newcomer: each error says what to change.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type * as billwire from "billwire";
import { CreditFlow, SettlementFlow, WebhookReceiver } from "billwire";
import type { WireProfile } from "billwire";
import { webhook as express } from "billwire/express";
import { send } from "billwire/fetch";
import { webhook as web } from "billwire/web";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
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
  ] as const) {
    await expect(send(by.prepareSettlement(BILL), { [name]: 1 })).rejects.toThrow(
      unknown(name, `did you mean \`${meant}\`?`),
    );
  }
  await expect(send(by.prepareSettlement(BILL), { retries: 1 } as object)).rejects.toThrow(
    unknown("retries", "expected fetch, agent, connectTimeout, timeout, signal, maxBytes, onAttempt"),
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

test("a promise that was not awaited has no outcome", async () => {
  const answer = { fetch: async () => new Response('{"code":"000"}') };
  const sent = send(by.prepareSettlement(BILL), answer) as unknown as { outcome: string };
  expect(() => sent.outcome).toThrow("write (await send(…)).outcome");
  await expect(sent).resolves.toMatchObject({ outcome: "accepted" });
});

test("a record that is no text names what it may be", async () => {
  for (const record of [Promise.resolve("x"), { version: 2 }, 1]) {
    expect(said(() => new SettlementFlow(by, FLOW_BILL, { record: record as never }))).toMatch(
      /^record: expected text\. .* await the query, and store it in a column of text/,
    );
  }
});

test("the result of a run has the flow's warnings", async () => {
  const run = (currency: string) => {
    const flow = new SettlementFlow(by, { ...FLOW_BILL, currency, exchange_rate_khr: 1 });
    return flow.run({ save: () => true, send: async () => ({ status: 200, body: SETTLED }) });
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
