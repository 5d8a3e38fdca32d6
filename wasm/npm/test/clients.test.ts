// Common HTTP clients: the sandbox accepts the calls that each of them sends.
import { once } from "node:events";
import http from "node:http";
import { buffer } from "node:stream/consumers";
import axios from "axios";
import oldestAxios from "axios-oldest";
import { Biller, type Call, type SettlementOutcome } from "billwire";
import got from "got";
import ky from "ky";
import makeFetchHappen from "make-fetch-happen";
import request from "needle";
import nodeFetch from "node-fetch";
import phin from "phin";
import superagent from "superagent";
import { request as undiciRequest } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BILL, SEARCH } from "./support/bills.ts";
import { CREDENTIALS, Sandbox } from "./support/sandbox.ts";

interface Answer {
  readonly status: number;
  readonly body: Uint8Array | ArrayBuffer | string;
}

type Client = (call: Pick<Call<unknown>, "url" | "method" | "body"> & { headers: Record<string, string> }) => Promise<Answer>;
/** Clients that take a call as it is. */
const WHOLE: Readonly<Record<string, (call: Call<unknown>) => Promise<Answer>>> = {
  "fetch": async (call) => answered(await fetch(call.url, call)),
  "new Headers": async ({ url, method, headers, body }) => answered(await fetch(new Request(url, { method, headers: new Headers(headers), body }))),
  "undici": async ({ url, method, headers, body }) => {
    const answer = await undiciRequest(url, { method, headers, body });
    return { status: answer.statusCode, body: await answer.body.arrayBuffer() };
  },
  "ky": async ({ url, method, headers, body }) => answered(await ky(url, { method, headers, body, retry: 0 })),
  "node-fetch": async ({ url, method, headers, body, redirect }) => answered(await nodeFetch(url, { method, headers, body, redirect })),
};

async function answered(response: { status: number; arrayBuffer(): Promise<ArrayBuffer> }): Promise<Answer> {
  return { status: response.status, body: await response.arrayBuffer() };
}

const byAxios = (client: typeof axios): Client => async ({ url, method, headers, body: data }) => {
  const answer = await client.request<ArrayBuffer>({ url, method, headers, data, responseType: "arraybuffer", maxRedirects: 0 });
  return { status: answer.status, body: answer.data };
};

/** Clients that need a plain object. */
const PLAIN: Readonly<Record<string, Client>> = {
  "axios 0.27": byAxios(oldestAxios as unknown as typeof axios),
  "axios 1.21": byAxios(axios),
  "got": async ({ url, method, headers, body }) => {
    const answer = await got(url, { method, headers, body, responseType: "buffer", followRedirect: false, retry: { limit: 0 } });
    return { status: answer.statusCode, body: answer.body };
  },
  "superagent": async ({ url, headers, body }) => {
    const answer = await superagent.post(url).set(headers).redirects(0).send(body);
    return { status: answer.status, body: answer.text };
  },
  "node:http": async ({ url, method, headers, body }) => {
    const request = http.request(url, { method, headers }).end(body);
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    return { status: answer.statusCode ?? 0, body: await buffer(answer) };
  },
  "needle": async ({ url, headers, body }) => {
    const answer = await request("post", url, body, { headers, parse: false });
    return { status: answer.statusCode ?? 0, body: answer.raw };
  },
  "phin": async ({ url, method, headers, body }) => {
    const answer = await phin({ url, method, headers, data: body });
    return { status: answer.statusCode ?? 0, body: answer.body };
  },
  "make-fetch-happen": async ({ url, method, headers, body }) => {
    const answer = await makeFetchHappen(url, { method, headers, body, retry: false } as makeFetchHappen.FetchOptions);
    return { status: answer.status, body: await answer.buffer() };
  },
};

const CLIENTS: typeof WHOLE = {
  ...WHOLE,
  ...Object.fromEntries(Object.entries(PLAIN).map(([name, send]) => [name, (call: Call<unknown>) => send({ body: "", ...call.request() })])),
};

let sandbox: Sandbox;
let biller: Biller;

beforeAll(async () => {
  sandbox = await Sandbox.start();
  biller = new Biller({ ...CREDENTIALS, baseUrl: sandbox.url, allowLoopbackHttp: true });
  const call = biller.prepareOnboarding({ supplier_sync_code: "S-1", name: "Sub biller" });
  const { status, body } = await CLIENTS["fetch"]!(call);
  call.decode(status, body);
});

afterAll(() => sandbox.stop());

const accepted: string[] = [];

test.each(Object.keys(CLIENTS))("%s sends the headers", async (name) => {
  const send = CLIENTS[name]!;
  const settlement: Call<SettlementOutcome> = biller.prepareSettlement({ ...BILL, ref_id: `by ${name}` });
  const settled = await send(settlement);
  expect(settlement.decode(settled.status, settled.body)).toMatchObject({ outcome: "settled" });
  // Verification has another secret header, and a second plain one.
  const verification = biller.prepareVerification({ ...SEARCH, identity_code: `by ${name}`, purpose_of_transaction: `by ${name}` });
  const found = await send(verification);
  expect(verification.decode(found.status, found.body).data).toMatchObject({ identity_code: `by ${name}`, tran_amount: String(BILL.total_amount) });
  accepted.push(name);
});

test("all thirteen were accepted", () => {
  expect(accepted).toEqual(Object.keys(CLIENTS));
  expect(accepted).toHaveLength(13);
});

test("a call without its headers is refused", async () => {
  const call = biller.prepareSettlement({ ...BILL, ref_id: "without headers" });
  const response = await fetch(call.url, { method: call.method, body: call.body });
  expect(response.ok).toBe(false);
});
