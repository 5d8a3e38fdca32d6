// Which HTTP clients of Node send a request again silently: a server reads it whole on a pooled connection, and cuts.
import { once } from "node:events";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import axios from "axios";
import { Biller, type Call, type PlainRequest } from "billwire";
import { send } from "billwire/fetch";
import got from "got";
import ky from "ky";
import makeFetchHappen from "make-fetch-happen";
import nodeFetch from "node-fetch";
import superagent from "superagent";
import { fetch as undiciFetch, request as undiciRequest } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BILL } from "./support/bills.ts";
import { RawServer, answer } from "./support/raw-server.ts";

const SETTLED = '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';
const CUTS = ["destroy", "resetAndDestroy"] as const;
/** Clients that can retry wait a second before they do. */
const CAN_RETRY = ["got", "ky", "make-fetch-happen"];

const agent = new http.Agent({ keepAlive: true });

/** Clients with their defaults, over a pooled connection: each reads the answer to its end. */
const CLIENTS: Readonly<Record<string, (call: Required<PlainRequest>) => Promise<unknown>>> = {
  "Node's fetch": async ({ url, method, headers, body }) => (await fetch(url, { method, headers, body })).text(),
  "undici's fetch": async ({ url, method, headers, body }) => (await undiciFetch(url, { method, headers, body })).text(),
  "undici's request": async ({ url, method, headers, body }) => (await undiciRequest(url, { method, headers, body })).body.text(),
  "node:http": async ({ url, method, headers, body }) => {
    const request = http.request(url, { method, headers, agent }).end(body);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    await once(response.resume(), "end");
  },
  "axios": ({ url, method, headers, body }) => axios.request({ url, method, headers, data: body, httpAgent: agent }),
  "got": ({ url, method, headers, body }) => got(url, { method, headers, body, agent: { http: agent } }),
  "ky": async ({ url, method, headers, body }) => (await ky(url, { method, headers, body })).text(),
  "node-fetch": async ({ url, method, headers, body }) => (await nodeFetch(url, { method, headers, body, agent })).text(),
  "superagent": ({ url, headers, body }) => superagent.post(url).agent(agent).set(headers).send(body),
  "make-fetch-happen": async ({ url, method, headers, body }) => (await makeFetchHappen(url, { method, headers, body } as makeFetchHappen.FetchOptions)).text(),
};

let server: RawServer;
let call: Call<unknown>;

beforeEach(async () => {
  server = await RawServer.start((socket) => answer(socket, 200, SETTLED));
  call = new Biller({ baseUrl: server.url, allowLoopbackHttp: true, bearer: "b", hashToken: "h" }).prepareSettlement(BILL);
});

afterEach(() => server.stop());

const SENDERS: Readonly<Record<string, () => Promise<unknown>>> = {
  "billwire/fetch": () => send(call, { agent }),
  ...Object.fromEntries(Object.entries(CLIENTS).map(([name, client]) => [name, () => client({ body: "", ...call.request() })])),
};

describe.each(Object.keys(SENDERS))("%s", (name) => {
  test.each(CUTS)("sends once if a pooled connection is cut by %s", async (cut) => {
    await SENDERS[name]!();
    await sleep(50); // until the pool has the connection back
    server.respond = (socket) => void socket[cut]();
    await expect(SENDERS[name]!()).rejects.toThrow();
    await sleep(CAN_RETRY.includes(name) ? 1_500 : 100);
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 1]); // it was pooled
    expect(new Set(server.received.map(({ body }) => body)).size).toBe(1);
  });
});

describe("control: sends twice, and the program sees a success", () => {
  test.each(CUTS)("got, with an instance that retries POST, after %s", async (cut) => {
    const retrying = got.extend({ retry: { methods: ["POST"], backoffLimit: 10 } });
    const { url, headers, body = "" } = call.request();
    server.respond = (socket) => void (server.received.length === 1 ? socket[cut]() : answer(socket, 200, SETTLED));
    expect(await retrying.post(url, { headers, body }).text()).toBe(SETTLED);
    expect(server.received).toHaveLength(2);
  });
});
