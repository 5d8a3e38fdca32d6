// A test of a merchant: the service accepts a bill, and decides it a minute later.
import assert from "node:assert/strict";
import { Biller } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const credentials = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-key" };
const profile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
  notFoundCodes: { verification: ["NOT_FOUND"] },
  pendingStatuses: { transaction: ["pending"] },
};
const service = new Simulator({ ...credentials, profile });
const { fetch } = service;
const biller = new Biller({ baseUrl: "https://service.example", ...credentials, profile });
const bill = {
  ref_id: "INV-1",
  date: "2026-01-31T09:00:00+07:00",
  due_date: "2026-02-28T09:00:00+07:00",
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
};
await send(biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" }), { fetch });

// ANCHOR: payments
const statuses = [{ status: "pending" }, { status: "success", after_ms: 60_000 }];
service.script({ payments: [{ ref_id: "INV-1", transactions: [{ statuses }] }] });

assert.equal((await send(biller.prepareSettlement(bill), { fetch })).outcome, "accepted");
assert.equal((await send(biller.prepareSettlementLookup(bill), { fetch })).verdict, "pending");
service.advance(60_000);
assert.equal((await send(biller.prepareSettlementLookup(bill), { fetch })).verdict, "settled");
assert.equal(service.books().totals.KHR, "40000"); // what moved, once
// ANCHOR_END: payments
