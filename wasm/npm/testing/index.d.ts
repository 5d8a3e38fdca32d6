import type {
  Code,
  JsonObject,
  Reply,
  WebhookEvent,
  WebhookHeaders,
  WebhookReceiver,
  WireProfile,
} from "../index.js";

/** Settings of a {@link Simulator}. */
export interface SimulatorOptions {
  /** Bearer token that onboarding and settlement require (interface section 5.1). */
  bearer: string;
  /** Token that verification requires (section 5.2), unless the profile sets `verificationAuth` to `bearer`. */
  verificationToken: string;
  /** Key of the request signature (section 5.3). */
  hashToken: string;
  /** Settings for a deployment that differs from the interface. Pass the same profile to the biller. */
  profile?: WireProfile | null | undefined;
  /** Base address for `fetch`; any other address fails to connect. Default: every server name, without a path. */
  baseUrl?: string | null | undefined;
  /**
   * Text in the ids of all transactions, such as `TRAN-<seed>-00000001`. Default: random characters, so that
   * the ids of two runs differ. Pass a text to get the same ids in each run; `""` leaves it out, with its
   * hyphen.
   */
  seed?: string | null | undefined;
  /** Whether `purpose_of_transaction` is the empty text in verifications and webhooks. Default false. */
  withoutPurpose?: boolean | null | undefined;
  /** Fee of each transaction, in whole units of its currency. Default 0. */
  fee?: number | bigint | null | undefined;
  /**
   * Start of the simulated clock. Default 2026-01-31T17:00:00Z: the simulator does not read a real clock. A
   * `SettlementFlow` takes no transaction that is older than its bill for the bill's own, so begin both at
   * one time: `Date.now()`.
   */
  now?: number | Date | null | undefined;
  /**
   * Effect of a settlement with a `ref_id` that is already settled: it moves the money again, or is refused.
   * Default `settle`.
   */
  repeatedBill?: "settle" | "refuse" | null | undefined;
  /** Endpoint of the webhooks. Without it, the simulator sends none. */
  webhook?: WebhookEndpoint | null | undefined;
  /** Links of sub billers' accounts. */
  linking?: LinkingOptions | null | undefined;
  /** Deliveries of a webhook that is not acknowledged. */
  retries?: WebhookRetries | null | undefined;
  /** Longest time in milliseconds that an out-of-order webhook waits for a later one. Default 2,000. */
  holdMs?: number | null | undefined;
}

/**
 * Links of sub billers' accounts. The page behind `web_url` takes a form by POST, with `bank`, `currency` and `action`
 * (`link`, the default, or `leave`), and returns to `return_url` in either case. `POST /verify_linked_bank_account` and
 * `POST /add_link_account` take `supplier_sync_code` and the bearer token: these paths are the simulator's own.
 */
export interface LinkingOptions {
  /** Whether a settlement needs a linked account of its currency. Default false. */
  required?: boolean | null | undefined;
  /** HTTP status of the answer to a settlement whose destination has linked no account. Default 422. */
  notLinkedStatus?: number | null | undefined;
  /** Code of that answer. Default `NOT_LINKED`. */
  notLinkedCode?: string | null | undefined;
  /** HTTP status of the answer where it has linked accounts of other currencies only. Default 422. */
  otherCurrencyStatus?: number | null | undefined;
  /** Code of that answer. Default `OTHER_CURRENCY`. */
  otherCurrencyCode?: string | null | undefined;
  /** Address of the server of the page. Default `https://bank.example`. */
  pageUrl?: string | null | undefined;
}

/** Deliveries of a webhook that is not acknowledged. The wait doubles each time. */
export interface WebhookRetries {
  /** Number of deliveries. Default 8. */
  deliveries?: number | null | undefined;
  /** Milliseconds before the second delivery. Default 250. */
  firstMs?: number | null | undefined;
  /** Longest wait in milliseconds. Default 5,000. */
  longestMs?: number | null | undefined;
}

/** Variant of the webhook (interface section 4.4): with the header `Token`, or without authentication. */
export type WebhookVariant = "merchant_proxy" | "checkout";

/** Endpoint of a merchant for webhooks. */
export interface WebhookEndpoint {
  /** Address. The simulator copies it to each webhook unchanged. */
  url: string;
  /** Variant of the webhooks. Default `merchant_proxy`. */
  variant?: WebhookVariant | null | undefined;
  /** Token of the merchant-proxy variant. */
  token?: string | null | undefined;
  /** Test case that a header selects at the interface's sample target. Default: no such header. */
  testCase?: "success" | "fail" | null | undefined;
  /** Type of customers' amounts in the checkout variant. Default `text`. The other variant always sends numbers. */
  amounts?: "text" | "number" | null | undefined;
  /** Key of the customers in the checkout variant. Default `customers`, which the other variant always uses. */
  customersKey?: "customers" | "Customer" | null | undefined;
}

/** Request that arrives at the service. */
export interface SimulatedRequest {
  /** HTTP method. Default `POST`. */
  readonly method?: string | undefined;
  /** Path below the base address, with its query. */
  readonly path: string;
  /** Headers. Default none. */
  readonly headers?:
    | Headers
    | Readonly<Record<string, string | readonly string[]>>
    | Iterable<readonly [string, string]>
    | undefined;
  /** Body as text or bytes. Default empty. */
  readonly body?: string | Uint8Array | ArrayBuffer | undefined;
}

/** Answer of the service, and how it reaches the caller. */
export interface SimulatedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body. */
  readonly body: string;
  /** The way that the answer reaches the caller. */
  readonly transport:
    | {
        /**
         * `send`: the answer arrives at once. `drop_before`: the connection closes before the request takes effect.
         * `drop_after`: it closes after the request takes effect.
         */
        readonly kind: "send" | "drop_before" | "drop_after";
      }
    | {
        /** The answer arrives late. The request takes effect at once. */
        readonly kind: "slow";
        /** Delay in milliseconds. */
        readonly delay_ms: number;
      };
}

/** Webhook to deliver now. Pass its result to {@link Simulator.delivered}. */
export interface DueWebhook {
  /** Id of the delivery. */
  readonly id: number;
  /** Address to which you deliver it by `POST`. */
  readonly url: string;
  /** Headers, with the token of the merchant-proxy variant. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body: JSON text. */
  readonly body: string;
  /** Number of this delivery of the webhook, from 1. */
  readonly attempt: number;
}

/** Answer of the merchant to a webhook. */
export interface DeliveryAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Body. Default empty. */
  readonly body?: string | Uint8Array | ArrayBuffer | undefined;
}

/** Fault of an answer. `moves_money` says whether the request takes effect. */
export type AnswerFault =
  | {
      /** The request takes effect at once, and the answer arrives late. */
      kind: "slow";
      /** Delay in milliseconds. */
      delay_ms: number;
    }
  | {
      /** The connection closes before the request takes effect, or after it without an answer. */
      kind: "drop_before" | "drop_after";
    }
  | {
      /** Any answer that you set. */
      kind: "answer";
      /** HTTP status, 200 to 599. */
      status: number;
      /** Body. Default empty. */
      body?: string | null | undefined;
      /** Headers. Default none. */
      headers?: Readonly<Record<string, string>> | null | undefined;
      /** Whether the request takes effect. Default false. */
      moves_money?: boolean | null | undefined;
    }
  | {
      /** The answer redirects the caller, and the request has no effect. */
      kind: "redirect";
      /** HTTP status, 300 to 399. */
      status: number;
      /** Header `Location`. */
      location: string;
    }
  | {
      /** HTTP 200 with a truncated body. */
      kind: "unreadable";
      /** Whether the request takes effect. */
      moves_money: boolean;
    }
  | {
      /** HTTP 200 with a code and messages that you set. */
      kind: "code";
      /** Code. */
      code: string;
      /** English message. Default empty. */
      message?: string | null | undefined;
      /** Khmer message. Default empty. */
      message_kh?: string | null | undefined;
      /** Whether the request takes effect. Default false. */
      moves_money?: boolean | null | undefined;
    }
  | {
      /**
       * The request takes effect. Its answer has the body of a success and another HTTP status, so that only
       * the body says that the money has moved.
       */
      kind: "http_status";
      /** HTTP status, 200 to 599, such as 429, 400, 401 or 422. */
      status: number;
    }
  | {
      /** A success code with statuses other than `success`: a settlement is accepted, a transaction is pending. */
      kind: "statuses";
      /** Status of the bill. Default: the answer has none. */
      bill?: string | null | undefined;
      /** Status of the payment; in a verification, the status of the transaction. */
      payment?: string | null | undefined;
      /** Whether the request takes effect. */
      moves_money: boolean;
    }
  | {
      /**
       * An onboarding takes effect, and its answer has the profile's first code for what exists already, or
       * `EXISTS_ALREADY`.
       */
      kind: "exists_already";
      /** Whether the answer has the sub biller and its link. Default false. */
      with_data?: boolean | null | undefined;
    }
  | {
      /** An onboarding takes effect, and its answer is that of another sub biller. */
      kind: "another_shop";
      /** The other one's code. */
      supplier_sync_code: string;
    };

/** Fault of a visit to the page of a sub biller's link. A visit is a form that was sent. */
export interface ScriptedVisit {
  /** Sub biller whose link is visited. */
  supplier_sync_code: string;
  /** Number of the visit, counted from 1. Default 1. */
  visit?: number | null | undefined;
  /**
   * `abandoned`: the visitor returns to `return_url` and has linked nothing. `twice`: the form arrives twice, and links
   * one account. `expired`: the page says that the link has expired; the next onboarding gives another one.
   */
  fault: { kind: "abandoned" | "twice" | "expired" };
}

/** Fault of a webhook. */
export type WebhookFault =
  | {
      /**
       * `twice`: it is delivered again after it was acknowledged. `out_of_order`: it waits until the webhook of a later
       * transaction is delivered. `pending_first`: a webhook with the status `pending` precedes it. `forged`: a webhook
       * about a transaction that does not exist precedes it, with a wrong token if the variant has one.
       * `wrong_amount`: a webhook with a wrong amount precedes it. `failed`: its status is `failed`, although
       * the money has moved.
       */
      kind: "twice" | "out_of_order" | "pending_first" | "forged" | "wrong_amount" | "failed";
    }
  | {
      /** The webhook is delivered late. */
      kind: "late";
      /** Delay in milliseconds. */
      delay_ms: number;
    }
  | {
      /** It has another status than the transaction, or none. */
      kind: "status";
      /** Status. Default: the webhook has none. */
      status?: string | null | undefined;
    };

/** Status of a transaction, from a time on. */
export interface ScriptedStatus {
  /** Status. The sub biller has the money while the profile's `successStatuses.transaction` lists it. */
  status: string;
  /** Milliseconds after the settlement. Default 0. */
  after_ms?: number | null | undefined;
  /** Whether a webhook reports it. Default true. */
  webhook?: boolean | null | undefined;
}

/** One transaction of a payment. */
export interface ScriptedTransaction {
  /** Amount, in whole units of its currency. Default: the bill's. */
  amount?: number | null | undefined;
  /** Currency. Default: the bill's. */
  currency?: string | null | undefined;
  /**
   * Statuses, one after the other. Default: it succeeds at once. With `pending` first and `success` later,
   * the money moves later; with another status after `success`, it goes back.
   */
  statuses?: readonly ScriptedStatus[] | null | undefined;
  /**
   * Milliseconds after the settlement until verifications find it, stop finding it, find it again, and so on. Default
   * `[0]`: always. `[60_000]` is a late record, `[0, 1_000, 2_000]` a replica that lags, and `[]` means never.
   */
  found_ms?: readonly number[] | null | undefined;
}

/** Fault of one valid request with a key. Requests count from 1 since the simulator started. */
export interface ScriptedAnswer {
  /** Number of the request. Default 1. */
  attempt?: number | null | undefined;
  /** Fault to serve. */
  fault: AnswerFault;
}

/** Faults of requests that a field names. */
export type FaultsBy<Field extends string> = readonly (ScriptedAnswer & Readonly<Record<Field, string>>)[];

/** Faults to serve and payments to make, each once. The sandbox accepts the same JSON. */
export interface FaultScript {
  /** Faults of onboardings. */
  onboarding?: FaultsBy<"supplier_sync_code"> | null | undefined;
  /** Faults of settlements. */
  settlement?: FaultsBy<"ref_id"> | null | undefined;
  /** Faults of verifications. */
  verification?: FaultsBy<"identity_code"> | null | undefined;
  /** Faults of the webhook of a bill's next transaction. */
  webhooks?: readonly ScriptedWebhook[] | null | undefined;
  /** Course of the payment of a bill's next settlement that takes effect. */
  payments?: readonly ScriptedPayment[] | null | undefined;
  /** Faults of visits to links. */
  links?: readonly ScriptedVisit[] | null | undefined;
}

/** Fault of the webhook of a bill's next transaction. */
export interface ScriptedWebhook {
  /** Bill of the transaction. */
  ref_id: string;
  /** Fault of its webhook. */
  fault: WebhookFault;
}

/** Course of a payment. */
export interface ScriptedPayment {
  /** Bill of the payment. */
  ref_id: string;
  /** Its transactions. With none, the bill is accepted and never decided. */
  transactions: readonly ScriptedTransaction[];
}

/** Payment by a customer to the merchant, such as by KHQR. */
export interface CustomerPayment {
  /** Reference number at the merchant side, by which a verification finds the payment. */
  identity_code: string;
  /** Bill issue date or bill number. Default the `identity_code`. */
  purpose_of_transaction?: string | null | undefined;
  /** Currency code. */
  currency: string;
  /** Amount, in whole units of the currency. */
  amount: number;
  /** Whether the service sends a webhook. Default true. */
  webhook?: boolean | null | undefined;
}

/** Books of the service. Sums are decimal text, in whole units of their currency, without fees. */
export interface Books {
  /** Accepted bills, in the order of their `ref_id`. */
  readonly bills: readonly {
    /** Reference id of the bill. */
    readonly ref_id: string;
    /** Currency of its first settlement. */
    readonly currency: string;
    /** Total amount of its first settlement. */
    readonly total_amount: number;
    /** Total amount in KHR of its first settlement. */
    readonly total_amount_khr: string;
    /**
     * Number of transactions whose money the sub biller has. None means that the bill is not paid, or that
     * its payment was reversed; more than one, that it was paid more than once.
     */
    readonly settlements: number;
    /** These transactions. */
    readonly tran_ids: readonly string[];
  }[];
  /** Registered sub billers, in the order of their `supplier_sync_code`. */
  readonly sub_billers: readonly {
    /** Sub biller id at the biller side. */
    readonly supplier_sync_code: string;
    /** Supplier code at the service side. */
    readonly code: string;
    /** Name in English. */
    readonly name: string;
    /** Linked accounts. Without one, the sub biller is onboarded and not linked. */
    readonly accounts: readonly { readonly bank_id: string; readonly currency: string }[];
    /** How often the form of its link's page was sent. */
    readonly visits: number;
  }[];
  /** Balance of each sub biller, by its `supplier_sync_code` and by currency. */
  readonly balances: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Sum of all transactions, by currency. */
  readonly totals: Readonly<Record<string, string>>;
  /** Number of times that each fault was served, such as `settlement/drop_after` or `webhook/twice`. */
  readonly faults_served: Readonly<Record<string, number>>;
  /** Counts of webhooks. */
  readonly webhooks: {
    /** Webhooks due so far, with scripted extra ones. */
    readonly due: number;
    /** Deliveries with a known result, with repeated ones. */
    readonly delivered: number;
    /** Acknowledged webhooks. */
    readonly acknowledged: number;
    /** Webhooks that the service no longer delivers. */
    readonly failed: number;
    /** Webhooks that are not acknowledged yet, with late and waiting ones. */
    readonly pending: number;
  };
}

/**
 * Simulated service. It has no network and no real clock, and with a `seed` no randomness: the same calls give the same
 * answers. It validates requests by the interface, keeps books, and makes the webhooks. You do not have to free it.
 *
 * If its WebAssembly instance traps, for example because memory runs out, this and every later call throws a
 * BillwireError, `internal`. The books of all simulators are lost then. Start a new simulator.
 */
export class Simulator {
  /** Starts with empty books. Throws a BillwireError, `invalid_config`, with all violations of the settings. */
  constructor(options: SimulatorOptions);
  /** Simulated time, in milliseconds since 1970. It changes only if you set it, or by a slow answer. */
  get now(): number;
  /** Sets the clock. */
  set now(now: number | Date);
  /** Moves the clock forward by `ms` milliseconds. */
  advance(ms: number): void;
  /**
   * Replacement for `fetch`, which also works without its object. A dropped connection rejects with a TypeError, as in
   * `fetch`. A slow answer moves the clock and does not wait. A redirect is returned to a request with
   * `redirect: "manual"`, as every call has, and is never followed.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Answers a request at once, without moving the clock. */
  handle(request: SimulatedRequest): SimulatedAnswer;
  /**
   * Adds faults to serve and payments to make. Throws `invalid_config` for an invalid script, and adds
   * nothing of it.
   */
  script(script: FaultScript): void;
  /**
   * Takes a customer's payment, which no settlement precedes. A verification finds it. Returns the body of the
   * webhook that reports it, which is due at once. Throws `invalid_config` for an invalid payment.
   */
  pay(payment: CustomerPayment): JsonObject;
  /** Sets the endpoint of all webhooks that are not acknowledged yet. */
  sendWebhooksTo(endpoint: WebhookEndpoint): void;
  /** Sets the deliveries of webhooks that are not acknowledged yet. Throws `invalid_config` for invalid numbers. */
  setRetries(retries: WebhookRetries): void;
  /**
   * Returns the webhooks to deliver now. Each is returned once until you pass its result to
   * {@link Simulator.delivered}. Webhooks of one transaction come one after the other.
   */
  dueWebhooks(): DueWebhook[];
  /** Time at which the next webhook is due; null if all remaining ones are being delivered. */
  get nextDue(): number | null;
  /**
   * Records the result of a delivery: the answer, such as a {@link Reply}, or null for no answer. HTTP 200
   * with the texts `status` and `message` (section 2.8) acknowledges the webhook. After any other result it
   * is due again later. An unknown id has no effect.
   */
  delivered(id: number, answer: DeliveryAnswer | null): void;
  /** Returns the current books. */
  books(): Books;
}

/**
 * Endpoint of a merchant that behaves like the interface's sample target (section 4.4). The header
 * `Fail: fail` selects the failing test case, even with `Success: success`. Without it, the successful one
 * runs.
 */
export class WebhookTarget {
  /** Makes a target that reads webhooks with `receiver`. */
  constructor(receiver: WebhookReceiver);
  /**
   * Receives a webhook and returns the response: that of the receiver's error, or 500 with the status `failed` in the
   * failing test case, or the acknowledgement of section 2.8. Throws an error of the receiver that has no response.
   */
  receive(headers: WebhookHeaders, body: string | Uint8Array | ArrayBuffer): Reply;
  /** Accepted webhooks, in order. */
  get events(): readonly WebhookEvent[];
}

/** Webhook for the tests of a receiver. */
export interface WebhookFixture {
  /** Name, such as `direct_debit`. Each variant has each name once. */
  readonly name: string;
  /** Variant of the webhook. */
  readonly variant: WebhookVariant;
  /** Token of the receiver; null for the checkout variant, which has none. */
  readonly token: string | null;
  /** Headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body. */
  readonly body: string;
  /** Code with which a receiver refuses it; null if a receiver accepts it. An accepted webhook is not confirmed yet. */
  readonly error: Code | null;
}

/**
 * Webhooks of both variants: each payment type, a duplicate, other statuses, forged ones, wrong amounts,
 * unknown members, and bodies that a receiver has to refuse.
 *
 * They are about one transaction of 40,000 KHR for the bill `INV-1`. Those of other payment types are about `INV-2` to
 * `INV-4`.
 */
export const webhookFixtures: readonly WebhookFixture[];
