// What the other programs have in common: credentials of a test, a sub biller, its bill, and a profile with a lookup.
export const credentials = {
  bearer: "test-bearer",
  verificationToken: "test-verification",
  hashToken: "test-key",
};
export const settings = { baseUrl: "https://service.example", ...credentials };
export const shop = { supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" };
/** @type {import("billwire").Settlement} */
export const bill = {
  ref_id: "INV-1",
  date: "2026-01-31T09:00:00+07:00",
  due_date: "2026-02-28T09:00:00+07:00",
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
};
/** @type {import("billwire").WireProfile} */
export const profile = {
  settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
  notFoundCodes: { verification: ["NOT_FOUND"] },
};
