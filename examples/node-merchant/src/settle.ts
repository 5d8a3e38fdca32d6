// Settling moves money, so the rule of this file is: never send a bill again while it may have been paid already.
import { setTimeout as sleep } from "node:timers/promises";
import { isBillwireError, type BillwireError, type NextStep } from "billwire";
import pLimit from "p-limit";
import type { Bill } from "./bills.ts";
import { describe } from "./log.ts";
import { lookForSettlement } from "./lookup.ts";
import type { Merchant } from "./merchant.ts";
import { backoff } from "./patience.ts";
import { send } from "./send.ts";

/** How a bill ended; "unclear" is for a person to look at, with the service, and is never settled again by itself. */
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
    // In doubt is an attempt of which we do not know whether it moved the money; also one of an earlier run that
    // ended between the sending and the answer.
    if (await books.isInDoubt(bill.ref_id)) {
      const found = await lookForSettlement(merchant, bill);
      if (found === "settled") return { state: "settled" };
      if (found !== "notFound") return { state: "unclear", reason: `the look-up says ${found}` };
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

/** One attempt: written down before it is sent, so that no crash and no lost answer can make us forget it. */
async function attempt(merchant: Merchant, bill: Bill): Promise<Attempted> {
  const call = merchant.biller.prepareSettlement(bill); // throws all violations; then nothing was sent
  const number = await merchant.books.beginAttempt(bill.ref_id);
  const attempted = await send(call, merchant.patience).then(
    ({ outcome, nextStep }): Attempted => ({ nextStep: nextStep ?? "done", reason: outcome }),
    (error: unknown): Attempted => ({ nextStep: asBillwireError(error).nextStep, reason: describe(error) }),
  );
  // Out of doubt is what certainly moved nothing. A success stays in doubt until its bill is entered as settled: a
  // crash between the two must not look as if nothing had been sent.
  if (MOVED_NOTHING.has(attempted.nextStep)) await merchant.books.endAttempt(bill.ref_id, number);
  merchant.diary.attempted(bill.ref_id, attempted.reason);
  merchant.log("attempted", { ref_id: bill.ref_id, attempt: number, ...attempted });
  return attempted;
}

function asBillwireError(error: unknown): BillwireError {
  if (isBillwireError(error)) return error;
  throw error;
}
