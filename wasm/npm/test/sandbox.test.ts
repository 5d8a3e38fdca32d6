// `npx billwire sandbox` over HTTP: connections, admin paths, webhooks. testing.test.ts has what the simulator decides.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { Biller, BillwireError, WebhookReceiver } from "billwire";
import type { WireProfile } from "billwire";
import { send } from "billwire/fetch";
import type { WebhookVariant } from "billwire/testing";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { BILL, SHOP } from "./support/bills.ts";
import { Merchant } from "./support/merchant.ts";
import { listening } from "./support/servers.ts";
import { CREDENTIALS, PROGRAM, Sandbox } from "./support/sandbox.ts";

const TOKEN = "test-webhook";
const ACKNOWLEDGED = [200, '{"status":"success","message":"success"}'] as const;

let sandbox: Sandbox;
let biller: Biller;
let merchant: Merchant;

beforeEach(async () => {
  [sandbox, merchant] = await Promise.all([Sandbox.start(), Merchant.start()]);
  biller = billerOf(sandbox);
  await send(biller.prepareOnboarding(SHOP));
});

afterEach(async () => {
  merchant.stop();
  await sandbox.stop();
});

/** A biller with the profile that the sandbox printed. */
function billerOf({ url, greeting }: Sandbox): Biller {
  const profile = greeting.profile as WireProfile;
  return new Biller({ ...CREDENTIALS, baseUrl: url, profile, allowLoopbackHttp: true });
}

function settle(ref_id: string = BILL.ref_id) {
  return send(biller.prepareSettlement({ ...BILL, ref_id }));
}

/** Verdict of a lookup with the printed profile. */
async function found(ref_id: string) {
  return (await send(biller.prepareSettlementLookup({ ...BILL, ref_id }))).verdict;
}

/** Scripts a fault of a settlement. */
function script(fault: object, ref_id = "INV-1") {
  return sandbox.admin("POST", "/sandbox/faults", { settlement: [{ ref_id, fault }] });
}

/** Sends webhooks to an endpoint. */
function sendTo({ url }: Merchant, variant: WebhookVariant = "merchant_proxy") {
  return sandbox.admin("PUT", "/sandbox/webhook", { url, variant, token: TOKEN });
}

/** A bill, as a confirmation compares it. */
function billed(identity_code: string, amount: number) {
  return { identity_code, purpose_of_transaction: identity_code, currency: "KHR", amount };
}

/** Error code of a settlement, or its outcome. */
async function codeOf(settlement: Promise<{ readonly outcome: string }>): Promise<string> {
  try {
    return (await settlement).outcome;
  } catch (error) {
    if (error instanceof BillwireError) return error.code;
    throw error;
  }
}

/** Answer to raw bytes, which ends when the sandbox closes the connection. */
async function answerTo(bytes: string): Promise<string> {
  const { hostname, port } = new URL(sandbox.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

test("--link-required refuses a bill until its shop has linked an account", async () => {
  const linked = await Sandbox.start(["--link-required"]);
  onTestFinished(() => linked.stop());
  const by = billerOf(linked);
  const { link = "" } = await send(by.prepareOnboarding({ ...SHOP, bank_id: "ABA", return_url: linked.url }));
  const pay = (ref_id: string) => codeOf(send(by.prepareSettlement({ ...BILL, ref_id })));
  expect(await pay("INV-1")).toBe("http_status");
  const form = { method: "POST", body: new URLSearchParams({ currency: BILL.currency }) };
  expect((await fetch(link, { ...form, redirect: "manual" })).headers.get("location")).toBe(linked.url);
  expect(await pay("INV-2")).toBe("settled");
});

describe("answers", () => {
  test("transaction ids differ in each run, unless the seed is given", async () => {
    const idIn = async (args: readonly string[]): Promise<string | undefined> => {
      await sandbox.stop();
      sandbox = await Sandbox.start(args);
      biller = billerOf(sandbox);
      await send(biller.prepareOnboarding(SHOP));
      await settle("INV-1");
      return (await sandbox.books()).bills[0]?.tran_ids[0];
    };
    expect(await idIn([])).not.toBe(await idIn([]));
    for (const _ of [1, 2]) expect(await idIn(["--seed", "a"])).toBe("TRAN-a-00000001");
  });

  const html = { status: 500, body: "<html>", headers: { "Content-Type": "text/html" } };
  test.each([
    [{ kind: "drop_before" }, "no_answer", "notFound"],
    [{ kind: "drop_after" }, "no_answer", "settled"],
    [{ kind: "redirect", status: 307, location: "http://127.0.0.1:9/" }, "redirect", "notFound"],
    [{ kind: "answer", ...html, moves_money: false }, "http_status", "notFound"],
  ])("fault %j", async (fault, code, verdict) => {
    expect(await script(fault)).toEqual([204, ""]);
    expect([await codeOf(settle("INV-1")), await found("INV-1")]).toEqual([code, verdict]);
    expect((await sandbox.books()).faults_served).toEqual({ [`settlement/${fault.kind}`]: 1 });
  });

  test("a settlement takes effect even if the caller disconnects", async () => {
    await script({ kind: "slow", delay_ms: 600_000 });
    const call = biller.prepareSettlement({ ...BILL, ref_id: "INV-1" });
    const init = { ...call.request(), signal: AbortSignal.timeout(1_000) };
    await expect(fetch(call.url, init)).rejects.toThrow();
    expect(await found("INV-1")).toBe("settled");
  });
});

describe("webhooks", () => {
  const counts = async () => (await sandbox.finalBooks()).webhooks;
  const retry = (deliveries: number) =>
    sandbox.admin("PUT", "/sandbox/retries", { deliveries, first_ms: 10, longest_ms: 10 });

  test("a webhook that is not acknowledged comes again, as often as told", async () => {
    merchant.stop();
    merchant = await Merchant.start([500, ""], [200, ""], [200, '{"status":"ok"}'], ACKNOWLEDGED);
    expect(await retry(3)).toEqual([204, ""]);
    await sendTo(merchant, "checkout");
    await settle("INV-1");
    expect(await counts()).toMatchObject({ due: 1, delivered: 3, acknowledged: 0, failed: 1 });
    await settle("INV-2");
    expect(await counts()).toMatchObject({ due: 2, delivered: 4, acknowledged: 1, failed: 1 });
  });

  test("a webhook without an answer comes again", async () => {
    await retry(2);
    await sendTo(merchant, "checkout");
    merchant.stop();
    await settle("INV-1");
    expect(await counts()).toMatchObject({ delivered: 2, failed: 1 });
    const line = { event: "webhook", ref_id: "INV-1", attempt: 2, answer: "refused: nothing listens there" };
    expect(sandbox.log).toContainEqual(expect.objectContaining(line));
  });
});

describe("the page and the history", () => {
  const historyOf = async (): Promise<{ log: object[]; webhooks: { id: number; answer: string }[] }> =>
    (await fetch(`${sandbox.url}/sandbox/history`)).json();

  test("have requests and webhooks, and no credential", async () => {
    await sendTo(merchant);
    await settle("INV-1");
    await sandbox.finalBooks();
    const history = await historyOf();
    expect(history.log).toContainEqual(expect.objectContaining({ event: "settlement", ref_id: "INV-1" }));
    const webhook = { id: 1, identity_code: "INV-1", deliveries: 1, answer: "HTTP 200" };
    expect(history.webhooks).toEqual([expect.objectContaining(webhook)]);
    expect(JSON.stringify(history)).not.toContain(TOKEN);
  });

  test("a webhook is sent again", async () => {
    await sendTo(merchant);
    await settle("INV-1");
    await sandbox.finalBooks();
    const resend = (id: number) => sandbox.admin("POST", "/sandbox/resend", { id });
    expect(await resend(1)).toEqual([200, '{"id":1,"status":200,"answer":"HTTP 200"}']);
    const [first, again, ...others] = merchant.arrivals;
    expect([again?.body, again?.headers["token"], others]).toEqual([first?.body, TOKEN, []]);
    expect((await historyOf()).webhooks).toMatchObject([{ id: 1, deliveries: 2 }]);
    expect((await resend(2))[0]).toBe(400);
  });

  test("the page loads nothing from elsewhere", async () => {
    for (const path of ["/", "/sandbox", "/sandbox/page.js", "/sandbox/page.css"]) {
      const response = await fetch(sandbox.url + path);
      expect([response.status, response.headers.get("content-security-policy")], path).toEqual([
        200,
        expect.stringContaining("default-src 'none'"),
      ]);
      expect(await response.text()).not.toMatch(/https?:/);
    }
  });
});

describe("a customer's payment", () => {
  /** An endpoint that acknowledges a webhook once a verification has confirmed it. */
  async function confirmingEndpoint(): Promise<string> {
    const receiver = WebhookReceiver.merchantProxy({ tokens: ["sandbox-webhook-token"] });
    const server = createServer(async (request, response) => {
      const event = receiver.receive(request.headers, await text(request));
      const { identity_code = "" } = event.payload;
      const confirmation = event.confirm(biller, billed(identity_code, 250));
      const isConfirmed = await send(confirmation).then(
        ({ confirmed }) => confirmed,
        () => false,
      );
      const reply = isConfirmed ? event.acknowledge() : { status: 409, body: "" };
      response.writeHead(reply.status).end(reply.body);
    });
    onTestFinished(() => void server.close());
    return `${await listening(server)}/webhook`;
  }

  test("that is triggered is one that a verification finds", async () => {
    const to = await confirmingEndpoint();
    const triggered = async (...args: string[]) => {
      const trigger = `trigger khqr --to ${to} --bill INV-9 --amount 250 --json`.split(" ");
      const { stdout } = spawn(process.execPath, [PROGRAM, ...trigger, ...args]);
      return JSON.parse(await text(stdout));
    };
    expect(await triggered()).toMatchObject({ isExpected: true, answer: { status: 409 } });
    const credited = { meaning: "acknowledged: the payment is credited", answer: { status: 200 } };
    expect(await triggered("--sandbox", sandbox.url)).toMatchObject({ isExpected: true, ...credited });
    expect((await sandbox.books()).totals).toEqual({ KHR: "250" });
  });

  test("that is no payment is refused", async () => {
    for (const payment of [{ identity_code: "I", currency: "KHR" }, { amount: "1" }, { amout: 1 }])
      expect((await sandbox.admin("POST", "/sandbox/payments", payment))[0]).toBe(400);
    expect((await sandbox.books()).totals).toEqual({});
  });
});

test("the sandbox ends when npm is stopped, which passes no signal on", async () => {
  const env = { PATH: process.env.PATH, npm_command: "exec" };
  const npm = spawn("sh", ["-c", `"${process.execPath}" "${PROGRAM}" sandbox --json; true`], { env });
  const { url } = JSON.parse((await once(npm.stdout, "data"))[0].toString());
  npm.kill("SIGKILL");
  await expect.poll(() => fetch(url).catch(() => "nobody answers")).toBe("nobody answers");
});

const fault = (fault: object): object => ({ settlement: [{ ref_id: "INV-1", fault }] });
const UNUSABLE: readonly (readonly [path: string, body: object])[] = [
  ["/sandbox/faults", [7]],
  ["/sandbox/faults", fault({ kind: "redirect", status: 307, location: "a\r\nb: c" })],
  ["/sandbox/faults", fault({ kind: "answer", status: 200, body: "", headers: { "Content-Length": "7" } })],
  ["/sandbox/webhook", { url: "http://service.example/", token: "t" }],
  ["/sandbox/webhook", { url: "https://127.0.0.1/", token: "t" }],
  ["/sandbox/retries", { deliveries: 0 }],
];

test("unusable admin requests are refused with a sentence", async () => {
  for (const [path, body] of UNUSABLE) {
    const answer = await sandbox.admin(path === "/sandbox/faults" ? "POST" : "PUT", path, body);
    expect(answer, JSON.stringify(body)).toEqual([400, expect.stringMatching(/^.{20,}\n$/)]);
  }
  expect(await settle("INV-1")).toMatchObject({ outcome: "settled" });
  expect(await sandbox.books()).toMatchObject({ faults_served: {}, webhooks: { due: 0 } });
});

test("the guide's requests of admin paths are accepted", async () => {
  const guide = readFileSync(new URL("../../../docs/guide/src/sandbox.md", import.meta.url), "utf8");
  const requests = Array.from(guide.matchAll(/^`(PUT|POST) (\/sandbox\/\w+)`[^]*?```json\n([^]*?)```/gm));
  expect(requests.map(([, , path]) => path)).toEqual([
    "/sandbox/webhook",
    "/sandbox/retries",
    "/sandbox/faults",
    "/sandbox/payments",
  ]);
  for (const [, method, path, body] of requests) {
    const [status] = await sandbox.admin(method as "PUT" | "POST", path!, JSON.parse(body!));
    expect(status, path).toBe(path === "/sandbox/payments" ? 200 : 204);
  }
});

describe("connections", () => {
  const HEAD =
    "POST /on_boarding/on_boarding_supplier HTTP/1.1\r\nHost: 127.0.0.1\r\n" +
    "Authorization: Bearer sandbox-bearer\r\nContent-Type: application/json\r\n";

  test.each([
    "GET /sandbox/books HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ",
    `${HEAD}Content-Length: 1000\r\n\r\n{`,
    `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{`,
  ])("a request that never ends is closed (%#)", async (bytes) => {
    expect(await answerTo(bytes)).not.toContain("HTTP/1.1 200");
  });

  test("a body above 2 MiB is refused", async () => {
    const { url, headers } = biller.prepareOnboarding(SHOP);
    const body = " ".repeat((2 << 20) + 1);
    expect((await fetch(url, { method: "POST", headers, body })).status).toBe(413);
  });

  const statusFor = async (head: string, path: string): Promise<string> =>
    (await answerTo(`GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)).slice(9, 12);

  const OURS = ["127.0.0.1", "127.0.0.1:8080", "localhost:80", "[::1]:8080"];
  const OTHERS = "evil.example evil.example:80 127.0.0.1.evil.example localhost.evil.example 10.0.0.1".split(
    " ",
  );
  const TWICE = "Host: localhost\r\nHost: evil.example\r\n";

  test.each(["/sandbox/books", "/transaction/v2/verify"])(
    "%s answers to names of this machine",
    async (path) => {
      for (const host of OURS) expect(await statusFor(`Host: ${host}\r\n`, path), host).not.toBe("421");
      for (const head of [...OTHERS.map((host) => `Host: ${host}\r\n`), "Host: \r\n", "", TWICE])
        expect(await statusFor(head, path), head).toBe("421");
      // The body of a refused request is not waited for.
      const unfinished = `POST ${path} HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 1000\r\n\r\n{`;
      const refused = /^HTTP\/1\.1 421 [^]*--allow-remote answers to every name\n/;
      expect(await answerTo(unfinished)).toMatch(refused);
    },
  );

  test("--allow-remote answers to every name, and sends webhooks to other machines", async () => {
    await sandbox.stop();
    sandbox = await Sandbox.start(["--host", "0.0.0.0", "--allow-remote"]);
    expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await statusFor("Host: sandbox:8080\r\n", "/sandbox/books")).toBe("200");
    const to = (url: string) => sandbox.admin("PUT", "/sandbox/webhook", { url, token: TOKEN });
    expect(await to("https://app.example/webhook")).toEqual([204, ""]);
    expect((await to("file:///etc/hosts"))[0]).toBe(400);
  });
});

test("the log names operation, bill, status and attempt", async () => {
  merchant.stop();
  merchant = await Merchant.start([500, ""], ACKNOWLEDGED);
  await sendTo(merchant);
  await script({ kind: "drop_after" }, "INV-2");
  await settle("INV-1");
  await codeOf(settle("INV-2"));
  await found("INV-3");
  const post = (path: string, ref_id: string) =>
    fetch(`${sandbox.url}/bill_payment/${path}`, { method: "POST", body: JSON.stringify({ ref_id }) });
  await post("typo?token=secret", "INV-4");
  await post("push_bill_with_payment", `\u001b[2J${"9".repeat(100)}`);
  await sandbox.finalBooks();
  const lines = sandbox.log.map(({ time, ...line }) => line);
  const typo = { method: "POST", path: "/bill_payment/typo", status: 404, code: "NO_SUCH_PATH" };
  for (const line of [
    { event: "onboarding", supplier_sync_code: "S-1", status: 200, code: "000" },
    { event: "admin", change: "set a new webhook endpoint" },
    { event: "admin", change: "1 faults of answers, 0 of webhooks" },
    { event: "settlement", ref_id: "INV-1", status: 200, code: "000" },
    { event: "settlement", ref_id: "INV-2", fault: "dropped after it took effect" },
    { event: "verification", identity_code: "INV-3", status: 200, code: "NOT_FOUND" },
    { event: "unknown path", ...typo },
    { event: "settlement", ref_id: `\\u001b[2J${"9".repeat(60)}`, status: 401, code: "UNAUTHENTICATED" },
    { event: "webhook", ref_id: "INV-1", attempt: 1, status: 500 },
  ])
    expect(lines).toContainEqual(line);
  expect(lines.filter(({ event, attempt }) => event === "webhook" && attempt === 2)).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain("secret");
});
