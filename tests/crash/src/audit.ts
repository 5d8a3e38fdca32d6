// Compares the issued bills, the merchant's database and the sandbox's books with each other.
import type { Bill } from "../../../examples/node-merchant/src/bills.ts";
import type { SandboxBooks } from "../../../examples/node-merchant/src/sandbox.ts";
import type { Connection } from "./postgres.ts";

/** Rows of the merchant's database. Amounts are whole numbers, as text. */
export interface Ours {
  bills: { ref_id: string; state: string; paid: string; held: string }[];
  claims: { claim_key: string; ref_id: string }[];
  /** What a person must see. */
  reviews: { ref_id: string; ending: string }[];
}

export type Theirs = Pick<SandboxBooks, "bills" | "balances">;

/** Differences: names of bills, and of sub billers with a currency. The books balance when all are empty. */
export interface Audit {
  "settled twice": Set<string>;
  lost: Set<string>;
  "credited twice": Set<string>;
  "paid without transaction": Set<string>;
  "unequal sums": Set<string>;
  /** Payments that were reversed or came twice, and that no review shows; or reviews of others. */
  overlooked: Set<string>;
}

/** Reads the tables of `examples/node-merchant/src/schema.ts`. */
export async function readOurs(database: Connection): Promise<Ours> {
  return {
    bills: await database.rows(`SELECT bills.ref_id, bills.state,
        coalesce(sum(amount) FILTER (WHERE payments.state = 'credited'), 0)::text AS paid,
        coalesce(sum(amount) FILTER (WHERE payments.state <> 'reversed' AND NOT is_doubtful), 0)::text AS held
      FROM bills LEFT JOIN (SELECT payments.*, EXISTS (SELECT 1 FROM reviews
        WHERE reviews.claim_key = payments.claim_key AND ending = 'pending') AS is_doubtful FROM payments) AS payments
        ON payments.ref_id = bills.ref_id
      GROUP BY bills.ref_id`),
    reviews: await database.rows("SELECT ref_id, ending FROM reviews"),
    claims: await database.rows("SELECT claim_key, ref_id FROM payments WHERE state = 'credited'"),
  };
}

/** `changed` names the bills whose payments were reversed or came twice. */
export function audit(
  issued: readonly Bill[],
  ours: Ours,
  theirs: Theirs,
  changed: ReadonlySet<string> = new Set(),
): Audit {
  const found: Audit = {
    "settled twice": new Set(),
    lost: new Set(),
    "credited twice": new Set(),
    "paid without transaction": new Set(),
    "unequal sums": unequalSums(issued, ours, theirs, changed),
    overlooked: overlooked(ours, changed),
  };
  const transactions = new Map(theirs.bills.map(({ ref_id, tran_ids }) => [ref_id, tran_ids]));
  const rows = new Map(ours.bills.map((bill) => [bill.ref_id, bill]));
  const [keys, claimed] = [new Set<string>(), new Set<string>()];
  for (const { claim_key, ref_id } of ours.claims) {
    if (keys.has(claim_key) || claimed.has(ref_id)) found["credited twice"].add(ref_id);
    const isTheirs = transactions.get(ref_id)?.includes(claim_key) || changed.has(ref_id);
    if (!isTheirs) found["paid without transaction"].add(ref_id);
    keys.add(claim_key);
    claimed.add(ref_id);
  }
  for (const { ref_id, total_amount } of issued.filter(({ ref_id }) => !changed.has(ref_id))) {
    const { state, paid } = rows.get(ref_id) ?? { state: "", paid: "0" };
    const moved = transactions.get(ref_id)?.length ?? 0;
    if (moved > 1) found["settled twice"].add(ref_id);
    if (moved === 0 || state !== "settled" || BigInt(paid) < BigInt(total_amount)) found.lost.add(ref_id);
    if (BigInt(paid) > BigInt(total_amount)) found["credited twice"].add(ref_id);
    if (BigInt(paid) > 0n && !claimed.has(ref_id)) found["paid without transaction"].add(ref_id);
  }
  const known = new Set(issued.map(({ ref_id }) => ref_id));
  const strangers = [...transactions.keys(), ...rows.keys()].filter((ref_id) => !known.has(ref_id));
  for (const ref_id of strangers) found["paid without transaction"].add(ref_id);
  return found;
}

export function holds(found: Audit): boolean {
  return Object.values(found).every((names) => names.size === 0);
}

/** The counts in a line. */
export function counts(found: Audit): string {
  return Object.entries(found)
    .map(([what, names]) => `${names.size} ${what}`)
    .join(", ");
}

/** A few names of each difference. */
export function examples(found: Audit): string {
  const some = Object.entries(found).filter(([, names]) => names.size > 0);
  return some.map(([what, names]) => `${what}: ${[...names].slice(0, 5).join(" ")}`).join("; ");
}

/** A review for each changed payment, and for no other. */
function overlooked(ours: Ours, changed: ReadonlySet<string>): Set<string> {
  const reviewed = new Set(ours.reviews.map(({ ref_id }) => ref_id));
  return new Set(
    [...new Set([...reviewed, ...changed])].filter((name) => !reviewed.has(name) || !changed.has(name)),
  );
}

/** Sub billers whose issued, credited and received sums differ, to the last unit. */
function unequalSums(
  issued: readonly Bill[],
  ours: Ours,
  theirs: Theirs,
  changed: ReadonlySet<string>,
): Set<string> {
  const held = new Map(ours.bills.map((bill) => [bill.ref_id, BigInt(bill.held)]));
  const [asked, credited, received] = [
    new Map<string, bigint>(),
    new Map<string, bigint>(),
    new Map<string, bigint>(),
  ];
  const add = (sums: Map<string, bigint>, whose: string, amount: bigint) =>
    sums.set(whose, (sums.get(whose) ?? 0n) + amount);
  for (const { ref_id, settlement_to, currency, total_amount } of issued) {
    const has = held.get(ref_id) ?? 0n;
    add(asked, `${settlement_to} ${currency}`, changed.has(ref_id) ? has : BigInt(total_amount));
    add(credited, `${settlement_to} ${currency}`, has);
  }
  for (const [subBiller, sums] of Object.entries(theirs.balances)) {
    for (const [currency, sum] of Object.entries(sums))
      add(received, `${subBiller} ${currency}`, BigInt(sum));
  }
  const all = new Set([...asked.keys(), ...received.keys()]);
  const sumOf = (sums: Map<string, bigint>, whose: string) => sums.get(whose) ?? 0n;
  const differs = (whose: string) =>
    sumOf(asked, whose) !== sumOf(credited, whose) || sumOf(credited, whose) !== sumOf(received, whose);
  return new Set([...all].filter(differs));
}
