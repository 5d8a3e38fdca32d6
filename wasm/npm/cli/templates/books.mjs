// Your books: bills with the records of their settlements, and payments.
import { sql } from "./database.mjs";

/** Enters a bill, and returns it as it was entered first: a bill does not change after its first attempt. */
export async function enterBill(bill) {
  await sql`INSERT INTO bills (ref_id, bill) VALUES (${bill.ref_id}, ${JSON.stringify(bill)}) ON CONFLICT DO NOTHING`;
  const [row] = await sql`SELECT bill FROM bills WHERE ref_id = ${bill.ref_id}`;
  return JSON.parse(row.bill);
}

/** Returns the record of a bill's settlement, or null. */
export async function loadRecord(refId) {
  const [row] = await sql`SELECT record FROM bills WHERE ref_id = ${refId}`;
  return row.record;
}

/** Stores a record where the stored one has the revision before it. Returns false if another process stored one. */
export async function saveRecord(refId, { record, revision, previous }) {
  const saved = await sql`
    UPDATE bills SET record = ${record}, revision = ${revision}
    WHERE ref_id = ${refId} AND revision = ${previous} RETURNING ref_id`;
  return saved.length > 0;
}

/** Stores the transaction that has settled a bill. Throws if it has settled another one: ask the service. */
export async function enterSettled(refId, claimKey) {
  await sql`UPDATE bills SET settled_by = ${claimKey} WHERE ref_id = ${refId}`;
}

/** Returns the bill of a webhook as a verification must match it, with its transactions. */
export async function findBill(refId = "") {
  if (refId.includes("\0")) return undefined; // no database text contains NUL
  const [row] =
    await sql`SELECT bill, claim_key, amount FROM bills LEFT JOIN payments USING (ref_id) WHERE ref_id = ${refId}`;
  if (row === undefined) return undefined;
  const { ref_id, currency, total_amount } = JSON.parse(row.bill);
  const transactions = [{ claimKey: row.claim_key, state: "credited", amount: row.amount }];
  return {
    ref_id,
    identity_code: ref_id,
    purpose_of_transaction: ref_id,
    currency,
    amount: total_amount,
    transactions,
  };
}

/**
 * Credits a bill once, however many webhooks arrive at the same time. What else a payment changes belongs in
 * the same transaction.
 */
export async function credit({ ref_id }, claimKey, { amount }) {
  const claimed = await sql`
    INSERT INTO payments (claim_key, ref_id, amount) VALUES (${claimKey}, ${ref_id}, ${amount})
    ON CONFLICT DO NOTHING RETURNING ref_id`;
  if (claimed.length > 0) {
    console.log(`${ref_id} is paid and credited`);
    return "credited";
  }
  const paid = await sql`SELECT 1 FROM payments WHERE claim_key = ${claimKey} AND ref_id = ${ref_id}`;
  return paid.length > 0 ? "creditedBefore" : "paidOtherwise";
}
