import { CreditFlow } from "billwire";
import type { Merchant } from "./merchant.ts";
import { credit, expectationOf } from "./webhook.ts";

/** Asks about every settled bill without a webhook: the service stops repeating webhooks to an endpoint that is down for long. */
export async function askAboutUnpaid(merchant: Merchant): Promise<void> {
  const { biller, books, patience } = merchant;
  for (const bill of await books.findUnpaid()) {
    const { ref_id, record } = bill;
    await credit(merchant, ref_id, CreditFlow.ofBill(biller, expectationOf(bill), { policy: patience.credit, record }));
  }
}
