// A settlement whose answer is lost after the money moved, and the lookup that finds it.
import assert from "node:assert/strict";
import { Biller, isBillwireError } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { bill, credentials, profile, settings, shop } from "./shop.mjs";

const service = new Simulator(credentials);
service.script({ settlement: [{ ref_id: "INV-1", fault: { kind: "drop_after" } }] });
const biller = new Biller({ ...settings, profile });
const options = { fetch: service.fetch }; // in production without it
await send(biller.prepareOnboarding(shop), options);

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
