// Settles bills. SettlementFlow decides what is sent, looked up and given up; this file does HTTP, SQL and reporting.
import { SettlementFlow, isBillwireError, type SettlementEnding } from "billwire";
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
  let flow: SettlementFlow;
  try {
    flow = await openFlow(merchant, bill, reopen);
  } catch (error) {
    if (!isBillwireError(error) || error.kind !== "invalid_request") throw error;
    // A repeated job finds that it has reopened the bill before.
    if (error.code === "not_refused") return settleUntilWait(merchant, bill, false);
    // A bill with a record may have been sent before it was changed.
    const isNew = (await merchant.books.record(bill.ref_id)) === null;
    return void (await end(merchant, bill.ref_id, {
      state: isNew ? "refused" : "unclear",
      reason: describe(error),
    }));
  }
  const result = await run(merchant, bill.ref_id, flow, { maxWaitMs: 0 }); // the queue waits
  if (result.outcome === "waiting") return new Date(result.until);
  // Another process has this bill, too, and may die with it.
  if (result.outcome === "takenOver") return new Date(Date.now() + merchant.patience.repeat * 1_000);
  return void (await close(merchant, bill.ref_id, result));
}

/** Opens the flow of a bill from its stored record. Throws `invalid_request` if the bill is not that of the record. */
export async function openFlow(
  { biller, books, patience }: Merchant,
  bill: Bill,
  reopen = false,
): Promise<SettlementFlow> {
  const record = await books.record(bill.ref_id);
  return new SettlementFlow(biller, bill, {
    record,
    policy: patience.settlement,
    reopen: reopen && record !== null,
  });
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
 * Looks an ended bill up again. It stores the transaction of one that was settled by its answer, and keeps
 * for a person that a settlement was reversed, or that a refused bill was settled after all.
 */
export async function lookAgain(merchant: Merchant, refId: string): Promise<void> {
  const { biller, books, patience, payments } = merchant;
  const found = await books.find(refId);
  if (found === undefined) return;
  const { bill, state, settled_by } = found;
  if (state === "unclear") return; // its own job looks it up
  const lookup = await send(biller.prepareSettlementLookup(bill), { timeout: patience.answer });
  const transaction = "transaction" in lookup ? lookup.transaction : undefined;
  if (transaction === undefined) return;
  const isSettled = lookup.verdict === "settled";
  if (isSettled && state === "settled" && settled_by === null) {
    if (!(await books.settledBy(refId, transaction.tran_id)))
      await payments.keep(refId, "settledAnotherBill", transaction);
  }
  if (lookup.verdict === "failed" && state === "settled")
    await payments.keep(refId, "settlementReversed", transaction);
  if (isSettled && state === "refused") await payments.keep(refId, "settledAfterRefusal", transaction);
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
    save: (step) => books.save(refId, step),
    send: (request) =>
      send(request, { timeout: patience.answer, onAttempt: (attempt) => report(merchant, refId, attempt) }),
    ...waits,
  });
}

async function close(merchant: Merchant, refId: string, result: Result): Promise<Ending | undefined> {
  if (result.outcome === "takenOver" || result.outcome === "waiting") return undefined;
  if (result.outcome !== "settled")
    return end(merchant, refId, { state: result.outcome, reason: reasonOf(result) });
  return end(
    merchant,
    refId,
    { state: "settled" },
    result.proof === "verification" ? result.claimKey : undefined,
  );
}

async function end(merchant: Merchant, refId: string, ending: Ending, claimKey?: string): Promise<Ending> {
  const isEnded = await merchant.books.end(refId, ending, claimKey);
  if (!isEnded && claimKey !== undefined) {
    return end(merchant, refId, { state: "unclear", reason: "its transaction has settled another bill" });
  }
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
