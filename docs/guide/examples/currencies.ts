// A bill of USD 10.50 at a provider that counts cents, and one at a provider that counts whole dollars.
import assert from "node:assert/strict";
import { Biller, decimal, isBillwireError } from "billwire";
import { bill as inRiel, settings } from "./shop.mjs";

const biller = new Biller(settings);
const bill = { ...inRiel, currency: "USD" };

// ANCHOR: cents
const dollars = "10.50"; // decimal text, as your database has it
const cents = Number(decimal.multiply(dollars, 100)); // exact: 1050
const call = biller.prepareSettlement({
  ...bill,
  total_amount: cents,
  total_amount_khr: decimal.multiply(dollars, 4_100), // "43050": the rate is that of a dollar
});
// ANCHOR_END: cents
assert.deepEqual(call.warnings, []);
assert.match(call.body, /"total_amount":1050,.*"total_amount_khr":"43050"/);

// ANCHOR: whole
const whole = biller.prepareSettlement({ ...bill, total_amount: 12, exchange_rate_khr: "4100" });
// ANCHOR_END: whole
assert.match(whole.body, /"total_amount_khr":"49200"/);
assert.throws(
  () => biller.prepareSettlement({ ...bill, total_amount: 10.5, exchange_rate_khr: "4100" }),
  (error) => isBillwireError(error) && error.code === "not_an_integer",
);
