// A settlement whose answer is lost after the money moved, and the lookup that finds it.
import assert from "node:assert/strict";
import { Biller, isBillwireError } from "billwire";
import { Simulator } from "billwire/testing";

const credentials = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-key" };
const service = new Simulator({ ...credentials });
service.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
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
const shop = biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" });
await service.fetch(shop.url, shop);

// ANCHOR: settle
async function settle(bill) {
  const call = biller.prepareSettlement(bill);
  try {
    const response = await service.fetch(call.url, call);
    return call.decode(response.status, await response.arrayBuffer()).outcome;
  } catch (error) {
    // A `BillwireError` comes from `decode`. Any other error means: no answer.
    const reason = isBillwireError(error) ? error : call.noAnswer({ sent: "maybe" });
    if (reason.nextStep !== "verifyFirst") throw reason;
    return lookUp(bill);
  }
}

async function lookUp(bill) {
  const lookup = biller.prepareSettlementLookup(bill);
  const response = await service.fetch(lookup.call.url, lookup.call);
  return lookup.decide(response.status, await response.arrayBuffer()).verdict;
}
// ANCHOR_END: settle

assert.equal(await settle(bill), "settled");
assert.equal(service.books().totals.KHR, "40000");
