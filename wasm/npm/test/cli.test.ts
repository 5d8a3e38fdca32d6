// The command line of the packed package, run as npx runs it.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { WebhookReceiver, sign } from "billwire";
import { WebhookTarget, webhookFixtures } from "billwire/testing";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { BILL } from "./support/bills.ts";
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

test.each([
  [["unknown"]],
  [["explain", "--hashToken", KEY]],
  [["decode", "settlement"]],
  [["decode", "settlement", "--status", "many"]],
  [["trigger", "khqr", "--to", "http://192.0.2.1/webhook"]],
  [["verify-webhook"]],
  [["sandbox", "--webhook-url", "http://192.0.2.1/"]],
  [["sandbox", "--profile", "/nowhere.json"]],
  [["init", "cobol"]],
  [["trigger", "khqr", "--to", "http://127.0.0.1:9/", "--set", "status"]],
  [["trigger", "broken_off", "--to", "http://127.0.0.1:9/", "--bill", "INV-9"]],
])("%j is refused with a sentence, or with JSON", async (args) => {
  const { code, stdout, stderr } = await ran(args, "{}");
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^error: .{15,}/);
  const json = await ran([...args, "--json"], "{}");
  expect([json.code, json.stderr]).toEqual([2, ""]);
  expect(JSON.parse(json.stdout)).toEqual({
    kind: "wrong_use",
    message: expect.stringMatching(/^(?!error).{15,}/),
  });
});

const BROKEN = '{"a": 1,\n "b": }';

test.each([
  [["explain"], "", "--bill"],
  [["explain", "--bill", "broken.json"], "", "broken.json is no JSON: look at line 2, column 7 (byte 15)"],
  [["decode", "settlement", "--status", "200", "--profile", "broken.json"], "{}", "line 2, column 7"],
  [["trigger", "kqr", "--to", "http://127.0.0.1:9/"], "", "did you mean khqr?"],
  [["trigger", "khqr", "--to", "127.0.0.1:9/webhook"], "", "--to http://127.0.0.1:9/webhook"],
  [["trigger", "khqr", "--to", "localhost:9/webhook"], "", "--to http://localhost:9/webhook"],
  [["trigger", "khqr", "--to", "ftp://127.0.0.1/"], "", "http:// or https://"],
  [["verify-webhook", "--headers", "bad-line.txt"], "{}", "bad-line.txt, line 3: expected `Name: value`"],
  [["events", "--sandbox", "http://192.0.2.1"], "", "the address that the sandbox prints"],
  [["events", "--sandbox", "http://127.0.0.1:9"], "", "no sandbox listens on http://127.0.0.1:9"],
  [["--x\u001b[2J"], "", "unknown option '--x\\u001b[2J'"],
])("%j says what to change", async (args, input, sentence) => {
  fileOf("broken.json", BROKEN);
  fileOf("bad-line.txt", "Token: t\r\n\r\nno colon\r\n");
  const { code, stderr } = await ran(args, input);
  expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
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

test("an older Node is told which one is wanted, in the first line", async () => {
  for (const [version, isOld] of [
    ["16.20.2", true],
    ["18.20.8", true],
    ["20.18.3", true],
    ["22.11.0", true],
    ["20.19.0", false],
    ["22.12.0", false],
    ["25.1.0", false],
  ] as const) {
    const versions = `{ ...process.versions, node: "${version}" }`;
    const preload = `data:text/javascript,Object.defineProperty(process, "versions", { value: ${versions} })`;
    const child = spawn(process.execPath, ["--import", preload, PROGRAM, "--version"]);
    const first = (await text(child.stderr)).split("\n")[0];
    const wanted = `error: billwire needs Node ^20.19.0 || >=22.12.0; this is Node ${version}`;
    expect(first, version).toBe(isOld ? wanted : "");
  }
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

test.each([
  ["a body with its hash", ["explain", "--json"], BODY],
  [
    "a cURL line",
    ["explain", "--json"],
    `curl -X POST 'https://service.example/x' \\\n  -H 'Content-Type: application/json' --data-raw '${BODY}'`,
  ],
  [
    "a cURL line with double quotes",
    ["explain", "--json"],
    `curl https://service.example/x -d ${JSON.stringify(BODY)}`,
  ],
  [
    "a cURL line of a browser",
    ["explain", "--json"],
    `curl 'https://service.example/x' --data $'${BODY.replace("INV", "\\u0049NV")}'`,
  ],
])("explain takes %s", async (_, args, input) => {
  const { code, stdout } = await ran(args, input);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    expect.objectContaining({ hash: HASH, observed: expect.objectContaining({ code: "matches" }) }),
  ]);
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
  const { code, stdout } = await ran(["explain", "--json"], "{}");
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    expect.objectContaining({ kind: "invalid_request", nextStep: "fixRequest" }),
  ]);
});

test.each([
  [
    "200",
    '{"code":"000","message":"m","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}',
    0,
    "settled",
  ],
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
  const [body, profile] = ['{"code":"700"}', '{"refusalCodes":{"settlement":["700"]}}'].map((text) =>
    Buffer.from(`\ufeff${text}`, encoding),
  );
  const profileFile = fileOf("marked-profile.json", profile!);
  const args = `decode settlement --status 200 --profile ${profileFile} --json ${fileOf("marked.json", body!)}`;
  const { code, stdout } = await ran(args);
  expect([code, JSON.parse(stdout).kind]).toEqual([1, "rejected"]);
});

test("verify-webhook receives, and refuses another token", async () => {
  const fixture = fixtureOf("khqr");
  const body = fileOf("webhook.json", fixture.body);
  const headers = (token: string): string =>
    fileOf("headers.txt", `Content-Type: application/json\r\ntoken: ${token}\r\n`);
  const right = await ran(
    `verify-webhook ${body} --headers ${headers(SECRETS.BILLWIRE_WEBHOOK_TOKEN)} --json`,
  );
  expect([right.code, JSON.parse(right.stdout)]).toEqual([
    0,
    expect.objectContaining({ authentication: "token", dedupKey: expect.any(String) }),
  ]);
  const wrong = await ran(`verify-webhook ${body} --headers ${headers("another")} --json`);
  expect([wrong.code, JSON.parse(wrong.stdout)]).toEqual([
    1,
    expect.objectContaining({ code: "wrong_token", response: expect.objectContaining({ status: 401 }) }),
  ]);
  const checkout = await ran(["verify-webhook", "--variant", "checkout"], fixture.body);
  expect([checkout.code, checkout.stdout]).toEqual([0, expect.stringContaining("INV-2")]);
});

test.each([
  [
    "khqr",
    {},
    { step: "verify", verification: { identity_code: "INV-2", tran_id: "TRAN-00000002" } },
    "asks the service",
  ],
  ["pending", {}, { step: "verify" }, "asks the service"],
  [
    "pending",
    { pendingStatuses: { transaction: ["pending"] } },
    { step: "acknowledge", reply: 200 },
    "credits nothing",
  ],
  ["empty", {}, { step: "refuse", reply: 409 }, "credits nothing"],
])(
  "verify-webhook says what a flow does with %s under the profile %j",
  async (name, profile, flow, sentence) => {
    const headers = fileOf("flow.json", JSON.stringify({ Token: SECRETS.BILLWIRE_WEBHOOK_TOKEN }));
    const files = [
      fileOf("flow-body.json", fixtureOf(name).body),
      fileOf("profile.json", JSON.stringify(profile)),
    ] as const;
    const args = `verify-webhook ${files[0]} --headers ${headers} --profile ${files[1]}`;
    expect(JSON.parse((await ran(`${args} --json`)).stdout).flow).toMatchObject(flow);
    expect((await ran(args)).stdout).toContain(sentence);
  },
);

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
  expect(JSON.parse(verified.stdout).warnings).toEqual([
    expect.objectContaining({ path: "tokens[0]", code: "placeholder_credential" }),
  ]);
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
  const json = JSON.parse((await ran(["trigger", name, "--to", to, ...args, "--json"])).stdout);
  expect(json).toEqual({
    case: name,
    isExpected: code === 0,
    meaning: expect.stringContaining(meaning),
    answer: { status, body },
  });
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
  expect(arrived).toEqual([
    [
      expect.objectContaining({
        identity_code: "123",
        purpose_of_transaction: "123",
        tran_amount: 250.5,
        tran_no: "7",
        device_code: null,
        more: [1],
      }),
      "mine",
    ],
  ]);
  await ran(`trigger khqr --to ${to} --variant checkout --bill 123 --amount 250`);
  expect(arrived[1]).toEqual([
    expect.objectContaining({ customers: [expect.objectContaining({ bill_no: "123", amount: "250" })] }),
    undefined,
  ]);
  await ran(["trigger", "khqr", "--to", to], "", {});
  expect(arrived[2]).toEqual([JSON.parse(fixtureOf("khqr").body), "sandbox-webhook-token"]);
});

test("trigger names a refused connection and a time-out", async () => {
  const refused = await ran(["trigger", "khqr", "--to", await closedAddress()]);
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining("refused: nothing listens")]);
  const silent = createServer(() => {});
  onTestFinished(() => void silent.close().closeAllConnections());
  const late = await ran(["trigger", "khqr", "--to", await listening(silent), "--json"]);
  expect([late.code, JSON.parse(late.stdout)]).toEqual([
    1,
    { case: "khqr", isExpected: false, meaning: "no answer: timed out", answer: null },
  ]);
});

test("trigger selects the test case of a sample target", async () => {
  const target = new WebhookTarget(WebhookReceiver.checkout());
  const to = await endpointOf((body, headers) => {
    const reply = target.receive(headers, body);
    return [reply.status, reply.body];
  });
  for (const [testCase, status] of [
    ["success", 200],
    ["fail", 500],
  ] as const) {
    const { code, stdout } = await ran(
      `trigger khqr --variant checkout --to ${to} --test-case ${testCase} --json`,
    );
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      expect.objectContaining({ isExpected: true, answer: expect.objectContaining({ status }) }),
    ]);
  }
});

test("trigger lists the cases", async () => {
  const { code, stdout } = await ran(["trigger", "--list", "--variant", "checkout", "--json"]);
  const names = webhookFixtures.filter(({ variant }) => variant === "checkout").map(({ name }) => name);
  expect([code, JSON.parse(stdout).map(({ name }: { name: string }) => name)]).toEqual([0, names]);
});

test("init writes the files once, and says how to go on", async () => {
  const cwd = mkdtempSync(join(folder, "init-"));
  const run = async (...args: string[]) => {
    const child = started(["init", ...args], {}, cwd);
    return JSON.parse(await text(child.stdout!));
  };
  const first = await run("express", "--json");
  const modules = "merchant database bills payments shops settling asking day webhook".split(" ");
  const programs = "onboard settle jobs reconcile".split(" ");
  const scripts = [...modules, ...programs].map((name) => `${name}.mjs`);
  const names = ["schema.sql", ".env.example", ".env", ".gitignore", ...scripts];
  expect(first).toMatchObject({
    framework: "express",
    database: "sqlite",
    language: "JavaScript",
    written: names.map((name) => join("billwire", name)),
    kept: [],
  });
  expect(first.next[0]).toBe("npm install billwire @libsql/client express");
  expect(readdirSync(join(cwd, "billwire")).sort()).toEqual(names.sort());
  expect(readFileSync(join(cwd, "billwire/webhook.mjs"), "utf8")).toContain("billwire/express");
  writeFileSync(join(cwd, "billwire/webhook.mjs"), "// mine");
  expect(await run("--json", "--database", "postgresql")).toMatchObject({ framework: "node", written: [] });
  expect(readFileSync(join(cwd, "billwire/webhook.mjs"), "utf8")).toBe("// mine");
  writeFileSync(join(cwd, "package.json"), '{"dependencies":{"react":"*","fastify":"*"}}');
  expect(await run("--json", "--dir", "other", "--database", "postgresql")).toMatchObject({
    framework: "fastify",
    database: "postgresql",
    kept: [],
  });
  expect(readFileSync(join(cwd, "other/database.mjs"), "utf8")).toContain('"pg"');
  expect(readFileSync(join(cwd, "other/.env"), "utf8")).toMatch(/^DATABASE_URL=postgres:/m);
  expect(readFileSync(join(cwd, "other/.gitignore"), "utf8")).toMatch(/^\.env$/m);
  writeFileSync(join(cwd, "file"), "");
  expect(await run("--json", "--dir", "file")).toMatchObject({ kind: "wrong_use" });
});

test("init writes TypeScript beside a tsconfig.json, and installs only what is not there", async () => {
  const cwd = mkdtempSync(join(folder, "init-"));
  const run = async (...args: string[]) => {
    const child = started(["init", "--json", ...args], {}, cwd);
    return JSON.parse(await text(child.stdout!));
  };
  writeFileSync(join(cwd, "tsconfig.json"), "{}");
  for (const name of ["billwire", "pg", "tsx"])
    mkdirSync(join(cwd, "node_modules", name), { recursive: true });
  const { language, written, next } = await run("express", "--database", "postgresql");
  expect(language).toBe("TypeScript");
  expect(written).toContain(join("billwire", "settling.mts"));
  expect(written.filter((name: string) => name.endsWith(".mjs"))).toEqual([]);
  expect(readFileSync(join(cwd, "billwire/payments.mts"), "utf8")).not.toContain("ANCHOR");
  expect(next.slice(0, 2)).toEqual([
    "npm install express",
    "npm install --save-dev @types/node @types/pg @types/express",
  ]);
  expect(next).toContain("npx tsx --env-file=billwire/.env billwire/settle.mts");
  const { written: inNext } = await run("next", "--dir", "shop");
  expect(inNext).toContain(join("shop", "merchant.ts"));
  expect(inNext).toContain(join("shop", "settle.mts"));
  expect(readFileSync(join(cwd, "shop/settle.mts"), "utf8")).toContain('from "./settling"');
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
