// The queue hands out jobs at the same speed, however many wait, and stops in the middle of one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readBills } from "../../../examples/node-merchant/src/bills.ts";
import { openDatabase } from "../../../examples/node-merchant/src/database.ts";
import { Jobs } from "../../../examples/node-merchant/src/jobs.ts";
import { startSandbox } from "../../../examples/node-merchant/src/sandbox.ts";
import { MERCHANT, freshFolder } from "../src/programs.ts";
import { openOnboarded, settleAll } from "../src/settle.ts";

const WAITING = 10_000;
/** As pg-boss chooses the next jobs. */
const NEXT = `SELECT id FROM pgboss.job WHERE name = 'settle' AND state < 'active' AND start_after < now()
  ORDER BY priority desc, created_on, id LIMIT 16 FOR UPDATE SKIP LOCKED`;

test("the next jobs are found by an index that has their order", async () => {
  const database = await openDatabase(undefined);
  const merchant = await openOnboarded("http://127.0.0.1:9", database, { sub_billers: [], bills: [] });
  const jobs = await Jobs.open(merchant, database);
  try {
    const many =
      `INSERT INTO pgboss.job (name, singleton_key, policy) ` +
      `SELECT 'settle', n, 'short' FROM generate_series(1, ${WAITING}) n`;
    await database.script(`${many}; ANALYZE pgboss.job`);
    const plan = JSON.stringify(await database.query(`EXPLAIN ${NEXT}`));
    assert.ok(plan.includes("Index") && !plan.includes("Sort"), plan);
  } finally {
    await jobs.stop();
    await database.close();
  }
});

test("a queue that is stopped while it asks about unpaid bills uses the database no more", async () => {
  const { url: sandbox, stop } = await startSandbox(`${freshFolder("queue")}/sandbox.log`);
  const database = await openDatabase(undefined);
  try {
    const issued = await readBills(`${MERCHANT}/bills.json`);
    const merchant = await openOnboarded(sandbox, database, issued, "--hurried");
    await settleAll(merchant, database, issued.bills.slice(0, 20)); // without webhooks, so they stay unpaid
    let tell = () => {};
    const asked = new Promise<void>((resolve) => (tell = resolve));
    const { payments } = merchant;
    const findUnpaid = payments.findUnpaid.bind(payments);
    payments.findUnpaid = async (silence) => {
      const unpaid = await findUnpaid(silence);
      if (unpaid.length > 0) tell();
      return unpaid;
    };
    const jobs = await Jobs.open(merchant, database);
    await jobs.work({ concurrency: 4 });
    await asked;
    await jobs.stop();
    const [job] = await database.query<{ state: string }>(
      "SELECT state FROM pgboss.job WHERE name = 'unpaid' ORDER BY state LIMIT 1",
    );
    assert.equal(job?.state, "retry"); // for the next process
  } finally {
    await database.close();
    stop();
  }
  await sleep(500); // what still ran would meet the closed database, and end this process
});
