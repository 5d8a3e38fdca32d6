// The handlers within a whole application: the other routes, body parsers, and paths.
import "reflect-metadata";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Body, Controller, Module, Post, type INestApplication } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { ExpressAdapter } from "@nestjs/platform-express";
import { FastifyAdapter } from "@nestjs/platform-fastify";
import { Biller, WebhookReceiver } from "billwire";
import * as byExpress from "billwire/express";
import * as byFastify from "billwire/fastify";
import { send } from "billwire/fetch";
import * as byNest from "billwire/nest";
import { Simulator, type DueWebhook } from "billwire/testing";
import type { BillOfWebhook, WebhookOptions } from "billwire/web";
import express from "express";
import Fastify from "fastify";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const CREDENTIALS = { bearer: "b", verificationToken: "v", hashToken: "h" };
const NAME = "INV-1";
const OTHER = { nested: { json: true } };

let options: WebhookOptions;
let due: DueWebhook;
let credited: string[];
let stop: (() => unknown)[];

beforeEach(() => {
  const webhook = {
    url: "https://merchant.example/webhook",
    variant: "merchant_proxy",
    token: "hook",
  } as const;
  const simulator = new Simulator({ ...CREDENTIALS, webhook });
  simulator.pay({ identity_code: NAME, currency: "KHR", amount: 40_000 });
  [due = expect.fail("no webhook is due")] = simulator.dueWebhooks();
  [credited, stop] = [[], []];
  const billed: BillOfWebhook = {
    identity_code: NAME,
    purpose_of_transaction: NAME,
    currency: "KHR",
    amount: "40000",
  };
  options = {
    biller: new Biller({ ...CREDENTIALS, baseUrl: "https://service.example" }),
    receiver: WebhookReceiver.merchantProxy({ tokens: ["hook"] }),
    findBill: (name) => (name === NAME ? billed : undefined),
    credit: (_bill, claimKey) => (credited.push(claimKey), "credited"),
    send: (request) => send(request, { fetch: simulator.fetch }),
  };
});

afterEach(async () => {
  vi.restoreAllMocks();
  for (const each of stop) await each();
});

test("Express: the route comes first, other routes get JSON", async () => {
  const app = express().post("/webhook", byExpress.webhook(options)).use(express.json());
  app.post("/other", (request, response) => void response.json(request.body));
  await expectBoth(await listening(app));
});

test("Express: express.json() before the route is refused", async () => {
  const printed = vi.spyOn(console, "error").mockImplementation(() => {});
  const url = await listening(express().use(express.json()).post("/webhook", byExpress.webhook(options)));
  expect((await post(`${url}/webhook`)).status).toBe(500);
  expect(credited).toEqual([]);
  expect(printed.mock.calls.join()).toContain("before any body parser");
});

test("Node: a connection serves several webhooks", async () => {
  const url = await listening(byExpress.webhook(options));
  const answers = [await post(url), await post(url)];
  expect(answers.map(({ headers }) => headers.get("Connection"))).toEqual(["keep-alive", "keep-alive"]);
});

test("Node: a sender that goes away ends the request", async () => {
  const results: unknown[] = [];
  const url = await listening(
    byExpress.webhook({ ...options, onResult: ({ status }) => results.push(status) }),
  );
  const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from("{")) });
  const signal = AbortSignal.timeout(100);
  const request = { method: "POST", headers: due.headers, body, signal, duplex: "half" } as RequestInit;
  await expect(fetch(url, request)).rejects.toThrow();
  await vi.waitFor(() => expect(results).toEqual([408]));
});

test("Fastify: other routes keep their JSON parser", async () => {
  const app = Fastify({ forceCloseConnections: true });
  stop.push(() => app.close());
  app.post("/other", async (request) => request.body);
  await app.register(byFastify.webhook(options), { prefix: "/webhook" });
  await expectBoth(await app.listen({ port: 0, host: "127.0.0.1" }));
});

@Controller()
class Others {
  @Post("other")
  other(@Body() body: unknown): unknown {
    return body;
  }

  @Post("webhook/below")
  below(@Body() body: unknown): unknown {
    return body;
  }
}

@Module({ controllers: [Others] })
class Application {}

test.each([
  ["Express", () => new ExpressAdapter()],
  ["Fastify", () => new FastifyAdapter({ forceCloseConnections: true })],
] as const)("Nest on %s: other routes get JSON", async (_name, adapter) => {
  const app: INestApplication = await NestFactory.create(Application, adapter(), { logger: false });
  stop.push(() => app.close());
  app.use("/webhook", byNest.webhook(options));
  await app.listen(0, "127.0.0.1");
  const url = (await app.getUrl()).replace("[::1]", "127.0.0.1");
  await expectBoth(url);
  expect(await (await postJson(`${url}/webhook/below`)).json()).toEqual(OTHER);
  expect((await fetch(`${url}/webhook`)).status).toBe(405);
});

/** Expects that the webhook is credited, and that another route gets its JSON. */
async function expectBoth(url: string): Promise<void> {
  const answer = await post(`${url}/webhook`);
  expect([answer.status, await answer.text()]).toEqual([200, '{"status":"success","message":"success"}']);
  expect(credited).toHaveLength(1);
  expect(await (await postJson(`${url}/other`)).json()).toEqual(OTHER);
}

async function post(url: string): Promise<Response> {
  return fetch(url, { method: "POST", headers: due.headers, body: due.body });
}

async function postJson(url: string): Promise<Response> {
  return fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(OTHER),
  });
}

async function listening(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  stop.push(async () => {
    server.closeAllConnections();
    server.close();
    await sleep(0);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
