import { WebhookReceiver } from "billwire";
import type { Merchant } from "./merchant.ts";
import { confirmAndCredit } from "./webhook.ts";

/**
 * Asks about every settled bill of which no notice has told us: the service gives up on an endpoint that is away for
 * long. A notice proves nothing in any case, so one that says nothing does as well: the answer decides.
 */
export async function askAboutUnpaid(merchant: Merchant): Promise<void> {
  const notice = WebhookReceiver.checkout().receive([], "{}");
  for (const bill of await merchant.books.findUnpaid()) await confirmAndCredit(merchant, notice, bill);
}
