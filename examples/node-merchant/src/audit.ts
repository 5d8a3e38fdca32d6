// Compares our books with the sandbox's: every bill, every balance, every total, exactly.
import type { Entry } from "./books.ts";
import type { SandboxBooks } from "./sandbox.ts";

/** A difference between both books. */
export interface Difference {
  what: string;
  ours: string;
  theirs: string;
}

export function compareBooks(entries: readonly Entry[], theirs: SandboxBooks): Difference[] {
  return [
    ...differences(entries.map(billAsWeSeeIt), theirs.bills.map(billAsTheySeeIt)),
    ...differences(
      sums(entries, ({ settlement_to, currency }) => `balance ${settlement_to} ${currency}`),
      balances(theirs),
    ),
    ...differences(
      sums(entries, ({ currency }) => `total ${currency}`),
      totals(theirs),
    ),
  ];
}

type Fact = readonly [what: string, value: string];

// A settled bill was settled by the transactions that we have, each of its whole amount.
function billAsWeSeeIt({ ref_id, currency, state, paid, claim_keys }: Entry): Fact {
  if (state === "settled") return [`bill ${ref_id}`, settledBy(currency, paid, claim_keys)];
  return [`bill ${ref_id}`, paid > 0n ? `${state}, but paid by ${claim_keys.join(", ")}` : NOTHING];
}

function billAsTheySeeIt({ ref_id, currency, total_amount, tran_ids }: SandboxBooks["bills"][number]): Fact {
  return [`bill ${ref_id}`, settledBy(currency, BigInt(total_amount) * BigInt(tran_ids.length), tran_ids)];
}

function settledBy(currency: string, sum: bigint, transactions: readonly string[]): string {
  if (transactions.length === 0) return NOTHING;
  return `${currency} ${sum}, settled by ${[...transactions].sort().join(", ")}`;
}

function sums(entries: readonly Entry[], name: (entry: Entry) => string): Fact[] {
  const sums = new Map<string, bigint>();
  for (const entry of entries) sums.set(name(entry), (sums.get(name(entry)) ?? 0n) + entry.paid);
  return [...sums].map(([what, sum]) => [what, whole(sum)]);
}

function balances(books: SandboxBooks): Fact[] {
  return Object.entries(books.balances).flatMap(([subBiller, byCurrency]) =>
    Object.entries(byCurrency).map(
      ([currency, sum]): Fact => [`balance ${subBiller} ${currency}`, whole(BigInt(sum))],
    ),
  );
}

function totals(books: SandboxBooks): Fact[] {
  return Object.entries(books.totals).map(([currency, sum]) => [`total ${currency}`, whole(BigInt(sum))]);
}

const NOTHING = "nothing";

function whole(sum: bigint): string {
  return sum === 0n ? NOTHING : String(sum);
}

function differences(ours: readonly Fact[], theirs: readonly Fact[]): Difference[] {
  const [mine, other] = [new Map(ours), new Map(theirs)];
  return [...new Set([...mine.keys(), ...other.keys()])]
    .map((what) => ({ what, ours: mine.get(what) ?? NOTHING, theirs: other.get(what) ?? NOTHING }))
    .filter(({ ours, theirs }) => ours !== theirs);
}
