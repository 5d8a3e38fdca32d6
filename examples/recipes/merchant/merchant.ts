import { Biller, WebhookReceiver } from "billwire";
import { Books, type Database } from "./books.ts";

/** What an endpoint for webhooks needs. */
export interface Merchant {
  readonly biller: Biller;
  readonly receiver: WebhookReceiver;
  readonly books: Books;
}

/** Environment variables of a server, or bindings of a worker. */
export interface Settings {
  /** The service's base address. */
  readonly BILLWIRE_BASE_URL?: string | undefined;
  /** By which a verification shows who asks. No other credential is needed to receive webhooks. */
  readonly BILLWIRE_VERIFICATION_TOKEN?: string | undefined;
  /** `merchant_proxy` or `checkout`, as your service sends them. */
  readonly BILLWIRE_WEBHOOK_VARIANT?: string | undefined;
  /** The token that webhooks of the merchant-proxy variant show. */
  readonly BILLWIRE_WEBHOOK_TOKEN?: string | undefined;
  /** Whatever else is there. */
  readonly [name: string]: unknown;
}

/** Bytes of a webhook: the framework reads no more, and the receiver takes no more. */
export const BODY_LIMIT = 65_536;

/** Milliseconds for a webhook to arrive in. */
export const BODY_PATIENCE = 5_000;

/** The same for Node's server, which else waits five minutes, and looks at it twice a minute. */
export const TIMEOUTS = {
  headersTimeout: BODY_PATIENCE,
  requestTimeout: BODY_PATIENCE,
  connectionsCheckingInterval: 1_000,
};

/** Checks the settings; throws a BillwireError that names what is missing. */
export function openMerchant(settings: Settings, database: Database): Merchant {
  const biller = new Biller({
    baseUrl: settings.BILLWIRE_BASE_URL ?? "",
    verificationToken: settings.BILLWIRE_VERIFICATION_TOKEN ?? "",
    allowLoopbackHttp: true, // the sandbox speaks http on this machine; leave this out in production
  });
  return { biller, receiver: receiverOf(settings), books: new Books(database) };
}

/** Only the word switches the token off: one that is missing by mistake must not. */
function receiverOf({ BILLWIRE_WEBHOOK_VARIANT, BILLWIRE_WEBHOOK_TOKEN }: Settings): WebhookReceiver {
  const limits = { bytes: BODY_LIMIT };
  if (BILLWIRE_WEBHOOK_VARIANT === "checkout") return WebhookReceiver.checkout({ limits });
  return WebhookReceiver.merchantProxy({ tokens: [BILLWIRE_WEBHOOK_TOKEN ?? ""], limits });
}
