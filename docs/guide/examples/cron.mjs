// Two bills, settled by a cron job: the answer of one is lost, and its lookup waits for a later run.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { Biller, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const profile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
  notFoundCodes: { verification: ["NOT_FOUND"] },
};
const credentials = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-key" };
const service = new Simulator({ ...credentials, now: new Date() });
service.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
const options = { fetch: service.fetch }; // in production without it
const biller = new Biller({ baseUrl: "https://service.example", ...credentials, profile });
const bill = {
  date: "2026-01-31T09:00:00+07:00",
  due_date: "2026-02-28T09:00:00+07:00",
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
};
await send(biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" }), options);

const pool = await PGlite.create(); // in production the `Pool` of pg, with the same `query`
await pool.exec(readFileSync(new URL("books.sql", import.meta.url), "utf8"));
for (const ref_id of ["INV-1", "INV-2"]) {
  await pool.query("INSERT INTO bills (ref_id, draft) VALUES ($1, $2)", [ref_id, { ref_id, ...bill }]);
}

// ANCHOR: cron
/** Takes due bills for two minutes, longer than a request takes. Another process takes others. */
const TAKE = `
  UPDATE bills SET next_at = now() + interval '2 minutes'
  WHERE ref_id IN (
    SELECT ref_id FROM bills WHERE state IN ('open', 'unclear') AND next_at <= now()
    ORDER BY next_at LIMIT 100 FOR UPDATE SKIP LOCKED
  ) RETURNING ref_id, draft, (SELECT record FROM settlements WHERE settlements.ref_id = bills.ref_id)`;
const LATER = "UPDATE bills SET next_at = $2 WHERE ref_id = $1";
const END = "UPDATE bills SET state = $2, reason = $3, settled_by = $4, next_at = now() + interval '1 hour' WHERE ref_id = $1";

async function settleDue() {
  const { rows } = await pool.query(TAKE);
  const results = await Promise.allSettled(rows.map(settleOne));
  for (const { reason } of results) if (reason) console.error(String(reason)); // its bill is due again in two minutes
}

async function settleOne({ ref_id, draft, record }) {
  const flow = new SettlementFlow(biller, draft, { record });
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
const INSERT = "INSERT INTO settlements (ref_id, record, revision) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1";
const UPDATE = "UPDATE settlements SET record = $2, revision = $3 WHERE ref_id = $1 AND revision = $4 RETURNING 1";

/** Returns false if another process has stored a record in the meantime. */
async function save(refId, { record, revision, previous }) {
  const values = [refId, record, revision];
  const { rows } = previous === 0 ? await pool.query(INSERT, values) : await pool.query(UPDATE, [...values, previous]);
  return rows.length > 0;
}
// ANCHOR_END: save

console.error = (line) => assert.fail(line);
const states = async () => (await pool.query("SELECT state FROM bills ORDER BY ref_id")).rows.map(({ state }) => state);
await Promise.all([settleDue(), settleDue()]); // two processes at once
assert.deepEqual(await states(), ["open", "settled"]);
for (let runs = 0; (await states())[0] === "open"; runs++) {
  assert.ok(runs < 100);
  await new Promise((resolve) => setTimeout(resolve, 100));
  await settleDue();
}
assert.deepEqual(await states(), ["settled", "settled"]);
assert.equal(service.books().totals.KHR, "80000");
