// A bill whose answer is lost, driven by a queue: no job waits.
import assert from "node:assert/strict";
import { Biller, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const credentials = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-key" };
const service = new Simulator({ ...credentials, now: new Date() });
service.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
const options = { fetch: service.fetch }; // in production without it
const biller = new Biller({
  baseUrl: "https://service.example",
  ...credentials,
  profile: { settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } },
});
const bill = {
  ref_id: "INV-1",
  date: "2026-01-31T09:00:00+07:00",
  due_date: "2026-02-28T09:00:00+07:00",
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
};
await send(biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" }), options);

/** Table `settlements` with one row; in production the statements of "Settle safely". */
let row;
const table = {
  load: () => row?.record,
  replace({ record, revision, previous }) {
    if ((row?.revision ?? 0) !== previous) return false;
    row = { record, revision };
    return true;
  },
};
/** Jobs with their times. */
const jobs = [];

// ANCHOR: job
async function settleJob(bill) {
  const flow = new SettlementFlow(biller, bill, { record: await table.load(bill.ref_id) });
  const result = await flow.run({
    save: (step) => table.replace(step),
    send: (request) => send(request, options),
    maxWaitMs: 0, // the queue waits
  });
  // pg-boss: boss.send("settle", { ref_id }, { startAfter: new Date(result.until) })
  if (result.outcome === "waiting") jobs.push({ bill, startAfter: result.until });
  return result.outcome;
}
// ANCHOR_END: job

const outcomes = [await settleJob(bill)];
for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
  await new Promise((resolve) => setTimeout(resolve, job.startAfter - Date.now()));
  outcomes.push(await settleJob(job.bill));
}
assert.deepEqual(outcomes, ["waiting", "settled"]);
assert.equal(service.books().totals.KHR, "40000");
