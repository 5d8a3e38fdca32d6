// Settles bills. Settling moves money, so this file never resends a bill that may have been paid already.
import { setTimeout as sleep } from "node:timers/promises";
import { isBillwireError, type BillwireError, type NextStep } from "billwire";
import pLimit from "p-limit";
import type { Bill } from "./bills.ts";
import { describe } from "./log.ts";
import { lookForSettlement } from "./lookup.ts";
import type { Merchant } from "./merchant.ts";
import { backoff } from "./patience.ts";
import { send } from "./send.ts";

/** Result of a bill. A person clears up "unclear" with the service; the program never settles such a bill again. */
export interface Ending {
  state: "settled" | "refused" | "unclear";
  reason?: string;
}

export async function settleAll(merchant: Merchant, bills: readonly Bill[], concurrency: number): Promise<void> {
  const endings = await merchant.books.endings();
  for (const [refId, ending] of endings) merchant.diary.ended(refId, ending);
  const open = bills.filter(({ ref_id }) => !endings.has(ref_id));
  const limit = pLimit(concurrency);
  await Promise.all(open.map((bill) => limit(() => settleOne(merchant, bill))));
}

async function settleOne(merchant: Merchant, bill: Bill): Promise<void> {
  const ending = await endingOf(merchant, bill);
  await merchant.books.end(bill.ref_id, ending);
  merchant.diary.ended(bill.ref_id, ending);
  merchant.log("ended", { ref_id: bill.ref_id, ...ending });
}

async function endingOf(merchant: Merchant, bill: Bill): Promise<Ending> {
  try {
    return await settle(merchant, bill);
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    const neverSent = error.kind === "invalid_request";
    return { state: neverSent ? "refused" : "unclear", reason: describe(error) };
  }
}

async function settle(merchant: Merchant, bill: Bill): Promise<Ending> {
  const { books, patience } = merchant;
  for (let attempts = 0; ; attempts++) {
    // An attempt is in doubt while we do not know whether it moved money. This includes attempts of a run that ended
    // after sending.
    if (await books.isInDoubt(bill.ref_id)) {
      const found = await lookForSettlement(merchant, bill);
      if (found === "settled") return { state: "settled" };
      if (found !== "notFound") return { state: "unclear", reason: `the lookup says ${found}` };
      await books.clearDoubt(bill.ref_id);
    }
    if (attempts === patience.tries) return { state: "refused", reason: "no success after the last try" };

    const { nextStep, reason } = await attempt(merchant, bill);
    if (nextStep === "done") return { state: "settled" };
    if (nextStep === "fixRequest" || nextStep === "fixCredentials") return { state: "refused", reason };
    if (nextStep === "askService") return { state: "unclear", reason };
    if (nextStep === "sendAgain") await sleep(backoff(patience, attempts));
  }
}

interface Attempted {
  nextStep: NextStep | "done";
  reason: string;
}

const MOVED_NOTHING: ReadonlySet<Attempted["nextStep"]> = new Set(["sendAgain", "fixRequest", "fixCredentials"]);

/** Makes one attempt. It is stored before it is sent, so that no crash and no lost answer can hide it. */
async function attempt(merchant: Merchant, bill: Bill): Promise<Attempted> {
  const call = merchant.biller.prepareSettlement(bill); // throws all violations before anything is sent
  const number = await merchant.books.beginAttempt(bill.ref_id);
  const attempted = await send(call, merchant.patience).then(
    ({ outcome, nextStep }): Attempted => ({ nextStep: nextStep ?? "done", reason: outcome }),
    (error: unknown): Attempted => ({ nextStep: asBillwireError(error).nextStep, reason: describe(error) }),
  );
  // Only an attempt that certainly moved no money leaves doubt. A success stays in doubt until its bill is stored as
  // settled, so that a crash in between cannot lose it.
  if (MOVED_NOTHING.has(attempted.nextStep)) await merchant.books.endAttempt(bill.ref_id, number);
  merchant.diary.attempted(bill.ref_id, attempted.reason);
  merchant.log("attempted", { ref_id: bill.ref_id, attempt: number, ...attempted });
  return attempted;
}

function asBillwireError(error: unknown): BillwireError {
  if (isBillwireError(error)) return error;
  throw error;
}
