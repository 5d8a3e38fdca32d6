import { Biller, WebhookReceiver } from "billwire";
import { Books, type Database } from "./books.ts";

/** Dependencies of a webhook endpoint. */
export interface Merchant {
  readonly biller: Biller;
  readonly receiver: WebhookReceiver;
  readonly books: Books;
}

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
  /** Other variables. */
  readonly [name: string]: unknown;
}

/** Limit of a webhook in bytes, for the framework and the receiver. */
export const BODY_LIMIT = 65_536;

/** Milliseconds in which a webhook must arrive. */
export const BODY_PATIENCE = 5_000;

/** The same limit for Node's server, which otherwise waits five minutes and checks twice a minute. */
export const TIMEOUTS = {
  headersTimeout: BODY_PATIENCE,
  requestTimeout: BODY_PATIENCE,
  connectionsCheckingInterval: 1_000,
};

/** Checks the settings. Throws a BillwireError that names every missing one. */
export function openMerchant(settings: Settings, database: Database): Merchant {
  const biller = new Biller({
    baseUrl: settings.BILLWIRE_BASE_URL ?? "",
    verificationToken: settings.BILLWIRE_VERIFICATION_TOKEN ?? "",
    allowLoopbackHttp: true, // the sandbox uses http on this machine; remove this in production
  });
  return { biller, receiver: receiverOf(settings), books: new Books(database) };
}

/** Only this word switches the token off; a missing setting does not. */
function receiverOf({ BILLWIRE_WEBHOOK_VARIANT, BILLWIRE_WEBHOOK_TOKEN }: Settings): WebhookReceiver {
  const limits = { bytes: BODY_LIMIT };
  if (BILLWIRE_WEBHOOK_VARIANT === "checkout") return WebhookReceiver.checkout({ limits });
  return WebhookReceiver.merchantProxy({ tokens: [BILLWIRE_WEBHOOK_TOKEN ?? ""], limits });
}
