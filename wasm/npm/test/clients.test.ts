// HTTP clients of Node: each sends a call as it is, and once if its pooled connection is cut. And the recipes of
// docs/guide/src/http-clients.md: `send` over axios, got and undici.
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import http from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import axios from "axios";
import oldestAxios from "axios-oldest";
import type { Biller, Call } from "billwire";
import { type Fetch, type SendOptions, send } from "billwire/fetch";
import got from "got";
import ky from "ky";
import makeFetchHappen from "make-fetch-happen";
import nodeFetch from "node-fetch";
import superagent from "superagent";
import { fetch as undiciFetch, request as undiciRequest } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { byAxios } from "./clients/axios.ts";
import { byGot } from "./clients/got.ts";
import { byUndici } from "./clients/undici.ts";
import { BILL, CANARIES, SEARCH, SETTLED, billerAt, failureOf } from "./support/bills.ts";
import { RawServer, type Respond, answer } from "./support/raw-server.ts";

const CUTS = ["destroy", "resetAndDestroy"] as const;
/** Clients that can retry wait a second before they do. */
const CAN_RETRY = ["got", "ky", "make-fetch-happen"];

type Answer = readonly [status: number, body: Uint8Array | ArrayBuffer | string];
const agent = new http.Agent({ keepAlive: true });

async function answered(response: { status: number; arrayBuffer(): Promise<ArrayBuffer> }): Promise<Answer> {
  return [response.status, await response.arrayBuffer()];
}

const byAnyAxios =
  (client: typeof axios) =>
  async (call: Call<unknown>): Promise<Answer> => {
    const { url, method, headers, body } = call.request();
    const { status, data } = await client.request<ArrayBuffer>({
      url,
      method,
      headers,
      data: body,
      httpAgent: agent,
      responseType: "arraybuffer",
      maxRedirects: 0,
    });
    return [status, data];
  };

/**
 * Clients with pooled connections. The first six take a call and its headers as they are, the others a plain
 * object.
 */
const CLIENTS: Readonly<Record<string, (call: Call<unknown>) => Promise<Answer>>> = {
  "Node's fetch": async (call) => answered(await fetch(call.url, call)),
  "new Headers": async ({ url, method, headers, body }) =>
    answered(await fetch(new Request(url, { method, headers: new Headers(headers), body }))),
  "undici's fetch": async ({ url, method, headers, body }) =>
    answered(await undiciFetch(url, { method, headers: [...headers], body })),
  "undici's request": async ({ url, method, headers, body }) => {
    const answer = await undiciRequest(url, { method, headers, body });
    return [answer.statusCode, await answer.body.arrayBuffer()];
  },
  ky: async ({ url, method, headers, body }) => answered(await ky(url, { method, headers, body })),
  "node-fetch": async ({ url, method, headers, body }) =>
    answered(await nodeFetch(url, { method, headers, body, agent })),
  axios: byAnyAxios(axios),
  "axios 0.27": byAnyAxios(oldestAxios as unknown as typeof axios),
  got: async (call) => {
    const { url, method, headers, body = "" } = call.request();
    const answer = await got(url, { method, headers, body, responseType: "buffer", agent: { http: agent } });
    return [answer.statusCode, answer.body];
  },
  superagent: async (call) => {
    const { url, headers, body } = call.request();
    const { status, text } = await superagent.post(url).agent(agent).set(headers).send(body);
    return [status, text];
  },
  "node:http": async (call) => {
    const { url, method, headers, body } = call.request();
    const request = http.request(url, { method, headers, agent }).end(body);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    return [response.statusCode ?? 0, await buffer(response)];
  },
  "make-fetch-happen": async (call) => {
    const { url, method, headers, body } = call.request();
    const answer = await makeFetchHappen(url, { method, headers, body } as makeFetchHappen.FetchOptions);
    return [answer.status, await answer.buffer()];
  },
};

let server: RawServer;
let stranger: RawServer;
let by: Biller;

beforeEach(async () => {
  [server, stranger] = await Promise.all([
    RawServer.start((socket) => answer(socket, 200, SETTLED)),
    RawServer.start(),
  ]);
  by = billerAt(server.url);
});

afterEach(() => Promise.all([server.stop(), stranger.stop()]));

describe.each(Object.entries(CLIENTS))("%s", (name, client) => {
  test("sends the exact text and headers", async () => {
    const calls = [
      by.prepareSettlement({ ...BILL, description: "ទឹក 😀 " }),
      by.prepareVerification(SEARCH),
    ] as const;
    expect(calls[0].decode(...(await client(calls[0]))).outcome).toBe("settled");
    await client(calls[1]);
    calls.forEach((call, index) => expectReceived(call, index));
  });

  test.each(CUTS)("sends once if a pooled connection is cut by %s", async (cut) => {
    const call = by.prepareSettlement(BILL);
    await client(call);
    await sleep(50); // until the pool has the connection back
    server.respond = (socket) => void socket[cut]();
    await expect(client(call)).rejects.toThrow();
    await sleep(CAN_RETRY.includes(name) ? 1_500 : 100);
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 1]); // it was pooled
  });
});

const RECIPES = { axios: byAxios, got: byGot, undici: byUndici };

describe.each(Object.entries(RECIPES))("the recipe of %s", (name, fetch) => {
  test("is in the document", async () => {
    const read = (file: string) => readFile(new URL(file, import.meta.url), "utf8");
    const document = await read("../../../docs/guide/src/http-clients.md");
    expect(document).toContain(`\`\`\`ts\n${await read(`clients/${name}.ts`)}\`\`\``);
  });

  test.each(CUTS)("sends once if a pooled connection is cut by %s", async (cut) => {
    await send(by.prepareSettlement(BILL), { fetch });
    await sleep(50); // until the pool has the connection back
    server.respond = (socket) => void socket[cut]();
    const error = await failureOf(send(by.prepareSettlement(BILL), { fetch }));
    await sleep(1_500); // got waits a second before it retries
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 1]);
    expect(error).toMatchObject({ code: "no_answer", nextStep: "verifyFirst" });
    for (const hidden of Object.values(CANARIES))
      expect(inspect(error, { showHidden: true, depth: Infinity })).not.toContain(hidden);
  });
});

describe.each(Object.entries({ "Node's own transport": {}, fetch: { fetch }, ...asOptions(RECIPES) }))(
  "send by %s",
  (name, options: SendOptions) => {
    const settle = (more: SendOptions = {}) => send(by.prepareSettlement(BILL), { ...options, ...more });
    const UNKNOWN = { code: "no_answer", nextStep: "verifyFirst" };

    test("sends the exact text and headers", async () => {
      const call = by.prepareSettlement({ ...BILL, description: 'ទឹក 😀 "/\\' });
      expect((await send(call, options)).outcome).toBe("settled");
      expectReceived(call, 0);
      const { head } = server.received[0] ?? expect.fail("it was not received");
      expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(call.body)}$`, "im"));
      expect(head).not.toMatch(/^transfer-encoding:/im);
      const listed = await send(by.prepareOperation("get_list_bills", { path: "/bills" }), options);
      expect(listed.status).toBe(200);
      expect(server.received[1]).toMatchObject({ path: "/bills", body: "" });
    });

    // Node's fetch sends again after HTTP 421, which samples.test.ts shows, and hides HTTP 407.
    const statuses = name === "fetch" ? [408, 429, 503] : [407, 408, 421, 429, 503];
    test.each(statuses)("sends once, whatever the status: %i", async (status) => {
      const headers = ['WWW-Authenticate: Basic realm="x"', "Retry-After: 0"];
      server.respond = (socket) => answer(socket, status, "", headers);
      const error = await failureOf(send(by.prepareVerification(SEARCH), options));
      await sleep(50);
      expect(server.received).toHaveLength(1);
      expect(error).toMatchObject({ httpStatus: status, retryAfterMs: 0 });
    });

    test("follows no redirect", async () => {
      server.respond = (socket) => answer(socket, 307, "", [`Location: ${stranger.url}/elsewhere`]);
      const error = { code: "redirect", httpStatus: 307, nextStep: "verifyFirst" };
      expect(await failureOf(settle())).toMatchObject(error);
      expect(stranger.received).toEqual([]);
    });

    test("cuts an endless answer off at the limit", async () => {
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
      expect(await failureOf(settle({ maxBytes: 100_000 }))).toMatchObject(UNKNOWN);
      await closed;
      expect(written).toBeLessThan(64 << 20);
    });

    test.each<[string, Respond]>([
      ["no answer", () => {}],
      ["half of an answer", (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")],
      ["bytes that trickle in", trickle],
    ])("ends at the time-out: %s", async (_what, respond) => {
      server.respond = respond;
      const error = await failureOf(settle({ timeout: 200 }));
      expect(error).toMatchObject({ ...UNKNOWN, cause: { name: "TimeoutError" } });
    });
  },
);

function asOptions(fetches: Readonly<Record<string, Fetch>>): Record<string, SendOptions> {
  return Object.fromEntries(Object.entries(fetches).map(([name, fetch]) => [name, { fetch }]));
}

function trickle(socket: Socket): void {
  socket.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n");
  const timer = setInterval(() => socket.write(" "), 20);
  socket.on("close", () => clearInterval(timer));
}

describe("control", () => {
  test("axios follows a redirect and takes the token along", async () => {
    server.respond = (socket) => answer(socket, 307, "", [`Location: ${stranger.url}/elsewhere`]);
    const { url, headers, body } = by.prepareVerification(SEARCH).request();
    await axios.post(url, body, { headers });
    expect(stranger.received[0]?.head).toContain(CANARIES.verificationToken);
  });

  test("got, with an instance that retries POST, sends twice, and the program sees a success", async () => {
    const retrying = got.extend({ retry: { methods: ["POST"], backoffLimit: 10 } });
    const { url, headers, body = "" } = by.prepareSettlement(BILL).request();
    server.respond = (socket) =>
      void (server.received.length === 1 ? socket.destroy() : answer(socket, 200, SETTLED));
    expect(await retrying.post(url, { headers, body }).text()).toBe(SETTLED);
    expect(server.received).toHaveLength(2);
  });
});

function expectReceived(call: Call<unknown>, index: number): void {
  const { head, body } = server.received[index] ?? expect.fail("it was not received");
  expect(Buffer.from(body, "latin1").toString()).toBe(call.body);
  for (const [header, value] of [...call.headers])
    expect(head.toLowerCase()).toContain(`${header}: ${value}`.toLowerCase());
}
