import { ask } from "./ask.ts";
import type { Merchant } from "./merchant.ts";

/**
 * Asks about every bill that should be paid, and is not. The service decides a pending payment later, and
 * stops repeating webhooks to an endpoint that is down for long.
 */
export async function askAboutUnpaid(merchant: Merchant, signal: AbortSignal): Promise<void> {
  for (const bill of await merchant.payments.findUnpaid(merchant.patience.silence)) {
    await ask(merchant, bill, signal);
  }
}
