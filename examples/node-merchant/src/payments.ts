// Payments: each transaction that the service has shown for a bill, and what a person must see. Amounts leave
// the database as text, so that no driver makes them floats.
import type { BookedTransaction, Claim, ReportedPayment, Review, Transaction } from "billwire";
import type { BillOfWebhook } from "billwire/fastify";
import type { Books } from "../../../wasm/npm/cli/templates/day.mts";
import type { Database } from "./database.ts";

/** A bill as a verification must match it, with its transactions. */
export interface BilledBill extends BillOfWebhook {
  ref_id: string;
  amount: string;
  transactions: BookedTransaction[];
}

/** A payment that a verification has confirmed. */
export type Payment = ReportedPayment & { claimKey: string; amount: string };

const COLUMNS = "claim_key, ref_id, state, amount, tran_id, tran_date, fee, currency, bank_code, bank_ref";
const VALUES = "$1, $2, $3, $4::numeric, $5, $6, $7::numeric, $8, $9, $10";

const CREDIT = `INSERT INTO payments (${COLUMNS}) VALUES (${VALUES}) ON CONFLICT DO NOTHING RETURNING ref_id`;

/** Keeps a review and the transaction as the books have it from now on: both or neither. */
const REVIEW = `
  WITH reviewed AS (
    INSERT INTO reviews (claim_key, ref_id, ending, amount, currency, details)
    VALUES ($1, $2, $11, $12::numeric, $8, $13)
    ON CONFLICT (claim_key, ending) DO UPDATE SET amount = excluded.amount, details = excluded.details
  )
  INSERT INTO payments (${COLUMNS}) SELECT ${VALUES} WHERE $3::text IS NOT NULL
  ON CONFLICT (claim_key) DO UPDATE SET state = excluded.state, amount = excluded.amount
    WHERE payments.ref_id = excluded.ref_id`;

export class Payments {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async findBill(refId: string | undefined): Promise<BilledBill | undefined> {
    if (refId === undefined || refId.includes("\0")) return undefined; // PostgreSQL stores no such text
    const [bill] = await this.#billed("ref_id = $1", [refId]);
    return bill;
  }

  /** Returns the bills whose money has moved, or may have, and that no webhook has paid for so many milliseconds. */
  async findUnpaid(silence: number): Promise<BilledBill[]> {
    const condition = `state IN ('settled', 'unclear') AND ended_at < now() - $1 * interval '1 millisecond'
      AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.ref_id = bills.ref_id AND payments.state = 'credited')`;
    return this.#billed(condition, [silence]);
  }

  async #billed(condition: string, values: unknown[]): Promise<BilledBill[]> {
    const bills = await this.#database.query<Omit<BilledBill, "transactions"> & { transactions: string }>(
      `SELECT ref_id, ref_id AS identity_code, ref_id AS purpose_of_transaction, currency, total_amount::text AS amount,
         (SELECT coalesce(json_agg(json_build_object(
            'claimKey', claim_key, 'state', payments.state, 'amount', amount::text)), '[]')::text
          FROM payments WHERE payments.ref_id = bills.ref_id) AS transactions
       FROM bills WHERE ${condition}`,
      values,
    );
    return bills.map((bill) => ({ ...bill, transactions: JSON.parse(bill.transactions) }));
  }

  /**
   * Credits a bill for a confirmed transaction. The claim is the credit, and unique constraints decide: one
   * transaction pays one bill, and one bill is paid once, however many webhooks arrive at the same time.
   */
  async credit(refId: string, paid: Payment): Promise<Claim> {
    const values = [paid.claimKey, refId, "credited", paid.amount, ...factsOf(paid)];
    if ((await this.#database.query(CREDIT, values)).length > 0) return "credited";
    // In a statement of its own: CREDIT does not see a row that was committed after its start.
    const before = "SELECT 1 FROM payments WHERE claim_key = $1 AND ref_id = $2";
    const rows = await this.#database.query(before, [paid.claimKey, refId]);
    return rows.length > 0 ? "creditedBefore" : "paidOtherwise";
  }

  /** Keeps a transaction for a person, who refunds it or asks the service. */
  async review(refId: string, seen: Review): Promise<void> {
    const { claimKey, ending, state, amount, transaction } = seen;
    const details = [ending, transaction.tran_amount, JSON.stringify(transaction)];
    await this.#database.query(REVIEW, [claimKey, refId, state, amount, ...factsOf(seen), ...details]);
  }

  /** Keeps a transaction of a settlement for a person. */
  async keep(refId: string, ending: string, transaction: Transaction): Promise<void> {
    const { tran_id, tran_amount, currency } = transaction;
    const insert = `INSERT INTO reviews (claim_key, ref_id, ending, amount, currency, details)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (claim_key, ending) DO UPDATE SET amount = excluded.amount, details = excluded.details`;
    const values = [tran_id, refId, ending, tran_amount, currency, JSON.stringify(transaction)];
    await this.#database.query(insert, values);
  }

  /** Returns the books for the table of a day. */
  async day(): Promise<Books> {
    const [bills, payments, reviews] = await Promise.all([
      this.#database.query<Books["bills"][number]>(
        "SELECT ref_id, currency, total_amount::text AS amount, state FROM bills ORDER BY ref_id",
      ),
      this.#database.query<Books["payments"][number]>(
        "SELECT claim_key, ref_id, state, amount::text, currency, fee::text FROM payments ORDER BY claim_key",
      ),
      this.#database.query<Books["reviews"][number]>(
        `SELECT claim_key, ref_id, ending, amount::text, currency FROM reviews WHERE decided_at IS NULL
         ORDER BY claim_key, ending`,
      ),
    ]);
    return { bills, payments, reviews };
  }

  /** Whether a settled bill still waits for its payment: it has none, and nothing that a person must see. */
  async areAwaited(): Promise<boolean> {
    const awaited = `SELECT 1 FROM bills WHERE state = 'settled'
      AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.ref_id = bills.ref_id)
      AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.ref_id = bills.ref_id) LIMIT 1`;
    return (await this.#database.query(awaited)).length > 0;
  }
}

/** By what a report of the service or a bank is matched. */
function factsOf(paid: ReportedPayment): (string | null)[] {
  const { tran_id, tran_date, fee_amount, currency, bank_code, bank_ref } = paid;
  return [tran_id, tran_date, fee_amount, currency, bank_code, bank_ref];
}
