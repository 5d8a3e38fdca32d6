import { CreditFlow, type BookedTransaction } from "billwire";
import { send } from "billwire/fetch";
import type { Merchant } from "./merchant.ts";
import type { BilledBill } from "./payments.ts";
import { note } from "./webhook.ts";

/**
 * Asks the service about a bill, or about one of its transactions, without a webhook, and keeps what it finds.
 * Returns whether there was an answer.
 */
export async function ask(
  merchant: Merchant,
  { ref_id, transactions, ...expectation }: BilledBill,
  signal: AbortSignal,
  transaction?: BookedTransaction,
): Promise<boolean> {
  const { biller, payments, patience } = merchant;
  const options = { policy: patience.credit, transactions };
  const flow =
    transaction === undefined
      ? CreditFlow.ofBill(biller, expectation, options)
      : CreditFlow.ofPayment(biller, expectation, transaction, options);
  const { ending } = await flow.run({
    send: (request) => send(request, { timeout: patience.answer }),
    credit: (paid) => payments.credit(ref_id, paid),
    review: (seen) => payments.review(ref_id, seen),
    signal,
  });
  const { outcome: result, ...rest } = ending;
  note(merchant, ref_id, { result, ...rest });
  // "No transaction" is an answer, too.
  return ending.outcome !== "unconfirmed" || ending.error.code === "not_found";
}
