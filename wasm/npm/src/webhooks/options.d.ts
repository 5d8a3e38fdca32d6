import type { Biller, Claim, CreditEnding, CreditPolicy, DecimalInput, FlowAnswer, FlowRequest, Mismatch, SaveStep, Transaction, WebhookEvent, WebhookReceiver } from "../index.js";

export type { Claim } from "../index.js";

/** Bill as your database has it: the four fields that a verification must match. */
export interface BillOfWebhook {
  /** `identity_code` by which the service knows the bill. */
  readonly identity_code: string;
  /** `purpose_of_transaction` by which the service knows the bill. */
  readonly purpose_of_transaction: string;
  /** Currency. */
  readonly currency: string;
  /** Amount, exact. Read it as text, because a database driver may make it a float. */
  readonly amount: DecimalInput;
}

/** Record of a bill, by which one verification of it is under way at a time: JSON text without secrets. */
export type CreditRecord = Pick<SaveStep, "record" | "revision" | "previous">;

/** Table with one record and its revision for each bill. It saves work; what protects the money is `credit`. */
export interface CreditRecords<Bill extends BillOfWebhook = BillOfWebhook> {
  /** Returns the stored record of a bill. */
  find(bill: Bill): PromiseLike<string | null | undefined> | string | null | undefined;
  /**
   * Stores a record where the stored one has the revision `previous`; 0 means that none is stored. Returns false if it has
   * another one, because another delivery went on.
   */
  save(bill: Bill, record: CreditRecord): Promise<boolean> | boolean;
}

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
  /** Sends a verification. Default: `send` of `billwire/fetch`, with five seconds. */
  send?: ((request: FlowRequest) => FlowAnswer | Promise<FlowAnswer>) | null | undefined;
  /** Records of the bills. Default: in the memory of this process. With several processes, use the database. */
  records?: CreditRecords<Bill> | null | undefined;
  /** Pauses and limits of {@link CreditPolicy}. `inFlightMs` is 6,000 here: set it to more if `send` takes longer. */
  policy?: CreditPolicy | null | undefined;
  /** Largest body in bytes. Default 65,536, as the receiver's limit. */
  maxBytes?: number | null | undefined;
  /** Milliseconds in which a body must arrive. Default 5,000. */
  timeout?: number | null | undefined;
  /** Milliseconds in which each of your functions must return. Default 6,000. A late one may still credit; the event comes again. */
  functionTimeout?: number | null | undefined;
  /** Function that is told the result of each webhook. Its own failures are ignored. Default: prints a line without values for
   * each error, mismatch, unknown bill and bill that another payment has paid. */
  onResult?: ((result: WebhookResult) => unknown) | null | undefined;
}

/** Result of a webhook. */
export interface WebhookResult {
  /**
   * - an outcome of {@link CreditEnding}: how the credit flow of the bill ended. `busy`: the bill was not verified now, and
   *   the service delivers the webhook again.
   * - `unauthenticated`, `invalid`: the receiver refused the webhook.
   * - `refused`: another method or content type, or a body that is too long or too slow.
   * - `failed`: one of your functions threw or returned something else.
   */
  readonly result: CreditEnding["outcome"] | "unauthenticated" | "invalid" | "refused" | "failed";
  /** HTTP status of the response. */
  readonly status: number;
  /** Webhook, if its body is valid. */
  readonly event?: WebhookEvent;
  /** Error of `unconfirmed`, `unauthenticated`, `invalid` or `failed`. That of your own function is what it threw. */
  readonly error?: unknown;
  /** Your function that failed, such as `findBill`. */
  readonly failedIn?: string;
  /** Value that `send` threw. */
  readonly cause?: unknown;
  /** Claim key of `credited` and `paidOtherwise`. */
  readonly claimKey?: string;
  /** Transaction of `credited` and `paidOtherwise`. */
  readonly transaction?: Transaction;
  /** Fields of a `mismatch`. */
  readonly mismatches?: readonly Mismatch[];
  /** Time of `busy` from which the bill is verified again, in milliseconds since 1970. */
  readonly until?: number;
}
