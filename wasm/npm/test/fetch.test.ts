// Calls over HTTP, to servers on this machine.
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { Biller } from "billwire";
import { WebhookReceiver } from "billwire";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BILL, MINIMAL, biller, errorOf, prepare } from "./support/bills.ts";

interface Seen {
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

let [service, stranger]: Server[] = [];
let by: Biller;
let answer: (response: ServerResponse) => void;
const seen: Seen[] = [];
const seenByStranger: string[] = [];

beforeAll(async () => {
  service = await listening(async (request, response) => {
    const { url, headers, rawHeaders } = request;
    seen.push({ url, headers, rawHeaders, body: await buffer(request) });
    answer(response);
  });
  stranger = await listening((request, response) => {
    seenByStranger.push(JSON.stringify(request.rawHeaders));
    response.end("{}");
  });
  by = biller({ baseUrl: origin(service), allowLoopbackHttp: true, bearer: "canary-bearer", verificationToken: "canary-token" });
});

beforeEach(() => {
  seen.length = 0;
});

afterAll(() => {
  for (const server of [service, stranger]) server?.close();
});

test.each(["onboarding", "settlement", "verification"] as const)("%s: the exact body and headers arrive", async (operation) => {
  answer = (response) => response.end('{"code":"000"}');
  const request = operation === "settlement" ? { ...BILL, description: "ទឹក 😀 \"/\\" } : MINIMAL[operation];
  const call = prepare(by, operation, request);
  for (const init of [call, call.request()]) {
    const response = await fetch(call.url, init);
    expect(response.status).toBe(200);
  }
  expect(seen).toHaveLength(2);
  for (const { url, headers, body } of seen) {
    expect(`${origin(service)}${url}`).toBe(call.url);
    expect(body.toString()).toBe(call.body);
    for (const [name, value] of [...call.headers]) expect(headers[name.toLowerCase()]).toBe(value);
  }
});

test("an answer over HTTP is decoded", async () => {
  answer = (response) => response.end('{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}');
  const call = by.prepareSettlement(BILL);
  const response = await fetch(call.url, call);
  const outcome = call.decode(response.status, new Uint8Array(await response.arrayBuffer()));
  expect(outcome.outcome).toBe("settled");
});

test.each([301, 302, 303, 307, 308])("a %i to another origin is not followed", async (status) => {
  answer = (response) => response.writeHead(status, { Location: `${origin(stranger)}/elsewhere` }).end();
  for (const operation of ["onboarding", "settlement", "verification"] as const) {
    const call = prepare(by, operation, MINIMAL[operation]);
    const response = await fetch(call.url, call);
    expect(response.status).toBe(status);
    const error = errorOf(() => call.decode(response.status, ""));
    expect(error).toMatchObject({ kind: "undetermined", code: "redirect", httpStatus: status });
  }
  expect(seen).toHaveLength(3);
  expect(seenByStranger).toEqual([]);
});

test("a closed connection gives no answer", async () => {
  answer = (response) => response.destroy();
  const call = by.prepareSettlement(BILL);
  await expect(fetch(call.url, call)).rejects.toThrow();
  expect(call.noAnswer({ sent: "maybe" }).nextStep).toBe("askService");
});

test("accepts headers of Node's server, refuses rawHeaders", async () => {
  answer = (response) => response.end();
  const headers = { "Content-Type": "application/json", TOKEN: "hook" };
  await fetch(`${origin(service)}/hook`, { method: "POST", headers, body: '{"tran_id":"T-1"}' });
  const [request] = seen;
  if (request === undefined) throw new Error("nothing arrived");
  const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
  expect(receiver.receive(request.headers, request.body).payload.tran_id).toBe("T-1");
  const error = errorOf(() => receiver.receive(request.rawHeaders as never, request.body));
  expect(error.message).toContain("rawHeaders");
  expect(error.message).not.toContain("hook");
});

async function listening(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<Server> {
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

function origin(server: Server | undefined): string {
  return `http://127.0.0.1:${(server?.address() as AddressInfo).port}`;
}
