// Bills, and the records of their settlements. Amounts leave the database as text and become bigint, so that
// no driver makes them floats.
import type { SaveStep } from "billwire";
import type { Bill } from "./bills.ts";
import type { Database } from "./database.ts";
import { SCHEMA, SCHEMA_GONE } from "./schema.ts";
import type { Ending } from "./settle.ts";

/** A bill whose settlement has ended, and why if it is not settled. */
interface EndedBill {
  bill: Bill;
  state: string;
  reason: string | null;
}

/** One bill in our books, at the end. */
export interface Entry {
  ref_id: string;
  settlement_to: string;
  currency: string;
  total_amount: bigint;
  state: string;
  /**
   * Money that the sub biller has, as far as we know: all transactions but those that were reversed or are in
   * doubt.
   */
  paid: bigint;
  claim_keys: string[];
}

/** Rows of bills in a parameter of JSON. */
const GIVEN =
  "json_to_recordset($1) AS given (ref_id text, settlement_to text, currency text, total_amount bigint, bill json)";

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

  /** Inserts the bills. A bill from an earlier run stays unchanged. */
  async enter(bills: readonly Bill[]): Promise<void> {
    await this.#database.query(
      `INSERT INTO bills (ref_id, settlement_to, currency, total_amount, bill) SELECT * FROM ${GIVEN}
       ON CONFLICT (ref_id) DO NOTHING`,
      [rowsOf(bills)],
    );
  }

  /** Corrects refused bills, and returns their numbers. Their flows open them again. */
  async reopen(bills: readonly Bill[]): Promise<Set<string>> {
    const reopened = await this.#database.query<{ ref_id: string }>(
      `UPDATE bills SET settlement_to = given.settlement_to, currency = given.currency,
         total_amount = given.total_amount,
         bill = given.bill
       FROM ${GIVEN} WHERE bills.ref_id = given.ref_id AND state = 'refused' RETURNING bills.ref_id`,
      [rowsOf(bills)],
    );
    return new Set(reopened.map(({ ref_id }) => ref_id));
  }

  /** Returns the record of a bill's SettlementFlow, or null. */
  async record(refId: string): Promise<string | null> {
    const sql = "SELECT record FROM bills WHERE ref_id = $1";
    const [row] = await this.#database.query<{ record: string | null }>(sql, [refId]);
    return row?.record ?? null;
  }

  /**
   * Stores a record, with the state of the bill that it says, where the stored one has the revision before
   * it. So of two flows of a bill, none forgets what the other has heard. Returns false if another flow has
   * stored one.
   */
  async save(refId: string, { record, revision, previous, state, claimKey }: SaveStep): Promise<boolean> {
    const saved = await this.#database.query(
      `UPDATE bills SET record = $2, revision = $3, state = $5, settled_by = coalesce($6, settled_by),
         ended_at = CASE WHEN state = $5 THEN ended_at WHEN $5 = 'open' THEN NULL ELSE now() END
       WHERE ref_id = $1 AND revision = $4 RETURNING 1`,
      [refId, record, revision, previous, state, claimKey],
    );
    return saved.length > 0;
  }

  /** Returns the bill that was settled last, so many milliseconds ago or longer: a lookup that works finds it. */
  async control(age: number): Promise<Bill | null> {
    const [row] = await this.#database.query<{ bill: Bill }>(
      `SELECT bill FROM bills WHERE state = 'settled' AND ended_at < now() - $1 * interval '1 millisecond'
       ORDER BY ended_at DESC LIMIT 1`,
      [age],
    );
    return row?.bill ?? null;
  }

  /** Returns a bill whose settlement has ended. */
  async ended(refId: string): Promise<EndedBill | undefined> {
    const sql = "SELECT bill, state, reason FROM bills WHERE ref_id = $1 AND state <> 'open'";
    return (await this.#database.query<EndedBill>(sql, [refId]))[0];
  }

  /** Returns the results of earlier runs by `ref_id`. */
  async endings(): Promise<Map<string, Ending>> {
    const rows = await this.#database.query<{
      ref_id: string;
      state: Ending["state"];
      reason: string | null;
    }>("SELECT ref_id, state, reason FROM bills WHERE state <> 'open'");
    return new Map(
      rows.map(({ ref_id, state, reason }) => [ref_id, { state, ...(reason !== null && { reason }) }]),
    );
  }

  /** Stores why a bill is refused or unclear. One that never had a flow gets this state, too. */
  async explain(refId: string, { state, reason }: Ending): Promise<void> {
    const sql = `UPDATE bills SET reason = $3, state = CASE WHEN record IS NULL THEN $2 ELSE state END,
      ended_at = coalesce(ended_at, now()) WHERE ref_id = $1`;
    await this.#database.query(sql, [refId, state, reason ?? null]);
  }

  /**
   * Returns bills whose settlement has ended, and about which the service has not answered since then. In a random
   * order, so that those without an answer do not hold up the others.
   */
  async findUnchecked(since: Date): Promise<string[]> {
    const rows = await this.#database.query<{ ref_id: string }>(
      `SELECT ref_id FROM bills WHERE state <> 'open' AND (checked_at IS NULL OR checked_at < $1) ORDER BY random()`,
      [since],
    );
    return rows.map(({ ref_id }) => ref_id);
  }

  /** Stores that all was asked. Of several payments, the credited one has settled the bill. */
  async checked(refId: string): Promise<void> {
    const update = `UPDATE bills SET checked_at = now(), settled_by = coalesce((SELECT claim_key FROM payments
      WHERE payments.ref_id = bills.ref_id AND payments.state = 'credited'), settled_by) WHERE ref_id = $1`;
    await this.#database.query(update, [refId]);
  }

  async entries(): Promise<Entry[]> {
    type Row = Omit<Entry, "total_amount" | "paid" | "claim_keys"> &
      Record<"total_amount" | "paid" | "claim_keys", string>;
    const rows = await this.#database.query<Row>(
      `SELECT bills.ref_id, settlement_to, bills.currency, total_amount::text AS total_amount, bills.state,
         coalesce(sum(amount), 0)::text AS paid,
         coalesce(json_agg(claim_key ORDER BY claim_key) FILTER (WHERE claim_key IS NOT NULL), '[]')::text AS claim_keys
       FROM bills LEFT JOIN payments ON payments.ref_id = bills.ref_id AND payments.state <> 'reversed'
         AND NOT EXISTS (SELECT 1 FROM reviews
           WHERE reviews.claim_key = payments.claim_key AND ending = 'pending' AND decided_at IS NULL)
       GROUP BY bills.ref_id ORDER BY bills.ref_id`,
    );
    return rows.map((row) => ({
      ...row,
      total_amount: BigInt(row.total_amount),
      paid: BigInt(row.paid),
      claim_keys: JSON.parse(row.claim_keys),
    }));
  }
}

function rowsOf(bills: readonly Bill[]): string {
  const rows = bills.map((bill) => {
    const { ref_id, settlement_to, currency, total_amount } = bill;
    return { ref_id, settlement_to, currency, total_amount, bill };
  });
  return JSON.stringify(rows);
}
