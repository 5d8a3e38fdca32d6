// `npm run scale -- --bills 100000`: four workers and four receivers of webhooks on one PostgreSQL settle
// bills that meet every fault of the demo. Every few seconds a random worker is killed, and the database is
// restarted twice. At the end the books are audited.
import type { ChildProcess } from "node:child_process";
import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readBills } from "../../../examples/node-merchant/src/bills.ts";
import { openDatabase } from "../../../examples/node-merchant/src/database.ts";
import { Jobs } from "../../../examples/node-merchant/src/jobs.ts";
import { listenAsOtherOrigin } from "../../../examples/node-merchant/src/other-origin.ts";
import { Sandbox, startSandbox } from "../../../examples/node-merchant/src/sandbox.ts";
import { audit, counts, examples, holds, readOurs } from "./audit.ts";
import { IN_DOUBT } from "./campaign.ts";
import { Postgres } from "./postgres.ts";
import { commandOf, freshFolder, run, start } from "./programs.ts";
import { Random } from "./random.ts";
import { startReceivers } from "./receivers/start.ts";
import { openOnboarded } from "./settle.ts";

const KILL_MS = 5_000;
/** Time without progress after which the remaining work counts as lost. */
const PATIENCE_MS = 120_000;
const COUNTS = `SELECT count(*) FILTER (WHERE state IN ('settled', 'refused'))::int AS ended,
  (SELECT count(*)::int FROM payments WHERE state = 'credited') AS paid,
  count(*) FILTER (WHERE state = 'unclear')::int AS unclear FROM bills`;
/** Each statement of the merchant is a transaction of its own. */
const STATEMENTS =
  "SELECT sum(xact_commit)::int AS statements FROM pg_stat_database WHERE datname = current_database()";
const REPEATED =
  "SELECT coalesce(sum(retry_count), 0)::int AS repeated FROM pgboss.job WHERE name = 'settle'";

const { values } = parseArgs({
  options: {
    bills: { type: "string", default: "100000" },
    workers: { type: "string", default: "4" },
    seed: { type: "string", default: "1" },
  },
});
const [count, random, folder] = [Number(values.bills), new Random(Number(values.seed)), freshFolder("scale")];
const file = `${folder}/bills.json`;
await run(["scripts/make-bills.mjs", String(count), file]);
const issued = await readBills(file);
const postgres = await Postgres.start(`${folder}/postgres.log`);
const { url: sandbox } = await startSandbox(`${folder}/sandbox.log`);
const otherOrigin = await listenAsOtherOrigin();
await enter();

const webhooks = `${await startReceivers(sandbox, postgres.url())}/webhook`;
await run(commandOf("prepare", { bills: file, sandbox, "other-origin": otherOrigin.url, webhooks }));
const none = `${folder}/none.json`;
writeFileSync(none, JSON.stringify({ sub_billers: [], bills: [] }));
const workers = Array.from({ length: Number(values.workers) }, (_, nth) => startWorker(nth));

const started = Date.now();
let [kills, inDoubt, restarts, killAt, moved, steps] = [0, 0, 0, started + KILL_MS, started, 0];
let now = await ask<{ ended: number; paid: number; unclear: number }>(COUNTS);
while ((now.ended < count || now.paid < count) && Date.now() - moved < PATIENCE_MS) {
  await sleep(500);
  workers.forEach(
    (worker, nth) =>
      (worker.exitCode === null && worker.signalCode === null) || (workers[nth] = startWorker(nth)),
  );
  if (Date.now() >= killAt && now.ended < count) {
    workers[random.below(workers.length)]?.kill("SIGKILL");
    inDoubt += (await ask<{ count: number }>(`SELECT count(*)::int FROM (${IN_DOUBT}) AS doubtful`)).count;
    [kills, killAt] = [kills + 1, Date.now() + KILL_MS];
  }
  if (restarts < 2 && now.ended > (count * (restarts + 1)) / 3) {
    // In order: a crash would lose the counts of statements. `npm run kill` crashes it.
    await postgres.restart("fast");
    restarts += 1;
  }
  now = await ask(COUNTS);
  if (now.ended + now.paid > steps) [steps, moved] = [now.ended + now.paid, Date.now()];
}
const seconds = (Date.now() - started) / 1_000;
const { statements } = await ask<{ statements: number }>(STATEMENTS);
const { repeated } = await ask<{ repeated: number }>(REPEATED);
workers.forEach((worker) => worker.kill("SIGKILL"));
const found = audit(issued.bills, await postgres.ask(readOurs), await new Sandbox(sandbox).books());
console.log(
  `measured: ${count} bills, ${workers.length} workers, 4 receivers, ${kills} kills, ` +
    `${restarts} database restarts: ${(count / seconds).toFixed(1)} bills a second, ` +
    `${(statements / count).toFixed(1)} statements a bill, ${inDoubt} in doubt at a kill, ` +
    `${repeated} jobs repeated, ${now.unclear} unclear: ${counts(found)}`,
);
const complaints = [
  ...(holds(found) ? [] : [examples(found)]),
  ...(otherOrigin.requests() > 0
    ? [`${otherOrigin.requests()} requests followed a redirect to another origin`]
    : []),
  ...(kills === 0 || restarts < 2 ? [`${kills} kills and ${restarts} restarts: too few bills`] : []),
];
for (const complaint of complaints) console.error(complaint);
process.exit(complaints.length === 0 ? 0 : 1);

/** Enters the bills, and a job for each. */
async function enter(): Promise<void> {
  const books = await openDatabase(postgres.url());
  const merchant = await openOnboarded(sandbox, books, issued, "--hurried");
  const jobs = await Jobs.open(merchant, books);
  await jobs.enter(issued.bills, { reopen: false, doubled: true });
  await jobs.stop();
  await books.close();
}

function startWorker(nth: number): ChildProcess {
  const args = commandOf("service", { sandbox, hurried: true, concurrency: 64, bills: none });
  return start(args, `${folder}/worker-${nth}.log`, { DATABASE_URL: postgres.url() });
}

/** Asks the database for a row. */
async function ask<Row>(text: string): Promise<Row> {
  const [row] = await postgres.ask((database) => database.rows<Row>(text));
  return row!;
}
