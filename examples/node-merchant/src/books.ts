// The merchant's own books. Amounts leave the database as text and become bigint, so that no driver makes them floats.
import type { WebhookEvent } from "billwire";
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

/** One bill in our books, at the end. */
export interface Entry extends BilledAmount {
  settlement_to: string;
  state: string;
  paid: bigint;
  claim_key: string | null;
}

const OUT_OF_DOUBT = "UPDATE attempts SET in_doubt = false WHERE ref_id = $1";

/** PostgreSQL stores no text with NUL, and any key of a webhook may contain it. */
function storable(text: string | null): string | null {
  return text?.includes("\0") ? null : text;
}

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

  async findBill(refId: string): Promise<BilledAmount | undefined> {
    if (storable(refId) === null) return undefined;
    const [bill] = await this.#billed("ref_id = $1", [refId]);
    return bill;
  }

  /** Returns settled bills without any webhook so far. */
  async findUnpaid(): Promise<BilledAmount[]> {
    return this.#billed("state = 'settled' AND paid = 0");
  }

  async #billed(condition: string, values: Value[] = []): Promise<BilledAmount[]> {
    const rows = await this.#database.query<{ ref_id: string; currency: string; total_amount: string }>(
      `SELECT ref_id, currency, total_amount::text AS total_amount FROM bills WHERE ${condition}`,
      values,
    );
    return rows.map((row) => ({ ...row, total_amount: BigInt(row.total_amount) }));
  }

  /** Inserts an attempt as in doubt, before it is sent, and returns its number. */
  async beginAttempt(refId: string): Promise<number> {
    const [row] = await this.#database.query<{ attempt: number }>(
      `INSERT INTO attempts (ref_id, attempt) SELECT $1::text, 1 + count(*) FROM attempts WHERE ref_id = $1::text
       RETURNING attempt`,
      [refId],
    );
    if (!row) throw new Error("the attempt was not stored");
    return row.attempt;
  }

  /** Clears the doubt about an attempt that moved no money. */
  async endAttempt(refId: string, attempt: number): Promise<void> {
    const values = [refId, attempt];
    await this.#database.query("UPDATE attempts SET in_doubt = false WHERE ref_id = $1 AND attempt = $2", values);
  }

  async isInDoubt(refId: string): Promise<boolean> {
    return (await this.#database.query("SELECT 1 FROM attempts WHERE ref_id = $1 AND in_doubt", [refId])).length > 0;
  }

  async clearDoubt(refId: string): Promise<void> {
    await this.#database.query(OUT_OF_DOUBT, [refId]);
  }

  /** Returns the results of earlier runs by `ref_id`. An unclear bill may be looked up again. */
  async endings(): Promise<Map<string, Ending>> {
    const rows = await this.#database.query<{ ref_id: string; state: Ending["state"]; reason: string | null }>(
      "SELECT ref_id, state, reason FROM bills WHERE state IN ('settled', 'refused')",
    );
    return new Map(rows.map(({ ref_id, state, reason }) => [ref_id, { state, ...(reason !== null && { reason }) }]));
  }

  /** Stores the result of a bill. The same statement clears the doubt about a settled one. */
  async end(refId: string, { state, reason }: Ending): Promise<void> {
    await this.#database.transaction(async (sql) => {
      const values = [refId, state, reason ?? null];
      await sql.query("UPDATE bills SET state = $2, reason = $3 WHERE ref_id = $1", values);
      if (state === "settled") await sql.query(OUT_OF_DOUBT, [refId]);
    });
  }

  /** Returns the fingerprint of the webhook that led to the payment of a bill, or null if none has this key. */
  async fingerprintOf(refId: string, dedupKey: string | null): Promise<string | null> {
    const find = "SELECT fingerprint FROM payments WHERE ref_id = $1 AND dedup_key = $2";
    const [payment] = await this.#database.query<{ fingerprint: string }>(find, [refId, storable(dedupKey)]);
    return payment?.fingerprint ?? null;
  }

  /**
   * Credits a bill for a confirmed transaction. The claim and the credit are one database transaction, and unique
   * constraints decide: one transaction pays one bill, and one bill is paid once, however many webhooks arrive at the
   * same time.
   */
  async credit(
    bill: BilledAmount,
    claimKey: string,
    { dedupKey, fingerprint }: Pick<WebhookEvent, "dedupKey" | "fingerprint">,
  ): Promise<"paid" | "duplicate" | "paid twice"> {
    return this.#database.transaction(async (sql) => {
      const claimed = await sql.query(
        `INSERT INTO payments (claim_key, ref_id, dedup_key, fingerprint) VALUES ($1, $2, $3, $4)
         ON CONFLICT DO NOTHING RETURNING claim_key`,
        [claimKey, bill.ref_id, storable(dedupKey), fingerprint],
      );
      if (claimed.length > 0) {
        await sql.query("UPDATE bills SET paid = paid + $2 WHERE ref_id = $1", [
          bill.ref_id,
          String(bill.total_amount),
        ]);
        return "paid";
      }
      const same = "SELECT 1 FROM payments WHERE claim_key = $1 AND ref_id = $2";
      return (await sql.query(same, [claimKey, bill.ref_id])).length > 0 ? "duplicate" : "paid twice";
    });
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
