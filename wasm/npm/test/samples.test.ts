// Every sample of the documents that settles a bill, without the simulator: a service that answers 421, cuts
// the connection or redirects receives the settlement once.
import { readFileSync, readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { BILL } from "./support/bills.ts";
import { RawServer, type Respond, answer } from "./support/raw-server.ts";

const ROOT = new URL("../../../", import.meta.url);
const GUIDE = "docs/guide/src/";
const PAGES = [
  "README.md",
  "wasm/npm/README.md",
  ...readdirSync(new URL(GUIDE, ROOT))
    .filter((file) => file.endsWith(".md"))
    .map((file) => GUIDE + file),
];
/** Of a page about tests with the simulator, the samples are tests of the guide themselves. */
const ABOUT_THE_SIMULATOR = `${GUIDE}testing.md`;

const SAMPLES = PAGES.filter((page) => page !== ABOUT_THE_SIMULATOR).flatMap((page) => {
  const settling = blocksOf(page).filter(
    (block) =>
      /\bsend\(|\baxios/.test(block) &&
      (/prepareSettlement\(|new SettlementFlow\(/.test(block) ||
        (/send\(call,/.test(block) && !/prepareOnboarding\(|prepareOperation\(/.test(block))) &&
      !block.includes("async function answered("), // a person's word sends nothing
  );
  return settling.map((block, index) => [`${page} ${index + 1}`, block] as const);
});

const WAYS: Readonly<Record<string, Respond>> = {
  "HTTP 421": (socket) => answer(socket, 421, ""),
  "a cut": (socket) => void socket.resetAndDestroy(),
  "a redirect": (socket, { path }) => answer(socket, 307, "", [`Location: ${path}`]),
};
const SETTLEMENT = "/bill_payment/push_bill_with_payment";

test("the documents have twelve samples that settle, or more", () =>
  expect(SAMPLES.length).toBeGreaterThanOrEqual(12));

describe.concurrent.each(SAMPLES)("%s", (_name, block) => {
  test.concurrent.each(Object.keys(WAYS))("sends once: %s", async (way) =>
    expect(await received(block, WAYS[way]!)).toBe(1),
  );
});

test("the control: `fetch` sends twice after HTTP 421", async () => {
  expect(await received("await fetch(call.url, call);", WAYS["HTTP 421"]!)).toBe(2);
});

/** Number of settlements that a sample sends. */
async function received(block: string, respond: Respond): Promise<number> {
  const server = await RawServer.start((socket, request) =>
    request.path === SETTLEMENT ? respond(socket, request) : answer(socket, 200, '{"code":"000"}'),
  );
  const file = fileURLToPath(new URL(`sample-${new URL(server.url).port}.ts`, import.meta.url));
  try {
    await writeFile(file, programOf(block, server.url));
    const { run } = (await import(file)) as { run(bill: object): Promise<unknown> };
    await Promise.race([run(BILL).catch(() => {}), sleep(1_500)]);
    return server.received.filter(({ path }) => path === SETTLEMENT).length;
  } finally {
    await rm(file);
    await server.stop();
  }
}

/** Blocks of JavaScript and TypeScript of a page, with the files that they include. */
function blocksOf(page: string): string[] {
  const text = readFileSync(new URL(page, ROOT), "utf8");
  return [...text.matchAll(/^```(?:js|ts)\n(.*?)^```/gms)].map(([, block = ""]) =>
    block.replace(/^\{\{#include ([^:}]+)(?::(\w+))?\}\}$/m, (_include, file: string, anchor?: string) => {
      const whole = readFileSync(new URL(file, new URL(page, ROOT)), "utf8");
      return anchor === undefined
        ? whole
        : (new RegExp(`ANCHOR: ${anchor}\n(.*?)// ANCHOR_END`, "s").exec(whole)?.[1] ?? expect.fail(file));
    }),
  );
}

/** The sample, within what it takes for granted; or as a whole program, at the server instead of the simulator. */
function programOf(block: string, url: string): string {
  const ownImports = block.match(/^import .*;$/gm)?.join("\n");
  const body = block
    .replace(/^import .*;$/gm, "")
    .replace(/^export /gm, "")
    .replace('baseUrl: "https://service.example"', `baseUrl: ${JSON.stringify(url)}, allowLoopbackHttp: true`)
    .replace("{ fetch: service.fetch }", "{}");
  return `
import * as billwire from "billwire";
${ownImports ?? 'import { SettlementFlow, isBillwireError } from "billwire"; import { send } from "billwire/fetch";'}
const profile = { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } };
const credentials = { bearer: "b", verificationToken: "v", hashToken: "h" };
const biller = new billwire.Biller({ baseUrl: "${url}", allowLoopbackHttp: true, ...credentials, profile });
const store = { load: () => null, save: () => true, lastSettled: () => null };
const table = { load: () => undefined, replace: () => true };
const loadBill = async (bill) => bill, loadRecord = () => null, saveRecord = () => true, findControl = () => null;
const findShop = async () => ({ state: "linked" }), enterReason = async () => {}, say = () => {}, print = () => {};
const billerNow = async () => biller, policy = {}, rows = [];
const options = {}, save = () => true, pool = { query: async () => ({ rows: [] }) }, histogram = { record() {} };
export async function run(bill) {
  const call = biller.prepareSettlement(bill);
  {
${body}
    if (typeof settle === "function") await settle(bill);
    const stored = (bill) => (String(settleOne).includes("JSON.parse") ? JSON.stringify(bill) : bill);
    if (typeof settleOne === "function")
      await settleOne({ ref_id: bill.ref_id, bill: stored(bill), record: null, revision: 0 });
    if (typeof sendObserved === "function") await sendObserved(call);
  }
}
`;
}
