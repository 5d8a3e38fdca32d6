// `billwire/fetch`: sends a call once, over real connections.
import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import axios from "axios";
import { gzipSync } from "node:zlib";
import { SettlementFlow, WebhookReceiver } from "billwire";
import { send } from "billwire/fetch";
import type { Attempt, SendOptions } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { request as undiciRequest } from "undici";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { BILL, CANARIES, SETTLED, SHOP, billerAt } from "./support/bills.ts";
import { failureOf, faultsOf } from "./support/bills.ts";
import { firstRequest } from "./support/flows.ts";
import { RawServer, answer } from "./support/raw-server.ts";

const server = await RawServer.start();
const by = billerAt(server.url);

beforeEach(() => server.reset());

afterAll(() => server.stop());

describe("sends", () => {
  test("a lookup and a confirmation, for their verdicts", async () => {
    const simulator = new Simulator({ ...CANARIES, baseUrl: server.url });
    const options = { fetch: simulator.fetch };
    await send(by.prepareOnboarding(SHOP), options);
    await send(by.prepareSettlement(BILL), options);
    const found = await send(by.prepareSettlementLookup(BILL), options);
    expect([found.verdict, Object.isFrozen(found)]).toEqual(["settled", true]);
    const { ref_id: identity_code, currency, total_amount: amount } = BILL;
    const billed = { identity_code, purpose_of_transaction: identity_code, currency, amount };
    const body = JSON.stringify({ identity_code, status: "success" });
    const event = WebhookReceiver.checkout().receive([], body);
    const verdict = await send(event.confirm(by, billed), options);
    expect(verdict.confirmed).toBe(true);
    expect(server.received).toEqual([]);
  });
});

describe("a redirect", () => {
  test("is not followed by fetch with a call as its options", async () => {
    const stranger = await RawServer.start();
    server.respond = (socket) => answer(socket, 307, "", [`Location: ${stranger.url}/elsewhere`]);
    const call = by.prepareSettlement(BILL);
    expect((await fetch(call.url, call)).status).toBe(307);
    await stranger.stop();
    expect([server.received.length, stranger.received]).toEqual([1, []]);
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
  const aborted = { code: "no_answer", cause: { name: "AbortError" } };

  test("a fetch that ignores its signal ends in time", async () => {
    const options = { fetch: () => new Promise<never>(() => {}), timeout: 150 };
    const error = await failureOf(send(by.prepareSettlement(BILL), options));
    expect(error).toMatchObject({ nextStep: "verifyFirst", cause: { name: "TimeoutError" } });
  });

  test("a signal aborted before the start: nothing was sent", async () => {
    const error = await failureOf(send(by.prepareSettlement(BILL), { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ ...aborted, nextStep: "sendAgain" });
    expect(server.received).toEqual([]);
  });

  test("a signal aborted later: it may have been settled", async () => {
    const controller = new AbortController();
    server.respond = () => controller.abort();
    const error = await failureOf(send(by.prepareSettlement(BILL), { signal: controller.signal }));
    expect(error).toMatchObject({ ...aborted, nextStep: "verifyFirst" });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
});

test("of an answer, 1 MiB is read, and one byte more is not", async () => {
  server.respond = (socket) => answer(socket, 200, SETTLED.padEnd(1_048_576));
  expect((await send(by.prepareSettlement(BILL))).outcome).toBe("settled");
  server.respond = (socket) => answer(socket, 200, SETTLED.padEnd(1_048_576 + 1));
  const message = expect.stringContaining("the answer is longer than 1048576 bytes");
  const error = await failureOf(send(by.prepareSettlement(BILL)));
  expect(error).toMatchObject({ code: "no_answer", nextStep: "verifyFirst", message });
});

describe("a response that cannot be used is named", () => {
  const mock = { ok: true, status: 200, headers: new Headers(), text: async () => SETTLED };
  const errorBy = (fetch: unknown) => failureOf(send(by.prepareSettlement(BILL), { fetch } as SendOptions));

  test("without a body, as most mocks are", async () => {
    const error = await errorBy(async () => mock);
    const message = expect.stringContaining("neither body nor arrayBuffer");
    expect(error).toMatchObject({ code: "no_answer", nextStep: "verifyFirst", message, stack: message });
  });

  test("with a body that was read already", async () => {
    const read = async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      await response.text();
      return response;
    };
    expect((await errorBy(read)).message).toContain("was read already");
  });

  test("no body at all is an empty answer", async () => {
    expect((await errorBy(async () => ({ ...mock, body: null }))).code).toBe("invalid_json");
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
  const DATE = "Date: Mon, 23 Nov 2026 06:00:00 GMT";
  test.each<[string, readonly string[], number | undefined]>([
    ["seconds", ["Retry-After: 120"], 120_000],
    ["a date, by the service's clock", [DATE, "Retry-After: Mon, 23 Nov 2026 06:01:30 GMT"], 90_000],
    ["a date that has passed", [DATE, "Retry-After: Mon, 23 Nov 2026 05:00:00 GMT"], 0],
    ["no number", ["Retry-After: soon"], undefined],
  ])("%s", async (_name, headers, expected) => {
    server.respond = (socket) => answer(socket, 429, "", headers);
    const attempts: Attempt[] = [];
    const onAttempt = (attempt: Attempt) => attempts.push(attempt);
    const error = await failureOf(send(by.prepareSettlement(BILL), { onAttempt }));
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
    for (const onAttempt of [() => expect.fail("mine"), () => Promise.reject(new Error("mine"))])
      expect((await send(by.prepareSettlement(BILL), { onAttempt })).outcome).toBe("settled");
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
    const kept = { name: "Error", code: "ECONNRESET", message: "socket hang up", stack: cause?.stack };
    expect(error.cause).toMatchObject(kept);
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
    const kept = { message: "round", cause: { message: "round" } };
    expect(by.prepareSettlement(BILL).noAnswer({ sent: "maybe", cause: circle }).cause).toMatchObject(kept);
    const get = () => expect.fail(CANARIES.bearer);
    const loud = Object.defineProperty(new Error("x"), "code", { get });
    const asked = () => by.prepareSettlement(BILL).noAnswer({ sent: "maybe", cause: loud });
    expect(faultsOf(asked)).toEqual(["cause wrong_type"]);
  });
});
