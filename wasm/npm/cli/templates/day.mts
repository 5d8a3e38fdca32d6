// The books of some days as a table, CSV and JSON. It has no database: other books may use it. Amounts are
// decimal text.

/** A bill of your books. */
export interface Bill {
  ref_id: string;
  currency: string;
  amount: string;
  /** Whether the bill was settled: `open`, `settled`, `refused` or `unclear`. */
  state: string;
}

/** A transaction of your books. */
export interface Payment {
  claim_key: string;
  ref_id: string;
  /** `credited`, `held` or `reversed`. */
  state: string;
  amount: string;
  currency: string;
  fee: string | null;
}

/** A transaction about which a person has not decided yet. */
export interface Review {
  claim_key: string;
  ref_id: string;
  ending: string;
  amount: string;
  currency: string;
}

/** Amounts of a bill or of a currency. */
export interface Sums {
  billed: string;
  settled: string;
  credited: string;
  fees: string;
  held: string;
  reversed: string;
  open: string;
  unclear: string;
}

export type Total = Sums & { currency: string };

/** A bill with its amounts, and with what a person must look at; empty where the money is where it belongs. */
export type Line = Total & { ref_id: string; state: string; difference: string };

export interface Day {
  totals: Total[];
  bills: Line[];
}

export interface Books {
  bills: readonly Bill[];
  payments: readonly Payment[];
  reviews: readonly Review[];
}

/** Adds up the books by bill and by currency. */
export function addUp({ bills, payments, reviews }: Books): Day {
  const [paid, seen] = [grouped(payments), grouped(reviews)];
  const lines = bills.map((bill): Line => {
    const [of, found] = [paid.get(bill.ref_id) ?? [], seen.get(bill.ref_id) ?? []];
    const { ref_id, currency, state } = bill;
    const amounts = sumsOf([bill], of, currency);
    return { ref_id, state, ...amounts, currency, difference: differenceOf(state, amounts, of, found) };
  });
  const currencies = new Set([...bills, ...payments].map(({ currency }) => currency));
  return {
    totals: [...currencies].map((currency) => ({ currency, ...sumsOf(bills, payments, currency) })),
    bills: lines,
  };
}

function grouped<Item extends { ref_id: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.ref_id, [...(groups.get(item.ref_id) ?? []), item]);
  return groups;
}

function sumsOf(bills: readonly Bill[], payments: readonly Payment[], currency: string): Sums {
  const is = (each: { currency: string }) => each.currency === currency;
  const billed = (state?: string) => bills.filter((bill) => is(bill) && (state ?? bill.state) === bill.state);
  const paid = (state: string) => payments.filter((payment) => is(payment) && payment.state === state);
  return {
    billed: sum(billed().map(({ amount }) => amount)),
    settled: sum(billed("settled").map(({ amount }) => amount)),
    credited: sum(paid("credited").map(({ amount }) => amount)),
    fees: sum(paid("credited").map(({ fee }) => fee ?? "0")),
    held: sum(paid("held").map(({ amount }) => amount)),
    reversed: sum(paid("reversed").map(({ amount }) => amount)),
    open: sum(billed("open").map(({ amount }) => amount)),
    unclear: sum(billed("unclear").map(({ amount }) => amount)),
  };
}

function differenceOf(
  state: string,
  { billed, credited }: Sums,
  payments: readonly Payment[],
  reviews: readonly Review[],
) {
  const isSeen = (payment: Payment) => reviews.some(({ claim_key }) => claim_key === payment.claim_key);
  const apart = payments.filter((payment) => payment.state !== "credited" && !isSeen(payment));
  return [
    ...(state === "settled" ? [] : [credited === "0" ? state : `${state}, but credited`]),
    ...(state === "settled" && credited !== billed ? ["not paid in full"] : []),
    ...reviews.map(({ ending, amount, currency }) => `${ending} ${amount} ${currency}`),
    ...apart.map(({ state, amount, currency }) => `${state} ${amount} ${currency}`),
  ].join(", ");
}

/** Exact sum of decimal texts. */
export function sum(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  const units = amounts.reduce((all, amount) => {
    const [whole = "", fraction = ""] = amount.split(".");
    return all + BigInt(whole + fraction.padEnd(places, "0"));
  }, 0n);
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const [whole, fraction] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  const decimals = places === 0 ? "" : fraction.replace(/0+$/, "");
  return `${units < 0n ? "-" : ""}${whole}${decimals === "" ? "" : `.${decimals}`}`;
}

const AMOUNTS = ["billed", "settled", "credited", "fees", "held", "reversed", "open", "unclear"] as const;

/** Table of the totals, and of each bill with a difference. */
export function tableOf({ totals, bills }: Day): string {
  const sums = totals.map((total) => [total.currency, ...AMOUNTS.map((name) => total[name])]);
  const different = bills.filter(({ difference }) => difference !== "");
  const rows = different.map((line) => [
    line.ref_id,
    line.currency,
    line.billed,
    line.credited,
    line.difference,
  ]);
  return [
    aligned([["currency", ...AMOUNTS], ...sums]),
    rows.length === 0
      ? "No differences."
      : aligned([["bill", "currency", "billed", "credited", "difference"], ...rows]),
  ].join("\n\n");
}

/** Each bill in a line of CSV, after one with the names. */
export function csvOf({ bills }: Day): string {
  const names = ["ref_id", "currency", "state", ...AMOUNTS, "difference"] as const;
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = [names, ...bills.map((line) => names.map((name) => quoted(line[name])))];
  return rows.map((row) => `${row.join(",")}\r\n`).join("");
}

/** Columns of equal width: amounts to the right, other texts to the left. */
function aligned(rows: readonly (readonly string[])[]): string {
  const [, ...below] = rows;
  const columns = rows[0]?.map((_, at) => ({
    width: Math.max(...rows.map((row) => row[at]?.length ?? 0)),
    isAmount: below.length > 0 && below.every((row) => /^-?[0-9.]+$/.test(row[at] ?? "")),
  }));
  const cell = (text: string, at: number) => {
    const { width = 0, isAmount = false } = columns?.[at] ?? {};
    return isAmount ? text.padStart(width) : text.padEnd(width);
  };
  return rows.map((row) => row.map(cell).join("  ").trimEnd()).join("\n");
}
