// `billwire/fetch`: sends a call once, over real connections.
import { getEventListeners } from "node:events";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import axios from "axios";
import { gzipSync } from "node:zlib";
import { type Biller, SettlementFlow, WebhookReceiver } from "billwire";
import type { Call } from "billwire";
import { send } from "billwire/fetch";
import type { Attempt, SendOptions } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { request as undiciRequest } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  BILL,
  CANARIES,
  MINIMAL,
  SEARCH,
  SETTLED,
  SHOP,
  billerAt,
  errorOf,
  failureOf,
  prepare,
} from "./support/bills.ts";
import { firstRequest } from "./support/flows.ts";
import { RawServer, type Respond, answer } from "./support/raw-server.ts";

const OPERATIONS = ["onboarding", "settlement", "verification"] as const;

let server: RawServer;
let by: Biller;

beforeAll(async () => {
  server = await RawServer.start();
  by = billerAt(server.url);
});

beforeEach(() => {
  server.received.length = 0;
  server.respond = (socket) => answer(socket, 200, SETTLED);
});

afterAll(() => server.stop());

describe("sends", () => {
  test.each(OPERATIONS)("%s: the exact body and headers, once", async (operation) => {
    const request = operation === "settlement" ? { ...BILL, description: 'ទឹក 😀 "/\\' } : MINIMAL[operation];
    const call = prepare(by, operation, request);
    await send(call).catch(() => {});
    expect(server.received).toHaveLength(1);
    const [{ head, body } = { head: "", body: "" }] = server.received;
    expect(Buffer.from(body, "latin1").toString()).toBe(call.body);
    expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(call.body)}$`, "im"));
    expect(head).not.toMatch(/^transfer-encoding:/im);
    for (const [name, value] of [...call.headers])
      expect(head.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase());
  });

  test("an untyped call without a body", async () => {
    const call = by.prepareOperation("get_list_bills", { path: "/bills", query: { page: "1" } });
    expect(await send(call)).toMatchObject({ status: 200, json: { code: "000" } });
    expect(server.received[0]).toMatchObject({ path: "/bills?page=1", body: "" });
  });

  test("a lookup and a confirmation, for their verdicts", async () => {
    const simulator = new Simulator({ ...CANARIES, baseUrl: server.url });
    const options = { fetch: simulator.fetch };
    await send(by.prepareOnboarding(SHOP), options);
    await send(by.prepareSettlement(BILL), options);
    const found = await send(by.prepareSettlementLookup(BILL), options);
    expect(found.verdict).toBe("settled");
    const expectation = {
      identity_code: BILL.ref_id,
      purpose_of_transaction: BILL.ref_id,
      currency: BILL.currency,
      amount: BILL.total_amount,
    };
    const event = WebhookReceiver.checkout().receive(
      [],
      `{"identity_code":"${BILL.ref_id}","status":"success"}`,
    );
    const verdict = await send(event.confirm(by, expectation), options);
    expect(verdict.confirmed).toBe(true);
    expect(server.received).toEqual([]);
  });
});

test.each([307, 407, 408, 421, 429])("sends nothing again after HTTP %i", async (status) => {
  server.respond = (socket) =>
    answer(socket, status, "", [
      "Location: /elsewhere",
      'WWW-Authenticate: Basic realm="x"',
      "Retry-After: 0",
    ]);
  await send(by.prepareSettlement(BILL)).catch(() => {});
  await sleep(50);
  expect(server.received.map(({ path }) => path)).toEqual(["/bill_payment/push_bill_with_payment"]);
});

describe("a redirect", () => {
  test("to another origin is not followed, nor by fetch with a call as its options", async () => {
    const stranger = await RawServer.start();
    server.respond = (socket) => answer(socket, 307, "", [`Location: ${stranger.url}/elsewhere`]);
    const call = by.prepareSettlement(BILL);
    for (const options of [{}, { fetch }])
      expect(await failureOf(send(by.prepareSettlement(BILL), options))).toMatchObject({
        code: "redirect",
        httpStatus: 307,
        nextStep: "verifyFirst",
      });
    expect((await fetch(call.url, call)).status).toBe(307);
    await stranger.stop();
    expect([server.received.length, stranger.received]).toEqual([3, []]);
  });

  test("that a browser hides is undetermined", async () => {
    const hidden = async () => ({ status: 0, headers: new Headers(), body: null });
    expect(await failureOf(send(by.prepareSettlement(BILL), { fetch: hidden }))).toMatchObject({
      kind: "undetermined",
      nextStep: "verifyFirst",
    });
  });
});

describe("timeout and signal", () => {
  test.each<[string, Respond, SendOptions]>([
    ["no answer", () => {}, {}],
    ["bytes that trickle in", trickle, {}],
    ["a fetch that ignores its signal", () => {}, { fetch: () => new Promise(() => {}) }],
  ])("%s in time may have been settled", async (_name, respond, options) => {
    server.respond = respond;
    const error = await failureOf(send(by.prepareSettlement(BILL), { ...options, timeout: 150 }));
    expect(error).toMatchObject({
      code: "no_answer",
      nextStep: "verifyFirst",
      cause: { name: "TimeoutError" },
    });
  });

  function trickle(socket: Socket): void {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
    const timer = setInterval(() => socket.write(" "), 20);
    socket.on("close", () => clearInterval(timer));
  }

  test("a signal aborted before the start: nothing was sent", async () => {
    const error = await failureOf(send(by.prepareSettlement(BILL), { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ code: "no_answer", nextStep: "sendAgain", cause: { name: "AbortError" } });
    expect(server.received).toEqual([]);
  });

  test("a signal aborted later: it may have been settled", async () => {
    const controller = new AbortController();
    server.respond = () => controller.abort();
    const error = await failureOf(send(by.prepareSettlement(BILL), { signal: controller.signal }));
    expect(error).toMatchObject({
      code: "no_answer",
      nextStep: "verifyFirst",
      cause: { name: "AbortError" },
    });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});

describe("the answer's size", () => {
  const MIB = 1_048_576;

  test("1 MiB is read, one byte more is not", async () => {
    server.respond = (socket) => answer(socket, 200, SETTLED.padEnd(MIB));
    expect((await send(by.prepareSettlement(BILL))).outcome).toBe("settled");
    server.respond = (socket) => answer(socket, 200, SETTLED.padEnd(MIB + 1));
    const error = await failureOf(send(by.prepareSettlement(BILL)));
    expect(error).toMatchObject({
      code: "no_answer",
      nextStep: "verifyFirst",
      message: expect.stringContaining("the answer is longer than 1048576 bytes"),
    });
  });

  test("an endless answer is cut off at the limit", async () => {
    let written = 0;
    const closed = new Promise<void>((resolve) => {
      server.respond = (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        const more = () => {
          for (let again = true; again && !socket.destroyed; written += 65_536)
            again = socket.write(Buffer.alloc(65_536, " "));
        };
        socket.on("drain", more).on("close", () => resolve());
        more();
      };
    });
    await failureOf(send(by.prepareSettlement(BILL), { maxBytes: 100_000 }));
    await closed;
    expect(written).toBeLessThan(64 * MIB);
  });
});

describe("a response that cannot be used is named", () => {
  const mock = { ok: true, status: 200, headers: new Headers(), text: async () => SETTLED };

  test("without a body, as most mocks are", async () => {
    const error = await failureOf(send(by.prepareSettlement(BILL), { fetch: async () => mock }));
    expect(error).toMatchObject({
      code: "no_answer",
      nextStep: "verifyFirst",
      message: expect.stringContaining("neither body nor arrayBuffer"),
    });
    expect(error.stack).toContain("neither body nor arrayBuffer");
  });

  test("with a body that was read already", async () => {
    const read = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      await response.text();
      return response;
    };
    expect((await failureOf(send(by.prepareSettlement(BILL), { fetch: read as never }))).message).toContain(
      "was read already",
    );
  });

  test("no body at all is an empty answer", async () => {
    const error = await failureOf(
      send(by.prepareSettlement(BILL), { fetch: async () => ({ ...mock, body: null }) }),
    );
    expect(error.code).toBe("invalid_json");
  });
});

describe("a compressed answer", () => {
  const zipped = (text: string) => (socket: Parameters<typeof answer>[0]) => {
    const body = gzipSync(text);
    socket.write(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
  };
  /** A client that undoes no coding, such as undici's `request`. */
  const raw = async (url: string, init: RequestInit) => {
    const { statusCode: status, headers, body } = await undiciRequest(url, init as never);
    return { status, headers: new Headers(headers as never), body };
  };

  test.each<[string, SendOptions]>([
    ["Node's own transport", {}],
    ["fetch", { fetch }],
    ["a client that leaves it", { fetch: raw as never }],
  ])("is read, by %s", async (_name, options) => {
    server.respond = zipped(SETTLED);
    expect((await send(by.prepareSettlement(BILL), options)).outcome).toBe("settled");
    expect(server.received[0]?.head).toMatch(/^accept-encoding: identity$/im);
  });

  test("is read no further than the limit", async () => {
    server.respond = zipped(SETTLED.padEnd(50_000_000));
    expect((await failureOf(send(by.prepareSettlement(BILL)))).message).toContain(
      "longer than 1048576 bytes",
    );
  });
});

describe("Retry-After", () => {
  test.each<[string, readonly string[], number | undefined]>([
    ["seconds", ["Retry-After: 120"], 120_000],
    [
      "a date, by the service's clock",
      ["Date: Mon, 23 Nov 2026 06:00:00 GMT", "Retry-After: Mon, 23 Nov 2026 06:01:30 GMT"],
      90_000,
    ],
    [
      "a date that has passed",
      ["Date: Mon, 23 Nov 2026 06:00:00 GMT", "Retry-After: Mon, 23 Nov 2026 05:00:00 GMT"],
      0,
    ],
    ["no number", ["Retry-After: soon"], undefined],
  ])("%s", async (_name, headers, expected) => {
    server.respond = (socket) => answer(socket, 429, "", headers);
    const attempts: Attempt[] = [];
    const error = await failureOf(
      send(by.prepareSettlement(BILL), { onAttempt: (attempt) => attempts.push(attempt) }),
    );
    expect(error).toMatchObject({ nextStep: "sendAgain", retryAfterMs: expected });
    expect(attempts[0]?.retryAfterMs).toBe(expected);
  });

  test("reaches the error of a lookup's verdict", async () => {
    server.respond = (socket) => answer(socket, 503, "", ["Retry-After: 7"]);
    const verdict = await send(by.prepareSettlementLookup(BILL));
    expect(verdict).toMatchObject({ verdict: "unclear", error: { retryAfterMs: 7_000 } });
  });
});

describe("onAttempt", () => {
  async function attempts(options: SendOptions = {}): Promise<Attempt[]> {
    const seen: Attempt[] = [];
    await send(by.prepareSettlement(BILL), { ...options, onAttempt: (attempt) => seen.push(attempt) }).catch(
      () => {},
    );
    return seen;
  }

  test("is told of a success, once", async () => {
    const [attempt, ...others] = await attempts();
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ operation: "settlement", status: 200, nextStep: null, code: undefined });
    expect(attempt?.durationMs).toBeGreaterThan(0);
    expect(Object.isFrozen(attempt)).toBe(true);
  });

  test("is told of an error, and of no answer", async () => {
    server.respond = (socket) => answer(socket, 401, "");
    expect(await attempts()).toMatchObject([
      { status: 401, nextStep: "fixCredentials", code: "http_status" },
    ]);
    server.respond = (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{");
    expect(await attempts()).toMatchObject([{ status: 200, nextStep: "verifyFirst", code: "no_answer" }]);
    expect(await attempts({ signal: AbortSignal.abort() })).toMatchObject([
      { status: undefined, nextStep: "sendAgain" },
    ]);
  });

  test("is told the same by the request of a flow, which gets the raw answer and the time to wait", async () => {
    server.respond = (socket) => answer(socket, 500, "{}", ["Retry-After: 9"]);
    const request = firstRequest(new SettlementFlow(by, BILL));
    const seen: Attempt[] = [];
    const given = await send(request, { onAttempt: (attempt) => seen.push(attempt) });
    expect(given).toMatchObject({ status: 500, retryAfterMs: 9_000 });
    expect(seen).toMatchObject([
      { status: 500, nextStep: "verifyFirst", code: "http_status", retryAfterMs: 9_000 },
    ]);
    server.respond = (socket) => answer(socket, 200, SETTLED);
    const next = firstRequest(new SettlementFlow(by, BILL));
    await send(next, { onAttempt: (attempt) => seen.push(attempt) });
    expect(seen[1]).toMatchObject({ status: 200, nextStep: null, code: undefined });
  });

  test("holds no secret and nothing of the bill", async () => {
    const seen = await attempts();
    const text = JSON.stringify(seen) + inspect(seen, { showHidden: true, getters: true, depth: Infinity });
    for (const hidden of [...Object.values(CANARIES), BILL.ref_id, BILL.customer_sync_code])
      expect(text).not.toContain(hidden);
  });

  test("cannot fail a settled bill when it throws or rejects", async () => {
    for (const onAttempt of [
      () => {
        throw new Error("mine");
      },
      () => Promise.reject(new Error("mine")),
    ]) {
      expect((await send(by.prepareSettlement(BILL), { onAttempt })).outcome).toBe("settled");
    }
    await sleep(10);
  });
});

test("a request that may be sent until a time is not sent after it", async () => {
  let now = Date.now();
  const request = firstRequest(new SettlementFlow(by, BILL, { now: () => now }));
  now = request.sendBefore ?? expect.fail("a settlement has no limit");
  await expect(send(request)).rejects.toMatchObject({
    sent: "no",
    message: expect.stringContaining("too late"),
  });
  expect(server.received).toEqual([]);
});

describe("the cause of an error", () => {
  test("is kept by noAnswer, without the client's credentials", async () => {
    const call = by.prepareSettlement(BILL);
    server.respond = (socket) => void socket.destroy();
    const { url, method, headers, body: data = "" } = call.request();
    const cause = await axios.request({ url, method, headers, data }).then(
      () => undefined,
      (error: Error) => error,
    );
    expect(inspect(cause)).toContain(CANARIES.bearer);
    const error = call.noAnswer({ sent: "maybe", cause });
    expect(error.cause).toMatchObject({
      name: "Error",
      code: "ECONNRESET",
      message: "socket hang up",
      stack: cause?.stack,
    });
    const text =
      inspect(error, { showHidden: true, getters: true, depth: Infinity }) +
      JSON.stringify(error) +
      JSON.stringify(error.cause);
    for (const hidden of [...Object.values(CANARIES), BILL.ref_id]) expect(text).not.toContain(hidden);
  });

  test("is left out if it is no error; it may be a circle, or throw when it is read", () => {
    for (const cause of [CANARIES.bearer, { headers: CANARIES.bearer }, null])
      expect(by.prepareSettlement(BILL).noAnswer({ sent: "maybe", cause }).cause).toBeUndefined();
    const circle = new Error("round");
    circle.cause = circle;
    expect(by.prepareSettlement(BILL).noAnswer({ sent: "maybe", cause: circle }).cause).toMatchObject({
      message: "round",
      cause: { message: "round" },
    });
    const loud = Object.defineProperty(new Error("x"), "code", {
      get: () => {
        throw new Error(CANARIES.bearer);
      },
    });
    expect(
      errorOf(() => by.prepareSettlement(BILL).noAnswer({ sent: "maybe", cause: loud })).violations[0]?.path,
    ).toBe("cause");
  });
});

describe("wrong arguments send nothing", () => {
  test.each<[string, unknown]>([
    ["timeout", { timeout: 0 }],
    ["timeout", { timeout: 2 ** 31 }],
    ["maxBytes", { maxBytes: -1 }],
    ["signal", { signal: {} }],
    ["fetch", { fetch: "fetch" }],
    ["onAttempt", { onAttempt: 1 }],
    ["connectTimeout", { connectTimeout: 0 }],
    ["options", { timeoutMs: 5 }],
    ["options", null],
  ])("%s: %o", async (path, options) => {
    const error = await failureOf(send(by.prepareSettlement(BILL), options as SendOptions));
    expect(error).toMatchObject({ kind: "invalid_config", violations: [{ path }] });
    expect(server.received).toEqual([]);
  });

  test("the call is none, or a copy", async () => {
    for (const call of [undefined, "call", {}, { ...by.prepareVerification(SEARCH) }]) {
      expect(await failureOf(send(call as Call<unknown>))).toMatchObject({
        kind: "invalid_config",
        violations: [{ path: "call" }],
      });
    }
    expect(server.received).toEqual([]);
  });
});
