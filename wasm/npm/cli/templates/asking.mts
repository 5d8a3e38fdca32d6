// Asks the service about bills without a webhook, and keeps what it finds. Webhooks get lost, and a payment
// or a settlement may be reversed without one.
import { setTimeout as sleep } from "node:timers/promises";
import { CreditFlow, type BookedTransaction } from "billwire";
import { send } from "billwire/fetch";
import { enterChecked, findUnchecked } from "./bills.mjs";
import { biller } from "./merchant.mjs";
import { credit, findBill, review } from "./payments.mjs";
import { lookAgain } from "./settling.mjs";

// ANCHOR: ask
/** Asks about a bill, or about one of its transactions. Returns whether there was an answer. */
export async function ask(refId: string, transaction?: BookedTransaction): Promise<boolean> {
  const bill = await findBill(refId);
  if (bill === undefined) return true;
  const { ref_id, transactions, ...expectation } = bill;
  const flow =
    transaction === undefined
      ? CreditFlow.ofBill(biller, expectation, { transactions })
      : CreditFlow.ofPayment(biller, expectation, transaction, { transactions });
  const { ending } = await flow.run({
    send: (request) => send(request),
    credit: (paid) => credit(ref_id, paid.claimKey, paid),
    review: (seen) => review(ref_id, seen),
  });
  // "No transaction" is an answer, too.
  return ending.outcome !== "unconfirmed" || ending.error.code === "not_found";
}
// ANCHOR_END: ask

// ANCHOR: reconcile
/**
 * The end of the day: asks about each bill of so many days, and each of its transactions. It leaves out bills
 * about which the service has answered within so many hours, so it goes on after a crash, and returns those without
 * an answer. What has not changed changes nothing.
 */
export async function reconcile({ days = 7, hours = 12, pauseMs = 200 } = {}): Promise<string[]> {
  const unanswered = [];
  for (const refId of await findUnchecked(days, hours)) {
    const isAnswered = await askAgain(refId).catch((error) => console.error(`${refId}: ${error}`));
    if (isAnswered) await enterChecked(refId);
    else unanswered.push(refId);
    await sleep(pauseMs);
  }
  if (unanswered.length > 0)
    console.error(`no answer about ${unanswered.join(", ")}: check your credentials, and run it again`);
  return unanswered;
}

/** Asks about a bill and its transactions, and returns whether each question was answered. */
async function askAgain(refId: string): Promise<boolean> {
  const answered = [await lookAgain(refId)];
  for (const { claimKey } of (await findBill(refId))?.transactions ?? []) {
    // As the answer about the last one has left it.
    const transaction = (await findBill(refId))?.transactions.find((each) => each.claimKey === claimKey);
    if (transaction?.claimKey) answered.push(await ask(refId, transaction));
  }
  answered.push(await ask(refId)); // is there another one?
  return answered.every(Boolean);
}
// ANCHOR_END: reconcile
