// Errors of real connections: only those that certainly made none count as not sent.
import { execFile, spawn, spawnSync, type ChildProcess } from "node:child_process";
import dns from "node:dns";
import { once } from "node:events";
import http from "node:http";
import { connect, createServer, type AddressInfo, type LookupFunction, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { Biller, BillwireError } from "billwire";
import type { NextStep } from "billwire";
import { send } from "billwire/fetch";
import type { Fetch, SendOptions } from "billwire/fetch";
import { Agent, fetch as undiciFetch } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { BILL } from "./support/bills.ts";
import { RawServer, type Respond } from "./support/raw-server.ts";

/** Address of this machine on which no test server listens. */
const OTHER_LOOPBACK = "127.0.0.2";

/** Options of `unshare`, which starts a program without a network. */
const NO_NETWORK = ["--user", "--map-root-user", "--net"];
const HAS_UNSHARE = spawnSync("unshare", [...NO_NETWORK, "true"]).status === 0;

let server: RawServer;
let silent: SilentServer;
let closedPort: number;

beforeAll(async () => {
  server = await RawServer.start();
  silent = await SilentServer.start();
  closedPort = await unusedPort();
});

afterAll(async () => {
  await server.stop();
  silent.stop();
});

/** HTTP clients with errors of their own. */
const CLIENTS: Readonly<Record<string, Fetch | undefined>> = { "the runtime's fetch": undefined, "undici's fetch": undiciFetch, "node:http": byHttp() };

describe.each(Object.entries(CLIENTS))("%s: nothing was sent", (_name, fetch) => {
  test("to a port on which nobody listens", async () => {
    expect(await errorAt(`http://127.0.0.1:${closedPort}`, { fetch })).toEqual(["sendAgain", "ECONNREFUSED"]);
  });

  test("to a name without an address", async () => {
    const [nextStep, code] = await errorAt("https://nobody.invalid", { fetch });
    expect(nextStep).toBe("sendAgain");
    expect(["ENOTFOUND", "EAI_AGAIN"]).toContain(code); // EAI_AGAIN on a machine without a network
  });
});

describe("nothing was sent", () => {
  test("in the time that undici takes to connect", async () => {
    const dispatcher = new Agent({ connect: { timeout: 300 } });
    const fetch: Fetch = (url, init) => undiciFetch(url, { ...init, dispatcher });
    expect(await errorAt(silent.url, { fetch })).toEqual(["sendAgain", "UND_ERR_CONNECT_TIMEOUT"]);
  });

  test("to a name whose addresses all refuse", async () => {
    const fetch = byHttp(lookupOf("127.0.0.1", OTHER_LOOPBACK));
    expect(await errorAt(`http://localhost:${closedPort}`, { fetch })).toEqual(["sendAgain", "ECONNREFUSED"]);
  });

  test("to a name with a silent address and one that refuses", async () => {
    const fetch = byHttp(lookupOf(OTHER_LOOPBACK, "127.0.0.1"));
    expect(await errorAt(`http://localhost:${silent.port}`, { fetch })).toEqual(["sendAgain", "ETIMEDOUT"]);
  });

  test.skipIf(!HAS_UNSHARE)("to a name, on a machine without a network", async () => {
    const program = `
      import { Biller } from "billwire";
      import { send } from "billwire/fetch";
      const biller = new Biller({ baseUrl: "https://nobody.invalid", bearer: "b", hashToken: "h" });
      const error = await send(biller.prepareSettlement(${JSON.stringify(BILL)})).catch((error) => error);
      console.log([error.nextStep, error.cause.cause.code].join());`;
    const args = [...NO_NETWORK, process.execPath, "--input-type=module", "-e", program];
    const { stdout } = await promisify(execFile)("unshare", args, { cwd: import.meta.dirname });
    expect(stdout.trim()).toBe("sendAgain,EAI_AGAIN");
  });

  test("without a route to the network", async () => {
    for (const fetch of Object.values(CLIENTS)) {
      expect(await errorAt("https://224.0.0.1", { fetch })).toEqual(["sendAgain", "ENETUNREACH"]); // TCP has no multicast
    }
  });
});

describe("the request may have arrived", () => {
  const ENDS: Readonly<Record<string, Respond>> = {
    "a closed connection": (socket) => void socket.destroy(),
    "a reset connection": (socket) => void socket.resetAndDestroy(),
    "an answer that is no HTTP": (socket) => void socket.end("220 mail.example ready\r\n\r\n"),
    "half a head": (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-"),
    "half a body": (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"),
    "a broken chunk": (socket) => void socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
    "HTTP 407": (socket) => void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
  };

  test.each(Object.keys(CLIENTS).flatMap((client) => Object.keys(ENDS).map((end) => [end, client] as const)))("%s, by %s", async (end, client) => {
    server.received.length = 0;
    server.respond = ENDS[end]!;
    expect((await errorAt(server.url, { fetch: CLIENTS[client] }))[0]).toBe("verifyFirst");
    expect(server.received).toHaveLength(1);
  });

  test("no answer in undici's own time", async () => {
    const dispatcher = new Agent({ headersTimeout: 300 });
    server.respond = () => {};
    const fetch: Fetch = (url, init) => undiciFetch(url, { ...init, dispatcher });
    expect(await errorAt(server.url, { fetch })).toEqual(["verifyFirst", "UND_ERR_HEADERS_TIMEOUT"]);
  });

  test("a time-out while it connects counts as maybe", async () => {
    expect((await errorAt(silent.url, { timeout: 200 }))[0]).toBe("verifyFirst");
  });

  test("a server without TLS", async () => {
    server.respond = (socket) => void socket.destroy();
    expect((await errorAt(server.url.replace("http:", "https:"), { timeout: 2_000 }))[0]).toBe("verifyFirst");
  });

  test("a port that the fetch standard forbids", async () => {
    expect((await errorAt("http://127.0.0.1:1"))[0]).toBe("verifyFirst");
  });

  // Codes of an open connection as well: only the system call tells.
  test.each(["ETIMEDOUT", "ENETUNREACH", "EHOSTUNREACH", "ECONNRESET", "EPIPE"])("%s of an open connection", async (code) => {
    const fetch = async () => Promise.reject(Object.assign(new Error(code), { code, syscall: "read" }));
    expect(await errorAt(server.url, { fetch })).toEqual(["verifyFirst", code]);
  });

  test.each<[string, unknown]>([
    ["no error", undefined],
    ["text", "ECONNREFUSED"],
    ["browser's words", new TypeError("Failed to fetch")],
    ["addresses of which one was reached", new AggregateError([refused(), new Error("reset")])],
    ["no addresses", new AggregateError([])],
    ["a code over another cause", Object.assign(new Error("retried"), { code: "ERR_RETRY", cause: refused() })],
  ])("an error that is %s", async (_name, reason) => {
    expect((await errorAt(server.url, { fetch: async () => Promise.reject(reason) }))[0]).toBe("verifyFirst");
  });
});

/** Next step of a settlement, and the code of the error's innermost cause. */
async function errorAt(baseUrl: string, options: SendOptions = {}): Promise<[NextStep, unknown]> {
  const profile = { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } } as const;
  const biller = new Biller({ baseUrl, allowLoopbackHttp: true, bearer: "b", hashToken: "h", profile });
  try {
    await send(biller.prepareSettlement(BILL), options);
  } catch (error) {
    if (!(error instanceof BillwireError)) throw error;
    expect(error.code).toBe("no_answer");
    return [error.nextStep, codeOf(error.cause)];
  }
  return expect.fail("it did not fail");
}

function codeOf(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined;
  const { code, cause } = error as NodeJS.ErrnoException;
  return code ?? codeOf(cause);
}

function refused(): Error {
  return Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });
}

/** A fetch by node:http, with its errors as they are. */
function byHttp(lookup: LookupFunction = dns.lookup as LookupFunction): Fetch {
  return async (url, { method, headers, body, signal }) => {
    const request = http.request(url.replace("https:", "http:"), { method, headers, signal, agent: false, lookup }).end(body);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    const bytes = await buffer(response);
    if (response.statusCode === 407) throw new Error("407");
    return new Response(bytes, { status: response.statusCode ?? 0 });
  };
}

/** Lookup that finds several addresses for every name. */
function lookupOf(...addresses: readonly string[]): LookupFunction {
  return (_name, _options, found) => found(null, addresses.map((address) => ({ address, family: 4 })));
}

async function unusedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Program that listens and never accepts, because it sleeps for ever. */
const SLEEPER = `
  const server = require("node:net").createServer().listen({ host: "${OTHER_LOOPBACK}", port: 0, backlog: 1 }, () => {
    require("node:fs").writeSync(1, server.address().port + "\\n");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });`;
/** Connections that fill the queue of a backlog of 1. */
const QUEUE = 2;

/** A server that accepts nothing: its queue is full, so the kernel does not answer a further attempt to connect. */
class SilentServer {
  readonly port: number;
  readonly #process: ChildProcess;
  readonly #queue: readonly Socket[];

  private constructor(child: ChildProcess, port: number, queue: readonly Socket[]) {
    this.port = port;
    this.#process = child;
    this.#queue = queue;
  }

  static async start(): Promise<SilentServer> {
    const child = spawn(process.execPath, ["-e", SLEEPER], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    const port = Number(line);
    const queue = Array.from({ length: QUEUE }, () => connect(port, OTHER_LOOPBACK));
    await Promise.all(queue.map((socket) => once(socket, "connect")));
    return new SilentServer(child, port, queue);
  }

  get url(): string {
    return `https://${OTHER_LOOPBACK}:${this.port}`;
  }

  stop(): void {
    for (const socket of this.#queue) socket.on("error", () => {}).destroy();
    this.#process.kill("SIGKILL");
  }
}
