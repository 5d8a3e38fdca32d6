// The sub-path billwire/slim: every kind of source, and wrong sources. Each test runs in its own process,
// because a process has one instance.
import { readFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import * as billwire from "billwire";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DIST } from "./support/models.ts";
import { said } from "./support/said.ts";
import { listening } from "./support/servers.ts";
import { FILE } from "./support/slim.ts";

const WASM = readFileSync(FILE);
const HASH = "N7AQmVospQGWuQKOtyc18lzm8SlcBsGXJrb7AK6bNKA9aVb6IbB+dn0aBGkk+vXHby2axi3DAQFRSCcVef/5Xg==";
const NAMES = Object.keys(billwire).toSorted();

let server: Server;
let origin: string;
const asked: string[] = [];

beforeAll(async () => {
  const files: Readonly<Record<string, readonly [type: string, content: Buffer | string]>> = {
    "/billwire.wasm": ["application/wasm", WASM],
    "/billwire.bin": ["application/octet-stream", WASM],
    "/page.wasm": ["application/wasm", "<!doctype html>"],
    "/testing.wasm": ["application/wasm", readFileSync(new URL("testing/billwire_testing_bg.wasm", DIST))],
  };
  server = createServer(({ url = "" }, response) => {
    asked.push(url);
    const [type, content] = files[url] ?? [];
    response.writeHead(type ? 200 : 404, { "Content-Type": type ?? "text/plain" }).end(content);
  });
  origin = await listening(server);
});

afterAll(() => server.close());

const START = () => `
import { readFileSync } from "node:fs";
import { load } from "billwire/slim";
const origin = ${JSON.stringify(origin)};
const file = readFileSync(new URL(import.meta.resolve("billwire/slim/billwire.wasm")));
const FIELDS = {
  ref_id: "INV-0001", date: "2026-01-31T17:00:00.000Z", currency: "KHR", total_amount: 40000,
  customer_sync_code: "C-1", settlement_to: "S-1",
};
const told = ({ name, kind, message, nextStep }) => [name, kind, message, nextStep];
const errorOf = (promise) => promise.then(() => "nothing", told);
const say = (value) => console.log(JSON.stringify(value));
`;

function script(text: string): Promise<unknown> {
  return said("--input-type=module", "-e", START() + text);
}

test.each([
  ["the bytes", "file"],
  ["an ArrayBuffer", "file.buffer.slice(file.byteOffset, file.byteOffset + file.length)"],
  ["a module", "new WebAssembly.Module(file)"],
  ["an address as text", "`${origin}/billwire.wasm`"],
  ["a response with another media type", "await fetch(`${origin}/billwire.bin`)"],
  ["a response that is under way", "fetch(`${origin}/billwire.wasm`)"],
])("%s", async (_name, source) => {
  const use =
    `const billwire = await load(${source}); ` +
    `say([Object.keys(billwire).sort(), billwire.sign(FIELDS, "test-hash-key")]);`;
  expect(await script(use)).toEqual([NAMES, HASH]);
});

test.each([
  ["nothing", "undefined", "source: expected the address of billwire.wasm"],
  ["a page that says it is wasm", "`${origin}/page.wasm`", "source: it cannot be compiled"],
  ["nothing there", "`${origin}/nowhere`", "source: the answer has the HTTP status 404"],
  ["another wasm", "`${origin}/testing.wasm`", "source: it is not the billwire.wasm of this version"],
  ["a rejected source", "Promise.reject(new SyntaxError('mine'))", "source: it cannot be fetched"],
])("%s is refused, and the right file works later", async (_name, source, text) => {
  const use = `say([await errorOf(load(${source})), (await load(file)).sign(FIELDS, "test-hash-key")]);`;
  const advice = ["BillwireError", "invalid_config", expect.stringMatching(text), "fixRequest"];
  expect(await script(use)).toEqual([advice, HASH]);
});

test("parallel and later calls are one start", async () => {
  asked.length = 0;
  const use = `
    const address = \`\${origin}/billwire.wasm\`;
    const [one, other] = await Promise.all([load(address), load(address), load()]);
    const third = await load(\`\${origin}/nowhere\`);
    say([one === other, one === third, await load() === one]);`;
  expect(await script(use)).toEqual([true, true, true]);
  expect(asked).toEqual(["/billwire.wasm"]);
});

test.each([
  ["before", 'const main = await import("billwire"); const slim = await load();'],
  [
    "while it starts",
    'const [slim, main] = await Promise.all([load(fetch(`${origin}/billwire.wasm`)), import("billwire")]);',
  ],
])("the main entry %s: same classes, same instance", async (_when, both) => {
  const use = `${both}
    const by = new slim.Biller({ baseUrl: "https://service.example" });
    const isSame = slim.isBillwireError === main.isBillwireError;
    say([isSame, main.sign(FIELDS, "test-hash-key"), by instanceof main.Biller]);`;
  expect(await script(use)).toEqual([true, HASH, true]);
});

test("load replaces an instance where only async is allowed", async () => {
  const use = `
    // Some web views allow only small modules on the main thread.
    WebAssembly.Instance = function () { throw new RangeError("disallowed on the main thread") };
    const { instantiate } = WebAssembly;
    let memory;
    WebAssembly.instantiate = async (...args) => {
      const made = await instantiate(...args);
      ({ memory } = made.exports);
      return made;
    };
    const { Biller, sign } = await load(file);
    const by = new Biller({ baseUrl: "https://service.example", bearer: "b", hashToken: "test-hash-key" });
    const bill = { ...FIELDS, due_date: FIELDS.date };
    const right = by.prepareSettlement(bill).body;
    new Uint8Array(memory.buffer).fill(0xff);
    const attempt = () => errorOf((async () => by.prepareSettlement(bill))());
    const errors = [await attempt(), await attempt()];
    await load();
    const texts = errors.map(([, kind, message]) => kind + ": " + message);
    say([...texts, by.prepareSettlement(bill).body === right, sign(FIELDS, "test-hash-key")]);`;
  expect(await script(use)).toEqual([
    expect.stringMatching(/^internal: the WebAssembly instance has trapped/),
    expect.stringMatching(/^internal: .* no new one could be made/),
    true,
    HASH,
  ]);
});
