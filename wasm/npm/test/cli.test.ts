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
import { WebhookReceiver, isBillwireError, sign } from "billwire";
import { WebhookTarget, webhookFixtures } from "billwire/testing";
import { afterAll, expect, test } from "vitest";
import { BILL } from "./support/bills.ts";
import { PROGRAM } from "./support/sandbox.ts";

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
  [["decode", "settlement"]],
  [["decode", "settlement", "--status", "many"]],
  [["trigger", "khqr", "--to", "http://192.0.2.1/webhook"]],
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

test("trigger selects the test case of a sample target", async () => {
  const target = new WebhookTarget(WebhookReceiver.checkout());
  const endpoint = createServer(async (request, response) => {
    const { status, body } = target.receive(request.headers, await text(request));
    response.writeHead(status).end(body);
  }).listen(0, "127.0.0.1");
  await once(endpoint, "listening");
  const to = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/webhook`;
  for (const [testCase, status] of [["success", 200], ["fail", 500]] as const) {
    const { code, stdout } = await ran(["trigger", "khqr", "--variant", "checkout", "--to", to, "--test-case", testCase, "--json"]);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ isExpected: true, answer: expect.objectContaining({ status }) })]);
  }
  endpoint.close();
});

test("trigger lists the cases", async () => {
  const { code, stdout } = await ran(["trigger", "--list", "--variant", "checkout", "--json"]);
  const names = webhookFixtures.filter(({ variant }) => variant === "checkout").map(({ name }) => name);
  expect([code, JSON.parse(stdout).map(({ name }: { name: string }) => name)]).toEqual([0, names]);
});

test("the sandbox prints what a client needs", async () => {
  const usual = started(["sandbox"], {});
  const [first, ...rest] = await linesOf(usual, 11);
  const url = first!.replace("listening on ", "");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(rest.map((line) => line.trim().split(/\s+/)).filter(([name]) => name?.startsWith("BILLWIRE_"))).toEqual([
    ["BILLWIRE_BASE_URL", url],
    ["BILLWIRE_BEARER", "sandbox-bearer"],
    ["BILLWIRE_VERIFICATION_TOKEN", "sandbox-verification"],
    ["BILLWIRE_HASH_TOKEN", "sandbox-hash-token"],
    ["BILLWIRE_WEBHOOK_TOKEN", "sandbox-webhook-token"],
  ]);
  const curl = rest.find((line) => line.includes("curl"))!;
  const answered = spawn("sh", ["-c", `${curl} --silent`]);
  expect(JSON.parse(await text(answered.stdout))).toMatchObject({ code: "000" });
});

test("the sandbox prints no credential of the environment", async () => {
  const [json] = await linesOf(started(["sandbox", "--json"]), 1);
  expect(JSON.parse(json!)).toEqual({ url: expect.any(String), profile: expect.any(Object) });
  const printed = (await linesOf(started(["sandbox"]), 11)).join("\n");
  expect(printed).toContain("$BILLWIRE_BEARER");
  for (const secret of Object.values(SECRETS)) expect(printed).not.toContain(secret);
});

/** First lines that a program prints. */
async function linesOf(child: ChildProcess, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) if (lines.push(line) === count) break;
  return lines;
}
