// The jobs that bring your books in line with the service: node --env-file=billwire/.env billwire/jobs.mjs
// Without a name, they run until the program is stopped. With one of `doubt`, `unpaid` or `reconcile`, one
// runs once, as for cron.
import { setTimeout as sleep } from "node:timers/promises";
import { ask, reconcile } from "./asking.mjs";
import { takeDue } from "./bills.mjs";
import { close } from "./database.mjs";
import { findUnpaid } from "./payments.mjs";
import { settle } from "./settling.mjs";

const MINUTE = 60_000;

// ANCHOR: jobs
const JOBS: Record<string, { every: number; run(): Promise<unknown> }> = {
  /** Bills in doubt, and unclear ones each hour. */
  doubt: { every: MINUTE / 6, run: () => each(takeDue(), (refId) => settle(refId)) },
  /** Bills that no webhook has paid: webhooks get lost. */
  unpaid: { every: 5 * MINUTE, run: () => each(findUnpaid(30), (refId) => ask(refId)) },
  /** The end of the day: each bill and each payment of a week. */
  reconcile: { every: 24 * 60 * MINUTE, run: () => reconcile({ days: 7 }) },
};

/** Does it for each bill. One that fails does not stop the others: it is due again later. */
async function each(refIds: Promise<string[]>, work: (refId: string) => Promise<unknown>): Promise<void> {
  for (const refId of await refIds) await work(refId).catch((error) => console.error(`${refId}: ${error}`));
}
// ANCHOR_END: jobs

async function repeat(name: string, { every, run }: (typeof JOBS)[string]): Promise<never> {
  for (;;) {
    await run().catch((error) => console.error(`${name}: ${error}`));
    await sleep(every);
  }
}

const [name] = process.argv.slice(2);
if (name === undefined) {
  console.log(`running ${Object.keys(JOBS).join(", ")}`);
  await Promise.all(Object.entries(JOBS).map(([name, job]) => repeat(name, job)));
}
const job = JOBS[name ?? ""];
if (job === undefined) throw new Error(`expected one of ${Object.keys(JOBS).join(", ")}`);
await job.run();
await close();
