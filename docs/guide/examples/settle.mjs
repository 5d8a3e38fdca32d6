// A settlement whose answer is lost: the flow looks it up and ends settled, and nothing is paid twice.
import assert from "node:assert/strict";
import { Biller, SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { bill, credentials, profile, settings, shop } from "./shop.mjs";

const service = new Simulator({ ...credentials, now: new Date() });
service.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
const biller = new Biller({ ...settings, profile });
const options = { fetch: service.fetch }; // in production without it
await send(biller.prepareOnboarding(shop), options);

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
