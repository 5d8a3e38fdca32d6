import { setTimeout as sleep } from "node:timers/promises";
import type { LookupVerdict } from "billwire";
import type { Bill } from "./bills.ts";
import type { Merchant } from "./merchant.ts";
import { ask } from "./send.ts";

/** Result of a bill's lookup by verification. */
export type Found = LookupVerdict["verdict"];

/**
 * Looks up a settlement whose answer was lost.
 *
 * Right after a time-out, "notFound" can mean "not there yet": the request may still be queued, at the service or
 * before it. So this function asks several times, with growing pauses, and only the last "notFound" counts. Agree with
 * your service how long to wait. The sandbox moves the money before it answers or drops the connection, so short pauses
 * suffice here.
 */
export async function lookForSettlement(merchant: Merchant, bill: Bill): Promise<Found> {
  let found: Found = "unclear";
  for (const pause of merchant.patience.looks) {
    await sleep(pause);
    found = await look(merchant, bill);
    merchant.diary.looked();
    merchant.log("looked", { ref_id: bill.ref_id, found });
    if (found === "settled" || found === "different") break;
  }
  return found;
}

async function look(merchant: Merchant, bill: Bill): Promise<Found> {
  const lookup = merchant.biller.prepareSettlementLookup(bill);
  return ask(lookup.call, merchant.patience, (status, body) => {
    const found = lookup.decide(status, body);
    if (found.verdict === "unclear" && found.error) throw found.error; // no answer about any bill
    return found.verdict;
  });
}
