import { writeFile } from "node:fs/promises";
import { addUp, tableOf, type Books } from "../../../wasm/npm/cli/templates/day.mts";
import type { Difference } from "./audit.ts";
import type { Entry } from "./books.ts";
import type { Diary } from "./diary.ts";
import { countFaults } from "./fault-report.ts";
import type { PlannedFault } from "./faults.ts";
import type { SandboxBooks } from "./sandbox.ts";
import { newTable } from "./table.ts";

/** Input of the final report. */
export interface Report {
  diary: Diary;
  entries: readonly Entry[];
  /** Our books at the end of the day, with what a person has to see. */
  books: Books;
  theirs: SandboxBooks;
  differences: readonly Difference[];
  faults: readonly PlannedFault[];
  strayRequests: number;
}

/** Prints the tables and every complaint. Returns true if there is none. */
export function printReport(report: Report): boolean {
  const { books, diary, theirs, differences, faults } = report;
  console.log(`\n${outcomeTable(report)}\n`);
  const { table, uncounted } = countFaults(faults, diary, theirs, books.reviews);
  if (faults.length > 0) console.log(`${table}\n`);
  console.log(`The end of the day\n\n${tableOf(addUp(books))}\n`);
  if (differences.length > 0) console.log(`${differenceTable(differences)}\n`);

  const complaints = [...uncounted, ...complaintsOf(report)];
  for (const complaint of complaints) console.log(`✗ ${complaint}`);
  if (complaints.length === 0) console.log(`✓ The books balance: ${totals(theirs)}.`);
  return complaints.length === 0;
}

function complaintsOf({ books, entries, differences, strayRequests }: Report): string[] {
  const reviewed = new Set(books.reviews.map(({ ref_id }) => ref_id));
  const unclear = entries.filter(({ state }) => state === "unclear");
  const open = entries.filter(({ state }) => state === "open");
  const unpaid = entries.filter(
    ({ ref_id, state, paid }) => state === "settled" && paid === 0n && !reviewed.has(ref_id),
  );
  return [
    ...open.map(({ ref_id }) => `${ref_id} is open: its sub biller has not linked its account`),
    ...unclear.map(({ ref_id }) => `${ref_id} is unclear: ask the service`),
    ...unpaid.map(({ ref_id }) => `${ref_id} was settled, and no confirmed webhook came`),
    ...(strayRequests > 0 ? [`${strayRequests} requests followed a redirect to another origin`] : []),
    ...(differences.length > 0
      ? [`${differences.length} differences between our books and the sandbox's`]
      : []),
  ];
}

function outcomeTable({ books, diary, entries }: Report): string {
  const table = newTable(["bills and webhooks", "", ""]);
  table.push(
    ["billed", entries.length, ""],
    ["settled", count(entries, "settled"), ""],
    ["refused", count(entries, "refused"), reasons(diary, "refused")],
    ["unclear", count(entries, "unclear"), reasons(diary, "unclear")],
    ["paid", paid(entries), "confirmed by verification, claimed and credited"],
    [
      "look-ups",
      diary.lookUps,
      "verifications of settlements: in doubt, as a control, at the end of the day",
    ],
    ["duplicates", diary.countNotices("creditedBefore"), "webhooks about what was paid already"],
    ["to ignore", diary.countNotices("nothingToCredit"), "webhooks of a pending or failed payment"],
    ["forged", diary.countNotices("unauthenticated"), "webhooks without the right token"],
    ["to review", books.reviews.length, "transactions for a person: paid twice, reversed, of another amount"],
  );
  // Unexpected results get a line only if they occur.
  for (const uncommon of ["pending", "invalid", "refused", "unknownBill", "unconfirmed", "failed"] as const) {
    if (diary.countNotices(uncommon) > 0) table.push([uncommon, diary.countNotices(uncommon), "webhooks"]);
  }
  return table.toString();
}

function reasons(diary: Diary, state: "refused" | "unclear"): string {
  const counts = new Map<string, number>();
  for (const { state: ended, reason = "" } of diary.endings.values()) {
    if (ended === state) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].map(([reason, times]) => `${reason} ×${times}`).join("\n");
}

function differenceTable(differences: readonly Difference[]): string {
  const table = newTable(["the books differ", "ours", "the sandbox's"]);
  table.push(...differences.map(({ what, ours, theirs }) => [what, ours, theirs]));
  return table.toString();
}

function count(entries: readonly Entry[], state: string): number {
  return entries.filter((entry) => entry.state === state).length;
}

function paid(entries: readonly Entry[]): number {
  return entries.filter((entry) => entry.paid > 0n).length;
}

function totals({ totals }: SandboxBooks): string {
  return Object.entries(totals)
    .map(([currency, sum]) => `${currency} ${sum}`)
    .join(", ");
}

/** For scripts: writes one line of JSON to the file that BILLWIRE_SUMMARY names. */
export async function writeSummary({ entries, theirs, differences }: Report): Promise<void> {
  const path = process.env.BILLWIRE_SUMMARY;
  if (!path) return;
  const summary = {
    bills: entries.length,
    settled: count(entries, "settled"),
    paid: paid(entries),
    balanced: differences.length === 0,
    faults: theirs.faults_served,
  };
  await writeFile(path, `${JSON.stringify(summary)}\n`);
}
