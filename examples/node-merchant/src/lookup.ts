import { setTimeout as sleep } from "node:timers/promises";
import { isBillwireError, type VerificationResponse } from "billwire";
import { isAmount } from "./amount.ts";
import type { Bill } from "./bills.ts";
import type { Merchant } from "./merchant.ts";
import { ask } from "./send.ts";

/** What verification says about a bill's settlement. */
export type Found = "there" | "not there" | "unclear";

/**
 * Looks for a settlement whose answer was lost.
 *
 * "Not there" right after a time-out can mean "not there yet": the request may still wait in a queue of the service,
 * or of something between. So the question is asked several times, with growing pauses, and only the last "not
 * there" counts. How long to wait is a matter between you and your service. The sandbox moves the money before it
 * answers (or drops the connection), so these short pauses are enough here.
 */
export async function lookForSettlement(merchant: Merchant, bill: Bill): Promise<Found> {
  let found: Found = "unclear";
  for (const pause of merchant.patience.looks) {
    await sleep(pause);
    found = await look(merchant, bill);
    merchant.diary.looked();
    merchant.log("looked", { ref_id: bill.ref_id, found });
    if (found === "there") break;
  }
  return found;
}

async function look(merchant: Merchant, bill: Bill): Promise<Found> {
  const call = merchant.biller.prepareSettlementLookup(bill);
  try {
    const answer = await ask(call, merchant.patience, (status, body) => call.decode(status, body));
    return isSettlementOf(bill, answer) ? "there" : "unclear";
  } catch (error) {
    if (saysNotFound(error)) return "not there";
    throw error;
  }
}

/**
 * The interface shows no code for "no such transaction", so billwire does not guess and reports an unknown code.
 * This deployment documents `NOT_FOUND` for it. Only this very code allows a bill to be sent again.
 */
function saysNotFound(error: unknown): boolean {
  return isBillwireError(error) && error.code === "unknown_code" && error.responseCode === "NOT_FOUND";
}

function isSettlementOf(bill: Bill, { data }: VerificationResponse): boolean {
  return (
    data.status === "success" &&
    data.currency === bill.currency &&
    isAmount(data.tran_amount, BigInt(bill.total_amount))
  );
}
