// What `npx billwire init` writes, as it is: a bill is settled and credited over HTTP.
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { Server, freePort } from "./process.ts";
import { FOLDER } from "./recipes.ts";
import { PROGRAM, Sandbox } from "./sandbox.ts";

const ENV_FILE = "--env-file=billwire/.env.example";
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

/** Output of a Node program. */
async function outputOf(
  cwd: string,
  env: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<string> {
  const { PATH = "" } = process.env;
  return (
    await promisify(execFile)(process.execPath, args, { cwd, env: { NODE_ENV: "production", PATH, ...env } })
  ).stdout.trim();
}

test.for(["node", "express", "fastify", "hono", "nest", "next"])(
  "init %s: a bill is settled, paid and credited once",
  { timeout: 120_000 },
  async (framework) => {
    const folder = emptyFolder();
    await outputOf(folder, {}, PROGRAM, "init", framework);
    writeFileSync(join(folder, "route.mjs"), OF_ROUTE);
    const [sandbox, port] = await Promise.all([Sandbox.start(), freePort()]);
    onTestFinished(() => sandbox.stop());
    await sandbox.sendWebhooksTo(`http://127.0.0.1:${port}/webhook`, "merchant_proxy");
    const env = { BILLWIRE_BASE_URL: sandbox.url, PORT: String(port) };
    const server = await Server.start(folder, port, env, [
      ENV_FILE,
      framework === "next" ? "route.mjs" : "billwire/webhook.mjs",
    ]);
    onTestFinished(() => server.stop());
    const settle = () => outputOf(folder, env, ENV_FILE, "billwire/settle.mjs", "INV-7");
    expect(await settle()).toBe("INV-7 is settled");
    for (let turns = 0; !server.output.includes("INV-7 is paid and credited") && turns < 500; turns++)
      await sleep(20);
    expect(server.output.trim()).toBe("INV-7 is paid and credited");
    expect(await settle()).toBe("INV-7 is settled");
    expect((await sandbox.books()).totals).toEqual({ KHR: "40000" });
  },
);

/** Enters a bill, stores its record, and credits it: each as often as two processes would. */
const BOOKS = `import { close, sql } from "./billwire/database.mjs";
import * as books from "./billwire/books.mjs";
const bill = { ref_id: "INV-1", currency: "KHR", total_amount: 40000, date: new Date(0) };
const step = (previous, revision) => ({ record: "r" + revision, revision, previous });
const results = [
  await books.enterBill(bill),
  await books.enterBill({ ...bill, total_amount: 1 }),
  await books.enterBill({ ...bill, ref_id: "INV-2" }),
  await books.loadRecord("INV-1"),
  await books.saveRecord("INV-1", step(0, 1)),
  await books.saveRecord("INV-1", step(0, 1)),
  await books.saveRecord("INV-1", step(1, 2)),
  await books.loadRecord("INV-1"),
  await books.enterSettled("INV-1", "T-1"),
  await books.enterSettled("INV-2", "T-1").catch(() => "settled by another"),
  await books.findBill("INV-1"),
  await books.findBill(),
  await books.findBill("\\0"),
  ...(await Promise.all([1, 2, 3].map(() => books.credit({ ref_id: "INV-1" }, "T-1", { amount: "40000" })))).sort(),
  await books.credit({ ref_id: "INV-1" }, "T-2", { amount: "1" }),
  await books.credit({ ref_id: "INV-2" }, "T-1", { amount: "1" }),
  (await books.findBill("INV-1")).claimKeys,
  String((await sql\`SELECT amount FROM payments\`)[0].amount),
];
console.log(JSON.stringify(results.map((result) => result ?? null)));
await close();`;

/** A server of PostgreSQL would need one on every machine, so this is PostgreSQL in the process. */
const PG = `import { PGlite } from "@electric-sql/pglite";
import { readFileSync } from "node:fs";
const database = await PGlite.create();
await database.exec(readFileSync("billwire/schema.postgresql.sql", "utf8"));
export default { Pool: class {
  query(text, values) { return database.query(text, values); }
  end() { return database.close(); }
} };`;

test.for(["sqlite", "postgresql"])(
  "the books of init in %s let one transaction pay one bill",
  { timeout: 120_000 },
  async (database) => {
    const folder = emptyFolder();
    await outputOf(folder, {}, PROGRAM, "init", "--database", database);
    mkdirSync(join(folder, "billwire/node_modules/pg"), { recursive: true });
    writeFileSync(join(folder, "billwire/node_modules/pg/index.mjs"), PG);
    writeFileSync(join(folder, "billwire/node_modules/pg/package.json"), '{"exports":"./index.mjs"}');
    writeFileSync(join(folder, "books.test.mjs"), BOOKS);
    const bill = { ref_id: "INV-1", currency: "KHR", total_amount: 40000, date: "1970-01-01T00:00:00.000Z" };
    const billed = {
      ref_id: "INV-1",
      identity_code: "INV-1",
      purpose_of_transaction: "INV-1",
      currency: "KHR",
      amount: 40000,
    };
    expect(JSON.parse((await outputOf(folder, {}, "books.test.mjs")).split("\n").at(-1)!)).toEqual([
      bill,
      bill,
      { ...bill, ref_id: "INV-2" },
      null,
      true,
      false,
      true,
      "r2",
      null,
      "settled by another",
      { ...billed, claimKeys: [] },
      null,
      null,
      "credited",
      "creditedBefore",
      "creditedBefore",
      "paidOtherwise",
      "paidOtherwise",
      ["T-1"],
      "40000",
    ]);
  },
);
