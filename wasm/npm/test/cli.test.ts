// The command line of the packed package, run as npx runs it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { Biller, WebhookReceiver, isBillwireError, sign } from "billwire";
import { webhookFixtures } from "billwire/testing";
import { afterAll, expect, test } from "vitest";
import { BILL, SHOP } from "./support/bills.ts";
import { DIST } from "./support/models.ts";

const PROGRAM = fileURLToPath(new URL("cli/main.js", DIST));
const KEY = "test-hash-key";
const SECRETS = { BILLWIRE_HASH_TOKEN: KEY, BILLWIRE_WEBHOOK_TOKEN: "test-webhook", BILLWIRE_BEARER: "test-bearer", BILLWIRE_VERIFICATION_TOKEN: "test-verification" };
const HASH = sign(BILL, KEY);
const folder = mkdtempSync(join(tmpdir(), "billwire-cli-"));
const children: ChildProcess[] = [];

afterAll(() => {
  children.forEach((child) => child.kill());
  rmSync(folder, { recursive: true });
});

interface Output {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function started(args: readonly string[], env: Readonly<Record<string, string>> = SECRETS): ChildProcess {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH, ...env } });
  children.push(child);
  return child;
}

async function ran(args: readonly string[], input = "", env?: Readonly<Record<string, string>>): Promise<Output> {
  const child = started(args, env);
  child.stdin?.on("error", () => {}).end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout!), text(child.stderr!), child.exitCode ?? once(child, "exit")]);
  return { code: child.exitCode, stdout, stderr };
}

function fileOf(name: string, content: string): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

test.each(["", "sandbox", "trigger", "explain", "verify-webhook", "decode"])("--help of %j has examples", async (command) => {
  const { code, stdout } = await ran([...(command === "" ? [] : [command]), "--help"]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/Examples:[^]*npx billwire/)]);
});

test.each([
  [["unknown"]],
  [["explain", "--hashToken", KEY]],
  [["explain", "--total-amount", "1.5"]],
  [["decode", "settlement"]],
  [["decode", "payments", "--status", "200"]],
  [["decode", "settlement", "--status", "many"]],
  [["trigger", "khqr"]],
  [["trigger", "khqr", "--to", "http://192.0.2.1/webhook"]],
  [["trigger", "nothing", "--to", "http://127.0.0.1/webhook"]],
  [["verify-webhook"]],
  [["sandbox", "--webhook-url", "http://192.0.2.1/"]],
  [["sandbox", "--profile", "/nowhere.json"]],
])("%j is refused with a sentence", async (args) => {
  const { code, stdout, stderr } = await ran(args, "{}");
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^error: .{15,}/);
});

test("without a terminal, a missing secret is named", async () => {
  const { code, stderr } = await ran(["explain"], JSON.stringify(BILL), {});
  expect([code, stderr]).toEqual([2, expect.stringContaining("BILLWIRE_HASH_TOKEN")]);
});

const BODY = JSON.stringify({ ...BILL, hash: HASH });
const WRONG = sign(BILL, KEY, { signingOffset: "+07:00" });

test.each([
  ["a body with its hash", ["explain", "--json"], BODY],
  ["a cURL line", ["explain", "--json"], `curl -X POST 'https://service.example/x' \\\n  -H 'Content-Type: application/json' --data-raw '${BODY}'`],
  ["a cURL line with double quotes", ["explain", "--json"], `curl https://service.example/x -d ${JSON.stringify(BODY)}`],
  ["a cURL line of a browser", ["explain", "--json"], `curl 'https://service.example/x' --data $'${BODY.replace("INV", "\\u0049NV")}'`],
])("explain takes %s", async (_, args, input) => {
  const { code, stdout } = await ran(args, input);
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ hash: HASH, observed: expect.objectContaining({ code: "matches" }) })]);
});

test("explain takes flags, and names a wrong zone", async () => {
  const flags = ["--ref-id", BILL.ref_id, "--date", String(BILL.date), "--currency", BILL.currency, "--total-amount", String(BILL.total_amount)];
  const rest = ["--customer-sync-code", BILL.customer_sync_code, "--settlement-to", BILL.settlement_to];
  const { code, stdout } = await ran(["explain", ...flags, ...rest, "--hash", WRONG]);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/✗.*[^]*zone[^]*signingOffset: "\+07:00"/)]);
});

test("explain shows the findings of an invalid bill", async () => {
  const { code, stdout } = await ran(["explain", "--json"], "{}");
  expect([code, JSON.parse(stdout)]).toEqual([1, expect.objectContaining({ kind: "invalid_request", nextStep: "fixRequest" })]);
});

test.each([
  ["200", '{"code":"000","message":"m","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}', 0, "settled"],
  ["503", "", 1, "askService"],
])("decode of HTTP %s", async (status, body, expected, word) => {
  const { code, stdout } = await ran(["decode", "settlement", "--status", status, fileOf("answer.json", body)]);
  expect([code, stdout]).toEqual([expected, expect.stringContaining(word)]);
});

test("decode prints no control character of an answer", async () => {
  const body = JSON.stringify({ code: "777", message: "\u001b[2J" });
  const { code, stdout } = await ran(["decode", "settlement", "--status", "200"], body);
  expect([code, stdout.includes("\u001b")]).toEqual([1, false]);
  expect(stdout).toContain("\\u001b[2J");
});

test("verify-webhook receives, and refuses another token", async () => {
  const fixture = webhookFixtures.find(({ name }) => name === "khqr")!;
  const body = fileOf("webhook.json", fixture.body);
  const headers = (token: string): string => fileOf("headers.txt", `Content-Type: application/json\r\ntoken: ${token}\r\n`);
  const right = await ran(["verify-webhook", body, "--headers", headers(SECRETS.BILLWIRE_WEBHOOK_TOKEN), "--json"]);
  expect([right.code, JSON.parse(right.stdout)]).toEqual([0, expect.objectContaining({ authentication: "token", dedupKey: expect.any(String) })]);
  const wrong = await ran(["verify-webhook", body, "--headers", headers("another"), "--json"]);
  expect([wrong.code, JSON.parse(wrong.stdout)]).toEqual([1, expect.objectContaining({ code: "wrong_token", response: expect.objectContaining({ status: 401 }) })]);
  const checkout = await ran(["verify-webhook", "--variant", "checkout"], fixture.body);
  expect([checkout.code, checkout.stdout]).toEqual([0, expect.stringContaining("INV-2")]);
});

test("trigger sends every case to an endpoint", async () => {
  const receiver = WebhookReceiver.merchantProxy({ tokens: [SECRETS.BILLWIRE_WEBHOOK_TOKEN] });
  const endpoint = createServer(async (request, response) => {
    const body = await text(request);
    try {
      const { status, headers, body: reply } = receiver.receive(request.headers, body).acknowledge();
      response.writeHead(status, headers).end(reply);
    } catch (error) {
      if (!isBillwireError(error) || !error.response) throw error;
      response.writeHead(error.response.status).end(error.response.body);
    }
  }).listen(0, "127.0.0.1");
  await once(endpoint, "listening");
  const to = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/webhook`;
  for (const name of ["khqr", "forged", "broken_off"]) {
    const { code, stdout } = await ran(["trigger", name, "--to", to, "--json"]);
    expect([name, code, JSON.parse(stdout)]).toEqual([name, 0, expect.objectContaining({ case: name, isExpected: true })]);
  }
  // With another token, the endpoint refuses what it should accept.
  const { code, stdout } = await ran(["trigger", "khqr", "--to", to], "", { BILLWIRE_WEBHOOK_TOKEN: "another" });
  expect([code, stdout]).toEqual([1, expect.stringContaining("HTTP 401")]);
  endpoint.close();
});

test("trigger lists the cases", async () => {
  const { code, stdout } = await ran(["trigger", "--list", "--variant", "checkout", "--json"]);
  const names = webhookFixtures.filter(({ variant }) => variant === "checkout").map(({ name }) => name);
  expect([code, JSON.parse(stdout).map(({ name }: { name: string }) => name)]).toEqual([0, names]);
});

test("the sandbox with --json prints and logs JSON alone", async () => {
  const child = started(["sandbox", "--json"]);
  const [line] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
  const { url } = JSON.parse(line) as { url: string };
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const logged = createInterface({ input: child.stderr! })[Symbol.asyncIterator]();
  const next = async () => JSON.parse((await logged.next()).value as string) as unknown;
  await fetch(`${url}/sandbox/faults`, { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"settlement":[]}' });
  expect(await next()).toEqual({ time: expect.any(String), event: "admin", change: "0 faults of answers, 0 of webhooks" });
  await fetch(`${url}/bill_payment/push_bill_with_payment`, { method: "POST" });
  expect(await next()).toEqual({ time: expect.any(String), event: "request", method: "POST", path: "/bill_payment/push_bill_with_payment", status: 401 });
});

test("the sandbox settles a bill", async () => {
  const child = started(["sandbox", "--port", "0"]);
  const [line] = (await once(createInterface({ input: child.stdout! }), "line")) as [string];
  const baseUrl = line.replace("listening on ", "");
  const biller = new Biller({ baseUrl, hashToken: KEY, bearer: SECRETS.BILLWIRE_BEARER, verificationToken: SECRETS.BILLWIRE_VERIFICATION_TOKEN, allowLoopbackHttp: true });
  const send = async <T>(call: { url: string; decode(status: number, body: ArrayBuffer): T } & RequestInit): Promise<T> => {
    const response = await fetch(call.url, call);
    return call.decode(response.status, await response.arrayBuffer());
  };
  await send(biller.prepareOnboarding(SHOP));
  expect(await send(biller.prepareSettlement(BILL))).toMatchObject({ outcome: "settled" });
  const books = await (await fetch(`${baseUrl}/sandbox/books`)).json();
  expect(books).toMatchObject({ bills: [{ ref_id: BILL.ref_id, settlements: 1 }] });
});
