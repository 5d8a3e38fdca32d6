// The merchant's books. Yours lie elsewhere: keep the two unique constraints of schema.sql, and the one transaction.
/** What was billed, and by what it was paid. */
export interface Bill {
  readonly ref_id: string;
  readonly currency: string;
  /** As text: no driver may make it a float. */
  readonly amount: string;
  /** The claim key of the transaction that paid it. */
  readonly paidBy: string | null;
}

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

/** Milliseconds between two questions about a bill that anybody can make us ask. */
const PAUSE = 60_000;

/** Finds bills and credits them. */
export class Books {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** A bill by its number. */
  async findBill(refId: string): Promise<Bill | undefined> {
    if (refId.includes("\0")) return undefined; // no text of a database holds one
    const sql = `SELECT currency, CAST(amount AS TEXT) AS amount, claim_key
                 FROM bills LEFT JOIN payments USING (ref_id) WHERE ref_id = ?`;
    const [row] = await this.#rows({ sql, args: [refId] });
    if (!row) return undefined;
    const { currency, amount, claim_key: paidBy } = row;
    return { ref_id: refId, currency: currency ?? "", amount: amount ?? "", paidBy: paidBy ?? null };
  }

  /** Whether the service may be asked about an open bill now: one question at a time, and one a minute, of all processes. */
  async mayAskAbout({ ref_id }: Bill): Promise<boolean> {
    const now = Date.now();
    const sql = `UPDATE bills SET asked_at = CAST(? AS INTEGER)
                 WHERE ref_id = ? AND paid = 0 AND (asked_at IS NULL OR asked_at <= CAST(? AS INTEGER)) RETURNING ref_id`;
    return (await this.#rows({ sql, args: [String(now), ref_id, String(now - PAUSE)] })).length > 0;
  }

  /** Claims the transaction and credits the bill, both or neither, and once, however often and simultaneously told. */
  async credit({ ref_id }: Bill, claimKey: string): Promise<Credit> {
    try {
      await this.#database.batch([
        {
          sql: "INSERT INTO payments (claim_key, ref_id) VALUES (?, ?)",
          args: [claimKey, ref_id],
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
