// A settlement whose answer is lost after the money moved, and the lookup that finds it.
import assert from "node:assert/strict";
import { Biller, isBillwireError } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const credentials = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-key" };
const service = new Simulator({ ...credentials });
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

// ANCHOR: settle
async function settle(bill) {
  try {
    return (await send(biller.prepareSettlement(bill), options)).outcome;
  } catch (error) {
    if (!isBillwireError(error) || error.nextStep !== "verifyFirst") throw error;
    return (await send(biller.prepareSettlementLookup(bill), options)).verdict;
  }
}
// ANCHOR_END: settle

assert.equal(await settle(bill), "settled");
assert.equal(service.books().totals.KHR, "40000");
