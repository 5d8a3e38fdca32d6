// Settles bills. SettlementFlow decides what is sent, looked up and given up; this file does HTTP, SQL and reporting.
import { SettlementFlow, isBillwireError, type SettlementEnding, type SettlementFlowOptions } from "billwire";
import { send, type Attempt } from "billwire/fetch";
import type { Bill } from "./bills.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";

/**
 * Result of a bill. A refused one may be reopened. An unclear one is looked up by each run, until a person
 * clears it up.
 */
export interface Ending {
  state: "settled" | "refused" | "unclear";
  reason?: string;
}

/** Job of a bill: runs its flow until the next wait, and returns when to go on; nothing once the bill has ended. */
export async function settleUntilWait(
  merchant: Merchant,
  bill: Bill,
  reopen: boolean,
): Promise<Date | undefined> {
  let result: Result;
  try {
    const flow = openFlow(merchant, bill, { reopen });
    result = await run(merchant, bill.ref_id, flow, { maxWaitMs: 0 }); // the queue waits
  } catch (error) {
    if (!isBillwireError(error) || error.kind !== "invalid_request") throw error;
    // A repeated job finds that it has reopened and settled the bill before.
    if (error.code === "not_refused") return settleUntilWait(merchant, bill, false);
    // A bill with a record may have been sent before it was changed.
    const isNew = (await merchant.books.record(bill.ref_id)) === null;
    return void (await end(merchant, bill.ref_id, {
      state: isNew ? "refused" : "unclear",
      reason: describe(error),
    }));
  }
  if (result.outcome === "waiting") return new Date(result.until);
  // Another process has this bill, too, and may die with it.
  if (result.outcome === "takenOver") return new Date(Date.now() + merchant.patience.repeat * 1_000);
  await close(merchant, bill.ref_id, result);
  // There was no settled bill yet, or the lookup did not find it: that may change.
  const isBlind =
    result.outcome === "unclear" && (result.code === "no_control" || result.code === "blind_lookup");
  return isBlind ? new Date(Date.now() + merchant.patience.blind) : undefined;
}

/** Opens the flow of a bill. Throws `invalid_request` if the bill is invalid. */
export function openFlow(
  { biller, patience }: Merchant,
  bill: Bill,
  more: SettlementFlowOptions = {},
): SettlementFlow {
  return new SettlementFlow(biller, bill, { policy: patience.settlement, ...more });
}

/** Runs a flow to its end, and stores that. Returns nothing if another process settles this bill. */
export async function settle(
  merchant: Merchant,
  refId: string,
  flow: SettlementFlow,
): Promise<Ending | undefined> {
  return close(merchant, refId, await run(merchant, refId, flow, {}));
}

/**
 * Asks about an ended bill once more, and returns whether there was an answer. The record and its row keep what it
 * shows, also the transaction of a bill that was settled by its answer. A settlement that was reversed, and one that
 * was refused and moved money after all, are kept for a person.
 */
export async function lookAgain(merchant: Merchant, refId: string): Promise<boolean> {
  const { books, payments } = merchant;
  const before = await books.ended(refId);
  if (before === undefined) return true; // its own job asks
  const flow = openFlow(merchant, before.bill, { lookAgain: true });
  const result = await run(merchant, refId, flow, { maxWaitMs: 0 });
  if (result.outcome === "waiting" || result.outcome === "takenOver") return false;
  const { outcome, lookup } = result;
  if (lookup?.verdict === "unclear" && lookup.transaction === undefined) return false;
  if (outcome !== "settled") return true;
  if (lookup?.verdict === "failed") await payments.keep(refId, "settlementReversed", lookup.transaction);
  // The reason of its refusal stays in its row until a person can see it.
  const wasRefused = before.state === "refused" || (before.state === "settled" && before.reason !== null);
  if (wasRefused && lookup?.verdict === "settled")
    await payments.keep(refId, "settledAfterRefusal", lookup.transaction);
  if (before.reason !== null) await books.explain(refId, { state: "settled" });
  return true;
}

type Result = Awaited<ReturnType<SettlementFlow["run"]>>;

function run(
  merchant: Merchant,
  refId: string,
  flow: SettlementFlow,
  waits: { maxWaitMs?: number },
): Promise<Result> {
  const { books, patience } = merchant;
  return flow.run({
    load: () => books.record(refId),
    save: (step) => books.save(refId, step),
    send: (request) =>
      send(request, { timeout: patience.answer, onAttempt: (attempt) => report(merchant, refId, attempt) }),
    control: () => books.control(patience.blind),
    ...waits,
  });
}

async function close(merchant: Merchant, refId: string, result: Result): Promise<Ending | undefined> {
  if (result.outcome === "takenOver" || result.outcome === "waiting") return undefined;
  if (result.outcome === "settled") return end(merchant, refId, { state: "settled" });
  return end(merchant, refId, { state: result.outcome, reason: reasonOf(result) });
}

async function end(merchant: Merchant, refId: string, ending: Ending): Promise<Ending> {
  await merchant.books.explain(refId, ending);
  merchant.diary.ended(refId, ending);
  merchant.log("ended", { ref_id: refId, ...ending });
  return ending;
}

/** Why a bill is refused or unclear, and what the service said last. */
function reasonOf({ code, answer }: Extract<SettlementEnding, { outcome: "refused" | "unclear" }>): string {
  return [code, answer?.httpStatus, answer?.responseCode].filter((each) => each !== undefined).join(" ");
}

function report({ diary, log }: Merchant, refId: string, { operation, code, status }: Attempt): void {
  const result = [code ?? (status === undefined ? "no answer" : "success"), status]
    .filter((each) => each !== undefined)
    .join(" ");
  if (operation === "verification") diary.looked();
  else diary.attempted(refId, result);
  log(operation === "verification" ? "looked" : "attempted", { ref_id: refId, result });
}
