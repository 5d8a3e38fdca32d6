// The queue hands out jobs at the same speed, however many wait.
import assert from "node:assert/strict";
import { test } from "node:test";
import { openDatabase } from "../../../examples/node-merchant/src/database.ts";
import { Jobs } from "../../../examples/node-merchant/src/jobs.ts";
import { openMerchant } from "../../../examples/node-merchant/src/merchant.ts";
import { readOptions } from "../../../examples/node-merchant/src/options.ts";

const WAITING = 10_000;
/** As pg-boss chooses the next jobs. */
const NEXT = `SELECT id FROM pgboss.job WHERE name = 'settle' AND state < 'active' AND start_after < now()
  ORDER BY priority desc, created_on, id LIMIT 16 FOR UPDATE SKIP LOCKED`;

test("the next jobs are found by an index that has their order", async () => {
  const database = await openDatabase(undefined);
  const merchant = await openMerchant(readOptions(["node", "queue", "--sandbox", "http://127.0.0.1:9"]), database, []);
  const jobs = await Jobs.open(merchant, database);
  try {
    const many = `INSERT INTO pgboss.job (name, singleton_key, policy) SELECT 'settle', n, 'short' FROM generate_series(1, ${WAITING}) n`;
    await database.script(`${many}; ANALYZE pgboss.job`);
    const plan = JSON.stringify(await database.query(`EXPLAIN ${NEXT}`));
    assert.ok(plan.includes("Index") && !plan.includes("Sort"), plan);
  } finally {
    await jobs.stop();
    await database.close();
  }
});
