// The recipes of docs/guide/src/http-clients.md: `send` over axios, got and undici; and the traps that they avoid.
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { inspect } from "node:util";
import axios from "axios";
import { Biller, BillwireError } from "billwire";
import { send } from "billwire/fetch";
import got from "got";
import { fetch as undiciFetch } from "undici";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { byAxios } from "./clients/axios.ts";
import { byGot } from "./clients/got.ts";
import { byUndici } from "./clients/undici.ts";
import { BILL, SEARCH } from "./support/bills.ts";
import { RawServer, answer } from "./support/raw-server.ts";

const CLIENTS = { axios: byAxios, got: byGot, undici: byUndici } as const;
const CREDENTIALS = { bearer: "canary-bearer", verificationToken: "canary-verification", hashToken: "canary-hash" };
const SETTLED = '{"code":"000","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';

let server: RawServer;
let stranger: RawServer;
let by: Biller;

beforeEach(async () => {
  [server, stranger] = await Promise.all([RawServer.start((socket) => answer(socket, 200, SETTLED)), RawServer.start()]);
  const profile = { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } } as const;
  by = new Biller({ ...CREDENTIALS, baseUrl: server.url, allowLoopbackHttp: true, profile });
});

afterEach(() => Promise.all([server.stop(), stranger.stop()]));

describe.each(Object.entries(CLIENTS))("%s", (name, fetch) => {
  test("is the recipe in the document", async () => {
    const text = await readFile(new URL(`clients/${name}.ts`, import.meta.url), "utf8");
    const document = await readFile(new URL("../../../docs/guide/src/http-clients.md", import.meta.url), "utf8");
    expect(document).toContain(`\`\`\`ts\n${text}\`\`\``);
  });

  test("sends the exact text and headers", async () => {
    const call = by.prepareSettlement({ ...BILL, description: "ទឹក 😀 " });
    expect((await send(call, { fetch })).outcome).toBe("settled");
    const [{ head, body } = { head: "", body: "" }] = server.received;
    expect(Buffer.from(body, "latin1").toString()).toBe(call.body);
    for (const [header, value] of [...call.headers]) expect(head.toLowerCase()).toContain(`${header}: ${value}`.toLowerCase());
  });

  test("sends an untyped call without a body", async () => {
    const call = by.prepareOperation("get_list_bills", { path: "/bills", auth: "bearer" });
    expect(await send(call, { fetch })).toMatchObject({ status: 200, json: { code: "000" } });
    expect(server.received[0]).toMatchObject({ path: "/bills", body: "" });
  });

  test.each(["destroy", "resetAndDestroy"] as const)("sends once if a pooled connection is cut by %s", async (cut) => {
    await send(by.prepareSettlement(BILL), { fetch });
    await sleep(50); // until the pool has the connection back
    server.respond = (socket) => void socket[cut]();
    const error = await failure(send(by.prepareSettlement(BILL), { fetch }));
    await sleep(1_500); // got waits a second before it retries
    expect(server.received.map(({ connection }) => connection)).toEqual([1, 1]);
    expect(error).toMatchObject({ code: "no_answer", nextStep: "verifyFirst" });
    for (const hidden of Object.values(CREDENTIALS)) expect(inspect(error, { showHidden: true, depth: Infinity })).not.toContain(hidden);
  });

  test.each([408, 421, 429, 500, 503])("sends once, whatever the status: %i", async (status) => {
    server.respond = (socket) => answer(socket, status, "", ["Retry-After: 0"]);
    const error = await failure(send(by.prepareVerification(SEARCH), { fetch }));
    await sleep(50);
    expect(server.received).toHaveLength(1);
    expect(error).toMatchObject({ httpStatus: status, retryAfterMs: 0 });
  });

  test("follows no redirect", async () => {
    server.respond = (socket) => answer(socket, 307, "", [`Location: ${stranger.url}/elsewhere`]);
    expect(await failure(send(by.prepareVerification(SEARCH), { fetch }))).toMatchObject({ code: "redirect", httpStatus: 307 });
    expect(stranger.received).toEqual([]);
  });

  test("reads no endless answer", async () => {
    const closed = new Promise<void>((resolve) => {
      server.respond = (socket) => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        const timer = setInterval(() => socket.write(Buffer.alloc(65_536, " ")), 1);
        socket.on("close", () => (clearInterval(timer), resolve()));
      };
    });
    expect(await failure(send(by.prepareSettlement(BILL), { fetch }))).toMatchObject({ code: "no_answer", nextStep: "verifyFirst" });
    await closed;
  });

  test("ends at the time-out, before and within the answer", async () => {
    for (const text of ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]) {
      server.respond = (socket) => void socket.write(text);
      const error = await failure(send(by.prepareSettlement(BILL), { fetch, timeout: 200 }));
      expect(error).toMatchObject({ nextStep: "verifyFirst", cause: { name: "TimeoutError" } });
    }
  });

  test("cannot prove that a closed port received nothing", async () => {
    await server.stop();
    expect(await failure(send(by.prepareSettlement(BILL), { fetch }))).toMatchObject({ nextStep: "verifyFirst" });
  });
});

describe("trap", () => {
  test("axios follows a redirect and takes the token along", async () => {
    server.respond = (socket) => answer(socket, 307, "", [`Location: ${stranger.url}/elsewhere`]);
    const { url, headers, body } = by.prepareVerification(SEARCH).request();
    await axios.post(url, body, { headers });
    expect(stranger.received[0]?.head).toContain(CREDENTIALS.verificationToken);
  });

  test("got sends a POST again if an instance says so", async () => {
    const shared = got.extend({ retry: { limit: 1, methods: ["POST"], calculateDelay: ({ computedValue }) => computedValue && 1 } });
    server.respond = (socket) => void socket.destroy();
    const { url, headers, body = "" } = by.prepareSettlement(BILL).request();
    await shared.post(url, { headers, body }).catch(() => {});
    expect(server.received).toHaveLength(2);
  });

  test.each([["Node's fetch", fetch], ["undici's fetch", undiciFetch]] as const)("%s sends a POST again after 421", async (_name, client) => {
    server.respond = (socket) => answer(socket, 421, "");
    const { url, method, headers, body = "" } = by.prepareSettlement(BILL).request();
    await client(url, { method, headers, body, redirect: "manual" });
    expect(server.received).toHaveLength(2);
  });
});

async function failure(work: Promise<unknown>): Promise<BillwireError> {
  return work.then(
    () => expect.fail("it did not fail"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(BillwireError);
      return error as BillwireError;
    },
  );
}
