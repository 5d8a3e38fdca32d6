// The merchant's own books. Amounts leave the database as text and become bigint, so that no driver makes them floats.
import type { Claim, SaveStep } from "billwire";
import type { Bill } from "./bills.ts";
import type { Database, Value } from "./database.ts";
import { SCHEMA, SCHEMA_GONE } from "./schema.ts";
import type { Ending } from "./settle.ts";

/** The billed values, with which every webhook and every answer is compared. */
export interface BilledAmount {
  ref_id: string;
  currency: string;
  total_amount: bigint;
}

/** A bill, and the record of its CreditFlow or null. */
export interface BillToCredit extends BilledAmount {
  record: string | null;
}

/** One bill in our books, at the end. */
export interface Entry extends BilledAmount {
  settlement_to: string;
  state: string;
  paid: bigint;
  claim_key: string | null;
}

/** Table with the records of one kind of flow. */
type Flows = "settlements" | "credits";

/** Step of a flow that has a record. */
type StoredStep = Pick<SaveStep, "record" | "revision" | "previous">;

/** UPDATE changes the rows of `claimed` only, so nothing is credited or stored without a claim. */
const CREDIT = `
  WITH claimed AS (
    INSERT INTO payments (claim_key, ref_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ref_id
  ), credited AS (
    UPDATE bills SET paid = total_amount FROM claimed WHERE bills.ref_id = claimed.ref_id
  ), stored AS (
    UPDATE credits SET record = $3, revision = $4 FROM claimed WHERE credits.ref_id = claimed.ref_id AND revision = $5
  )
  SELECT ref_id FROM claimed`;

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
    const rows = bills.map(({ ref_id, settlement_to, currency, total_amount }) => {
      return { ref_id, settlement_to, currency, total_amount };
    });
    await this.#database.query(
      `INSERT INTO bills (ref_id, settlement_to, currency, total_amount)
       SELECT * FROM json_to_recordset($1) AS bill (ref_id text, settlement_to text, currency text, total_amount bigint)
       ON CONFLICT (ref_id) DO NOTHING`,
      [JSON.stringify(rows)],
    );
  }

  async findBill(refId: string): Promise<BillToCredit | undefined> {
    if (refId.includes("\0")) return undefined; // PostgreSQL stores no such text
    const [bill] = await this.#billed("ref_id = $1", [refId]);
    return bill;
  }

  /** Returns settled bills without any webhook so far. */
  async findUnpaid(): Promise<BillToCredit[]> {
    return this.#billed("state = 'settled' AND paid = 0");
  }

  async #billed(condition: string, values: Value[] = []): Promise<BillToCredit[]> {
    type Row = Omit<BillToCredit, "total_amount"> & { total_amount: string };
    const rows = await this.#database.query<Row>(
      `SELECT ref_id, currency, total_amount::text AS total_amount, record
       FROM bills LEFT JOIN credits USING (ref_id) WHERE ${condition}`,
      values,
    );
    return rows.map((row) => ({ ...row, total_amount: BigInt(row.total_amount) }));
  }

  /** Returns the record of a bill's SettlementFlow, or null. */
  async settlementRecord(refId: string): Promise<string | null> {
    const [row] = await this.#database.query<{ record: string }>("SELECT record FROM settlements WHERE ref_id = $1", [refId]);
    return row?.record ?? null;
  }

  /**
   * Stores a record where the stored one has the revision before it. So of two flows of a bill, one goes on. Returns false if
   * another flow has stored one.
   */
  async save(flow: Flows, refId: string, { record, revision, previous }: StoredStep): Promise<boolean> {
    const insert = `INSERT INTO ${flow} (ref_id, record, revision) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1`;
    const update = `UPDATE ${flow} SET record = $2, revision = $3 WHERE ref_id = $1 AND revision = $4 RETURNING 1`;
    const sql = this.#database;
    const values = [refId, record, revision];
    return (await (previous === 0 ? sql.query(insert, values) : sql.query(update, [...values, previous]))).length > 0;
  }

  /** Returns the results of earlier runs by `ref_id`. */
  async endings(): Promise<Map<string, Ending>> {
    const rows = await this.#database.query<{ ref_id: string; state: Ending["state"]; reason: string | null }>(
      "SELECT ref_id, state, reason FROM bills WHERE state <> 'billed'",
    );
    return new Map(rows.map(({ ref_id, state, reason }) => [ref_id, { state, ...(reason !== null && { reason }) }]));
  }

  /** Stores the result of a bill. */
  async end(refId: string, { state, reason }: Ending): Promise<void> {
    const values = [refId, state, reason ?? null];
    await this.#database.query("UPDATE bills SET state = $2, reason = $3 WHERE ref_id = $1", values);
  }

  /** Returns the transaction that has paid a bill. */
  async claimOf(refId: string): Promise<string | undefined> {
    const find = "SELECT claim_key FROM payments WHERE ref_id = $1";
    const [payment] = await this.#database.query<{ claim_key: string }>(find, [refId]);
    return payment?.claim_key;
  }

  /**
   * Credits a bill for a confirmed transaction. The claim, the credit and the flow's record are one statement, which takes
   * effect as a whole or not at all, and unique constraints decide: one transaction pays one bill, and one bill is paid once,
   * however many webhooks arrive at the same time.
   */
  async credit(refId: string, claimKey: string, step?: StoredStep): Promise<Claim> {
    const { record = null, revision = null, previous = null } = step ?? {};
    const claimed = await this.#database.query(CREDIT, [claimKey, refId, record, revision, previous]);
    if (claimed.length > 0) return "credited";
    // In a statement of its own: CREDIT does not see a row that was committed after its start.
    return (await this.claimOf(refId)) === claimKey ? "creditedBefore" : "paidOtherwise";
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
