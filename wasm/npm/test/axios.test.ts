// axios with the options of the guide, of the plain object that a call gives.
import { once } from "node:events";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import axios, { type AxiosRequestConfig, type AxiosStatic } from "axios";
import oldest from "axios-oldest";
import { Biller, type Call, type PlainRequest, type SettlementOutcome } from "billwire";
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

/** The options of the guide. */
const optionsOf = ({ body: data, ...request }: PlainRequest): AxiosRequestConfig => ({
  ...request,
  data,
  maxRedirects: 0,
  responseType: "arraybuffer",
  validateStatus: null,
});

describe.each(Object.entries(CLIENTS))("axios %s", (_version, client) => {
  test("sends the signed body once, also by an instance with an interceptor", async () => {
    const instance = client.create({ headers: { "X-Trace": "1" }, maxRedirects: 5 });
    instance.interceptors.request.use((config) => config);
    for (const one of [client, instance]) {
      const answer = await one.request<ArrayBuffer>(optionsOf(call.request()));
      expect(call.decode(answer.status, answer.data)).toMatchObject({ outcome: "settled" });
    }
    expect(received.map(({ body }) => body)).toEqual([call.body, call.body]);
    expect(received[0]?.request).toMatchObject({ method: "POST", url: new URL(call.url).pathname });
    expect(received[0]?.request.headers).toMatchObject({ "content-type": "application/json", "authorization": "Bearer test-bearer" });
  });

  test.each([307, 500])("takes status %i as the answer of one request", async (answered) => {
    status = answered;
    const answer = await client<ArrayBuffer>(optionsOf(call.request()));
    expect([answer.status, received.length]).toEqual([answered, 1]);
    expect(() => call.decode(answer.status, answer.data)).toThrow(expect.objectContaining({ httpStatus: answered }));
  });
});

test("axios repeats a settlement without maxRedirects", async () => {
  status = 307;
  const { maxRedirects: _, ...followed } = optionsOf(call.request());
  await expect(axios(followed)).rejects.toThrow("redirects");
  expect(received.length).toBeGreaterThan(1);
});
