import { CreditFlow } from "billwire";
import { send } from "billwire/fetch";
import type { Merchant } from "./merchant.ts";
import { note } from "./webhook.ts";

/**
 * Asks about every bill that should be paid, and is not. The service decides a pending payment later, and
 * stops repeating webhooks to an endpoint that is down for long.
 */
export async function askAboutUnpaid(merchant: Merchant, signal: AbortSignal): Promise<void> {
  const { biller, books, patience } = merchant;
  for (const bill of await books.findUnpaid(patience.silence)) {
    const { ref_id, transactions, ...expectation } = bill;
    const { ending } = await CreditFlow.ofBill(biller, expectation, {
      policy: patience.credit,
      transactions,
    }).run({
      send: (request) => send(request, { timeout: patience.answer }),
      credit: ({ claimKey }) => books.credit(bill, claimKey),
      signal,
    });
    const { outcome: result, ...rest } = ending;
    await note(merchant, ref_id, { result, ...rest });
  }
}
