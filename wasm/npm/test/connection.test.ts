// Ways in which a call fails: how often the service receives it, and what `send` says of it. "no" is said
// only of a request of which no byte was given to a connection.
import http from "node:http";
import https from "node:https";
import { type Server, connect, createServer } from "node:net";
import tls from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import type { BillwireError } from "billwire";
import { type SendOptions, send } from "billwire/fetch";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { BILL, SETTLED, billerAt, failureOf } from "./support/bills.ts";
import { RawServer, type Respond } from "./support/raw-server.ts";
import { addressOf, closedAddress, listening } from "./support/servers.ts";

const server = await RawServer.start();
const closed = await closedAddress();
/** A server that answers no greeting of TLS. */
const silent = createServer((socket) => socket.on("error", () => {}));
const withoutKey = tls.createServer().on("tlsClientError", () => {});
await Promise.all([withoutKey, silent].map(listening));

beforeEach(() => server.reset());

afterAll(async () => {
  await server.stop();
  withoutKey.close();
  silent.close();
});

/** A function of the caller, in which anything may happen. */
const wrapped: SendOptions = { fetch: (url, init) => fetch(url, init) };

describe("no connection was made", () => {
  const WAYS: readonly (readonly [string, () => string, SendOptions])[] = [
    ["nobody listens", () => closed, {}],
    ["the name has no address", () => "https://nobody.invalid", {}],
    ["the network has no route", () => "https://224.0.0.1", {}],
    ["the service does not speak TLS", () => server.url.replace("http:", "https:"), { connectTimeout: 200 }],
    ["TLS finds no key in common", () => secureAddressOf(withoutKey), {}],
    ["the connection takes too long", () => secureAddressOf(silent), { connectTimeout: 200 }],
    ["the whole attempt takes too long while it connects", () => secureAddressOf(silent), { timeout: 200 }],
  ];

  test.each(WAYS)("%s: sent is no", async (_name, url, options) => {
    server.respond = (socket) => void socket.destroy();
    const error = await failureAt(url(), options);
    expect(error).toMatchObject({ code: "no_answer", nextStep: "sendAgain", cause: expect.any(Error) });
  });

  test("where a function of the caller sends: maybe", async () => {
    const error = await failureAt(closed, { ...wrapped, timeout: 1_000 });
    expect(error).toMatchObject({ code: "no_answer", nextStep: "verifyFirst" });
  });
});

describe("a request that was given to a connection", () => {
  const WAYS: Readonly<Record<string, Respond>> = {
    "the connection is closed": (socket) => void socket.destroy(),
    "the connection is reset": (socket) => void socket.resetAndDestroy(),
    "the answer is no HTTP": (socket) => void socket.end("220 mail.example ready\r\n\r\n"),
    "half a body": (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"),
    "another protocol": (socket) =>
      void socket.end("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n"),
  };

  test.each(Object.entries(WAYS))("%s: received once, sent is maybe", async (_name, respond) => {
    server.respond = respond;
    const error = await failureAt(server.url, { timeout: 300 });
    await sleep(20);
    expect([error.nextStep, server.received.length]).toEqual(["verifyFirst", 1]);
  });

  test("of which only a part arrived may have been received", async () => {
    const cutting = createServer((socket) => socket.once("data", () => socket.destroy()));
    const error = await failureAt(await listening(cutting), {}, { description: "x".repeat(200_000) });
    cutting.close();
    expect(error.nextStep).toBe("verifyFirst");
  });

  test("has a connection of its own", async () => {
    for (const _ of [1, 2]) await settle(server.url);
    const [first, second] = server.received.map(({ connection }) => connection);
    expect(second).toBe(first! + 1);
  });
});

describe("an agent", () => {
  test("that keeps its connections: a cut of a used one is maybe", async () => {
    const agent = new http.Agent({ keepAlive: true });
    await settle(server.url, { agent });
    await sleep(20); // until the agent has the connection back
    server.respond = (socket) => void socket.destroy();
    const error = await failureAt(server.url, { agent });
    agent.destroy();
    expect(new Set(server.received.map(({ connection }) => connection)).size).toBe(1);
    expect([error.nextStep, server.received.length]).toEqual(["verifyFirst", 2]);
  });

  test("by which a proxy is not reached: no", async () => {
    const agent = new http.Agent();
    agent.createConnection = () => connect(Number(new URL(closed).port), "127.0.0.1");
    expect((await failureAt(server.url, { agent })).nextStep).toBe("sendAgain");
    expect(server.received).toEqual([]);
  });

  test("decides about TLS", async () => {
    // A key that both sides know spares the test a certificate.
    const key = { psk: Buffer.from("0123456789abcdef"), identity: "test" };
    const suite = { ciphers: "PSK-AES128-CBC-SHA256", maxVersion: "TLSv1.2" } as const;
    const secure = https.createServer({ ...suite, pskCallback: () => key.psk }, (request, response) =>
      request.resume().on("end", () => response.end(SETTLED)),
    );
    const agent = new https.Agent({ ...suite, pskCallback: () => key, checkServerIdentity: () => undefined });
    await listening(secure);
    expect((await settle(secureAddressOf(secure), { agent })).outcome).toBe("settled");
    secure.close();
  });
});

test("an error of the caller's function proves nothing", async () => {
  const reason = Object.assign(new Error("connect"), {
    code: "ECONNREFUSED",
    syscall: "connect",
    sent: "no",
  });
  const side = async (url: string, init: RequestInit) => (await fetch(url, init), Promise.reject(reason));
  expect((await failureAt(server.url, { fetch: side as never })).nextStep).toBe("verifyFirst");
  expect(server.received).toHaveLength(1);
});

function secureAddressOf(server: Server): string {
  return addressOf(server).replace("http:", "https:");
}

async function settle(baseUrl: string, options: SendOptions = {}, changes: object = {}) {
  return send(billerAt(baseUrl).prepareSettlement({ ...BILL, ...changes }), options);
}

async function failureAt(
  baseUrl: string,
  options: SendOptions = {},
  changes: object = {},
): Promise<BillwireError> {
  return failureOf(settle(baseUrl, options, changes));
}
