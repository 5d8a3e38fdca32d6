// Webhook handlers on requests as hosts make them: platforms without raw headers, middleware, body parsers,
// codings, mocks.
import { EventEmitter, once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { Biller, WebhookReceiver } from "billwire";
import * as byExpress from "billwire/express";
import * as byWeb from "billwire/web";
import type { WebhookOptions, WebhookResult } from "billwire/web";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listening } from "./support/servers.ts";

const BODY = '{"tran_id":"T","identity_code":"nobody"}';
const HEADERS = { "content-type": "application/json", token: "hook" };

let results: WebhookResult[];
let options: WebhookOptions;
let stop: (() => unknown) | undefined;

beforeEach(() => {
  results = [];
  options = {
    biller: new Biller({ baseUrl: "https://service.example", verificationToken: "v" }),
    receiver: WebhookReceiver.merchantProxy({ tokens: ["hook"] }),
    findBill: () => undefined,
    credit: () => "credited",
    timeout: 300,
    onResult: (result) => results.push(result),
  };
});

afterEach(() => stop?.());

type Prepare = (request: IncomingMessage & { rawBody?: unknown; body?: unknown }) => unknown;

/** A server in which `prepare` stands for the framework before the handler. */
async function serve(prepare: Prepare = () => {}): Promise<string> {
  const handle = byExpress.webhook(options);
  const server = createServer(async (request, response) => {
    await prepare(request);
    await handle(request, response);
  });
  stop = () => server.closeAllConnections();
  return listening(server.unref());
}

async function posted(
  prepare?: Prepare,
  body: BodyInit = BODY,
  headers: Record<string, string> = {},
): Promise<number> {
  const init = { method: "POST", headers: { ...HEADERS, ...headers }, body };
  return (await fetch(await serve(prepare), init)).status;
}

async function postedToWeb(body: BodyInit, headers: Record<string, string> = {}): Promise<number> {
  const init = { method: "POST", headers: { ...HEADERS, ...headers }, body, duplex: "half" } as RequestInit;
  return (await byWeb.webhook(options)(new Request("https://m.example/", init))).status;
}

const text = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString();

describe("a header", () => {
  test("that middleware set counts", async () => {
    const partner = { token: "another", "X-Partner": "hook" };
    const renamed: Prepare = ({ headers }) => (headers["token"] = String(headers["x-partner"]));
    expect(await posted(renamed, BODY, partner)).toBe(409);
    expect(await posted(({ headers }) => delete headers["token"])).toBe(401);
  });

  test("counts where the platform made the request without raw headers", async () => {
    expect(await posted((request) => (request.rawHeaders = []))).toBe(409);
  });

  const TWO = "Token: hook\r\nToken: hook";
  test.each(["Token: a-guess", TWO])("%j is refused before the body arrives", async (token) => {
    const url = new URL(await serve());
    const socket = connect(Number(url.port), url.hostname);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${token}\r\nContent-Length: 60000\r\n\r\n{`);
    expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 401 /);
    socket.destroy();
  });
});

describe("a body that the framework kept", () => {
  const asBytes: Prepare = async (request) => (request.rawBody = Buffer.from(await text(request)));
  const asText: Prepare = async (request) =>
    Object.assign(request, { rawBody: await text(request), body: {} });
  test.each([
    ["as bytes in rawBody", asBytes],
    ["as text in rawBody, beside the parsed one", asText],
  ])("%s is taken", async (_name, prepare) => {
    expect(await posted(prepare)).toBe(409);
    expect(results.map(({ result }) => result)).toEqual(["unknownBill"]);
  });

  const parsed: Prepare = async (request) => (request.body = JSON.parse(await text(request)));
  const notBegun: Prepare = (request) => {
    request.rawBody = "";
    request.on("data", (chunk) => (request.rawBody += String(chunk)));
  };
  const begun: Prepare = (request) => (request.rawBody = Buffer.from(BODY).subarray(0, 5));
  test.each<[string, Prepare, string]>([
    ["parsed", parsed, "before any body parser"],
    ["parsed, without a trace", (request) => (request.body = JSON.parse(BODY)), "before any body parser"],
    ["as a stream of text", (request) => request.setEncoding("utf8"), "setEncoding"],
    ["in rawBody, by a reader that has not begun", notBegun, "still at its body"],
    ["in rawBody, by a reader in the middle", begun, "still at its body"],
  ])("%s is refused at once, with the advice", async (_name, prepare, advice) => {
    expect(await posted(prepare)).toBe(500);
    expect(String(results[0]?.error)).toContain(advice);
  });

  test("behind a getter that throws is read from the stream", async () => {
    const loud = { get: () => expect.fail("no body yet") };
    const prepare: Prepare = (request) => Object.defineProperties(request, { body: loud, rawBody: loud });
    expect(await posted(prepare)).toBe(409);
  });
});

describe("a content coding", () => {
  test.each<[string, Uint8Array<ArrayBuffer>, number]>([
    ["gzip", gzipSync(BODY), 409],
    ["deflate", deflateSync(BODY), 409],
    ["br", brotliCompressSync(BODY), 409],
    ["gzip", gzipSync(" ".repeat(10_000_000)), 413],
    ["gzip", gzipSync(BODY).subarray(0, 20), 400],
    ["zstd", gzipSync(BODY), 415],
  ])("%s, %j", async (coding, body, status) => {
    expect(await posted(undefined, body, { "Content-Encoding": coding })).toBe(status);
  });

  const GZIP = { "Content-Encoding": "gzip" };

  test("that a framework has undone stays in the headers", async () => {
    const undo: Prepare = async (request) => (await text(request), (request.body = Buffer.from(BODY)));
    expect(await posted(undo, gzipSync(BODY), GZIP)).toBe(409);
  });

  test("is undone by /web too", async () => {
    expect(await postedToWeb(gzipSync(BODY), GZIP)).toBe(409);
  });
});

describe("a mock", () => {
  const answered = async (request: object): Promise<number | undefined> => {
    let status: number | undefined;
    const response = { headersSent: false, writeHead: (code: number) => (status = code), end: () => {} };
    await byExpress.webhook(options)(
      Object.assign(request, { method: "POST", headers: HEADERS, ...request }) as never,
      response as unknown as ServerResponse,
    );
    return status;
  };

  test.each<[string, object, number]>([
    ["without stream methods", {}, 500],
    ["with a parsed body", { body: JSON.parse(BODY) }, 500],
    ["with a text", { body: BODY }, 409],
    ["of events that never come", new EventEmitter(), 408],
    ["with names of headers as they are written", { headers: { Token: "hook" }, body: BODY }, 409],
    ["with another content type", { headers: { ...HEADERS, "content-type": "text/plain" }, body: BODY }, 415],
  ])("%s gets an answer", async (_name, request, status) => {
    expect(await answered(request)).toBe(status);
  });
});

describe("/web", () => {
  test("needs no more of a request than its types say", async () => {
    const headers = { get: (name: string) => HEADERS[name.toLowerCase() as keyof typeof HEADERS] ?? null };
    const request = { method: "POST", headers, body: new Blob([BODY]).stream(), bodyUsed: false };
    expect((await byWeb.webhook(options)(request)).status).toBe(409);
  });

  test("replies to a body that is too long before it lets it go", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(40_000)),
      cancel: () => void (isCancelled = true),
    });
    expect([await postedToWeb(body), isCancelled]).toEqual([413, false]);
    await expect.poll(() => isCancelled, { timeout: 3_000 }).toBe(true);
  });

  test("ends a stream of empty chunks, which leave no time for timers", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(0)) });
    expect(await postedToWeb(body)).toBe(408);
  });
});
