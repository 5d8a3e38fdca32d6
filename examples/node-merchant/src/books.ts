// The merchant's own books. Amounts leave the database as text and become bigint, so that no driver makes them floats.
import type { Claim, SaveStep, Transaction } from "billwire";
import type { BillOfWebhook } from "billwire/fastify";
import type { Bill } from "./bills.ts";
import type { Database } from "./database.ts";
import { SCHEMA, SCHEMA_GONE } from "./schema.ts";
import type { Ending } from "./settle.ts";

/** A bill as a verification must match it, with its transactions. */
export interface BilledBill extends BillOfWebhook {
  ref_id: string;
  amount: string;
}

/** One bill in our books, at the end. */
export interface Entry {
  ref_id: string;
  settlement_to: string;
  currency: string;
  total_amount: bigint;
  state: string;
  paid: bigint;
  claim_key: string | null;
}

/** UPDATE changes the rows of `claimed` only, so nothing is credited without a claim. */
const CREDIT = `
  WITH claimed AS (
    INSERT INTO payments (claim_key, ref_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ref_id
  ), credited AS (
    UPDATE bills SET paid = total_amount FROM claimed WHERE bills.ref_id = claimed.ref_id
  )
  SELECT ref_id FROM claimed`;

/** Rows of bills in a parameter of JSON. */
const GIVEN =
  "json_to_recordset($1) AS given (ref_id text, settlement_to text, currency text, total_amount bigint)";

export class Books {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database, { fresh }: { fresh: boolean }): Promise<Books> {
    if (fresh) await database.script(SCHEMA_GONE);
    await database.script(SCHEMA);
    return new Books(database);
  }

  async isOnboarded(code: string): Promise<boolean> {
    return (await this.#database.query("SELECT 1 FROM sub_billers WHERE code = $1", [code])).length > 0;
  }

  async enterOnboarded(code: string): Promise<void> {
    await this.#database.query("INSERT INTO sub_billers (code) VALUES ($1) ON CONFLICT DO NOTHING", [code]);
  }

  /** Inserts the bills. A bill from an earlier run stays unchanged. */
  async enter(bills: readonly Bill[]): Promise<void> {
    await this.#database.query(
      `INSERT INTO bills (ref_id, settlement_to, currency, total_amount) SELECT * FROM ${GIVEN} ` +
        `ON CONFLICT (ref_id) DO NOTHING`,
      [rowsOf(bills)],
    );
  }

  /** Makes refused bills open again, with their corrected values, and returns their numbers. */
  async reopen(bills: readonly Bill[]): Promise<Set<string>> {
    const reopened = await this.#database.query<{ ref_id: string }>(
      `UPDATE bills SET state = 'billed', reason = NULL,
         settlement_to = given.settlement_to, currency = given.currency, total_amount = given.total_amount
       FROM ${GIVEN} WHERE bills.ref_id = given.ref_id AND state = 'refused' AND paid = 0 RETURNING bills.ref_id`,
      [rowsOf(bills)],
    );
    return new Set(reopened.map(({ ref_id }) => ref_id));
  }

  async findBill(refId: string | undefined): Promise<BilledBill | undefined> {
    if (refId === undefined || refId.includes("\0")) return undefined; // PostgreSQL stores no such text
    const [bill] = await this.#billed("ref_id = $1", [refId]);
    return bill;
  }

  /** Returns the bills whose money has moved, or may have, and that no webhook has paid for so many milliseconds. */
  async findUnpaid(silence: number): Promise<BilledBill[]> {
    const condition =
      "state IN ('settled', 'unclear') AND paid = 0 AND ended_at < now() - $1 * interval '1 millisecond'";
    return this.#billed(condition, [silence]);
  }

  async #billed(condition: string, values: unknown[] = []): Promise<BilledBill[]> {
    return this.#database.query<BilledBill>(
      `SELECT ref_id, ref_id AS identity_code, ref_id AS purpose_of_transaction, currency, total_amount::text AS amount,
         json_build_array(json_build_object('claimKey', claim_key, 'state', 'credited', 'amount', paid::text)) AS transactions
       FROM bills LEFT JOIN payments USING (ref_id) WHERE ${condition}`,
      values,
    );
  }

  /** Returns the record of a bill's SettlementFlow, or null. */
  async settlementRecord(refId: string): Promise<string | null> {
    const [row] = await this.#database.query<{ record: string }>(
      "SELECT record FROM settlements WHERE ref_id = $1",
      [refId],
    );
    return row?.record ?? null;
  }

  /**
   * Stores a record where the stored one has the revision before it. So of two flows of a bill, one goes on.
   * Returns false if another flow has stored one.
   */
  async save(refId: string, { record, revision, previous }: SaveStep): Promise<boolean> {
    const insert =
      "INSERT INTO settlements (ref_id, record, revision) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1";
    const update =
      "UPDATE settlements SET record = $2, revision = $3 WHERE ref_id = $1 AND revision = $4 RETURNING 1";
    const sql = this.#database;
    const values = [refId, record, revision];
    return (
      (await (previous === 0 ? sql.query(insert, values) : sql.query(update, [...values, previous]))).length >
      0
    );
  }

  /** Returns the results of earlier runs by `ref_id`. */
  async endings(): Promise<Map<string, Ending>> {
    const rows = await this.#database.query<{
      ref_id: string;
      state: Ending["state"];
      reason: string | null;
    }>("SELECT ref_id, state, reason FROM bills WHERE state <> 'billed'");
    return new Map(
      rows.map(({ ref_id, state, reason }) => [ref_id, { state, ...(reason !== null && { reason }) }]),
    );
  }

  /**
   * Stores the result of a bill. The transaction of a lookup is unique: returns false if it has settled another bill.
   */
  async end(refId: string, { state, reason }: Ending, claimKey?: string): Promise<boolean> {
    const ended = await this.#database.query(
      `UPDATE bills SET state = $2, reason = $3, settled_by = $4, ended_at = now()
       WHERE ref_id = $1 AND NOT EXISTS (SELECT 1 FROM bills WHERE settled_by = $4 AND ref_id <> $1) RETURNING 1`,
      [refId, state, reason ?? null, claimKey ?? null],
    );
    return ended.length > 0;
  }

  /**
   * Credits a bill for a confirmed transaction. The claim and the credit are one statement, which takes
   * effect as a whole or not at all, and unique constraints decide: one transaction pays one bill, and one
   * bill is paid once, however many webhooks arrive at the same time.
   */
  async credit({ ref_id }: BilledBill, claimKey: string): Promise<Claim> {
    if ((await this.#database.query(CREDIT, [claimKey, ref_id])).length > 0) return "credited";
    // In a statement of its own: CREDIT does not see a row that was committed after its start.
    const known = (await this.findBill(ref_id))?.transactions?.some((one) => one?.claimKey === claimKey);
    return known ? "creditedBefore" : "paidOtherwise";
  }

  /** Keeps a transaction for a person, who refunds it or asks the service. */
  async keep(refId: string, result: string, transaction: Transaction): Promise<void> {
    const insert =
      "INSERT INTO reviews (ref_id, result, tran_id, transaction) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    await this.#database.query(insert, [refId, result, transaction.tran_id, JSON.stringify(transaction)]);
  }

  async countReviews(): Promise<number> {
    return (await this.#database.query("SELECT 1 FROM reviews")).length;
  }

  async countPaid(): Promise<number> {
    return (await this.#database.query("SELECT 1 FROM payments")).length;
  }

  async entries(): Promise<Entry[]> {
    type Row = Omit<Entry, "total_amount" | "paid"> & { total_amount: string; paid: string };
    const rows = await this.#database.query<Row>(
      `SELECT ref_id, settlement_to, currency, total_amount::text AS total_amount, state, paid::text AS paid, claim_key
       FROM bills LEFT JOIN payments USING (ref_id) ORDER BY ref_id`,
    );
    return rows.map((row) => ({ ...row, total_amount: BigInt(row.total_amount), paid: BigInt(row.paid) }));
  }
}

function rowsOf(bills: readonly Bill[]): string {
  const rows = bills.map(({ ref_id, settlement_to, currency, total_amount }) => ({
    ref_id,
    settlement_to,
    currency,
    total_amount,
  }));
  return JSON.stringify(rows);
}
