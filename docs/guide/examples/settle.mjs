// A settlement whose answer is lost: the flow looks it up and ends settled, and nothing is paid twice.
import assert from "node:assert/strict";
import { Biller, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const credentials = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-key" };
const service = new Simulator({ ...credentials, now: new Date() });
service.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
const biller = new Biller({
  baseUrl: "https://service.example",
  ...credentials,
  profile: {
    settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
    notFoundCodes: { verification: ["NOT_FOUND"] },
  },
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
const shop = biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" });
const options = { fetch: service.fetch }; // in production without it
await send(shop, options);

/** Table `bills` with one row; in production the statements below. */
const table = {
  stored: undefined,
  load: () => table.stored?.record,
  replace(record, revision, previous) {
    if ((table.stored?.revision ?? 0) !== previous) return false;
    table.stored = { record, revision };
    return true;
  },
};

// ANCHOR: settle
async function settle(bill) {
  const flow = new SettlementFlow(biller, bill, { record: await table.load(bill.ref_id) });
  return flow.run({
    save: ({ record, revision, previous }) => table.replace(record, revision, previous),
    send: (request) => send(request, options), // once, and no later than the flow allows
  });
}
// ANCHOR_END: settle

const ending = await settle(bill);
assert.equal(ending.outcome, "settled");
assert.equal(ending.proof, "verification");
assert.equal((await settle(bill)).outcome, "settled"); // after a restart
assert.equal(service.books().totals.KHR, "40000");
