// A settlement's call and the request of a flow are sent once in their life, and cannot be changed.
// For each way in which a call fails: how often the service receives it, and what `send` says of it. "no" is said only
// of a request of which no byte was given to a connection.
import http from "node:http";
import https from "node:https";
import { type Server, connect, createServer } from "node:net";
import tls from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import { Biller, SettlementFlow } from "billwire";
import type { BillwireError, Call, FlowRequest, SaveStep } from "billwire";
import { type SendOptions, send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { BILL, CANARIES, SEARCH, SETTLED, SHOP, billerAt, failureOf } from "./support/bills.ts";
import { PROFILE, firstRequest } from "./support/flows.ts";
import { DIST } from "./support/models.ts";
import { RawServer, type Respond, answer } from "./support/raw-server.ts";
import { addressOf, closedAddress, listening } from "./support/servers.ts";

const STORE = { load: () => null, save: () => true };
const REFUSED = { code: "already_sent", sent: "maybe", nextStep: "verifyFirst" };

const server = await RawServer.start();
const by = billerAt(server.url, { profile: PROFILE });

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

describe("a settlement's call", () => {
  test.each<[string, Respond]>([
    ["settled", (socket) => answer(socket, 200, SETTLED)],
    ["was refused", (socket) => answer(socket, 400, "")],
    ["brought no answer", (socket) => socket.destroy()],
  ])("that %s is not sent again", async (_name, respond) => {
    server.respond = respond;
    const call = by.prepareSettlement(BILL);
    await send(call).catch(() => {});
    expect(await failureOf(send(call))).toMatchObject(REFUSED);
    expect(server.received).toHaveLength(1);
  });

  test("is sent by one of two at the same time", async () => {
    const call = by.prepareSettlement(BILL);
    const [one, other] = await Promise.allSettled([send(call), send(call)]);
    expect(one).toMatchObject({ status: "fulfilled" });
    expect(other).toMatchObject({ status: "rejected", reason: REFUSED });
    expect(server.received).toHaveLength(1);
  });

  test("is known within an object of the program, and by another copy of the package", async () => {
    const copy = (await import(new URL("fetch.js", DIST).href)) as { send: typeof send };
    const call = by.prepareSettlement(BILL);
    const wrapped = { call, decide: (status: number, body: Uint8Array) => call.decode(status, body) };
    await copy.send(wrapped);
    for (const again of [() => send(call), () => send(wrapped), () => copy.send(call)])
      expect(await failureOf(again())).toMatchObject(REFUSED);
    expect(server.received).toHaveLength(1);
  });

  test.each<[string, SendOptions, Respond]>([
    ["before it was sent", { signal: AbortSignal.abort() }, () => {}],
    ["with a status by which nothing has happened", {}, (socket) => answer(socket, 429, "")],
    ["by wrong use", { agent: new https.Agent() }, () => {}],
  ])("that ended %s is sent again", async (_name, options, respond) => {
    server.respond = respond;
    const call = by.prepareSettlement(BILL);
    await failureOf(send(call, options));
    server.respond = (socket) => answer(socket, 200, SETTLED);
    expect((await send(call)).outcome).toBe("settled");
  });

  test("does not keep a lookup from being repeated", async () => {
    const lookup = by.prepareSettlementLookup(BILL);
    for (let time = 0; time < 2; time++) await send(lookup);
    const verification = by.prepareVerification(SEARCH);
    for (let time = 0; time < 2; time++) await send(verification).catch(() => {});
    expect(server.received).toHaveLength(4);
  });
});

describe("the request of a flow", () => {
  test("is sent once", async () => {
    server.respond = (socket) => socket.destroy();
    const request = firstRequest(new SettlementFlow(by, BILL));
    await expect(send(request)).rejects.toMatchObject({ code: "no_answer", sent: "maybe" });
    await expect(send(request)).rejects.toMatchObject(REFUSED);
    expect(server.received).toHaveLength(1);
  });

  test("in a retry of the program's own pays once", async () => {
    const retried = <Result>(work: () => Promise<Result>): Promise<Result> => work().catch(work).catch(work);
    const profile = { ...PROFILE, notFoundCodes: { verification: ["NOT_FOUND"] } };
    const simulator = new Simulator({ ...CANARIES, profile });
    const biller = new Biller({ ...CANARIES, baseUrl: "https://service.example", profile });
    const options = { fetch: simulator.fetch };
    await send(biller.prepareOnboarding(SHOP), options);
    simulator.script({ settlement: [{ ref_id: BILL.ref_id, fault: { kind: "drop_after" } }] });
    const result = await new SettlementFlow(biller, BILL, { now: () => simulator.now }).run({
      ...STORE,
      send: (request) => retried(() => send(request, options)),
      sleep: (millis) => simulator.advance(Math.ceil(millis)),
    });
    expect(result.outcome).toBe("settled");
    expect(simulator.books().totals).toEqual({ [BILL.currency]: String(BILL.total_amount) });
  });

  test("is not sent by a machine that stood still while it connected", async () => {
    let now = Date.now();
    const request = firstRequest(new SettlementFlow(by, BILL, { now: () => now }));
    const agent = new http.Agent();
    const connect = agent.createConnection.bind(agent);
    agent.createConnection = (...args) => {
      const socket = connect(...args);
      socket?.once("connect", () => (now = request.sendBefore ?? expect.fail("a settlement has no limit")));
      return socket;
    };
    const late = { sent: "no", message: expect.stringContaining("too late") };
    await expect(send(request, { agent })).rejects.toMatchObject(late);
    expect(server.received).toEqual([]);
  });
});

describe("calls and requests are read-only", () => {
  test.each<[string, () => Call<unknown> | FlowRequest]>([
    ["a call", () => by.prepareSettlement(BILL)],
    ["the call of a lookup", () => by.prepareSettlementLookup(BILL).call],
    ["the request of a flow", () => firstRequest(new SettlementFlow(by, BILL))],
  ])("%s", (_name, make) => {
    const request = make();
    const before = request.request();
    for (const name of ["url", "method", "operation", "body", "headers", "number", "sendBefore", "more"])
      expect(() => Object.assign(request, { [name]: "http://elsewhere.example" }), name).toThrow(TypeError);
    expect(request.request()).toEqual(before);
  });
});

describe("the biller as a function", () => {
  test.each<[string, () => unknown, string | RegExp]>([
    ["throws", () => Promise.reject(new Error("no bearer")), "no bearer"],
    ["gives none", () => undefined, "expected a Biller"],
    ["gives a disposed one", () => disposed(), "it is disposed"],
  ])("that %s ends the run, and the record says that nothing was sent", async (_name, biller, sentence) => {
    let record: string | null = null;
    const load = () => record;
    const save = (step: SaveStep) => ((record = step.record), true);
    const run = new SettlementFlow(by, BILL).run({ load, save, send, biller } as never);
    await expect(run).rejects.toThrow(sentence);
    expect(server.received).toEqual([]);
    const asked: string[] = [];
    const answering = ({ operation }: FlowRequest) => (asked.push(operation), { status: 200, body: SETTLED });
    const resumed = new SettlementFlow(by, BILL);
    const result = await resumed.run({ load, save, send: answering, sleep: () => {} });
    expect(result).toMatchObject({ outcome: "settled", proof: "answer" });
    expect(asked).toEqual(["settlement"]);
  });

  function disposed(): Biller {
    const biller = by.withBearer("wiped");
    biller.dispose();
    return biller;
  }
});

test("many sends share a signal without a warning", async () => {
  const warnings: string[] = [];
  const listen = ({ name }: Error) => warnings.push(name);
  process.on("warning", listen);
  const { signal } = new AbortController();
  const sends = Array.from({ length: 20 }, () => send(by.prepareSettlement(BILL), { signal }));
  expect((await Promise.all(sends)).map(({ outcome }) => outcome)).toEqual(Array(20).fill("settled"));
  process.off("warning", listen);
  expect(warnings).toEqual([]);
});

test("a request that Node refuses at once is wrong use", async () => {
  const error = await failureOf(send(by.prepareSettlement(BILL), { agent: new https.Agent() }));
  expect(error).toMatchObject({ kind: "invalid_config", nextStep: "fixRequest", sent: "no" });
  expect(error.message).toContain("ERR_INVALID_PROTOCOL");
});

test("a process that only claims to be Node's sends by fetch", async () => {
  const seen: string[] = [];
  const fetched = async (url: string) => (seen.push(url), new Response(SETTLED));
  vi.stubGlobal("process", { versions: process.versions, getBuiltinModule() {} });
  vi.stubGlobal("fetch", fetched);
  try {
    expect((await send(by.prepareSettlement(BILL))).outcome).toBe("settled");
  } finally {
    vi.unstubAllGlobals();
  }
  expect(seen).toHaveLength(1);
});

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
