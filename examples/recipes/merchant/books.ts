// The merchant's books. Yours lie elsewhere: keep the two unique constraints of schema.sql, and the one transaction.
import type { WebhookEvent } from "billwire";

/** What was billed, and by what it was paid. */
export interface Bill {
  readonly ref_id: string;
  readonly currency: string;
  /** As text: no driver may make it a float. */
  readonly amount: string;
  readonly paidBy: Payment | null;
}

/** What the event said of the money that paid a bill. */
export type Payment = Pick<WebhookEvent, "dedupKey" | "fingerprint">;

/** What became of a credit. */
export type Credit = "credited" | "credited before" | "paid otherwise";

/** SQLite on a disk, or the one of a worker. */
export interface Database {
  /** Runs all statements in one transaction, or none of them. Gives the rows of each. */
  batch(statements: readonly Statement[]): Promise<Row[][]>;
}

/** A statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly args: readonly (string | null)[];
}

/** A row by its columns; what is read here is text. */
export type Row = Readonly<Record<string, string | null>>;

/** Finds bills and credits them. */
export class Books {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A bill by its number. */
  async findBill(refId: string): Promise<Bill | undefined> {
    const sql = `SELECT currency, CAST(amount AS TEXT) AS amount, dedup_key, fingerprint
                 FROM bills LEFT JOIN payments USING (ref_id) WHERE ref_id = ?`;
    const [row] = await this.#rows({ sql, args: [refId] });
    if (!row) return undefined;
    const { currency, amount, dedup_key: dedupKey, fingerprint } = row;
    const paidBy = typeof fingerprint === "string" ? { dedupKey: dedupKey ?? null, fingerprint } : null;
    return { ref_id: refId, currency: currency ?? "", amount: amount ?? "", paidBy };
  }

  /** Claims the transaction and credits the bill, both or neither, and once, however often and simultaneously told. */
  async credit({ ref_id }: Bill, claimKey: string, { dedupKey, fingerprint }: Payment): Promise<Credit> {
    try {
      await this.#database.batch([
        {
          sql: "INSERT INTO payments (claim_key, ref_id, dedup_key, fingerprint) VALUES (?, ?, ?, ?)",
          args: [claimKey, ref_id, dedupKey, fingerprint],
        },
        { sql: "UPDATE bills SET paid = paid + amount WHERE ref_id = ?", args: [ref_id] },
      ]);
      return "credited";
    } catch (error) {
      const sql = "SELECT claim_key, ref_id FROM payments WHERE claim_key = ? OR ref_id = ?";
      const taken = await this.#rows({ sql, args: [claimKey, ref_id] });
      if (taken.length === 0) throw error; // no constraint spoke: the database failed
      return taken.some((row) => row.claim_key === claimKey && row.ref_id === ref_id)
        ? "credited before"
        : "paid otherwise";
    }
  }

  async #rows(statement: Statement): Promise<Row[]> {
    const [rows] = await this.#database.batch([statement]);
    return rows ?? [];
  }
}
