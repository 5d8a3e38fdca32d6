// Payments: each transaction that the service has shown for a bill, and what a person must see.
import type { BookedTransaction, Claim, ReportedPayment, Review, Transaction } from "billwire";
import type { BillOfWebhook } from "billwire/web";
import { sql } from "./database.mjs";
import type { Payment, Review as Reviewed } from "./day.mjs";

const DAY = 24 * 60 * 60 * 1_000;

/** A bill as a verification must match it, with its transactions. */
export interface Billed extends BillOfWebhook {
  ref_id: string;
  transactions: BookedTransaction[];
}

/** A payment that a verification has confirmed. By the rest, a report of the service or a bank is matched. */
export type Paid = ReportedPayment & { amount: string };

/** Returns the bill of a webhook. */
export async function findBill(refId = ""): Promise<Billed | undefined> {
  if (refId.includes("\0")) return undefined; // no database text contains NUL
  const rows = await sql<BookedTransaction & { bill: string }>`
    SELECT bill, claim_key AS "claimKey", payments.state, amount
    FROM bills LEFT JOIN payments ON payments.ref_id = bills.ref_id WHERE bills.ref_id = ${refId}`;
  if (rows[0] === undefined) return undefined;
  const { currency, total_amount: amount } = JSON.parse(rows[0].bill);
  // The service knows your bills by their numbers. A row without a claim key is no transaction.
  return {
    ref_id: refId,
    identity_code: refId,
    purpose_of_transaction: refId,
    currency,
    amount,
    transactions: rows,
  };
}

// ANCHOR: credit
/**
 * Credits a bill once, however many webhooks arrive at the same time: the unique constraints decide. What
 * else a payment changes belongs in the same transaction of your database.
 */
export async function credit(refId: string, claimKey: string, paid: Paid): Promise<Claim> {
  const { amount, tran_id, tran_date, fee_amount, currency, bank_code, bank_ref } = paid;
  const claimed = await sql`
    INSERT INTO payments (claim_key, ref_id, amount, tran_id, tran_date, fee, currency, bank_code, bank_ref)
    VALUES (${claimKey}, ${refId}, ${amount}, ${tran_id}, ${tran_date}, ${fee_amount}, ${currency}, ${bank_code},
      ${bank_ref})
    ON CONFLICT DO NOTHING RETURNING ref_id`;
  if (claimed.length > 0) {
    console.log(`${refId}: paid, and credited with ${amount} ${currency}`);
    return "credited";
  }
  const before = await sql`SELECT 1 FROM payments WHERE claim_key = ${claimKey} AND ref_id = ${refId}`;
  return before.length > 0 ? "creditedBefore" : "paidOtherwise";
}
// ANCHOR_END: credit

// ANCHOR: review
/**
 * Keeps what a person must see, and then the transaction as your books have it from now on. In this order: a
 * process that dies between both is told again.
 */
export async function review(refId: string, seen: Review): Promise<void> {
  await keep(refId, seen.ending, seen.transaction);
  const { claimKey, state, amount, tran_id, tran_date, fee_amount, currency, bank_code, bank_ref } = seen;
  if (state === null) return; // the books keep what they have
  await sql`
    INSERT INTO payments (claim_key, ref_id, state, amount, tran_id, tran_date, fee, currency, bank_code, bank_ref)
    VALUES (${claimKey}, ${refId}, ${state}, ${amount}, ${tran_id}, ${tran_date}, ${fee_amount}, ${currency},
      ${bank_code}, ${bank_ref})
    ON CONFLICT (claim_key) DO UPDATE SET state = excluded.state, amount = excluded.amount
    WHERE payments.ref_id = excluded.ref_id`;
}

/** Keeps a transaction for a person, once for each ending. */
export async function keep(refId: string, ending: string, transaction: Transaction): Promise<void> {
  const { tran_id, tran_amount, currency } = transaction;
  await sql`
    INSERT INTO reviews (claim_key, ending, ref_id, amount, currency, details, found_at)
    VALUES (${tran_id}, ${ending}, ${refId}, ${tran_amount}, ${currency}, ${JSON.stringify(transaction)}, ${Date.now()})
    ON CONFLICT (claim_key, ending) DO UPDATE SET amount = excluded.amount, details = excluded.details`;
  console.log(`${refId}: ${ending}, for a person (table reviews)`);
}
// ANCHOR_END: review

// ANCHOR: unpaid
/** Returns the bills of so many days whose money has moved, or may have, and that no payment has credited. */
export async function findUnpaid(days: number): Promise<string[]> {
  const unpaid = await sql<{ ref_id: string }>`
    SELECT ref_id FROM bills
    WHERE state IN ('settled', 'unclear') AND entered_at > ${Date.now() - days * DAY} AND NOT EXISTS
      (SELECT 1 FROM payments WHERE payments.ref_id = bills.ref_id AND payments.state = 'credited')`;
  return unpaid.map(({ ref_id }) => ref_id);
}
// ANCHOR_END: unpaid

/** Returns the transactions of the bills of so many days for their table. */
export async function paymentsOf(days: number): Promise<Payment[]> {
  return sql<Payment>`
    SELECT claim_key, ref_id, payments.state, amount, currency, fee FROM payments JOIN bills USING (ref_id)
    WHERE entered_at > ${Date.now() - days * DAY} ORDER BY ref_id, claim_key`;
}

/** Returns what a person must still see of the bills of so many days. */
export async function reviewsOf(days: number): Promise<Reviewed[]> {
  return sql<Reviewed>`
    SELECT claim_key, ref_id, ending, amount, currency FROM reviews JOIN bills USING (ref_id)
    WHERE entered_at > ${Date.now() - days * DAY} AND decided_at IS NULL ORDER BY ref_id, claim_key, ending`;
}
