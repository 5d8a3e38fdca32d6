// Mistakes of a newcomer: each error says what to change.
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as billwire from "billwire";
import { CreditFlow, SettlementFlow, WebhookReceiver } from "billwire";
import type { Finding, WireProfile } from "billwire";
import { webhook as express } from "billwire/express";
import { send } from "billwire/fetch";
import { webhook as web } from "billwire/web";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { BASE_URL, BILL, SETTLED, biller, errorOf, settle } from "./support/bills.ts";
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

describe("names the option", () => {
  test.each<[string, object, string]>([
    ["timeoutMs", { timeoutMs: 1 }, "did you mean `timeout`?"],
    ["maxbytes", { maxbytes: 1 }, "did you mean `maxBytes`?"],
    ["max-bytes", { "max-bytes": 1 }, "did you mean `maxBytes`?"],
    ["signl", { signl: 1 }, "did you mean `signal`?"],
    ["retries", { retries: 1 }, "expected fetch, agent, connectTimeout, timeout, signal, maxBytes, onAttempt"],
  ])("%s of send", async (name, options, advice) => {
    await expect(send(by.prepareSettlement(BILL), options)).rejects.toThrow(`options: unknown option \`${name}\`; ${advice}`);
  });

  test.each<[string, string]>([
    ["findbill", "did you mean `findBill`?"],
    ["onResults", "did you mean `onResult`?"],
    ["secret", "expected receiver, biller, findBill, credit, send,"],
  ])("%s of webhook", (name, advice) => {
    expect(said(() => web({ ...OPTIONS, [name]: 1 } as never))).toContain(`options: unknown option \`${name}\`; ${advice}`);
  });
});

const WITHOUT_RATE = "give total_amount_khr, or exchange_rate_khr";

describe("the sentence about a setting, or a field, says what to change:", () => {
  test.each<[string, () => unknown, ...string[]]>([
    ["baseUrl unset", () => biller({ baseUrl: undefined } as never), "baseUrl: this address is required; if it comes from an environment variable"],
    ["baseUrl without scheme", () => biller({ baseUrl: "service.example" }), "baseUrl: the address has to begin with https://"],
    ["baseUrl of an operation", () => biller({ baseUrl: `${BASE_URL}/transaction/v2/verify` }), "baseUrl: the address ends with the path of an operation"],
    ["baseUrl by http", () => biller({ baseUrl: "http://service.example" }), "baseUrl: credentials are not sent unencrypted"],
    ["baseUrl by http on this machine", () => biller({ baseUrl: "http://localhost" }), "`allowLoopbackHttp`"],
    ["a token from a file", () => biller({ bearer: "b\n", hashToken: "h\n" }), "bearer: there is white space at an end", "hashToken: there is white space at an end"],
    ["a token of an unset variable", () => WebhookReceiver.merchantProxy({ tokens: ["a", undefined as never] }), "tokens[1]: this value is not set; if it comes from an environment variable"],
    ["a credential unset", () => biller({ hashToken: undefined }).prepareSettlement(BILL), "hash token, which is not set; if it comes from an environment variable"],
    ["a key unset", () => billwire.sign(BILL, undefined as never), "hashToken: this value is not set; if it comes from an environment variable"],
    ["statuses", () => biller({ profile: { nothingHappenedStatuses: [200] } }), "expected a status from 400 to 599"],
    ["a policy", () => new SettlementFlow(by, FLOW_BILL, { policy: { attempts: 0 } }), "policy.attempts: expected a whole number from 1 to 100"],
    ["a limit", () => WebhookReceiver.checkout({ limits: { bytes: 0 } }), "limits.bytes: expected a whole number from 1"],
    ["៛", () => settle({ ...BILL, currency: "៛" }), "did you mean `KHR`?", WITHOUT_RATE],
    ["Authorization in place of Token", () => receiver.receive({ Authorization: "Bearer hook" }, "{}"), "no Token header; no other header, such as Authorization, counts"],
  ])("%s", (_name, work, ...sentences) => {
    for (const sentence of sentences) expect(said(work)).toContain(sentence);
  });
});

describe("a warning", () => {
  test.each<[string, () => { readonly warnings: readonly Finding[] }, string]>([
    ["a flow that cannot look up", () => new SettlementFlow(biller(), FLOW_BILL), "profile.settlementLookup settlement_lookup"],
    ["a flow that never hears of nothing", () => new SettlementFlow(biller({ profile: { ...PROFILE, notFoundCodes: {} } }), FLOW_BILL), "profile.notFoundCodes not_found_codes"],
    ["a merchant's webhook at a checkout receiver", () => WebhookReceiver.checkout().receive(new Headers({ token: "hook" }), "{}"), " unchecked_token"],
  ])("names %s", (_name, work, found) => {
    expect(work().warnings.map(({ path, code }) => `${path} ${code}`)).toEqual([found]);
  });

  test("of the profile is a violation of strict", () => {
    const shapes = { ref_id: { prefix: "INV" }, customer_sync_code: { prefix: "C" }, settlement_to: { prefix: "SUB" } };
    const strict = (profile: WireProfile) => new SettlementFlow(biller({ strict: true, codeShapes: shapes, profile }), FLOW_BILL);
    expect(said(() => strict({}))).toMatch(/^profile\.settlementLookup: without this setting/);
    expect(strict(PROFILE).warnings).toEqual([]);
  });

  test("of an unchecked Token stands in the log of a handler", async () => {
    const printed: string[] = [];
    const print = vi.spyOn(console, "error").mockImplementation((...texts) => void printed.push(texts.join(" ")));
    const request = (headers: object) => new Request(BASE_URL, { method: "POST", body: '{"status":"success"}', headers: { "Content-Type": "application/json", ...headers } });
    const handle = web({ ...OPTIONS, receiver: WebhookReceiver.checkout(), policy: { unauthenticatedReplyMs: 1 } });
    await handle(request({ Token: "hook" }));
    await handle(request({}));
    print.mockRestore();
    expect(printed.filter((line) => line.includes("carries a Token, which a receiver of the checkout variant does not check"))).toHaveLength(1);
  });
});

test("a bill's row may have more columns, and no misspelt one", () => {
  const row = { ...ROW, id: 7, created_at: new Date(), note: null, extra: { a: 1 } };
  const event = receiver.receive({ Token: "hook" }, "{}");
  expect(event.confirm(by, row).call.operation).toBe("verification");
  expect(CreditFlow.ofBill(by, row).step().step).toBe("send");
  const { amount, ...range } = { ...row, min_amount: 0, maxAmount: "5" };
  expect(said(() => event.confirm(by, range))).toContain("maxAmount: unknown field; did you mean `max_amount`?");
});

test("a framework that got webhook itself is told to call it", () => {
  const request = new IncomingMessage(new Socket());
  for (const given of [request, new Request(BASE_URL), undefined, null]) {
    expect(said(() => express(given as never))).toContain("call webhook({ receiver, biller, findBill, credit })");
  }
});

test("arguments in the wrong order, or not prepared, name the right call", async () => {
  for (const body of ["{}", new TextEncoder().encode("{}")]) {
    expect(said(() => receiver.receive(body as never, { Token: "hook" } as never))).toContain("receive(headers, body)");
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
    expect(said(() => new SettlementFlow(by, FLOW_BILL, { record: record as never }))).toMatch(/^record: expected text\. .* await the query, and store it in a column of text/);
  }
});

test("the result of a run has the flow's warnings", async () => {
  const run = (currency: string) => {
    const flow = new SettlementFlow(by, { ...FLOW_BILL, currency, exchange_rate_khr: 1 });
    return flow.run({ save: () => true, send: async () => ({ status: 200, body: SETTLED }) });
  };
  expect(await run("khr")).toMatchObject({ outcome: "settled", warnings: [{ path: "currency", code: "unknown_currency" }] });
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
  const forbid = "WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('blocked by CSP') } };";
  const load = "try { require('billwire') } catch (error) { console.log(error.message, error.cause.message) }";
  const printed = execFileSync(process.execPath, ["--eval", forbid + load], { cwd: fileURLToPath(new URL(".", import.meta.url)), encoding: "utf8" });
  expect(printed).toMatch(/'wasm-unsafe-eval' in the script-src of its Content-Security-Policy.* blocked by CSP/);
});
