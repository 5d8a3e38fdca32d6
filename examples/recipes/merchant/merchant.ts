import { Biller, WebhookReceiver } from "billwire";
import type { WebhookOptions } from "billwire/web";
import type { Bill, Books } from "./books.ts";

/** Environment variables of a server, or bindings of a worker. */
export interface Settings {
  /** The service's base address. */
  readonly BILLWIRE_BASE_URL?: string | undefined;
  /** The token of verifications. Receiving webhooks needs no other credential. */
  readonly BILLWIRE_VERIFICATION_TOKEN?: string | undefined;
  /** `merchant_proxy` or `checkout`, as your service sends them. */
  readonly BILLWIRE_WEBHOOK_VARIANT?: string | undefined;
  /** The token of webhooks in the merchant-proxy variant. */
  readonly BILLWIRE_WEBHOOK_TOKEN?: string | undefined;
  /** Milliseconds after which a checkout webhook is answered; 6,000 by default. */
  readonly BILLWIRE_CHECKOUT_REPLY_MS?: string | undefined;
  /** Other variables. */
  readonly [name: string]: unknown;
}

/** Options of the webhook handler. Checks the settings: throws a BillwireError that names every missing one. */
export function webhookOptions(settings: Settings, books: Books): WebhookOptions<Bill> {
  const biller = new Biller({
    baseUrl: settings.BILLWIRE_BASE_URL ?? "",
    verificationToken: settings.BILLWIRE_VERIFICATION_TOKEN ?? "",
    allowLoopbackHttp: true, // the sandbox uses http on this machine; remove this in production
    // As the service documents them. Their webhooks are acknowledged without a verification; any other status
    // is verified.
    profile: { pendingStatuses: { transaction: ["pending"] }, failedStatuses: { transaction: ["failed"] } },
  });
  return {
    biller,
    receiver: receiverOf(settings),
    findBill: (refId) => books.findBill(refId),
    credit: (bill, claimKey, paid) => books.credit(bill, claimKey, paid),
    review: (seen) => books.review(seen.bill, seen),
    policy: { unauthenticatedReplyMs: Number(settings.BILLWIRE_CHECKOUT_REPLY_MS ?? 6_000) },
  };
}

/** Only this word switches the token off; a missing setting does not. */
function receiverOf({ BILLWIRE_WEBHOOK_VARIANT, BILLWIRE_WEBHOOK_TOKEN }: Settings): WebhookReceiver {
  if (BILLWIRE_WEBHOOK_VARIANT === "checkout") return WebhookReceiver.checkout();
  return WebhookReceiver.merchantProxy({ tokens: [BILLWIRE_WEBHOOK_TOKEN ?? ""] });
}
