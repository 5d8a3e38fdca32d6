// The merchant's books. In your own, keep the two unique constraints of schema.sql and the single transaction.
import type { BillOfWebhook, Claim } from "billwire/web";

/** A bill. */
export interface Bill extends BillOfWebhook {
  readonly ref_id: string;
  /** As text, so that no driver makes it a float. */
  readonly amount: string;
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
    const sql =
      "SELECT currency, CAST(amount AS TEXT) AS amount, claim_key FROM bills " +
      "LEFT JOIN payments USING (ref_id) WHERE ref_id = ?";
    const [row] = await this.#rows({ sql, args: [refId] });
    if (!row) return undefined;
    const { currency, amount, claim_key } = row;
    // The service knows our bills by their numbers.
    return {
      ref_id: refId,
      identity_code: refId,
      purpose_of_transaction: refId,
      currency: currency ?? "",
      amount: amount ?? "",
      transactions: claim_key ? [{ claimKey: claim_key, state: "credited", amount: amount ?? "" }] : [],
    };
  }

  /**
   * Claims the transaction and credits the bill, both or neither, and only once for any number of simultaneous calls.
   */
  async credit({ ref_id }: Bill, claimKey: string): Promise<Claim> {
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
      if (taken.length === 0) throw error; // no constraint was violated: the database failed
      return taken.some((row) => row.claim_key === claimKey && row.ref_id === ref_id)
        ? "creditedBefore"
        : "paidOtherwise";
    }
  }

  async #rows(statement: Statement): Promise<Row[]> {
    const [rows] = await this.#database.batch([statement]);
    return rows ?? [];
  }
}
