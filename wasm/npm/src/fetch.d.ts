import type {
  BillwireError,
  Call,
  Code,
  FlowRequest,
  NextStep,
  OperationName,
  PlainRequest,
  SettlementFlow,
  UntypedCall,
  UntypedOperationName,
} from "./index.js";

/** Options of {@link send}. */
export interface SendOptions {
  /**
   * Function that sends a request: your own `fetch`, or the simulator's. It must not retry. A failure of it counts as
   * `sent: "maybe"`. Default: in Node one request by `node:http` or `node:https`; elsewhere the runtime's `fetch`.
   */
  fetch?: Fetch | null | undefined;
  /**
   * Agent of `node:http` or `node:https`, such as that of a proxy; in Node alone. Default: each call has a
   * new connection.
   */
  agent?: object | null | undefined;
  /** Milliseconds for the connection, in Node alone. Default 10,000. After it, nothing was sent. */
  connectTimeout?: number | null | undefined;
  /** Milliseconds for the whole attempt, from the start to the last byte of the answer. Default 30,000. */
  timeout?: number | null | undefined;
  /** Signal that ends the attempt. */
  signal?: AbortSignal | null | undefined;
  /** Largest answer in bytes. Default 1,048,576. */
  maxBytes?: number | null | undefined;
  /**
   * Function that is called once, at the end of the attempt, for logs, metrics and traces. billwire ignores
   * its result and its exceptions.
   */
  onAttempt?: ((attempt: Attempt) => unknown) | null | undefined;
}

/** Part of `fetch` that {@link send} needs. */
export type Fetch = (url: string, init: FetchInit) => PromiseLike<FetchResponse>;

/** Options of the request. */
export interface FetchInit extends Omit<PlainRequest, "url"> {
  /** A redirect is not followed, because the request carries credentials. */
  redirect: "manual";
  /** No answer comes from a cache. Workers of Cloudflare do not know this option. */
  cache?: "no-store";
  /** Signal that ends the attempt. */
  signal: AbortSignal;
}

/** Part of a `Response` that {@link send} reads. */
export interface FetchResponse {
  /** HTTP status. */
  readonly status: number;
  /** Headers. */
  readonly headers: {
    /** Returns the value of a header. */
    get(name: string): string | null;
  };
  /** Body: a web stream, or a Node stream of bytes. It must be unread. */
  readonly body?: unknown;
  /**
   * Reads the body in a runtime without streams, where the limit is checked afterwards. A response without
   * `body` needs it.
   */
  arrayBuffer?(): Promise<ArrayBuffer>;
}

/** Attempt to send a call. It holds no secret and nothing of a bill. */
export interface Attempt {
  /** Operation of the call. */
  readonly operation: OperationName | UntypedOperationName;
  /** Duration in milliseconds. */
  readonly durationMs: number;
  /** HTTP status, if the headers of an answer arrived. */
  readonly status: number | undefined;
  /** Action to take next; null only after a success. In a flow too, it is that of this answer. */
  readonly nextStep: NextStep | null;
  /** Code of the error, if there is one. */
  readonly code: Code | undefined;
  /** Milliseconds to wait before another request, from the answer's `Retry-After`. */
  readonly retryAfterMs: number | undefined;
}

/** Request with its own verdict: a {@link Lookup} or a {@link Confirmation}. */
export interface Decidable<Verdict> {
  /** Call to send. */
  readonly call: Call<unknown>;
  /** Reads the answer. */
  decide(status: number, body: Uint8Array): Verdict;
}

/**
 * Sends a call once and decodes its answer. It never sends again and never follows a redirect. A settlement's
 * call and the request of a flow are sent once in their life: a second `send` of one throws `already_sent`,
 * unless nothing had happened, with the next step `sendAgain`. Two calls of one bill pay twice: settle by a
 * {@link SettlementFlow}, which stores each attempt. `await` it: the promise itself has no outcome.
 *
 * Throws a {@link BillwireError} with its `nextStep` for any answer that is not a success. Without an answer,
 * its `cause` tells why. `sent` counts as `"no"` only if no byte of the request was given to a connection,
 * which only Node shows.
 */
export function send<Sent extends Call<unknown> | UntypedCall | FlowRequest>(
  call: Sent,
  options?: SendOptions,
): Promise<ReturnType<Sent["decode"]>>;
/** Sends the call of a lookup or a confirmation once, and returns the verdict. */
export function send<Verdict>(request: Decidable<Verdict>, options?: SendOptions): Promise<Verdict>;
