// Two bills, settled by a cron job: the answer of one is lost, and its lookup waits for a later run. No webhook comes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { Biller, CreditFlow, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { bill, credentials, profile, settings, shop } from "./shop.mjs";

const service = new Simulator({ ...credentials, now: new Date() });
service.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
const options = { fetch: service.fetch }; // in production without it
const biller = new Biller({ ...settings, profile });
await send(biller.prepareOnboarding(shop), options);

const pool = await PGlite.create(); // in production the `Pool` of pg, with the same `query`
for (const file of ["schema.postgresql.sql", "jobs.sql"])
  await pool.exec(readFileSync(new URL(file, import.meta.url), "utf8"));
for (const ref_id of ["INV-1", "INV-2"]) {
  await pool.query("INSERT INTO bills (ref_id, bill) VALUES ($1, $2)", [
    ref_id,
    JSON.stringify({ ...bill, ref_id }),
  ]);
}

const TAKE = `
-- ANCHOR: take
-- TAKE: takes due bills for two minutes, longer than a request takes. Another process takes others.
UPDATE bills SET next_at = now() + interval '2 minutes'
WHERE ref_id IN (
  SELECT ref_id FROM bills WHERE state IN ('open', 'unclear') AND next_at <= now()
  ORDER BY next_at LIMIT 100 FOR UPDATE SKIP LOCKED
) RETURNING ref_id, bill, record
-- ANCHOR_END: take
`;
const LATER = `
-- ANCHOR: later
-- LATER: the bill waits.
UPDATE bills SET next_at = $2 WHERE ref_id = $1
-- ANCHOR_END: later
`;
const END = `
-- ANCHOR: end
-- END: the bill is settled, refused or unclear. The job looks an unclear one up in an hour.
UPDATE bills SET state = $2, reason = $3, settled_by = $4, next_at = now() + interval '1 hour'
WHERE ref_id = $1
-- ANCHOR_END: end
`;
const SAVE = `
-- ANCHOR: update
-- SAVE: changes no row if another process has stored a record in the meantime.
UPDATE bills SET record = $2, revision = $3 WHERE ref_id = $1 AND revision = $4 RETURNING 1
-- ANCHOR_END: update
`;
const UNPAID = `
-- ANCHOR: without_payment
-- UNPAID
SELECT ref_id, bill FROM bills LEFT JOIN payments USING (ref_id)
WHERE state IN ('settled', 'unclear') AND claim_key IS NULL
-- ANCHOR_END: without_payment
`;

// ANCHOR: cron
async function settleDue() {
  const { rows } = await pool.query(TAKE);
  const results = await Promise.allSettled(rows.map(settleOne));
  // The bill of an error is due again in two minutes.
  for (const { reason } of results) if (reason) console.error(String(reason));
}

async function settleOne({ ref_id, bill, record }) {
  const flow = new SettlementFlow(biller, JSON.parse(bill), { record });
  const result = await flow.run({
    save: (step) => save(ref_id, step),
    send: (request) => send(request, options),
    maxWaitMs: 0, // the next run of the job goes on
  });
  if (result.outcome === "takenOver") return; // another process has this bill
  if (result.outcome === "waiting") await pool.query(LATER, [ref_id, new Date(result.until)]);
  else await pool.query(END, [ref_id, result.outcome, result.code ?? null, result.claimKey ?? null]);
}
// ANCHOR_END: cron

// ANCHOR: save
/** Returns false if another process has stored a record in the meantime. */
async function save(refId, { record, revision, previous }) {
  return (await pool.query(SAVE, [refId, record, revision, previous])).rows.length > 0;
}
// ANCHOR_END: save

// ANCHOR: unpaid
async function askAboutUnpaid() {
  for (const { ref_id, bill } of (await pool.query(UNPAID)).rows) {
    const { currency, total_amount: amount } = JSON.parse(bill);
    const expected = { identity_code: ref_id, purpose_of_transaction: ref_id, currency, amount };
    const { ending } = await CreditFlow.ofBill(biller, expected).run({
      send: (request) => send(request, options),
      credit: ({ claimKey, amount }) => credit({ ref_id }, claimKey, { amount }),
    });
    console.log(ref_id, ending.outcome); // pending, unconfirmed: the next run asks again
  }
}
// ANCHOR_END: unpaid

/** As `books.mjs` of `npx billwire init` has it. */
async function credit({ ref_id }, claimKey, { amount }) {
  const claim =
    "INSERT INTO payments (claim_key, ref_id, amount) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1";
  if ((await pool.query(claim, [claimKey, ref_id, amount])).rows.length > 0) return "credited";
  const { rows } = await pool.query("SELECT 1 FROM payments WHERE claim_key = $1 AND ref_id = $2", [
    claimKey,
    ref_id,
  ]);
  return rows.length > 0 ? "creditedBefore" : "paidOtherwise";
}

console.error = (line) => assert.fail(line);
const states = async () =>
  (await pool.query("SELECT state FROM bills ORDER BY ref_id")).rows.map(({ state }) => state);
await Promise.all([settleDue(), settleDue()]); // two processes at once
assert.deepEqual(await states(), ["open", "settled"]);
for (let runs = 0; (await states())[0] === "open"; runs++) {
  assert.ok(runs < 100);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await settleDue();
}
assert.deepEqual(await states(), ["settled", "settled"]);
assert.equal(service.books().totals.KHR, "80000");

await Promise.all([askAboutUnpaid(), askAboutUnpaid()]);
const { rows: payments } = await pool.query("SELECT ref_id, amount::text FROM payments ORDER BY ref_id");
assert.deepEqual(payments, [
  { ref_id: "INV-1", amount: "40000" },
  { ref_id: "INV-2", amount: "40000" },
]);
assert.equal((await pool.query(UNPAID)).rows.length, 0);
await pool.close(); // it would keep the program for ten seconds
