import type { Books } from "../../../wasm/npm/cli/templates/day.mts";
import type { Diary } from "./diary.ts";
import type { PlannedFault, WebhookFault } from "./faults.ts";
import type { SandboxBooks } from "./sandbox.ts";
import { newTable } from "./table.ts";
import type { NoticeResult } from "./webhook.ts";

export interface FaultCount {
  table: string;
  /** Faults that were injected but did not occur: the run then shows less than it should. */
  uncounted: string[];
}

/** Counts every injected fault: planned by us, served by the sandbox, met by this merchant. Reports differences. */
export function countFaults(
  faults: readonly PlannedFault[],
  diary: Diary,
  theirs: SandboxBooks,
  reviews: Books["reviews"],
): FaultCount {
  const table = newTable(["fault", "injected", "met", "as"]);
  const uncounted: string[] = [];
  for (const [label, group] of groupBy(faults, ({ label }) => label)) {
    const met = group
      .map((fault, nth) => metAs(fault, nth, diary, reviews))
      .filter((how) => how !== undefined);
    table.push([label, group.length, met.length, tally(met)]);
    if (met.length !== group.length)
      uncounted.push(`"${label}": ${group.length} injected, ${met.length} met`);
  }
  return { table: table.toString(), uncounted: [...uncounted, ...unserved(faults, theirs)] };
}

/** How this merchant met a fault: the answer to the attempt, the results of all webhooks of the bill, or its review. */
function metAs(
  fault: PlannedFault,
  nth: number,
  diary: Diary,
  reviews: Books["reviews"],
): string | undefined {
  if (fault.where === "payment") {
    const { ref_id, fault: planned } = fault;
    const seen = reviews.find((review) => review.ref_id === ref_id && review.ending === planned.ending);
    return seen && `${seen.ending} ${seen.currency} ${seen.amount}`;
  }
  if (fault.where === "settlement") return diary.attempts.get(fault.ref_id)?.[fault.attempt - 1];
  // A forged webhook is refused unread, so its bill is unknown.
  if (fault.fault.kind === "forged")
    return diary.countNotices("unauthenticated") > nth ? "unauthenticated" : undefined;
  const notices = diary.notices.get(fault.ref_id) ?? [];
  return notices.includes(TRACE[fault.fault.kind]) ? notices.join(", ") : undefined;
}

/** The result that each fault of a webhook must leave in the diary. */
const TRACE: Record<Exclude<WebhookFault["kind"], "forged">, NoticeResult> = {
  twice: "creditedBefore",
  late: "credited",
  out_of_order: "credited",
  pending_first: "nothingToCredit",
  // Its amount is not believed: the verification decides, and the real webhook comes second.
  wrong_amount: "creditedBefore",
  failed: "nothingToCredit",
};

function unserved(faults: readonly PlannedFault[], { faults_served }: SandboxBooks): string[] {
  const served = faults.filter(({ where }) => where !== "payment");
  return [...groupBy(served, ({ where, fault }) => `${where}/${fault.kind}`)].flatMap(
    ([kind, { length }]) => {
      const served = faults_served[kind] ?? 0;
      return served === length ? [] : [`${kind}: ${length} injected, ${served} served by the sandbox`];
    },
  );
}

function tally(words: readonly string[]): string {
  return [...groupBy(words, (word) => word)].map(([word, { length }]) => `${word} ×${length}`).join("\n");
}

function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
