// The end of the day: asks the service again about each bill, and keeps what has changed. Webhooks get lost,
// and a payment or a settlement may be reversed without one.
import { setTimeout as sleep } from "node:timers/promises";
import { ask } from "./ask.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";
import { lookAgain } from "./settle.ts";

/**
 * Asks about each bill about which the service has not answered since then, some at a time, and until a time. Returns
 * when to go on; nothing once all have an answer. Another one goes on where this one stops, fails or dies. What has
 * not changed changes nothing.
 */
export async function reconcile(
  merchant: Merchant,
  since: Date,
  until: number,
  signal: AbortSignal,
): Promise<Date | undefined> {
  const { books, patience } = merchant;
  const { atOnce, pause } = patience.reconcile;
  const refIds = await books.findUnchecked(since);
  let unanswered = 0;
  for (let at = 0; at < refIds.length && Date.now() < until; at += atOnce) {
    const some = refIds.slice(at, at + atOnce);
    const results = await Promise.allSettled(some.map((refId) => askAgain(merchant, refId, signal)));
    for (const [nth, result] of results.entries()) {
      if (result.status === "fulfilled" && result.value) continue;
      const reason = result.status === "fulfilled" ? "no answer" : describe(result.reason);
      merchant.log("not reconciled", { ref_id: some[nth], reason });
      unanswered += 1;
    }
    await sleep(pause, undefined, { signal });
  }
  if ((await books.findUnchecked(since)).length === 0) return undefined;
  return new Date(Date.now() + (unanswered > 0 ? patience.silence : 0));
}

/**
 * Asks about the settlement of a bill, about each of its transactions, and whether there is another one. Returns
 * whether each question was answered: a bill whose service is down or refuses a credential is asked about again.
 */
async function askAgain(merchant: Merchant, refId: string, signal: AbortSignal): Promise<boolean> {
  const { books, payments } = merchant;
  const answered = [await lookAgain(merchant, refId)];
  for (const { claimKey } of (await payments.findBill(refId))?.transactions ?? []) {
    const bill = await payments.findBill(refId); // as the last answer has left it
    const transaction = bill?.transactions.find((each) => each.claimKey === claimKey);
    if (bill && transaction) answered.push(await ask(merchant, bill, signal, transaction));
  }
  const bill = await payments.findBill(refId);
  if (bill) answered.push(await ask(merchant, bill, signal));
  if (!answered.every(Boolean)) return false;
  await books.checked(refId);
  return true;
}
