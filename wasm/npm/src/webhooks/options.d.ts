import type {
  Biller,
  Claim,
  CreditFlowOptions,
  ConfirmedStep,
  CreditEnding,
  CreditPolicy,
  Expectation,
  FlowAnswer,
  FlowRequest,
  Mismatch,
  Review,
  Transaction,
  WebhookEvent,
  WebhookReceiver,
} from "../index.js";

export type { BookedTransaction, Claim, Review } from "../index.js";

/**
 * Bill as your database has it: what a verification must match, and its transactions. Read its amounts as text,
 * because a database driver may make them floats.
 */
export interface BillOfWebhook extends Readonly<Expectation> {
  /**
   * All transactions that your books have of the bill: credited, held and reversed ones. For a bill that may be
   * paid more than once, give only those that the event names.
   */
  readonly transactions?: CreditFlowOptions["transactions"];
}

/** Bill of a webhook, or the bills that one payment pays together. */
export type BillsOfWebhook = BillOfWebhook | readonly BillOfWebhook[];

/** Payment that the service has confirmed. */
export interface ConfirmedPayment extends Omit<ConfirmedStep, "step" | "claimKey"> {
  /** Webhook that led to the verification. It may be forged: credit by `amount` and `transaction`. */
  readonly event: WebhookEvent;
}

/** Review of a bill for a person. */
export interface BillReview<Bill extends BillsOfWebhook = BillOfWebhook> extends Review {
  /** Bill that `findBill` returned. */
  readonly bill: Bill;
  /** Webhook that led to the verification. It may be forged. */
  readonly event: WebhookEvent;
}

/** Pauses and limits of a webhook handler. */
export interface WebhookPolicy extends CreditPolicy {
  /**
   * Milliseconds between two verifications of one bill for events that anyone can send. Default 60,000. An
   * event that comes earlier is verified when its turn comes.
   */
  unauthenticatedPauseMs?: number | null | undefined;
}

/** Options of a webhook handler. */
export interface WebhookOptions<Bill extends BillsOfWebhook = BillOfWebhook> {
  /** Receiver of your variant. */
  receiver: WebhookReceiver;
  /**
   * Biller with the token of verifications, or a function that returns it, which is asked for each request, so
   * that a renewed bearer reaches it.
   */
  biller: Biller | (() => Biller | PromiseLike<Biller>);
  /**
   * Finds a bill by the webhook's `identity_code`, which may be any text or absent, or by any other field of
   * the event. One payment of several bills gives a list of them, such as by the `bill_no` of its
   * `customers`; their amounts are added.
   */
  findBill(
    identityCode: string | undefined,
    event: WebhookEvent,
  ): PromiseLike<Bill | null | undefined> | Bill | null | undefined;
  /**
   * Stores the claim key as unique and credits the bill, in one database transaction. `bill` is what
   * `findBill` returned. It may be called for the same payment many times at once, and credits once.
   */
  credit(bill: Bill, claimKey: string, payment: ConfirmedPayment): PromiseLike<Claim> | Claim;
  /**
   * Stores what a person must see: once for each claim key and ending, with the state of the transaction, in one
   * database transaction. Once it has returned, the reply is 200. Without this function, the handler prints a
   * line that names the bill, and the service delivers the event again if the books do not have its payment.
   */
  review?: ((review: BillReview<Bill>) => unknown) | null | undefined;
  /** Sends a verification. Default: `send` of `billwire/fetch`, with five seconds. */
  send?: ((request: FlowRequest) => FlowAnswer | Promise<FlowAnswer>) | null | undefined;
  /** Pauses and limits. */
  policy?: WebhookPolicy | null | undefined;
  /** Largest body in bytes. Default 65,536, as the receiver's limit. */
  maxBytes?: number | null | undefined;
  /** Milliseconds in which a body must arrive. Default 5,000. */
  timeout?: number | null | undefined;
  /**
   * Milliseconds in which each of your functions must return. Default 6,000. A late one may still credit; the
   * event comes again.
   */
  functionTimeout?: number | null | undefined;
  /**
   * Function that is told the result of each webhook. Its own failures are ignored. Default: prints a line for
   * each error, and for each result that a person has to see and that `review` has not stored. The line has
   * the reference of your bill, and no value of the webhook.
   */
  onResult?: ((result: WebhookResult) => unknown) | null | undefined;
}

/** Result of a webhook. */
export interface WebhookResult {
  /**
   * - an outcome of {@link CreditEnding}: how the credit flow of the bill ended. `ignored` is also an event
   *   that anyone can have sent, while another one waits to have the bill verified.
   * - `deferred`: anyone can have sent the event, and it was answered before its bill was verified. The
   *   result is told later.
   * - `unauthenticated`, `invalid`: the receiver refused the webhook.
   * - `refused`: another method or content type, or a body that is too long or too slow.
   * - `failed`: one of your functions threw or returned something else.
   */
  readonly result:
    | CreditEnding["outcome"]
    | "deferred"
    | "unauthenticated"
    | "invalid"
    | "refused"
    | "failed";
  /** HTTP status of the response. */
  readonly status: number;
  /** Webhook, if its body is valid. */
  readonly event?: WebhookEvent;
  /** Bill that `findBill` returned, if its flow has ended. */
  readonly bill?: BillsOfWebhook;
  /** Whether `review` has stored what a person must see. Absent if there was nothing to store. */
  readonly reviewed?: boolean;
  /** Error of `unconfirmed`, `unauthenticated`, `invalid` or `failed`. That of your own function is what it threw. */
  readonly error?: unknown;
  /** Your function that failed, such as `findBill`. */
  readonly failedIn?: string;
  /** Value that `send` threw. */
  readonly cause?: unknown;
  /** Claim key of `credited` and `paidTwice`. */
  readonly claimKey?: string;
  /** Transaction in the service's answer, if it gave one. */
  readonly transaction?: Transaction;
  /** Fields of a `mismatch`. */
  readonly mismatches?: readonly Mismatch[];
}
