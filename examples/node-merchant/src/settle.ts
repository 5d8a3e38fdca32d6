// Settles bills. SettlementFlow decides what is sent, looked up and given up; this file does HTTP, SQL and reporting.
import { SettlementFlow, isBillwireError, type SettlementEnding } from "billwire";
import { send, type Attempt } from "billwire/fetch";
import pLimit from "p-limit";
import type { Bill } from "./bills.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";
import type { Options } from "./options.ts";

/** Result of a bill. A refused one may be reopened. An unclear one is looked up by each run, until a person clears it up. */
export interface Ending {
  state: "settled" | "refused" | "unclear";
  reason?: string;
}

type Scope = Pick<Options, "concurrency" | "reopen">;

/** Settles every bill that is open or unclear. With `reopen`, refused ones too: the file corrects them. */
export async function settleAll(merchant: Merchant, bills: readonly Bill[], { concurrency, reopen }: Scope): Promise<void> {
  const reopened = reopen ? await merchant.books.reopen(bills) : new Set<string>();
  const endings = await merchant.books.endings();
  for (const [refId, ending] of endings) merchant.diary.ended(refId, ending);
  const open = bills.filter(({ ref_id }) => (endings.get(ref_id)?.state ?? "unclear") === "unclear");
  const limit = pLimit(concurrency);
  await Promise.all(open.map((bill) => limit(() => settleOne(merchant, bill, reopened.has(bill.ref_id)))));
}

async function settleOne(merchant: Merchant, bill: Bill, reopen: boolean): Promise<void> {
  let flow: SettlementFlow;
  try {
    flow = await openFlow(merchant, bill, reopen);
  } catch (error) {
    if (!isBillwireError(error) || error.kind !== "invalid_request") throw error;
    // A bill with a record may have been sent before it was changed.
    const isNew = (await merchant.books.settlementRecord(bill.ref_id)) === null;
    return void (await end(merchant, bill.ref_id, { state: isNew ? "refused" : "unclear", reason: describe(error) }));
  }
  await settle(merchant, bill.ref_id, flow);
}

/** Opens the flow of a bill from its stored record. Throws `invalid_request` if the bill is invalid or not that of the record. */
export async function openFlow({ biller, books, patience }: Merchant, bill: Bill, reopen = false): Promise<SettlementFlow> {
  const record = await books.settlementRecord(bill.ref_id);
  return new SettlementFlow(biller, bill, { record, policy: patience.settlement, reopen: reopen && record !== null });
}

/** Runs a flow and stores how it ends. Returns nothing if another process settles this bill. */
export async function settle(merchant: Merchant, refId: string, flow: SettlementFlow): Promise<Ending | undefined> {
  const { answer: timeout } = merchant.patience;
  const result = await flow.run({
    save: (step) => merchant.books.save(refId, step),
    send: (request) => send(request, { timeout, onAttempt: (attempt) => report(merchant, refId, attempt) }),
  });
  if (result.outcome === "takenOver" || result.outcome === "waiting") return undefined;
  if (result.outcome !== "settled") return end(merchant, refId, { state: result.outcome, reason: reasonOf(result) });
  return end(merchant, refId, { state: "settled" }, result.proof === "verification" ? result.claimKey : undefined);
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
  const result = [code ?? "success", status].filter((each) => each !== undefined).join(" ");
  if (operation === "verification") diary.looked();
  else diary.attempted(refId, result);
  log(operation === "verification" ? "looked" : "attempted", { ref_id: refId, result });
}
