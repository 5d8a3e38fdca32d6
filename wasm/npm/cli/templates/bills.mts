// Bills, with the records of their settlements. A bill and its record change in one statement.
import type { SaveStep, Settlement } from "billwire";
import type { Bill } from "./day.mjs";
import { sql } from "./database.mjs";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Enters a bill, and returns it as it was entered first: a bill does not change after its first attempt. */
export async function enterBill(bill: Settlement): Promise<Settlement> {
  await sql`
    INSERT INTO bills (ref_id, bill, entered_at) VALUES (${bill.ref_id}, ${JSON.stringify(bill)}, ${Date.now()})
    ON CONFLICT DO NOTHING`;
  return loadBill(bill.ref_id);
}

export async function loadBill(refId: string): Promise<Settlement> {
  return (await findState(refId)).bill;
}

/** Returns a bill with its state, and the transaction that has settled it. */
export async function findState(
  refId: string,
): Promise<{ bill: Settlement; state: string; settledBy: string | null }> {
  const [row] = await sql<{ bill: string; state: string; settled_by: string | null }>`
    SELECT bill, state, settled_by FROM bills WHERE ref_id = ${refId}`;
  if (row === undefined) throw new Error(`no bill ${refId}`);
  return { bill: JSON.parse(row.bill), state: row.state, settledBy: row.settled_by };
}

// ANCHOR: load
/** Returns the record of a bill's settlement, or null. */
export async function loadRecord(refId: string): Promise<string | null> {
  const [row] = await sql<{ record: string | null }>`SELECT record FROM bills WHERE ref_id = ${refId}`;
  return row?.record ?? null;
}
// ANCHOR_END: load

// ANCHOR: save
/**
 * Stores a record where the stored one has the revision before it. Returns false if another process has stored one.
 * The bill is open while its flow goes on, also one that was refused and is reopened.
 */
export async function saveRecord(refId: string, { record, revision, previous }: SaveStep): Promise<boolean> {
  const saved = await sql`
    UPDATE bills SET record = ${record}, revision = ${revision}, state = 'open', next_at = ${Date.now() + 2 * MINUTE}
    WHERE ref_id = ${refId} AND revision = ${previous} RETURNING ref_id`;
  return saved.length > 0;
}

/** Stores until when a bill waits. */
export async function enterWait(refId: string, until: number): Promise<void> {
  await sql`UPDATE bills SET next_at = ${until} WHERE ref_id = ${refId}`;
}

/**
 * Stores the end of a bill. The job looks an unclear one up in an hour. Throws if its transaction has settled another
 * bill: ask the service.
 */
export async function enterEnd(refId: string, { outcome, code, claimKey }: End): Promise<void> {
  const now = Date.now();
  await sql`
    UPDATE bills SET state = ${outcome}, reason = ${code ?? null},
      settled_by = COALESCE(${claimKey ?? null}, settled_by), ended_at = ${now}, next_at = ${now + HOUR}
    WHERE ref_id = ${refId}`;
}

export interface End {
  outcome: string;
  code?: string;
  claimKey?: string | undefined;
}
// ANCHOR_END: save

// ANCHOR: take
/** Takes bills in doubt for two minutes, longer than a request takes. Another process takes others. */
export async function takeDue(): Promise<string[]> {
  const now = Date.now();
  const taken = await sql<{ ref_id: string }>`
    UPDATE bills SET next_at = ${now + 2 * MINUTE} WHERE next_at <= ${now} AND ref_id IN (
      SELECT ref_id FROM bills WHERE state IN ('open', 'unclear') AND next_at <= ${now} ORDER BY next_at LIMIT 20
    ) RETURNING ref_id`;
  return taken.map(({ ref_id }) => ref_id);
}
// ANCHOR_END: take

/**
 * Stores the transaction of a bill that was settled by its answer. Throws if it has settled another one: ask
 * the service.
 */
export async function enterSettled(refId: string, claimKey: string): Promise<void> {
  await sql`UPDATE bills SET settled_by = ${claimKey} WHERE ref_id = ${refId} AND settled_by IS NULL`;
}

// ANCHOR: unchecked
/** Returns ended bills of so many days about which nobody has asked for so many hours. */
export async function findUnchecked(days: number, hours: number): Promise<string[]> {
  const now = Date.now();
  const bills = await sql<{ ref_id: string }>`
    SELECT ref_id FROM bills
    WHERE state <> 'open' AND entered_at > ${now - days * DAY} AND checked_at < ${now - hours * HOUR} ORDER BY ref_id`;
  return bills.map(({ ref_id }) => ref_id);
}

export async function enterChecked(refId: string): Promise<void> {
  await sql`UPDATE bills SET checked_at = ${Date.now()} WHERE ref_id = ${refId}`;
}
// ANCHOR_END: unchecked

/** Returns the bills of so many days for their table. */
export async function billsOf(days: number): Promise<Bill[]> {
  const bills = await sql<{ ref_id: string; bill: string; state: string }>`
    SELECT ref_id, bill, state FROM bills WHERE entered_at > ${Date.now() - days * DAY} ORDER BY ref_id`;
  return bills.map(({ ref_id, bill, state }) => {
    const { currency, total_amount }: Settlement = JSON.parse(bill);
    return { ref_id, currency, amount: String(total_amount), state };
  });
}
