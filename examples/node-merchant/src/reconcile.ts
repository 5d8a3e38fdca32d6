// The end of the day: asks the service again about each bill, and keeps what has changed. Webhooks get lost,
// and a payment or a settlement may be reversed without one.
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./ask.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";
import { lookAgain } from "./settle.ts";

/**
 * Asks about each bill that nobody has asked about since then, some at a time, and until a time. Returns whether it has
 * asked about all. Another one goes on where this one stops, fails or dies. What has not changed changes nothing.
 */
export async function reconcile(
  merchant: Merchant,
  since: Date,
  until: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { atOnce, pause } = merchant.patience.reconcile;
  const refIds = await merchant.books.findUnchecked(since);
  for (let at = 0; at < refIds.length && Date.now() < until; at += atOnce) {
    const some = refIds.slice(at, at + atOnce);
    const results = await Promise.allSettled(some.map((refId) => askAgain(merchant, refId, signal)));
    for (const [nth, result] of results.entries()) {
      if (result.status === "rejected")
        merchant.log("not reconciled", { ref_id: some[nth], reason: describe(result.reason) });
    }
    await sleep(pause, undefined, { signal });
  }
  return (await merchant.books.findUnchecked(since)).length === 0;
}

/** Asks about the settlement of a bill, about each of its transactions, and whether there is another one. */
async function askAgain(merchant: Merchant, refId: string, signal: AbortSignal): Promise<void> {
  const { books, payments } = merchant;
  await lookAgain(merchant, refId);
  for (const { claimKey } of (await payments.findBill(refId))?.transactions ?? []) {
    const bill = await payments.findBill(refId); // as the last answer has left it
    const transaction = bill?.transactions.find((each) => each.claimKey === claimKey);
    if (bill && transaction) await ask(merchant, bill, signal, transaction);
  }
  const bill = await payments.findBill(refId);
  if (bill) await ask(merchant, bill, signal);
  await books.checked(refId);
}
