import type { Code, Reply, WebhookEvent, WebhookHeaders, WebhookReceiver, WireProfile } from "../index.js";

/** What a {@link Simulator} is started with. */
export interface SimulatorOptions {
  /** What onboarding and settlement have to show (interface section 5.1). */
  bearer: string;
  /** What verification has to show (section 5.2), unless the profile says that it shows the bearer token. */
  verificationToken: string;
  /** The key of the request signature (section 5.3). */
  hashToken: string;
  /** What the simulated deployment does that the interface does not show. Give the biller the same. */
  profile?: WireProfile | undefined;
  /** The base address for `fetch`: any other fails to connect. Default: every host is the service, with no path. */
  baseUrl?: string | undefined;
  /** The fee of each transaction, in whole units of its currency. Default 0. */
  fee?: number | bigint | undefined;
  /** Where the clock begins. Default 2026-01-31T17:00:00Z, whatever the day: nothing here reads a real clock. */
  now?: number | Date | undefined;
  /** What a settlement does whose `ref_id` was settled before: it moves the money again, which is the default, or is refused. */
  repeatedBill?: "settle" | "refuse" | undefined;
  /** Where webhooks go. Without it there are none. */
  webhook?: WebhookEndpoint | undefined;
  /** How often a webhook is delivered that nobody acknowledges. The wait doubles each time. */
  retries?:
    | {
        /** Deliveries in all. Default 8. */
        deliveries?: number | undefined;
        /** Milliseconds before the second delivery. Default 250. */
        firstMs?: number | undefined;
        /** Milliseconds that no wait exceeds. Default 5,000. */
        longestMs?: number | undefined;
      }
    | undefined;
  /** Milliseconds for which a webhook that comes out of order waits at most for a later one. Default 2,000. */
  holdMs?: number | undefined;
}

/** The two variants of the webhook (interface section 4.4): with the header `Token`, or without authentication. */
export type WebhookVariant = "merchant_proxy" | "checkout";

/** A merchant's endpoint for webhooks. */
export interface WebhookEndpoint {
  /** Its address. It is handed on, and not looked at. */
  url: string;
  /** Which variant it takes. Default `merchant_proxy`. */
  variant?: WebhookVariant | undefined;
  /** The token that webhooks of the merchant-proxy variant show. */
  token?: string | undefined;
  /** The test case that a header selects at the interface's sample target. Default: no such header. */
  testCase?: "success" | "fail" | undefined;
  /** The form of customers' amounts in the checkout variant. Default `text`; the other variant always sends numbers. */
  amounts?: "text" | "number" | undefined;
  /** The key of the customers in the checkout variant. Default `customers`, which the other variant always sends. */
  customersKey?: "customers" | "Customer" | undefined;
}

/** A request as it arrives at the service. */
export interface SimulatedRequest {
  /** The method. Default `POST`. */
  readonly method?: string | undefined;
  /** The path below the base address, with its query. */
  readonly path: string;
  /** The headers. */
  readonly headers?:
    | Headers
    | Readonly<Record<string, string | readonly string[]>>
    | Iterable<readonly [string, string]>
    | undefined;
  /** The body, as it is sent. */
  readonly body?: string | Uint8Array | ArrayBuffer | undefined;
}

/** What the service answers, and how that reaches the caller. */
export interface SimulatedAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly body: string;
  /** What would become of it on the way. */
  readonly delivery:
    | {
        /** It arrives at once; or it is lost, and the request has done nothing; or what it does was done before. */
        readonly kind: "send" | "drop_before" | "drop_after";
      }
    | {
        /** It arrives late. What the request does was done at once. */
        readonly kind: "slow";
        /** By so many milliseconds. */
        readonly delay_ms: number;
      };
}

/** A webhook to deliver now. Say with {@link Simulator.delivered} what came of it. */
export interface DueWebhook {
  /** The delivery to speak of. */
  readonly id: number;
  /** Where to deliver it, by `POST`. */
  readonly url: string;
  /** The headers, among them the token of the merchant-proxy variant. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, JSON. */
  readonly body: string;
  /** Which delivery of this webhook it is, from 1. */
  readonly attempt: number;
}

/** The merchant's answer to a webhook. */
export interface DeliveryAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The body. Default empty. */
  readonly body?: string | Uint8Array | ArrayBuffer | undefined;
}

/** A fault of an answer. `moves_money` says whether the request takes effect all the same. */
export type AnswerFault =
  | {
      /** The request takes effect at once, and the answer comes late. */
      kind: "slow";
      /** Milliseconds before the answer. */
      delay_ms: number;
    }
  | {
      /** The connection is closed before the request takes effect; or after it, without an answer. */
      kind: "drop_before" | "drop_after";
    }
  | {
      /** Any answer at all. */
      kind: "answer";
      /** The HTTP status: 200 to 599. */
      status: number;
      /** The body. Default empty. */
      body?: string | undefined;
      /** The headers. Default none. */
      headers?: Readonly<Record<string, string>> | undefined;
      /** Whether the request takes effect. Default false. */
      moves_money?: boolean | undefined;
    }
  | {
      /** The caller is sent to another address, and nothing has happened. */
      kind: "redirect";
      /** The HTTP status: 300 to 399. */
      status: number;
      /** The header `Location`. */
      location: string;
    }
  | {
      /** HTTP 200 with a body that breaks off in the middle. */
      kind: "unreadable";
      /** Whether the request takes effect. */
      moves_money: boolean;
    }
  | {
      /** HTTP 200 with any code and any messages. */
      kind: "code";
      /** The code. */
      code: string;
      /** The message in English. Default empty. */
      message?: string | undefined;
      /** The message in Khmer. Default empty. */
      message_kh?: string | undefined;
      /** Whether the request takes effect. Default false. */
      moves_money?: boolean | undefined;
    }
  | {
      /**
       * The request takes effect, and its answer, with the body of the success, has another HTTP status: only the body
       * says that the money has moved.
       */
      kind: "http_status";
      /** The HTTP status, such as 429, 400, 401 or 422: 200 to 599. */
      status: number;
    }
  | {
      /** The success code with other statuses than `success`: a settlement is accepted, a transaction is pending. */
      kind: "statuses";
      /** The status of the bill; left out of the answer if it is left out here. */
      bill?: string | undefined;
      /** The status of the payment; in a verification, that of the transaction. */
      payment?: string | undefined;
      /** Whether the request takes effect. */
      moves_money: boolean;
    };

/** A fault of a webhook. */
export type WebhookFault =
  | {
      /**
       * `twice`: delivered again after it was acknowledged. `out_of_order`: held back until the webhook of a later
       * transaction was delivered. `pending_first`: one with the status `pending` comes before it. `forged`: one about a
       * transaction that does not exist comes before it, with a wrong token where the variant has one. `wrong_amount`:
       * one with a wrong amount comes before it. `failed`: its status is `failed`, although the money has moved.
       */
      kind: "twice" | "out_of_order" | "pending_first" | "forged" | "wrong_amount" | "failed";
    }
  | {
      /** It is delivered late. */
      kind: "late";
      /** Milliseconds before it is due. */
      delay_ms: number;
    };

/** Which valid request with this key fails, counted from 1 since the simulator was started, and how. */
export interface ScriptedAnswer {
  /** Which one. Default 1. */
  attempt?: number | undefined;
  /** How. */
  fault: AnswerFault;
}

/** Faults to serve, each once. The same JSON as the sandbox takes. */
export interface FaultScript {
  /** Faults of onboardings. */
  onboarding?:
    | readonly (ScriptedAnswer & {
        /** Of whose onboarding. */
        supplier_sync_code: string;
      })[]
    | undefined;
  /** Faults of settlements. */
  settlement?:
    | readonly (ScriptedAnswer & {
        /** Of which bill's settlement. */
        ref_id: string;
      })[]
    | undefined;
  /** Faults of verifications. */
  verification?:
    | readonly (ScriptedAnswer & {
        /** Of which bill's verification. */
        identity_code: string;
      })[]
    | undefined;
  /** Faults of the webhook of a bill's next transaction. */
  webhooks?:
    | readonly {
        /** Which bill. */
        ref_id: string;
        /** What is wrong with its webhook. */
        fault: WebhookFault;
      }[]
    | undefined;
}

/** What the service has in its books. Sums are decimal text, in whole units of their currency, without fees. */
export interface Books {
  /** The bills that were settled, in the order of their `ref_id`. */
  readonly bills: readonly {
    /** Reference id of the bill. */
    readonly ref_id: string;
    /** Currency of its first settlement. */
    readonly currency: string;
    /** Total amount of its first settlement. */
    readonly total_amount: number;
    /** Total amount in KHR of its first settlement. */
    readonly total_amount_khr: string;
    /** How often its money was moved: more than once says that it was settled again. */
    readonly settlements: number;
    /** The transactions that moved it. */
    readonly tran_ids: readonly string[];
  }[];
  /** What each sub biller has, by its `supplier_sync_code` and by currency. */
  readonly balances: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The sum of all transactions, by currency. */
  readonly totals: Readonly<Record<string, string>>;
  /** How often each fault was served, such as `settlement/drop_after` or `webhook/twice`. */
  readonly faults_served: Readonly<Record<string, number>>;
  /** What became of the webhooks. */
  readonly webhooks: {
    /** Webhooks that were to be delivered so far, scripted extra ones included. */
    readonly due: number;
    /** Deliveries whose result is known, repeated ones included. */
    readonly delivered: number;
    /** Webhooks that were acknowledged. */
    readonly acknowledged: number;
    /** Webhooks that were given up. */
    readonly failed: number;
    /** Webhooks that are still to be acknowledged, late and held-back ones included. */
    readonly pending: number;
  };
}

/**
 * The service's side of the interface, without a network, a real clock or chance: the same calls give the same answers.
 * It checks what the interface asks for, keeps books, and makes the webhooks. Nothing has to be freed.
 *
 * Should its WebAssembly instance ever break (out of memory, say), the call throws a BillwireError, `internal`, and so does
 * every later one: the books of all simulators are lost, and empty ones would be a lie. New simulators start as ever.
 */
export class Simulator {
  /** Starts with empty books. Throws a BillwireError, `invalid_config`, with all that is wrong with the settings. */
  constructor(options: SimulatorOptions);
  /** The simulator's time, in milliseconds since 1970. It stands still unless it is set, or moved by a slow answer. */
  get now(): number;
  /** Sets the clock. */
  set now(now: number | Date);
  /** Moves the clock on by so many milliseconds. */
  advance(ms: number): void;
  /**
   * Stands in for `fetch`, also when it is handed on by itself. A connection that is dropped rejects with a TypeError, as
   * there; a slow answer moves the simulator's clock and does not wait; a redirect is given to who asks for it with
   * `redirect: "manual"`, as every call does, and is followed by nobody.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Answers a request at once. The clock stays as it is. */
  handle(request: SimulatedRequest): SimulatedAnswer;
  /** Adds faults to serve, or none of them if anything is wrong: then it throws `invalid_config`. */
  script(script: FaultScript): void;
  /** Sends webhooks elsewhere from now on, those included that are still to be acknowledged. */
  sendWebhooksTo(endpoint: WebhookEndpoint): void;
  /**
   * The webhooks to deliver now. Each is handed out once, until {@link Simulator.delivered} says what came of it; those
   * of one transaction one after the other.
   */
  dueWebhooks(): DueWebhook[];
  /** When the next webhook is due, if nothing else happens before; null while there is none but what is under way. */
  get nextDue(): number | null;
  /**
   * Tells what came of a delivery: the answer, such as a {@link Reply}, or null if there was none. HTTP 200 with the texts
   * `status` and `message` (section 2.8) acknowledges it; after anything else it is due again later. A delivery that is
   * not under way is passed over.
   */
  delivered(id: number, answer: DeliveryAnswer | null): void;
  /** The books as they are now. */
  books(): Books;
}

/**
 * A merchant's endpoint as the interface's sample target is (section 4.4): the header `Fail: fail` selects its failing test
 * case, `Success: success` or neither the successful one. If both are there, it fails.
 */
export class WebhookTarget {
  /** A target that reads webhooks as `receiver` does. */
  constructor(receiver: WebhookReceiver);
  /**
   * Takes a webhook, and gives the response to it: that of the receiver if it cannot be taken; in the failing test case
   * 500 with the status `failed`; else the acknowledgement of section 2.8. Throws what the receiver throws without a
   * response.
   */
  receive(headers: WebhookHeaders, body: string | Uint8Array | ArrayBuffer): Reply;
  /** The webhooks that were taken, in their order. */
  get events(): readonly WebhookEvent[];
}

/** A webhook to try a receiver on. */
export interface WebhookFixture {
  /** Its name, such as `direct_debit`. Each variant has each name once. */
  readonly name: string;
  /** Which of the two variants it is. */
  readonly variant: WebhookVariant;
  /** The token that its receiver has to expect; null for the checkout variant, which shows none. */
  readonly token: string | null;
  /** The headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body. */
  readonly body: string;
  /** The code with which a receiver refuses it; null if it is one to take. To take it is not yet to believe it. */
  readonly error: Code | null;
}

/**
 * Webhooks of both variants: each payment type, a duplicate, other statuses, forged ones, wrong amounts, what the
 * service may add one day, and bodies that no receiver may take.
 *
 * They speak of one transaction of 40,000 KHR for the bill `INV-1`; those of another payment type, of `INV-2` to `INV-4`.
 */
export const webhookFixtures: readonly WebhookFixture[];
