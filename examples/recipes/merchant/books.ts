// The merchant's books. In your own, keep the two unique constraints of schema.sql and the single transactions.
import type { BookedTransaction, Claim, ReportedPayment, Review } from "billwire";
import type { BillOfWebhook } from "billwire/web";

/** A bill. */
export interface Bill extends BillOfWebhook {
  readonly ref_id: string;
  /** As text, so that no driver makes it a float. */
  readonly amount: string;
  readonly transactions: readonly BookedTransaction[];
}

/** SQLite on a disk, or a worker's D1. */
export interface Database {
  /** Runs all statements in one transaction, or none of them. Returns the rows of each. */
  batch(statements: readonly Statement[]): Promise<Row[][]>;
}

/** A statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly args: readonly (string | null)[];
}

/** A row by its columns, as text. */
export type Row = Readonly<Record<string, string | null>>;

/** Finds bills and credits them. */
export class Books {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns a bill by its number, with its transactions. */
  async findBill(refId = ""): Promise<Bill | undefined> {
    if (refId.includes("\0")) return undefined; // no database text contains NUL
    const [bills, rows] = await this.#database.batch([
      { sql: "SELECT currency, CAST(amount AS TEXT) AS amount FROM bills WHERE ref_id = ?", args: [refId] },
      {
        sql: "SELECT claim_key, state, CAST(amount AS TEXT) AS amount FROM payments WHERE ref_id = ?",
        args: [refId],
      },
    ]);
    const [bill] = bills ?? [];
    if (!bill) return undefined;
    // The service knows our bills by their numbers.
    return {
      ref_id: refId,
      identity_code: refId,
      purpose_of_transaction: refId,
      currency: bill.currency ?? "",
      amount: bill.amount ?? "",
      transactions: (rows ?? []).map(transactionOf),
    };
  }

  /**
   * Claims the transaction and credits the bill, both or neither, and only once for any number of simultaneous
   * calls.
   */
  async credit({ ref_id }: Bill, claimKey: string, paid: Paid): Promise<Claim> {
    const claim = `INSERT INTO payments (${COLUMNS}) VALUES (${MARKS}) ON CONFLICT DO NOTHING RETURNING ref_id`;
    const args = [claimKey, ref_id, "credited", paid.amount, ...factsOf(paid)];
    const [claimed = []] = await this.#database.batch([{ sql: claim, args }, add(ref_id)]);
    if (claimed.length > 0) return "credited";
    const sql = "SELECT 1 FROM payments WHERE claim_key = ? AND ref_id = ?";
    return (await this.#rows({ sql, args: [claimKey, ref_id] })).length > 0
      ? "creditedBefore"
      : "paidOtherwise";
  }

  /** Keeps what a person must see, and the transaction as the books have it from now on: both or neither. */
  async review({ ref_id }: Bill, seen: Review): Promise<void> {
    const { claimKey, ending, state, amount, transaction } = seen;
    const keep = `INSERT INTO reviews (claim_key, ending, ref_id, details) VALUES (?, ?, ?, ?)
      ON CONFLICT (claim_key, ending) DO UPDATE SET details = excluded.details`;
    const book = `INSERT INTO payments (${COLUMNS}) VALUES (${MARKS})
      ON CONFLICT (claim_key) DO UPDATE SET state = excluded.state, amount = excluded.amount
    WHERE payments.ref_id = excluded.ref_id`;
    const kept = { sql: keep, args: [claimKey, ending, ref_id, JSON.stringify(transaction)] };
    const booked = { sql: book, args: [claimKey, ref_id, state, amount, ...factsOf(seen)] };
    // Without a state, the books keep what they have.
    await this.#database.batch(state === null ? [kept] : [kept, booked, add(ref_id)]);
  }

  async #rows(statement: Statement): Promise<Row[]> {
    const [rows] = await this.#database.batch([statement]);
    return rows ?? [];
  }
}

/** A payment that a verification has confirmed. */
export type Paid = ReportedPayment & { readonly amount: string };

const COLUMNS = "claim_key, ref_id, state, amount, tran_id, tran_date, fee, currency, bank_code, bank_ref";
const MARKS = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?";

/** By what a report of the service or a bank is matched. */
function factsOf(paid: ReportedPayment): (string | null)[] {
  const { tran_id, tran_date, fee_amount, currency, bank_code, bank_ref } = paid;
  return [tran_id, tran_date, fee_amount, currency, bank_code, bank_ref];
}

/** Adds up what has paid a bill. */
function add(refId: string): Statement {
  const sum = "SELECT COALESCE(SUM(amount), 0) FROM payments WHERE ref_id = ? AND state = 'credited'";
  return { sql: `UPDATE bills SET paid = (${sum}) WHERE ref_id = ?`, args: [refId, refId] };
}

function transactionOf({ claim_key, state, amount }: Row): BookedTransaction {
  return { claimKey: claim_key ?? "", state: state as BookedTransaction["state"], amount: amount ?? "" };
}
