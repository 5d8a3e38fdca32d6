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
  const [row] = await sql<{ bill: string }>`SELECT bill FROM bills WHERE ref_id = ${refId}`;
  if (row === undefined) throw new Error(`no bill ${refId}`);
  return JSON.parse(row.bill);
}

export async function findState(
  refId: string,
): Promise<{ state: string; reason: string | null } | undefined> {
  const [row] = await sql<{ state: string; reason: string | null }>`
    SELECT state, reason FROM bills WHERE ref_id = ${refId}`;
  return row;
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
 * Stores a record, with the state of the bill that it says, where the stored one has the revision before it.
 * Returns false if another process has stored one: the flow then loads it, and decides anew. Throws if the
 * transaction that has settled the bill has settled another one: ask the service.
 */
export async function saveRecord(refId: string, step: SaveStep): Promise<boolean> {
  const { record, revision, previous, state, until, claimKey } = step;
  const now = Date.now();
  const nextAt = until ?? now + (state === "open" ? 2 * MINUTE : HOUR);
  const saved = await sql`
    UPDATE bills SET record = ${record}, revision = ${revision}, state = ${state}, next_at = ${nextAt},
      settled_by = COALESCE(${claimKey}, settled_by),
      ended_at = CASE WHEN state = ${state} THEN ended_at ELSE ${state === "open" ? null : now} END
    WHERE ref_id = ${refId} AND revision = ${previous} RETURNING ref_id`;
  return saved.length > 0;
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

// ANCHOR: control
/**
 * Returns the bill that was settled last, some minutes ago. Only a lookup that finds it proves that another
 * bill is missing.
 */
export async function findControl(): Promise<Settlement | null> {
  const [row] = await sql<{ bill: string }>`
    SELECT bill FROM bills WHERE state = 'settled' AND ended_at < ${Date.now() - 5 * MINUTE}
    ORDER BY ended_at DESC LIMIT 1`;
  return row === undefined ? null : JSON.parse(row.bill);
}
// ANCHOR_END: control

/** Stores why a bill is refused or unclear. */
export async function enterReason(refId: string, reason: string | null): Promise<void> {
  await sql`UPDATE bills SET reason = ${reason} WHERE ref_id = ${refId}`;
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

/** Stores that all was asked. Of several payments, the credited one has settled the bill. */
export async function enterChecked(refId: string): Promise<void> {
  await sql`
    UPDATE bills SET checked_at = ${Date.now()}, settled_by = COALESCE(
      (SELECT claim_key FROM payments WHERE payments.ref_id = bills.ref_id AND payments.state = 'credited'), settled_by)
    WHERE ref_id = ${refId}`;
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
