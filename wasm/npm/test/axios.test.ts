// axios with a call's members as its settings. It knows no `body` and no `redirect`: they are `data` and `maxRedirects`.
import { once } from "node:events";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import axios, { type AxiosRequestConfig } from "axios";
import { Biller, type Call, type SettlementOutcome } from "billwire";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BILL } from "./support/bills.ts";

const ANSWER = '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';
const SAFE: AxiosRequestConfig = { responseType: "arraybuffer", maxRedirects: 0, validateStatus: null };

let server: Server;
let call: Call<SettlementOutcome>;
let status: number;
const received: { readonly request: IncomingMessage; readonly body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    received.push({ request, body: await text(request) });
    response.writeHead(status, { location: "/elsewhere" }).end(ANSWER);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const biller = new Biller({ baseUrl, bearer: "test-bearer", hashToken: "test-hash-key", allowLoopbackHttp: true });
  call = biller.prepareSettlement({ ...BILL, ref_id: "វិក្កយបត្រ 1", extra: { "a \" b": [1, " "] } });
});

beforeEach(() => {
  status = 200;
  received.length = 0;
});

afterAll(() => server.close());

test.each(["http", "fetch"] as const)("adapter %s sends the signed body once", async (adapter) => {
  const answer = await axios.request<ArrayBuffer>({ ...call, data: call.body, ...SAFE, adapter });
  expect(call.decode(answer.status, answer.data)).toMatchObject({ outcome: "settled" });
  expect(received.map(({ body }) => body)).toEqual([call.body]);
  expect(received[0]?.request).toMatchObject({ method: "POST", url: new URL(call.url).pathname });
  expect(received[0]?.request.headers).toMatchObject({ "content-type": "application/json", "authorization": "Bearer test-bearer" });
});

test("an instance with an interceptor changes no body", async () => {
  const client = axios.create({ headers: { "X-Trace": "1" } });
  client.interceptors.request.use((config) => config);
  await client.request({ ...call, data: call.body, ...SAFE });
  expect(received.map(({ body }) => body)).toEqual([call.body]);
});

test.each([307, 308, 400, 500])("status %i is an answer of one request", async (answered) => {
  status = answered;
  const answer = await axios.request<ArrayBuffer>({ ...call, data: call.body, ...SAFE });
  expect([answer.status, received.length]).toEqual([answered, 1]);
});

// The reasons for SAFE, and for `data`.
test("axios repeats a settlement without maxRedirects", async () => {
  status = 307;
  await expect(axios.request({ ...call, data: call.body })).rejects.toThrow("redirects");
  expect(received.length).toBeGreaterThan(1);
});

test("axios sends no body without data", async () => {
  await axios.request({ ...call, ...SAFE });
  expect(received.map(({ body }) => body)).toEqual([""]);
});
