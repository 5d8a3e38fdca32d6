// The command line of the packed package, run as npx runs it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { WebhookReceiver, sign } from "billwire";
import { WebhookTarget, webhookFixtures } from "billwire/testing";
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { BILL, SETTLED } from "./support/bills.ts";
import { PROGRAM } from "./support/sandbox.ts";
import { closedAddress, listening } from "./support/servers.ts";

const KEY = "test-hash-key";
const SECRETS = {
  BILLWIRE_HASH_TOKEN: KEY,
  BILLWIRE_WEBHOOK_TOKEN: "test-webhook",
  BILLWIRE_BEARER: "test-bearer",
  BILLWIRE_VERIFICATION_TOKEN: "test-verification",
};
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

function started(
  args: readonly string[],
  env: Readonly<Record<string, string>> = SECRETS,
  cwd = folder,
): ChildProcess {
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { PATH, ...env }, cwd });
  children.push(child);
  return child;
}

/** Runs a command line: words between blanks, or a list of them. */
async function ran(
  args: string | readonly string[],
  input = "",
  env?: Readonly<Record<string, string>>,
): Promise<Output> {
  const child = started(typeof args === "string" ? args.split(" ") : args, env);
  child.stdin?.on("error", () => {}).end(input);
  const [stdout, stderr] = await Promise.all([
    text(child.stdout!),
    text(child.stderr!),
    child.exitCode ?? once(child, "exit"),
  ]);
  return { code: child.exitCode, stdout, stderr };
}

/** Exit code and parsed output of a command with `--json`. */
async function jsonOf(...given: Parameters<typeof ran>) {
  const { code, stdout } = await ran(...given);
  return [code, JSON.parse(stdout)];
}

/** Runs a command on a terminal, which Python can make, and types a text once `prompt` has appeared. */
async function ranOnTerminal(
  args: readonly string[],
  prompt = "",
  typed = "",
  env: Readonly<Record<string, string>> = SECRETS,
): Promise<Output> {
  const script =
    "import os,pty,sys\nstatus=pty.spawn(sys.argv[1:])\nsys.exit(os.waitstatus_to_exitcode(status))";
  const { PATH = "" } = process.env;
  const child = spawn("python3", ["-c", script, process.execPath, PROGRAM, ...args], {
    env: { PATH, TERM: "xterm-256color", ...env },
    cwd: folder,
  });
  children.push(child);
  child.stdin.on("error", () => {});
  let [stdout, isTyped] = ["", prompt === ""];
  for await (const chunk of child.stdout) {
    stdout += chunk;
    if (isTyped || !stdout.includes(prompt)) continue;
    isTyped = true;
    child.stdin.write(typed);
  }
  if (child.exitCode === null) await once(child, "exit");
  return { code: child.exitCode, stdout, stderr: "" };
}

function fileOf(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

test.each(["", "init", "sandbox", "trigger", "events", "explain", "verify-webhook", "decode"])(
  "--help of %j has examples",
  async (command) => {
    const { code, stdout } = await ran([...(command === "" ? [] : [command]), "--help"]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/Examples:[^]*npx billwire/)]);
  },
);

const NOBODY = "http://127.0.0.1:9/";
const FAR = "http://192.0.2.1/webhook";
const AMMOUNT =
  "warning: a webhook has no field ammount, which is sent all the same; did you mean tran_amount?";
const FLAGS = "--date, --currency, --total-amount, --customer-sync-code, --settlement-to";
const HEADERS_WANTED = "--headers with a file: one `Name: value` a line, or JSON";

test.each<[args: string[], sentence: string, input?: string]>([
  [["unknown"], "unknown command 'unknown'"],
  [["--x\u001b[2J"], "unknown option '--x\\u001b[2J'"],
  [["sandbox", "8080"], "the port is an option: --port 8080"],
  [["sandbox", "--webhook-url", FAR], "expected --webhook-url with ht"],
  [["sandbox", "--profile", "/nowhere.json"], "/nowhere.json"],
  [["events", "--sandbox", "http://192.0.2.1"], "the address that the sandbox prints"],
  [["events", "--sandbox", "http://127.0.0.1:9"], "no sandbox listens on http://127.0.0.1:9"],
  [["trigger", "kqr", "--to", NOBODY], "did you mean khqr?"],
  [["trigger", "khqr", NOBODY], "the address is an option: --to"],
  [["trigger", "khqr", "--to", FAR], "the endpoint is on another machine"],
  [["trigger", "khqr", "--to", "/webhook"], "a server's name"],
  [["trigger", "khqr", "--to", "127.0.0.1:9/webhook"], "--to http://127.0.0.1:9/webhook"],
  [["trigger", "khqr", "--to", "localhost:9/webhook"], "--to http://localhost:9/webhook"],
  [["trigger", "khqr", "--to", "ftp://127.0.0.1/"], "http:// or https://"],
  [["trigger", "khqr", "--to", NOBODY, "--bill", ""], "--bill is empty"],
  [["trigger", "khqr", "--to", NOBODY, "--token", ""], "--token is empty"],
  [["trigger", "khqr", "--to", NOBODY, "--set", "status"], "status"],
  [["trigger", "broken_off", "--to", NOBODY, "--bill", "INV-9"], "broken_off"],
  [["explain"], "--bill", ""],
  [["explain", "--ref-id", "INV-1"], FLAGS, ""],
  [["explain", "--hashToken", KEY], "--hashToken"],
  [["explain", "bill.json"], "the bill's file is an option: --bill bill.json"],
  [["explain", "--bill", "-", "--hash", ""], "--hash is empty", JSON.stringify(BILL)],
  [["explain", "--bill", "broken.json"], "broken.json is no JSON: look at line 2, column 7 (byte 15)"],
  [["decode", "settlement"], "--status"],
  [["decode", "settlement", "--status", "many"], "many"],
  [["decode", "settlement", "--status", "200", "--profile", "broken.json"], "line 2, column 7"],
  [["verify-webhook"], HEADERS_WANTED],
  [["verify-webhook", "--headers", "bad-line.txt"], "bad-line.txt, line 3: expected `Name: value`"],
  [["init", "cobol"], "cobol"],
  [["init", "--dir", fileURLToPath(import.meta.url)], "is or lies in a file: give --dir a folder"],
])("%j says what to change, also in JSON", async (args, sentence, input = "{}") => {
  fileOf("broken.json", '{"a": 1,\n "b": }');
  fileOf("bad-line.txt", "Token: t\r\n\r\nno colon\r\n");
  const [text, json] = await Promise.all([ran(args, input), ran([...args, "--json"], input)]);
  expect([text.code, text.stdout]).toEqual([2, ""]);
  expect(text.stderr).toMatch(/^error: .{15,}/);
  expect(text.stderr).toContain(sentence);
  expect([json.code, json.stderr]).toEqual([2, ""]);
  const { message, ...rest } = JSON.parse(json.stdout);
  expect(rest).toEqual({ kind: "wrong_use" });
  expect(message).toMatch(/^(?!error).{15,}/);
});

const SPACE = "warning: BILLWIRE_HASH_TOKEN: there is white space at an end";

test.each<[args: string[], sentence: string]>([
  [["trigger", "khqr", "--to", NOBODY, "--set", "ammount=1"], AMMOUNT],
  [["explain", "--bill", "-"], SPACE],
  // The command refuses its own options first.
  [["explain", "--bill", "-", "--hash", ""], "--hash is empty"],
])("%j with a key that ends in a line break", async (args, sentence) => {
  const env = { ...SECRETS, BILLWIRE_HASH_TOKEN: "key\n" };
  expect((await ran(args, JSON.stringify(BILL), env)).stderr).toContain(sentence);
});

test("decode of an empty pipe says how to pass the body, and decodes it", async () => {
  const { code, stdout, stderr } = await ran(["decode", "settlement", "--status", "503"]);
  expect([code, stdout, stderr]).toEqual([
    1,
    expect.stringContaining("HTTP 503"),
    expect.stringContaining("pass the file of the body"),
  ]);
});

test("a header of many blanks is read", async () => {
  const body = fileOf("blanks.json", fixtureOf("khqr").body);
  const blanks = " ".repeat(200_000);
  const headers = fileOf("blanks.txt", `Token: ${SECRETS.BILLWIRE_WEBHOOK_TOKEN}\r\nX:${blanks}x${blanks}\n`);
  expect((await ran(["verify-webhook", body, "--headers", headers])).code).toBe(0);
});

test.each([
  ...["16.20.2", "18.20.8", "20.18.3", "22.11.0"].map((version) => [version, true] as const),
  ...["20.19.0", "22.12.0", "25.1.0"].map((version) => [version, false] as const),
])("Node %s is told in the first line which one is wanted: %s", async (version, isOld) => {
  const versions = `{ ...process.versions, node: "${version}" }`;
  const preload = `data:text/javascript,Object.defineProperty(process, "versions", { value: ${versions} })`;
  const child = spawn(process.execPath, ["--import", preload, PROGRAM, "--version"]);
  const wanted = `error: billwire needs Node ^20.19.0 || >=22.12.0; this is Node ${version}`;
  expect((await text(child.stderr)).split("\n")[0]).toBe(isOld ? wanted : "");
});

test("a reader that closes the pipe ends no command with a stack", async () => {
  const child = started(["--help"]);
  child.stdout!.destroy();
  expect([await text(child.stderr!), child.exitCode ?? (await once(child, "exit"))[0]]).toEqual(["", 0]);
});

test("without a terminal, a missing secret is named", async () => {
  const { code, stderr } = await ran(["explain"], JSON.stringify(BILL), {});
  expect([code, stderr]).toEqual([2, expect.stringContaining("BILLWIRE_HASH_TOKEN")]);
});

const BODY = JSON.stringify({ ...BILL, hash: HASH });
const WRONG = sign(BILL, KEY, { signingOffset: "+07:00" });

const OF_BROWSER = BODY.replace("INV", "\\u0049NV");

test.each([
  ["a body with its hash", BODY],
  [
    "a cURL line",
    `curl -X POST 'https://service.example/x' \\\n  -H 'Content-Type: application/json' --data-raw '${BODY}'`,
  ],
  ["a cURL line with double quotes", `curl https://service.example/x -d ${JSON.stringify(BODY)}`],
  ["a cURL line of a browser", `curl 'https://service.example/x' --data $'${OF_BROWSER}'`],
])("explain takes %s", async (_, input) => {
  const matching = { hash: HASH, observed: { code: "matches" } };
  expect(await jsonOf(["explain", "--json"], input)).toMatchObject([0, matching]);
});

test("explain takes flags, and names a wrong zone", async () => {
  const { ref_id, date, currency, total_amount, customer_sync_code, settlement_to } = BILL;
  const flags =
    `--ref-id ${ref_id} --date ${date} --currency ${currency} --total-amount ${total_amount} ` +
    `--customer-sync-code ${customer_sync_code} --settlement-to ${settlement_to}`;
  const { code, stdout } = await ran(`explain ${flags} --hash ${WRONG}`);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/✗.*[^]*zone[^]*signingOffset: "\+07:00"/)]);
});

test("explain prints the hash and the deviation as they are on a terminal", async () => {
  const bill = fileOf("bill.json", JSON.stringify(BILL));
  const { stdout } = await ranOnTerminal(["explain", "--bill", bill, "--hash", WRONG]);
  expect(stdout).toContain(`  ${HASH}\r\n`);
  expect(stdout).toContain('  "+07:00"\r\n');
  expect(stdout).not.toContain("\\u001b");
  expect(stdout).toContain("\u001b[31m"); // colours are on
});

test.each([
  ["Ctrl-C", "\u0003"],
  ["Ctrl-D", "\u0004"],
])("%s ends the question for a secret", async (_, key) => {
  const bill = fileOf("bill.json", JSON.stringify(BILL));
  const { code, stdout } = await ranOnTerminal(["explain", "--bill", bill], "BILLWIRE_HASH_TOKEN: ", key, {});
  expect([code, stdout.trim()]).toEqual([130, "BILLWIRE_HASH_TOKEN:"]);
});

test("explain shows the findings of an invalid bill", async () => {
  const invalid = { kind: "invalid_request", nextStep: "fixRequest" };
  expect(await jsonOf(["explain", "--json"], "{}")).toMatchObject([1, invalid]);
});

test.each([
  ["200", SETTLED, 0, "settled"],
  ["503", "", 1, "askService"],
])("decode of HTTP %s", async (status, body, expected, word) => {
  const { code, stdout } = await ran(`decode settlement --status ${status} ${fileOf("answer.json", body)}`);
  expect([code, stdout]).toEqual([expected, expect.stringContaining(word)]);
});

test.each([[], ["--json"]])("decode %j prints no character that changes a terminal", async (...args) => {
  const body = JSON.stringify({ code: "000", message: "\u001b[2J\u009b2J\u202e\u200f\u2066", data: {} });
  const { stdout } = await ran(["decode", "onboarding", "--status", "200", ...args], body);
  expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200f\u202e\u2066]/);
  expect(stdout).toContain("\\u001b[2J\\u009b2J\\u202e\\u200f\\u2066");
});

test.each([
  ["UTF-8", "utf8"],
  ["UTF-16", "utf16le"],
] as const)("a file with a byte order mark in %s is read", async (_, encoding) => {
  const marked = (name: string, text: string) => fileOf(name, Buffer.from(`\ufeff${text}`, encoding));
  const profile = marked("marked-profile.json", '{"refusalCodes":{"settlement":["700"]}}');
  const args = `decode settlement --status 200 --profile ${profile} --json`;
  const decoded = await jsonOf(`${args} ${marked("marked.json", '{"code":"700"}')}`);
  expect(decoded).toMatchObject([1, { kind: "rejected" }]);
});

test.each([
  [SECRETS.BILLWIRE_WEBHOOK_TOKEN, 0, { authentication: "token", dedupKey: expect.any(String) }],
  ["another", 1, { code: "wrong_token", response: { status: 401 } }],
])("verify-webhook receives, with the token %s", async (token, expected, receipt) => {
  const body = fileOf("webhook.json", fixtureOf("khqr").body);
  const headers = fileOf("headers.txt", `Content-Type: application/json\r\ntoken: ${token}\r\n`);
  const received = await jsonOf(`verify-webhook ${body} --headers ${headers} --json`);
  expect(received).toMatchObject([expected, receipt]);
});

test("verify-webhook receives one of the checkout variant", async () => {
  const { code, stdout } = await ran(["verify-webhook", "--variant", "checkout"], fixtureOf("khqr").body);
  expect([code, stdout]).toEqual([0, expect.stringContaining("INV-2")]);
});

const PENDING = { pendingStatuses: { transaction: ["pending"] } };
const ASKED = { identity_code: "INV-2", tran_id: "TRAN-00000002" };

test.each([
  ["khqr", {}, { step: "verify", verification: ASKED }, "asks the service"],
  ["pending", {}, { step: "verify" }, "asks the service"],
  ["pending", PENDING, { step: "acknowledge", reply: 200 }, "credits nothing"],
  ["empty", {}, { step: "refuse", reply: 409 }, "credits nothing"],
])("verify-webhook says what a flow does with %s, under %j", async (name, profile, flow, sentence) => {
  const headers = fileOf("flow.json", JSON.stringify({ Token: SECRETS.BILLWIRE_WEBHOOK_TOKEN }));
  const body = fileOf("flow-body.json", fixtureOf(name).body);
  const profileFile = fileOf("profile.json", JSON.stringify(profile));
  const args = `verify-webhook ${body} --headers ${headers} --profile ${profileFile}`;
  expect(await jsonOf(`${args} --json`)).toMatchObject([expect.any(Number), { flow }]);
  expect((await ran(args)).stdout).toContain(sentence);
});

function fixtureOf(name: string) {
  return webhookFixtures.find((fixture) => fixture.name === name)!;
}

type Answer = readonly [status: number, body?: string];

/** Address of an endpoint that answers as `answer` says. */
async function endpointOf(answer: (body: string, headers: IncomingHttpHeaders) => Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const [status, body] = answer(await text(request), request.headers);
    response.writeHead(status, { Location: "/" }).end(body);
  });
  onTestFinished(() => void server.close());
  return `${await listening(server)}/webhook`;
}

test("every command warns of a credential that was not set", async () => {
  const placeholder = "${TOKEN}";
  const warning = (variable: string) =>
    expect.stringContaining(`warning: ${variable}: the credential looks like`);
  const explained = await ran(["explain", "--json"], BODY, { BILLWIRE_HASH_TOKEN: placeholder });
  expect(explained.stderr).toEqual(warning("BILLWIRE_HASH_TOKEN"));
  const token = { BILLWIRE_WEBHOOK_TOKEN: placeholder };
  const headers = fileOf("placeholder.txt", `Token: ${placeholder}`);
  const verified = await ran(`verify-webhook --headers ${headers} --json`, fixtureOf("khqr").body, token);
  expect([verified.code, verified.stderr]).toEqual([0, warning("BILLWIRE_WEBHOOK_TOKEN")]);
  const found = [{ path: "tokens[0]", code: "placeholder_credential" }];
  expect(JSON.parse(verified.stdout).warnings).toMatchObject(found);
  expect((await ran(["trigger", "khqr", "--to", await closedAddress()], "", token)).stderr).toEqual(
    warning("BILLWIRE_WEBHOOK_TOKEN"),
  );
  const sandbox = started(["sandbox"], { BILLWIRE_BEARER: placeholder });
  for await (const line of createInterface({ input: sandbox.stderr! })) {
    expect(line).toEqual(warning("BILLWIRE_BEARER"));
    break;
  }
});

const OK = '{"status":"success","message":"success"}';

test.each([
  ["wrong_amount", [], 409, "", 0, "not credited"],
  ["wrong_amount", [], 200, OK, 1, "confirm each webhook"],
  ["khqr", [], 503, "", 0, "not confirmed"],
  ["khqr", [], 200, OK, 1, "confirm each webhook"],
  ["khqr", ["--set", "tran_id=TRAN-1"], 200, OK, 0, "credited"],
  ["khqr", ["--set", "tran_id=TRAN-1"], 200, "ok", 1, "`status` and `message`"],
  ["khqr", ["--set", "tran_id=TRAN-1"], 409, "", 1, "contradicts"],
  ["khqr", [], 401, "", 1, "another token"],
  ["khqr", [], 404, "", 1, "no route"],
  ["khqr", [], 302, "", 1, "redirect"],
  ["khqr", [], 500, "", 1, "failed"],
  ["pending", [], 200, OK, 0, "nothing to credit"],
  ["forged", [], 401, "", 0, "refused"],
  ["without_token", [], 401, "", 0, "refused"],
  ["forged", [], 200, OK, 1, "must be refused"],
  ["broken_off", [], 400, "", 0, "refused"],
  ["broken_off", [], 401, "", 1, "another token"],
] as const)("trigger %s %j judges HTTP %i %s", async (name, args, status, body, code, meaning) => {
  const to = await endpointOf(() => [status, body]);
  const shown = await ran(["trigger", name, "--to", to, ...args]);
  expect([shown.code, shown.stdout]).toEqual([code, expect.stringContaining(meaning)]);
  const judged = { case: name, isExpected: code === 0, meaning: expect.stringContaining(meaning) };
  const json = await jsonOf(["trigger", name, "--to", to, ...args, "--json"]);
  expect(json).toEqual([code, { ...judged, answer: { status, body } }]);
});

test("trigger changes bill, amount, fields and token", async () => {
  const arrived: [unknown, string | undefined][] = [];
  const to = await endpointOf((body, { token }) => {
    arrived.push([JSON.parse(body), token as string]);
    return [409];
  });
  const changes =
    "--bill 123 --amount 250.50 --set tran_no=7 --set device_code=null --set more=[1] --token mine";
  await ran(`trigger khqr --to ${to} ${changes}`);
  const changed = {
    identity_code: "123",
    purpose_of_transaction: "123",
    tran_amount: 250.5,
    tran_no: "7",
    device_code: null,
    more: [1],
  };
  expect(arrived).toMatchObject([[changed, "mine"]]);
  await ran(`trigger khqr --to ${to} --variant checkout --bill 123 --amount 250`);
  expect(arrived[1]).toMatchObject([{ customers: [{ bill_no: "123", amount: "250" }] }, undefined]);
  await ran(["trigger", "khqr", "--to", to], "", {});
  expect(arrived[2]).toEqual([JSON.parse(fixtureOf("khqr").body), "sandbox-webhook-token"]);
});

test("trigger names a refused connection and a time-out", async () => {
  const refused = await ran(["trigger", "khqr", "--to", await closedAddress()]);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining("refused: nothing listens")]);
  const silent = createServer(() => {});
  onTestFinished(() => void silent.close().closeAllConnections());
  const late = { case: "khqr", isExpected: false, meaning: "no answer: timed out", answer: null };
  expect(await jsonOf(["trigger", "khqr", "--to", await listening(silent), "--json"])).toEqual([1, late]);
});

test.each([
  ["success", 200],
  ["fail", 500],
])("trigger selects the test case %s of a sample target", async (testCase, status) => {
  const target = new WebhookTarget(WebhookReceiver.checkout());
  const to = await endpointOf((body, headers) => {
    const reply = target.receive(headers, body);
    return [reply.status, reply.body];
  });
  const args = `trigger khqr --variant checkout --to ${to} --test-case ${testCase} --json`;
  expect(await jsonOf(args)).toMatchObject([0, { isExpected: true, answer: { status } }]);
});

test("trigger lists the cases", async () => {
  const named = ({ name }: { name: string }) => ({ name });
  const cases = webhookFixtures.filter(({ variant }) => variant === "checkout").map(named);
  const [code, listed] = await jsonOf(["trigger", "--list", "--variant", "checkout", "--json"]);
  expect([code, listed.map(named)]).toEqual([0, cases]);
});

describe("init", () => {
  let cwd: string;
  beforeEach(() => void (cwd = mkdtempSync(join(folder, "init-"))));
  const init = (...args: string[]) => text(started(["init", ...args], {}, cwd).stdout!);
  const run = async (...args: string[]) => JSON.parse(await init("--json", ...args));
  const read = (path: string) => readFileSync(join(cwd, path), "utf8");
  const write = (path: string, content: string) => writeFileSync(join(cwd, path), content);

  test("writes the files once, and says how to go on", async () => {
    const { next, ...first } = await run("express");
    const modules = "merchant database bills payments shops settling asking day webhook".split(" ");
    const programs = "onboard settle jobs reconcile".split(" ");
    const scripts = [...modules, ...programs].map((name) => `${name}.mjs`);
    const names = ["schema.sql", ".env.example", ".env", ".gitignore", ...scripts];
    const written = names.map((name) => join("billwire", name));
    const told = { framework: "express", database: "sqlite", language: "JavaScript", written, kept: [] };
    expect(first).toMatchObject(told);
    expect(next[0]).toBe("npm install billwire @libsql/client express");
    expect(readdirSync(join(cwd, "billwire")).sort()).toEqual(names.sort());
    expect(read("billwire/webhook.mjs")).toContain("billwire/express");
    write("billwire/webhook.mjs", "// mine");
    expect(await run("--database", "postgresql")).toMatchObject({ framework: "node", written: [] });
    expect(read("billwire/webhook.mjs")).toBe("// mine");
  });

  test("knows the framework of a project, and the database that it is told", async () => {
    write("package.json", '{"dependencies":{"react":"*","fastify":"*"}}');
    const other = await run("--dir", "other", "--database", "postgresql");
    expect(other).toMatchObject({ framework: "fastify", database: "postgresql", kept: [] });
    expect(read("other/database.mjs")).toContain('"pg"');
    expect(read("other/.env")).toMatch(/^DATABASE_URL=postgres:/m);
    expect(read("other/.gitignore")).toMatch(/^\.env$/m);
  });

  test("writes TypeScript beside a tsconfig.json, and installs only what is not there", async () => {
    write("tsconfig.json", "{}");
    for (const name of ["billwire", "pg", "tsx"])
      mkdirSync(join(cwd, "node_modules", name), { recursive: true });
    const { language, written, next } = await run("express", "--database", "postgresql");
    expect(language).toBe("TypeScript");
    expect(written).toContain(join("billwire", "settling.mts"));
    expect(written.filter((name: string) => name.endsWith(".mjs"))).toEqual([]);
    expect(read("billwire/payments.mts")).not.toContain("ANCHOR");
    expect(next.slice(0, 2)).toEqual([
      "npm install express",
      "npm install --save-dev @types/node @types/pg @types/express",
    ]);
    expect(next).toContain("npx tsx --env-file=billwire/.env billwire/settle.mts");
    const { written: inNext } = await run("next", "--dir", "shop");
    expect(inNext).toEqual(
      expect.arrayContaining(["merchant.ts", "settle.mts"].map((name) => join("shop", name))),
    );
    expect(read("shop/settle.mts")).toContain('from "./settling"');
  });

  test.each([
    ['{\n  "compilerOptions": {\n    "types": [],\n  }\n}', 'give it "types": ["node"]'],
    ['{\n  "compilerOptions": {\n    // "types": [],\n  }\n}', "jobs.mts"],
  ])("says what a tsconfig.json lacks (%#)", async (config, line) => {
    write("tsconfig.json", config);
    const stdout = await init();
    expect(stdout).toContain(line);
    expect(stdout.includes("empty list of types")).toBe(config.includes('   "types"'));
  });
});

test("the sandbox prints what a client needs", async () => {
  const usual = started(["sandbox"], {});
  const [first, ...rest] = await linesOf(usual, 14);
  const url = first!.replace("listening on ", "");
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(
    rest.map((line) => line.trim().split(/\s+/)).filter(([name]) => name?.startsWith("BILLWIRE_")),
  ).toEqual([
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
  const printed = (await linesOf(started(["sandbox"]), 14)).join("\n");
  expect(printed).toContain("$BILLWIRE_BEARER");
  for (const secret of Object.values(SECRETS)) expect(printed).not.toContain(secret);
});

/** First lines that a program prints. */
async function linesOf(child: ChildProcess, count: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) if (lines.push(line) === count) break;
  return lines;
}
