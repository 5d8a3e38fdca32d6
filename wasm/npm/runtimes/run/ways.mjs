// Lets settlements fail in each runtime, and prints a table: how often the service received each, and what
// `send` says of it. Arguments: the programs of Node, Bun and Chromium. Throws where `send` says "no" of a
// received one.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { build } from "esbuild";
import { withBrowser } from "./browser.mjs";
import { Service, listening } from "./service.mjs";
import { inWorkerd } from "./workerd-alone.mjs";

const [node, bun, chromium] = process.argv.slice(2);
const CONSOLE = "work/ways-console.mjs";
const OUT = "build/ways";
const BYPASSED = "127.0.0.1,nobody.invalid";

const service = await Service.start(`${OUT}/ways.js`);
const [resetting, silent, refused, proxy] = await Promise.all([
  listening((socket) => setTimeout(() => socket.resetAndDestroy(), 50)),
  listening(() => {}),
  listening(() => {}),
  listening((socket) =>
    socket.once("data", () =>
      socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n"),
    ),
  ),
]);
refused.close();

/** The ways, with the service's part in those that reach it. */
const WAYS = [
  { name: "nobody listens", baseUrl: refused.url },
  { name: "the name has no address", baseUrl: "https://nobody.invalid" },
  { name: "no TLS", baseUrl: service.url.replace("http", "https") },
  { name: "time-out while connecting", baseUrl: silent.url.replace("http", "https") },
  { name: "the proxy answers 407", baseUrl: "https://proxied.invalid", isProxied: true },
  { name: "reset before the request is read", baseUrl: resetting.url },
  { name: "reset within the request", isLong: true, within: ({ socket }) => socket.resetAndDestroy() },
  { name: "reset after the request", after: ({ socket }) => socket.resetAndDestroy() },
  {
    name: "the same on a used connection",
    isSecond: true,
    after: ({ socket }, respond, count) => (count === 2 ? socket.resetAndDestroy() : respond(200)),
  },
  { name: "time-out of the answer", after: () => {} },
  { name: "HTTP 421", after: (_request, respond) => respond(421) },
  { name: "a redirect", after: (_request, respond) => respond(307) },
  {
    name: "a wrapped `fetch` that fails afterwards",
    fetch: "wrapped",
    after: (_request, respond) => respond(200),
  },
  {
    name: "a `fetch` that sends again",
    fetch: "retrying",
    after: ({ socket }, respond, count) => (count === 1 ? socket.resetAndDestroy() : respond(200)),
  },
];

const inConsole =
  (program, ...args) =>
  async (ways) => {
    const env = { ...process.env, HTTPS_PROXY: proxy.url, NO_PROXY: BYPASSED };
    const { stdout } = await promisify(execFile)(program, [...args, CONSOLE, JSON.stringify(ways)], { env });
    return JSON.parse(stdout);
  };
const RUNTIMES = {
  Node: inConsole(node),
  Deno: inConsole(node, "node_modules/deno/bin.cjs", "run", "--no-prompt", "--allow-net", "--allow-env"),
  Bun: inConsole(bun, "run"),
  workerd: (ways) => inWorkerd(OUT, "ways-worker.js", ways),
  Chromium: (ways) =>
    withBrowser(chromium, async (browser) => {
      const page = await (
        await browser.newContext({ proxy: { server: proxy.url, bypass: BYPASSED } })
      ).newPage();
      await page.goto(service.url);
      return page.evaluate(async (ways) => (await import("/script.js")).tryAll(ways), ways);
    }),
};

await Promise.all([
  build({ entryPoints: ["work/ways.mjs"], bundle: true, format: "esm", outdir: OUT }),
  build({
    entryPoints: ["work/ways-worker.mjs"],
    bundle: true,
    format: "esm",
    outdir: OUT,
    conditions: ["workerd"],
    loader: { ".wasm": "copy" },
  }),
]);
const columns = await Promise.all(Object.keys(RUNTIMES).map(column));
for (const [at, { name }] of WAYS.entries())
  console.log(`| ${[name, ...columns.map((cells) => cells[at])].join(" | ")} |`);

// The control: Deno's own fetch of a text sends it again silently.
const used = WAYS.find(({ isSecond }) => isSecond);
assert.deepEqual(await cellsOf("Deno", "control", [{ ...used, fetch: "plain" }]), ["2, HTTP 200"]);
process.exit(0);

function column(runtime) {
  return cellsOf(runtime, runtime, WAYS);
}

/** Lets a runtime try the ways. Each cell has the number of received settlements, and what `send` says. */
async function cellsOf(runtime, key, ways) {
  const places = ways.map((way) => ({
    ...way,
    baseUrl: way.baseUrl ?? service.add(`${key}/${WAYS.indexOf(way)}`, way),
  }));
  const said = await RUNTIMES[runtime](places.map(({ within, after, ...way }) => way));
  return places.map(({ name, baseUrl, isSecond }) => {
    const count = service.received(baseUrl) - (isSecond ? 1 : 0);
    assert.ok(count === 0 || said[name] !== "no", `${runtime}, ${name}: received ${count} times`);
    return `${count}, ${said[name]}`;
  });
}
