// What `npx billwire init` writes, as it is: a bill is settled and credited over HTTP.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { Server, freePort, run } from "./process.ts";
import { FOLDER } from "./recipes.ts";
import { PROGRAM, Sandbox } from "./sandbox.ts";

const ENV_FILE = "--env-file=billwire/.env";
const TSC = join(FOLDER, "node_modules/typescript/bin/tsc");
/** Serves a route of Next, without Next. */
const OF_ROUTE = `import { serve } from "@hono/node-server";
import { POST } from "./billwire/webhook.mjs";
serve({ fetch: POST, port: Number(process.env.PORT), hostname: "127.0.0.1" });`;

/** A folder in which programs find the packages of the recipes. */
function emptyFolder(): string {
  const folder = mkdtempSync(join(FOLDER, "node_modules/.init-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Fills in the page behind a shop's link, as its browser does. */
async function visit(link: string, action: "link" | "leave"): Promise<void> {
  const body = new URLSearchParams({ bank: "BANK-1", currency: "KHR", action });
  expect((await fetch(link, { method: "POST", body, redirect: "manual" })).status).toBe(303);
}

/** Waits until a server has printed a line. */
async function printed(server: Server, line: string): Promise<void> {
  await vi.waitFor(() => expect(server.output).toContain(line), { timeout: 10_000 });
}

test.for(["node", "express", "fastify", "hono", "nest", "next"])(
  "init %s: a shop links its account, and a bill is settled to it, paid and credited once",
  { timeout: 120_000 },
  async (framework) => {
    const folder = emptyFolder();
    await run(folder, {}, PROGRAM, "init", framework);
    writeFileSync(join(folder, "route.mjs"), OF_ROUTE);
    const [sandbox, port] = await Promise.all([Sandbox.start(), freePort()]);
    onTestFinished(() => sandbox.stop());
    await sandbox.sendWebhooksTo(`http://127.0.0.1:${port}/webhook`, "merchant_proxy");
    const env = { BILLWIRE_BASE_URL: sandbox.url, PORT: String(port) };
    const isNext = framework === "next";
    const program = isNext ? "route.mjs" : "billwire/webhook.mjs";
    const server = await Server.start(folder, port, env, [ENV_FILE, program]);
    onTestFinished(() => server.stop());
    const listening = isNext ? "" : `listening on http://127.0.0.1:${port}/webhook\n`;
    await printed(server, listening);
    if (!isNext) expect(server.output).toBe(listening);
    const play = (name: string, ...args: string[]) =>
      run(folder, env, ENV_FILE, `billwire/${name}.mjs`, ...args);

    const [, link = ""] = /It links its account at (\S+);/.exec(await play("onboard")) ?? [];
    await visit(link, "leave"); // and comes back to `return_url`, which proves nothing
    expect(await play("onboard")).toContain(link);
    expect(await play("settle", "INV-7")).toBe("INV-7 waits: SHOP-1 has not linked its account");
    expect((await sandbox.books()).totals).toEqual({});
    await visit(link, "link");
    expect(await play("onboard")).toBe("SHOP-1 is linked: bills can be settled to it");

    expect(await play("settle", "INV-7")).toMatch(
      /^INV-7 settlement: success, HTTP 200 .*\nINV-7 is settled$/,
    );
    await printed(server, "INV-7: paid, and credited with 40000 KHR\n");
    expect(await play("settle", "INV-7")).toBe("INV-7 is settled");
    expect((await sandbox.books()).totals).toEqual({ KHR: "40000" });
    expect(await play("reconcile")).toMatch(/^KHR +40000 +40000 +40000 +0 +0 +0 +0 +0\n\nNo differences\.$/m);
  },
);

const TSCONFIG = {
  target: "ES2022",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  types: ["node"],
};

test.for([
  ["node", "NodeNext", "sqlite"],
  ["express", "NodeNext", "postgresql"],
  ["fastify", "NodeNext", "sqlite"],
  ["hono", "NodeNext", "postgresql"],
  ["nest", "NodeNext", "sqlite"],
  ["next", "bundler", "postgresql"],
  ["next", "bundler", "sqlite"],
] as const)("init %s in TypeScript, %s, %s: compiles strictly", { timeout: 120_000 }, async (row) => {
  const [framework, resolution, database] = row;
  const folder = emptyFolder();
  const module =
    resolution === "bundler" ? { module: "ESNext", moduleResolution: "bundler" } : { module: resolution };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...TSCONFIG, ...module } }),
  );
  await run(folder, {}, PROGRAM, "init", framework, "--database", database);
  const names = readdirSync(join(folder, "billwire"));
  expect(names.filter((name) => /\.mjs$|sqlite|postgresql/.test(name))).toEqual([]);
  await run(folder, {}, TSC, "--project", ".");
});

test("init in TypeScript runs", { timeout: 120_000 }, async () => {
  const folder = emptyFolder();
  writeFileSync(join(folder, "tsconfig.json"), "{}");
  await run(folder, {}, PROGRAM, "init", "--database", "sqlite");
  const sandbox = await Sandbox.start();
  onTestFinished(() => sandbox.stop());
  const env = { BILLWIRE_BASE_URL: sandbox.url };
  const play = (name: string) => run(folder, env, "--import", "tsx", ENV_FILE, `billwire/${name}.mts`);
  const [, link = ""] = /It links its account at (\S+);/.exec(await play("onboard")) ?? [];
  await visit(link, "link");
  expect(await play("onboard")).toBe("SHOP-1 is linked: bills can be settled to it");
  expect(await play("settle")).toContain("INV-1 is settled");
});

/** Enters a bill, stores its record, and credits it: each as often as two processes would. */
const BOOKS = `import { close, sql } from "./billwire/database.mjs";
import * as bills from "./billwire/bills.mjs";
import * as payments from "./billwire/payments.mjs";
const bill = { ref_id: "INV-1", currency: "KHR", total_amount: 40000, date: new Date(0) };
const step = (previous, revision, claimKey = null) => {
  const state = claimKey === null ? "open" : "settled";
  return { record: "r" + revision, revision, previous, state, until: 0, claimKey };
};
const facts = { tran_id: "T", tran_date: null, fee_amount: null, currency: "KHR", bank_code: null, bank_ref: "R" };
const paid = { amount: "40000", ...facts };
const seen = (claimKey, ending, state) => {
  const transaction = { tran_id: claimKey, tran_amount: "40000", currency: "KHR", status: "success" };
  return { claimKey, ending, state, amount: "40000", transaction, ...facts };
};
const { enterBill, loadRecord, saveRecord, takeDue } = bills;
const { findBill, credit, review, reviewsOf } = payments;
const states = async () => {
  const rows = await sql\`SELECT claim_key, state FROM payments ORDER BY claim_key\`;
  return rows.map((row) => row.claim_key + " " + row.state);
};
console.log = () => {};
const results = [
  await enterBill(bill),
  await enterBill({ ...bill, total_amount: 1 }),
  await enterBill({ ...bill, ref_id: "INV-2" }),
  await loadRecord("INV-1"),
  await saveRecord("INV-1", step(0, 1)),
  await saveRecord("INV-1", step(0, 1)),
  await saveRecord("INV-1", step(1, 2)),
  await loadRecord("INV-1"),
  (await takeDue()).sort(),
  await takeDue(),
  await saveRecord("INV-1", step(2, 3, "T-1")),
  await saveRecord("INV-2", step(0, 1, "T-1")).catch(() => "settled by another"),
  await saveRecord("INV-2", step(0, 1)),
  (await findBill("INV-1")).amount,
  await findBill(),
  await findBill("\\0"),
  ...(await Promise.all([1, 2, 3].map(() => credit("INV-1", "T-1", paid)))).sort(),
  await credit("INV-1", "T-2", paid),
  await credit("INV-2", "T-1", paid),
  await states(),
  await review("INV-1", seen("T-2", "paidTwice", "held")),
  await review("INV-1", seen("T-1", "reversed", "reversed")),
  await states(),
  await credit("INV-1", "T-1", paid),
  await review("INV-1", seen("T-1", "pending", null)),
  await states(),
  (await reviewsOf(1)).map((each) => each.claim_key + " " + each.ending + " " + each.amount),
  String((await sql\`SELECT amount FROM payments WHERE claim_key = 'T-1'\`)[0].amount),
];
process.stdout.write(JSON.stringify(results.map((result) => result ?? null)));
await close();`;

/** A server of PostgreSQL would need one on every machine, so this is PostgreSQL in the process. */
const PG = `import { PGlite } from "@electric-sql/pglite";
import { readFileSync } from "node:fs";
const database = await PGlite.create();
await database.exec(readFileSync("billwire/schema.sql", "utf8"));
class Pool {
  on() {}
  query(text, values) { return database.query(text, values); }
  end() { return database.close(); }
}
export default { Pool };`;

test.for(["sqlite", "postgresql"])(
  "the books of init in %s let one transaction pay one bill",
  { timeout: 120_000 },
  async (database) => {
    const folder = emptyFolder();
    await run(folder, {}, PROGRAM, "init", "--database", database);
    mkdirSync(join(folder, "billwire/node_modules/pg"), { recursive: true });
    writeFileSync(join(folder, "billwire/node_modules/pg/index.mjs"), PG);
    writeFileSync(join(folder, "billwire/node_modules/pg/package.json"), '{"exports":"./index.mjs"}');
    writeFileSync(join(folder, "books.test.mjs"), BOOKS);
    const bill = { ref_id: "INV-1", currency: "KHR", total_amount: 40000, date: "1970-01-01T00:00:00.000Z" };
    expect(JSON.parse((await run(folder, {}, "books.test.mjs")).split("\n").at(-1)!)).toEqual([
      bill,
      bill,
      { ...bill, ref_id: "INV-2" },
      null,
      true,
      false,
      true,
      "r2",
      ["INV-1", "INV-2"],
      [], // another process has taken them
      true,
      "settled by another",
      true, // nothing of the refused statement is stored
      40000,
      null,
      null,
      "credited",
      "creditedBefore",
      "creditedBefore",
      "paidOtherwise",
      "paidOtherwise",
      ["T-1 credited"],
      null,
      null,
      ["T-1 reversed", "T-2 held"],
      "creditedBefore", // and a person decides
      null,
      ["T-1 reversed", "T-2 held"],
      ["T-1 pending 40000", "T-1 reversed 40000", "T-2 paidTwice 40000"],
      "40000",
    ]);
  },
);
