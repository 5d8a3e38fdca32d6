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
/** Asks about a bill, or about one of its transactions. */
export async function ask(refId: string, transaction?: BookedTransaction): Promise<void> {
  const bill = await findBill(refId);
  if (bill === undefined) return;
  const { ref_id, transactions, ...expectation } = bill;
  const flow =
    transaction === undefined
      ? CreditFlow.ofBill(biller, expectation, { transactions })
      : CreditFlow.ofPayment(biller, expectation, transaction, { transactions });
  await flow.run({
    send: (request) => send(request),
    credit: (paid) => credit(ref_id, paid.claimKey, paid),
    review: (seen) => review(ref_id, seen),
  });
}
// ANCHOR_END: ask

// ANCHOR: reconcile
/**
 * The end of the day: asks about each bill of so many days, and each of its transactions. It leaves out bills
 * about which it has asked within so many hours, so it goes on after a crash. What has not changed changes nothing.
 */
export async function reconcile({ days = 7, hours = 12, pauseMs = 200 } = {}): Promise<void> {
  for (const refId of await findUnchecked(days, hours)) {
    await askAgain(refId).catch((error) => console.error(`${refId}: ${error}`)); // the next run asks again
    await sleep(pauseMs);
  }
}

async function askAgain(refId: string): Promise<void> {
  await lookAgain(refId);
  for (const { claimKey } of (await findBill(refId))?.transactions ?? []) {
    // As the answer about the last one has left it.
    const transaction = (await findBill(refId))?.transactions.find((each) => each.claimKey === claimKey);
    if (transaction?.claimKey) await ask(refId, transaction);
  }
  await ask(refId); // is there another one?
  await enterChecked(refId);
}
// ANCHOR_END: reconcile
