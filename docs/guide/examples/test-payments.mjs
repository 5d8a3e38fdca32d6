// A test of a merchant: the service accepts a bill, and decides it a minute later.
import assert from "node:assert/strict";
import { Biller } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { bill, credentials, profile as lookup, settings, shop } from "./shop.mjs";

const profile = { ...lookup, pendingStatuses: { transaction: ["pending"] } };
const service = new Simulator({ ...credentials, profile });
const { fetch } = service;
const biller = new Biller({ ...settings, profile });
await send(biller.prepareOnboarding(shop), { fetch });

// ANCHOR: payments
const statuses = [{ status: "pending" }, { status: "success", after_ms: 60_000 }];
service.script({ payments: [{ ref_id: "INV-1", transactions: [{ statuses }] }] });

assert.equal((await send(biller.prepareSettlement(bill), { fetch })).outcome, "accepted");
assert.equal((await send(biller.prepareSettlementLookup(bill), { fetch })).verdict, "pending");
service.advance(60_000);
assert.equal((await send(biller.prepareSettlementLookup(bill), { fetch })).verdict, "settled");
assert.equal(service.books().totals.KHR, "40000"); // what moved, once
// ANCHOR_END: payments
