import type { Biller, Confirmation, DecimalInput, Mismatch, Transaction, Verdict, WebhookEvent, WebhookReceiver } from "../index.js";

/** Bill as your database has it: the four fields that a verification must match, and the transaction that paid it. */
export interface BillOfWebhook {
  /** `identity_code` by which the service knows the bill. */
  readonly identity_code: string;
  /** `purpose_of_transaction` by which the service knows the bill. */
  readonly purpose_of_transaction: string;
  /** Currency. */
  readonly currency: string;
  /** Amount, exact. Read it as text, because a database driver may make it a float. */
  readonly amount: DecimalInput;
  /** Claim key of the transaction that paid the bill; null while it is open. */
  readonly paidBy: string | null;
}

/** Result of {@link WebhookOptions.credit}: `creditedBefore` for the same transaction, `paidOtherwise` for another one. */
export type Claim = "credited" | "creditedBefore" | "paidOtherwise";

/** Payment that the service has confirmed. */
export interface ConfirmedPayment {
  /** Webhook that led to the verification. It may be forged: credit by `transaction`. */
  readonly event: WebhookEvent;
  /** Transaction in the service's answer. */
  readonly transaction: Transaction;
}

/** Options of a webhook handler. */
export interface WebhookOptions<Bill extends BillOfWebhook = BillOfWebhook> {
  /** Receiver of your variant. */
  receiver: WebhookReceiver;
  /** Biller with the token of verifications. */
  biller: Biller;
  /** Finds a bill by the webhook's `identity_code`, which may be any text. */
  findBill(identityCode: string, event: WebhookEvent): PromiseLike<Bill | null | undefined> | Bill | null | undefined;
  /**
   * Stores the claim key as unique and credits the bill, in one database transaction. It may be called for the same payment
   * many times at once, and credits once.
   */
  credit(bill: Bill, claimKey: string, payment: ConfirmedPayment): PromiseLike<Claim> | Claim;
  /** Sends a confirmation and returns its verdict. Default: `send` of `billwire/fetch`, with five seconds. */
  send?: ((confirmation: Confirmation) => PromiseLike<Verdict>) | undefined;
  /**
   * Whether to verify an open bill now, because of a webhook of the checkout variant, which anyone can send. Allow one
   * verification a minute and bill. Default: in the memory of this process. With several processes, use the database.
   */
  mayVerify?: ((bill: Bill) => PromiseLike<boolean> | boolean) | undefined;
  /** Statuses of a webhook that lead to a verification. Default `["success"]`. */
  successStatuses?: readonly string[] | undefined;
  /** Largest body in bytes. Default 65,536, as the receiver's limit. */
  maxBytes?: number | undefined;
  /** Milliseconds in which a body must arrive. Default 5,000. */
  timeout?: number | undefined;
  /** Function that is told the result of each webhook. Its own failures are ignored. Default: prints errors without values. */
  onResult?: ((result: WebhookResult) => unknown) | undefined;
}

/** Result of a webhook. */
export interface WebhookResult {
  /**
   * - `credited`, `creditedBefore`, `paidOtherwise`: the result of `credit`, or what `paidBy` says.
   * - `nothingToCredit`: the status is none of `successStatuses`.
   * - `unknownBill`: `findBill` found none.
   * - `mismatch`: the webhook or the verification contradicts the bill.
   * - `notVerified`: `mayVerify` allowed no verification now.
   * - `unconfirmed`: the verification gave no result.
   * - `unauthenticated`, `invalid`: the receiver refused the webhook.
   * - `refused`: another method or content type, or a body that is too long or too slow.
   * - `failed`: one of your functions threw.
   */
  readonly result:
    | Claim
    | "nothingToCredit"
    | "unknownBill"
    | "mismatch"
    | "notVerified"
    | "unconfirmed"
    | "unauthenticated"
    | "invalid"
    | "refused"
    | "failed";
  /** HTTP status of the response. */
  readonly status: number;
  /** Webhook, if its body is valid. */
  readonly event?: WebhookEvent;
  /** Error, if there is one. */
  readonly error?: unknown;
  /** Fields of the verification that contradict the bill. */
  readonly mismatches?: readonly Mismatch[];
}
