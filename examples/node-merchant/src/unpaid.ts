import { WebhookReceiver } from "billwire";
import type { Merchant } from "./merchant.ts";
import { confirmAndCredit } from "./webhook.ts";

/**
 * Asks about every settled bill without a webhook: the service stops repeating webhooks to an endpoint that is down for
 * long. A webhook proves nothing anyway, so an empty one has the same effect: the answer decides.
 */
export async function askAboutUnpaid(merchant: Merchant): Promise<void> {
  const notice = WebhookReceiver.checkout().receive([], "{}");
  for (const bill of await merchant.books.findUnpaid()) await confirmAndCredit(merchant, notice, bill);
}
