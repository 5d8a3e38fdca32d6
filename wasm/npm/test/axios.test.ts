// axios with a call as its settings. It knows no `body` and no `redirect`, so a call has `data`, `maxRedirects` and more.
import { once } from "node:events";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import axios, { type AxiosRequestConfig, type AxiosStatic } from "axios";
import oldest from "axios-oldest";
import { Biller, SettlementFlow, type Call, type SettlementOutcome } from "billwire";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BILL } from "./support/bills.ts";

const ANSWER = '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';
const CLIENTS = { "1.21": axios, "0.27": oldest as unknown as AxiosStatic };

let server: Server;
let biller: Biller;
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
  biller = new Biller({ baseUrl, bearer: "test-bearer", hashToken: "test-hash-key", allowLoopbackHttp: true });
  call = biller.prepareSettlement({ ...BILL, ref_id: "វិក្កយបត្រ 1", extra: { "a \" b": [1, " "] } });
});

beforeEach(() => {
  status = 200;
  received.length = 0;
});

afterAll(() => server.close());

describe.each(Object.entries(CLIENTS))("axios %s", (_version, client) => {
  test("sends the signed body once", async () => {
    const answer = await client<ArrayBuffer>(call);
    expect(call.decode(answer.status, answer.data)).toMatchObject({ outcome: "settled" });
    expect(received.map(({ body }) => body)).toEqual([call.body]);
    expect(received[0]?.request).toMatchObject({ method: "POST", url: new URL(call.url).pathname });
    expect(received[0]?.request.headers).toMatchObject({ "content-type": "application/json", "authorization": "Bearer test-bearer" });
  });

  test("with an instance and an interceptor changes no body", async () => {
    const instance = client.create({ headers: { "X-Trace": "1" }, maxRedirects: 5 });
    instance.interceptors.request.use((config) => config);
    await instance.request(call);
    expect(received.map(({ body }) => body)).toEqual([call.body]);
  });

  test.each([301, 302, 303, 307, 308, 400, 500])("takes status %i as the answer of one request", async (answered) => {
    status = answered;
    const answer = await client<ArrayBuffer>(call);
    expect([answer.status, received.length]).toEqual([answered, 1]);
    expect(() => call.decode(answer.status, answer.data)).toThrow(expect.objectContaining({ httpStatus: answered }));
  });

  test("sends the request of a flow", async () => {
    const flow = new SettlementFlow(biller, BILL);
    const send = async (request: AxiosRequestConfig) => {
      const answer = await client<ArrayBuffer>(request);
      return { status: answer.status, body: answer.data };
    };
    expect(await flow.run({ save: () => true, send })).toMatchObject({ outcome: "settled" });
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([expect.objectContaining({ ref_id: BILL.ref_id })]);
  });
});

test("the adapter `fetch` sends the same body", async () => {
  await axios({ ...call, adapter: "fetch" });
  expect(received.map(({ body }) => body)).toEqual([call.body]);
});

test("a call prints none of its options for axios", () => {
  const shown = { ...(call as unknown as { toJSON(): object }).toJSON() };
  expect(Object.keys(shown)).toEqual(["operation", "method", "url", "headers", "body", "redirect", "warnings"]);
  expect(shown).toMatchObject({ body: "[hidden]", headers: { Authorization: "[hidden]" } });
});

// The reasons for these options.
test("axios repeats a settlement without maxRedirects", async () => {
  status = 307;
  const { maxRedirects: _, ...followed } = call;
  await expect(axios(followed)).rejects.toThrow("redirects");
  expect(received.length).toBeGreaterThan(1);
});

test("axios sends no body without data", async () => {
  const { data: _, ...bodiless } = call;
  await axios(bodiless);
  expect(received.map(({ body }) => body)).toEqual([""]);
});
