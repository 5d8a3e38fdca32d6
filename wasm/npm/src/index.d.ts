import type {
  Code,
  ErrorKind,
  Expectation,
  JsonValue,
  NextStep,
  OnboardedSubBiller,
  Onboarding,
  OnboardingResponse,
  OperationGroup,
  OperationName,
  ReceivedObject,
  ReceivedValue,
  Settlement,
  SettlementData,
  SettlementResponse,
  Transaction,
  UntypedOperationName,
  Verification,
  VerificationResponse,
  WebhookPayload,
} from "./models.js";
import type { OperationMethods } from "./operations.js";
import type { WireProfile } from "./profile.js";

export type * from "./models.js";
export { Code, ErrorKind, NextStep } from "./models.js";
export type * from "./operations.js";
export type * from "./profile.js";

declare global {
  // TypeScript's library declares it the same way since 5.2.
  interface SymbolConstructor {
    /** Method that `using` calls. */
    readonly dispose: unique symbol;
  }
}

/** One violation or warning. It never holds the value itself. */
export interface Finding {
  /** Path of the value, such as `details[2].price`; empty for the whole request or settings. */
  readonly path: string;
  /** Stable code of the rule. */
  readonly code: Code;
  /** Requirement of the rule, in one sentence. */
  readonly explanation: string;
  /** Offset in the body, in bytes. */
  readonly offset?: number | undefined;
}

/**
 * Error that every call of billwire throws. Its `message` is a sentence of billwire, without any value or
 * secret. Of the answer it quotes only the service's code, escaped and shortened.
 *
 * If the WebAssembly instance traps, for example because memory runs out, the call fails with the kind
 * `internal`. billwire restarts the instance: your objects keep working, and you can call again.
 */
export class BillwireError extends Error {
  private constructor();
  /**
   * Restores an error that was cloned by `structuredClone` or `postMessage`, or parsed from its JSON text.
   * Returns undefined for any other value. A clone keeps kind, code and next step; JSON text keeps everything
   * but the cause.
   */
  static from(value: unknown): BillwireError | undefined;
  /** Kind of the error. */
  readonly kind: ErrorKind;
  /** Stable code. With several violations, the code of the first one. */
  readonly code: Code;
  /** All violations, each with its path; at most the first hundred. */
  readonly violations: readonly Finding[];
  /** Number of violations beyond those in `violations`. */
  readonly violationsOmitted: number;
  /** Action to take next. */
  readonly nextStep: NextStep;
  /** Whether the request was sent, if it brought no answer. */
  readonly sent: "no" | "maybe" | undefined;
  /** Operation of the call or answer; `webhook` for a received webhook. */
  readonly operation: OperationName | UntypedOperationName | "webhook" | undefined;
  /** Code in the service's answer, if there is one. */
  readonly responseCode: string | undefined;
  /** English message in the service's answer. Untrusted text. */
  readonly messageEn: string | undefined;
  /** Khmer message in the service's answer. Untrusted text. */
  readonly messageKh: string | undefined;
  /** HTTP status of the answer, if there was one. */
  readonly httpStatus: number | undefined;
  /**
   * Milliseconds to wait before another request, from the answer's `Retry-After`. Set by `send` of
   * `billwire/fetch` alone.
   */
  readonly retryAfterMs: number | undefined;
  /**
   * Readable part of the answer's `data`, as far as the model of the operation goes. It proves nothing. It is no
   * own member and does not print; `toJSON` has it.
   */
  readonly data: AnswerData | undefined;
  /** Response for the sender of a webhook: 401 or 400, or 500 if `receive` is called with wrong arguments. */
  readonly response: Reply | undefined;
  /** Address of the code in the error catalogue, with its likely cause and remedy. */
  readonly docUrl: string;
  /** Returns name, message and all fields but the cause, for JSON text. */
  toJSON(): object;
}

/**
 * Whether `error` is a {@link BillwireError} of any copy of the package. A clone is none: see
 * {@link BillwireError.from}.
 */
export function isBillwireError(error: unknown): error is BillwireError;

/** Response to a webhook (interface section 2.8). */
export interface Reply {
  /** HTTP status. */
  readonly status: number;
  /** Headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body: JSON text. */
  readonly body: string;
}

/** Text fields of a bill that a lookup can send. */
export type BillText = "ref_id" | "currency" | "customer_sync_code" | "settlement_to" | "description";

/** Shape of a code. Every member that is set has to match. */
export interface CodeShape {
  /** Text at the start of the code. */
  prefix?: string | null | undefined;
  /** Number of characters. */
  length?: number | null | undefined;
  /** One symbol per character: `#` is a digit, `@` an ASCII letter, `?` any character; any other symbol is itself. */
  pattern?: string | null | undefined;
}

/** Shapes of a merchant's codes. */
export type CodeShapes = Partial<
  Record<"ref_id" | "customer_sync_code" | "settlement_to", CodeShape | null | undefined>
>;

/** Settings of a {@link Biller}. */
export interface BillerOptions {
  /** Base address of the service: `https`, a server name, and an optional path. */
  baseUrl: string;
  /** Bearer token for onboarding and settlement (section 5.1), without the word `Bearer`. */
  bearer?: string | null | undefined;
  /** Token for verification (section 5.2). */
  verificationToken?: string | null | undefined;
  /** Key of the signature (section 5.3). */
  hashToken?: string | null | undefined;
  /** Whether `http` is allowed for localhost, 127.0.0.1 and [::1]. Default false. */
  allowLoopbackHttp?: boolean | null | undefined;
  /** Whether warnings are violations. Default false. */
  strict?: boolean | null | undefined;
  /**
   * Shapes of the merchant's codes, by which billwire warns of an ambiguous signing string. `strict` requires
   * all three.
   */
  codeShapes?: CodeShapes | null | undefined;
  /** Whether credentials are allowed in a browser. Keep them on a server. Default false. */
  dangerouslyAllowBrowser?: boolean | null | undefined;
  /**
   * Largest number of line items of a bill, 1 to 100,000. Default 10,000. A longer bill is refused with
   * `too_many_lines`.
   */
  maxLines?: number | null | undefined;
  /** Settings for a deployment that differs from the interface. */
  profile?: WireProfile | null | undefined;
}

/**
 * Headers of a call: final, with the methods of a `Headers`, and for every client that takes one. Printing,
 * logging or serialising them shows no credentials.
 */
export interface CallHeaders {
  /** Returns the value of a header, or null. */
  get(name: string): string | null;
  /** Returns whether there is such a header. */
  has(name: string): boolean;
  /** Calls a function with each value and name. */
  forEach(work: (value: string, name: string, headers: CallHeaders) => void, self?: unknown): void;
  /** Names and values. */
  entries(): Generator<[string, string], undefined, unknown>;
  /** Names. */
  keys(): Generator<string, undefined, unknown>;
  /** Values. */
  values(): Generator<string, undefined, unknown>;
  /** Names and values. */
  [Symbol.iterator](): Generator<[string, string], undefined, unknown>;
  /** Returns an empty list, as `Headers` does without cookies. */
  getSetCookie(): string[];
  /** Throws: copy the headers by `new Headers(call.headers)`. */
  append(name: string, value: string): never;
  /** Throws. */
  delete(name: string): never;
  /** Throws. */
  set(name: string, value: string): never;
}

/**
 * Plain object for clients that need one, such as axios, got and `node:http`. It holds the credentials: do
 * not log it.
 */
export interface PlainRequest {
  /** HTTP method. */
  method: "POST" | "GET";
  /** Full address. */
  url: string;
  /** Headers, with the credentials. */
  headers: Record<string, string>;
  /** Body: the exact text that was signed; undefined in a GET. */
  body?: string;
}

/** Only what is exported by name is part of the package. */
export {};

/**
 * Final request, which is read-only. Its own members are `operation`, `method` and `url`: a copy by
 * `{ ...call }` has no other ones.
 */
declare abstract class PreparedRequest {
  /** HTTP method. */
  readonly method: "POST" | "GET";
  /** Full address. */
  readonly url: string;
  /** Headers, whose credentials no logger sees. */
  get headers(): CallHeaders;
  /** Body: the exact text that was signed. */
  get body(): string;
  /** Option of `fetch`: a redirect is not followed, because the request carries credentials. */
  get redirect(): "manual";
  /** Returns the request as a plain object, which holds the credentials: pass it to a client, and do not log it. */
  request(): PlainRequest;
}

/** Final request. Send it unchanged, by `send` of `billwire/fetch`. */
export interface Call<Outcome> extends PreparedRequest {
  /** Operation of the call. */
  readonly operation: OperationName | UntypedOperationName;
  /** Warnings to look at before you send the call. */
  readonly warnings: readonly Finding[];
  /** Decodes the answer. Throws a {@link BillwireError} with its next step for any answer that is not a success. */
  decode(status: number, body: Uint8Array | ArrayBuffer | string): Outcome;
  /** Returns the error, with its next step, for a call without an answer. */
  noAnswer(options: Unanswered & FailedWith): BillwireError & Readonly<Unanswered>;
}

/** Whether a request that brought no answer was sent. */
export interface Unanswered {
  /** `"no"` only if the request certainly never left: a wrong `"no"` pays twice. */
  sent: "no" | "maybe";
}

/** Reason of a request that brought no answer. */
export interface FailedWith {
  /**
   * Error of the HTTP client. The `cause` of billwire's error is a copy with its name, message, code, system
   * call, stack and causes. HTTP clients put the request with its credentials into other members, so those
   * are left out.
   */
  cause?: unknown;
}

/** Outcome of an onboarding: the service knows the sub biller. It does not say that an account is linked. */
export interface OnboardingOutcome extends OnboardingResponse {
  /** `existsAlready` if the code is one of the profile's `existsAlreadyCodes`. */
  readonly outcome: "onboarded" | "existsAlready";
  /**
   * Address at which the sub biller links its account. Undefined unless the answer carries one that a browser may be
   * sent to: absolute, `https`, without a user. Whoever has it can link an account, so it does not print. It
   * serialises.
   */
  readonly link: string | undefined;
  /** Faults of the answer on which no decision depends: those of its link, and texts of another type. */
  readonly warnings: readonly Finding[];
}

/** Outcome of a verification. */
export interface VerificationOutcome extends VerificationResponse {
  /** Fields that the service left out, and texts of another type. No decision depends on them. */
  readonly warnings: readonly Finding[];
}

/** Readable part of the `data` of an answer that is no success. It proves nothing. */
export type AnswerData =
  | OnboardedSubBiller
  | SettlementData
  | Transaction
  | { extra: Readonly<ReceivedObject> };

/** Outcome of a settlement with a success code. */
export type SettlementOutcome =
  | {
      /** Bill and payment have the status `success`: the money has moved. */
      outcome: "settled";
      /** No action is needed. */
      nextStep: null;
      /** Answer of the service. */
      response: SettlementResponse;
      /** Texts of another type, which no decision needs. */
      warnings: readonly Finding[];
    }
  | {
      /**
       * The service took the bill. `accepted`: bill or payment has another status; do not settle again yet.
       * `failed`: a status of the profile's `failedStatuses` declares the bill or the payment failed.
       */
      outcome: "accepted" | "failed";
      /** Action that finds out what has moved. */
      nextStep: NextStep;
      /** Answer of the service, with its statuses. */
      response: SettlementResponse;
      /** Texts of another type, which no decision needs. */
      warnings: readonly Finding[];
    };

/** Client of the service. It prepares calls and decodes answers; your program sends them. */
export interface Biller extends OperationMethods {}

/** Client of the service. It prepares calls and decodes answers; your program sends them. */
export class Biller {
  /** Validates the settings. Throws `invalid_config` with all violations. */
  constructor(options: BillerOptions);
  /** Prepares the lookup of a settled bill. The profile's `settlementLookup` has to be set. */
  prepareSettlementLookup(bill: Settlement): Lookup;
  /** Prepares a call of one of the eleven operations whose fields the interface does not document (section 4.5). */
  prepareOperation(name: UntypedOperationName, request: UntypedRequest): UntypedCall;
  /** Returns a biller with another bearer token and the same other settings. */
  withBearer(token: string): Biller;
  /**
   * Wipes the credentials from WebAssembly's memory now instead of at garbage collection. Every later `prepare…` throws
   * `invalid_config`. Earlier calls still decode their answers. Dispose of billers from `withBearer` separately.
   */
  dispose(): void;
  /** Calls `dispose`, for `using`, if the runtime has it. */
  [Symbol.dispose](): void;
}

/** Lookup of a settlement. Send `call`, then pass its answer to `decide`. */
export interface Lookup {
  /** Verification to send. */
  readonly call: Call<VerificationOutcome>;
  /**
   * Compares the answer with the bill. An answer that is not a success gives `unclear` and throws nothing.
   *
   * With the time of the first attempt to settle the bill, an older transaction is another one (`different`).
   * The profile's `tranDateOffset` is the zone of a `tran_date` that names none.
   */
  decide(
    status: number,
    body: Uint8Array | ArrayBuffer | string,
    options?: {
      /** A Date, or milliseconds since 1970. Default: the date is not compared. */
      firstAttempt?: Date | number | null | undefined;
    },
  ): LookupVerdict;
}

/** Verdict of a lookup about its bill. */
export type LookupVerdict =
  | {
      /** The bill is settled: the transaction matches it, and its status means success. */
      readonly verdict: "settled";
      /** No action is needed. */
      readonly nextStep: null;
      /** Transaction in the service's answer. */
      readonly transaction: Transaction;
    }
  | {
      /**
       * The service answered with one of the profile's `notFoundCodes`. It may do so before it has recorded a
       * settlement that is still being processed.
       */
      readonly verdict: "notFound";
      /** Look up again before you send the bill again. */
      readonly nextStep: NextStep;
    }
  | {
      /**
       * The service has a transaction under these references that is not this settlement: for example another
       * amount.
       */
      readonly verdict: "different";
      /** Ask the service before you send the bill again. */
      readonly nextStep: NextStep;
      /** Transaction in the service's answer. */
      readonly transaction: Transaction;
      /** Fields that differ. */
      readonly mismatches: readonly Mismatch[];
    }
  | {
      /**
       * The transaction matches the bill. `failed`: its status means that it has failed; an earlier attempt
       * may have made it. `pending`: its status means that the outcome is not decided yet.
       */
      readonly verdict: "failed" | "pending";
      /** Ask the service before you send a failed bill again; look up a pending one again. */
      readonly nextStep: NextStep;
      /** Transaction in the service's answer. */
      readonly transaction: Transaction;
    }
  | {
      /** The answer does not tell the state of the bill. */
      readonly verdict: "unclear";
      /** Look up again, correct the settings, or ask the service. */
      readonly nextStep: NextStep;
      /** Transaction in the answer, if only its status is unknown or its date unreadable. */
      readonly transaction?: Transaction;
      /** Error, if the answer is not a success or the transaction's date is unreadable (`unreadable_date`). */
      readonly error?: BillwireError;
    };

/** Pauses of both flows. All times are in milliseconds. */
export interface FlowPolicy {
  /**
   * First pause before a bill is sent again, looked up again or verified again; each further pause is twice
   * as long. Default 500.
   */
  pauseMs?: number | null | undefined;
  /** Longest pause. Default 60,000. */
  longestPauseMs?: number | null | undefined;
}

/**
 * Attempts, pauses and limits of a {@link SettlementFlow}. All times are in milliseconds.
 *
 * The interface shows no times (section 8). Agree on `notFoundHoldsMs` with your service: it is what protects
 * from paying twice when a request is recorded late.
 */
export interface SettlementPolicy extends FlowPolicy {
  /** Number of times that the settlement may be sent: 1 to 100. Default 5. */
  attempts?: number | null | undefined;
  /**
   * Time for which lookups must say "not found", at least three times and nothing else, before the bill may
   * be sent again. Only pauses that the flow asked for count. It doubles with each further attempt, up to
   * `deadlineMs`. Default 120,000.
   */
  notFoundHoldsMs?: number | null | undefined;
  /**
   * Time in which a request has ended and its answer is stored, once it was given out: your HTTP time-out and
   * a margin, by which the clocks of two processes may differ. Default 60,000.
   */
  inFlightMs?: number | null | undefined;
  /** Time after the start after which nothing is sent again. Default 3,600,000. */
  deadlineMs?: number | null | undefined;
  /**
   * Whether "not found" counts although no lookup has found a control bill. A lookup that never works, such
   * as one with the token of another contract, then pays every bill twice whose answer is lost. Default
   * false: without a control such a bill ends as unclear, and a person asks the service.
   */
  trustNotFound?: boolean | null | undefined;
}

/** Clock and chance of both flows. */
export interface FlowOptions {
  /** Clock in milliseconds since 1970. Default `Date.now`. */
  now?: (() => number) | undefined;
  /** Numbers from 0 to 1, by which pauses differ. Default `Math.random`. */
  random?: (() => number) | undefined;
}

/** Options of a {@link SettlementFlow}. */
export interface SettlementFlowOptions extends FlowOptions {
  /** Attempts, pauses and limits. */
  policy?: SettlementPolicy | null | undefined;
  /**
   * Opens a refused bill again, perhaps corrected. A record that was reopened with this bill is gone on with.
   * Default false.
   */
  reopen?: boolean | null | undefined;
  /**
   * Says that the stored record may be older than the last one, as after a restored backup, or that the last
   * one is lost. The flow takes one attempt more for under way, of which nothing is known. Default false.
   */
  restored?: boolean | null | undefined;
  /**
   * Asks once about a bill that has ended, however it ended: `lookup` of the ending is the answer. What it
   * shows is kept. Default false.
   */
  lookAgain?: boolean | null | undefined;
}

/** Steps of a flow, and the answers to its requests. */
declare abstract class Flow<Step> implements AsyncIterable<Step> {
  /** Returns the next thing to do. Throws `out_of_turn` while a request is under way. */
  step(): Step;
  /** Says which answer the request of this number brought. */
  answered(
    number: number,
    status: number,
    body: Uint8Array | ArrayBuffer | string,
    options?: RetryAfter,
  ): void;
  /** Says that the request of this number brought no answer. */
  noAnswer(number: number, options: Unanswered & RetryAfter): void;
  /** Yields the steps up to the last one. The loop has to answer each step before it asks for the next one. */
  [Symbol.asyncIterator](): AsyncGenerator<Step, void, undefined>;
  /** Wipes the flow's credentials from WebAssembly's memory now. Every later call throws `invalid_config`. */
  dispose(): void;
  /** Calls `dispose`, for `using`, if the runtime has it. */
  [Symbol.dispose](): void;
}

/**
 * Settles one bill at most once, over lost answers, crashes and other flows of the same bill. It does no I/O:
 * it says one thing to do at a time. The record is everything that anybody has heard of the bill. A flow that
 * is too late to store loads what is stored, and adds what it has heard.
 *
 * Call `run`, or ask for a `step`, do it, tell the flow what happened, and ask again; `for await` asks for
 * you. What the flow does not expect throws `out_of_turn` and changes nothing.
 *
 * If the WebAssembly instance traps, the flow is lost and throws `internal`: run a new one.
 */
export class SettlementFlow extends Flow<SettlementStep> {
  /**
   * Makes a flow of a bill. It loads the stored record first, and starts or goes on. Throws the errors of
   * `prepareSettlement` and of `prepareSettlementLookup`, and for a policy `invalid_config`. The flow keeps
   * working after its biller is disposed.
   *
   * A flow of an unclear record looks the bill up, and sends nothing else.
   */
  constructor(biller: Biller, bill: Settlement, options?: SettlementFlowOptions);
  /** Warnings about the bill and about settings of the profile, to read before it is sent. */
  readonly warnings: readonly Finding[];
  /**
   * Says which record is stored, or that none is. Throws `invalid_request` for a record that cannot be read,
   * is of another bill or another service, or was written by a later version; `not_refused` for a bill that
   * cannot be reopened, or that takes no person's word.
   */
  loaded(record: string | null | undefined): void;
  /** Says that the record of this revision is stored durably. */
  saved(revision: number): void;
  /**
   * Says that the record was not stored, because another one is, or that the store did not answer. The flow
   * then asks for what is stored.
   */
  notSaved(revision: number): void;
  /**
   * Names a bill that your books know as settled, or none. Its lookup shows whether lookups work. Throws
   * `same_bill` for the bill of this flow, and `invalid_request` for a bill that is not valid.
   */
  control(bill: Settlement | null | undefined): void;
  /**
   * Says what a person found out from the service about an unclear bill, or that a person's earlier word was
   * wrong. It counts for what is known when it is given. After `nothingMoved` the bill is refused, and can be
   * reopened. Throws `not_refused` for another bill; `loaded` throws it if this is said before.
   */
  resolved(resolution: "settled" | "nothingMoved"): void;
  /**
   * Says that a transaction is not this bill's, by its `tran_id`. The bill is then unclear. Use it if the
   * claim key of a settled bill pays another one, and for a transaction under the reference that differs.
   * Throws what `resolved` throws, and `unknown_value` for a transaction that no lookup has shown.
   */
  notThisBill(tranId: string): void;
  /**
   * Does every step until the bill has ended, until its first wait longer than `maxWaitMs`, or until only
   * renewed credentials help. If `load`, `control` or `sleep` throws, or `save` twice in a row, it rejects
   * with that error and sends nothing: run a flow of the bill again. Do not run a flow twice at the same
   * time. The result has the flow's warnings, if there are any.
   */
  run(options: SettlementRun): Promise<SettlementResult>;
}

/** Time that the service asked to wait. */
export interface RetryAfter {
  /** Milliseconds to wait before another request, from the answer's `Retry-After`. */
  retryAfterMs?: number | undefined;
}

/** Work of a program for {@link SettlementFlow.run}. */
export interface SettlementRun extends FlowRun {
  /** Returns the text of the stored record, or null if none is stored. Called first, and after a `save` that failed. */
  load(): string | null | undefined | Promise<string | null | undefined>;
  /**
   * Stores the record durably where the stored one has the revision `previous`; none is stored before
   * revision 1. Write the row's other columns in the same statement. Resolves to false if another record is
   * stored. Throw if the database does not answer.
   */
  save(step: SaveStep): boolean | Promise<boolean>;
  /**
   * Returns a bill that your books know as settled, or null: the last settled one will do, if it is older than
   * `notFoundHoldsMs`. Called once a bill is in doubt: its lookup shows whether lookups work. Without it, a
   * bill in doubt ends as unclear.
   */
  control?(): Settlement | null | undefined | Promise<Settlement | null | undefined>;
  /**
   * Longest wait in milliseconds. At a longer one, `run` resolves to `{ outcome: "waiting", until }`: run
   * a flow of the bill again at that time, such as by a queue or a cron job. Default: `run` waits as long
   * as the flow asks.
   */
  maxWaitMs?: number | undefined;
}

/** Work of a program for both flows. */
export interface FlowRun {
  /**
   * Sends the request once, as it is: by `send` of `billwire/fetch`, which is this function. An error counts as
   * `{ sent: "maybe" }`, unless it has a member `sent` with the value `"no"`: a wrong `"no"` pays twice. A wrong
   * option of `billwire/fetch` ends the run, before anything is sent. Give it a time-out below the policy's
   * `inFlightMs`. Node's own `fetch` sends some requests twice; `send` of `billwire/fetch` does not.
   */
  send(request: FlowRequest): FlowAnswer | Promise<FlowAnswer>;
  /**
   * Biller of the moment, which is asked for each request, so that a renewed bearer reaches it: a biller, or a
   * function. It has the settings of the flow's biller. Default: the flow's biller. If this is a function, a
   * flow waits for a refused credential to be renewed. Otherwise a settlement's run ends as waiting, and a credit
   * flow as unconfirmed. A flow that began with an event makes one request: the event comes again by itself.
   */
  biller?: Biller | (() => Biller | PromiseLike<Biller>) | null | undefined;
  /** Waits for a number of milliseconds. Default: a timer. The signal is that of these options. */
  sleep?(millis: number, signal: AbortSignal | undefined): unknown;
  /**
   * Stops the run: it rejects with the reason of the signal at the next pause or before the next request. An
   * answer that arrives before is stored.
   */
  signal?: AbortSignal | null | undefined;
}

/** Answer of the service to a request of a flow. */
export interface ServiceAnswer extends RetryAfter {
  /** HTTP status. */
  status: number;
  /** Raw body. Do not parse it first. */
  body: Uint8Array | ArrayBuffer | string;
}

/** Result of sending a request. */
export type FlowAnswer = ServiceAnswer | (Unanswered & RetryAfter);

/** Step that stores a record. */
export interface SaveStep {
  /** Store the record durably, then call `saved`; `notSaved` if another is stored or the store did not answer. */
  readonly step: "save";
  /** JSON text without secrets, of a few hundred bytes. */
  readonly record: string;
  /** Revision of this record. */
  readonly revision: number;
  /** Revision that the stored record must have; 0 if none is stored. */
  readonly previous: number;
  /** State of the bill, for a column of its row. */
  readonly state: "open" | "settled" | "refused" | "unclear";
  /** Time at which a job goes on with an open bill, in milliseconds since 1970; null if the bill has ended. */
  readonly until: number | null;
  /** Claim key of a settled bill, if a lookup showed its transaction. */
  readonly claimKey: string | null;
}

/** Step that sends a request: a settlement or a verification. */
export interface SendStep {
  /** Send the request once, then call `answered` or `noAnswer`. */
  readonly step: "send";
  /** Request to send. */
  readonly request: FlowRequest;
}

/** One thing to do for a {@link SettlementFlow}. */
export type SettlementStep =
  | {
      /** Load the stored record, then call `loaded`. */
      readonly step: "load";
    }
  | {
      /** Name a bill that your books know as settled, or none: call `control`. */
      readonly step: "control";
    }
  | SaveStep
  | SendStep
  | {
      /** Wait, then ask for the next step. */
      readonly step: "wait";
      /** End of the pause, in milliseconds since 1970. */
      readonly until: number;
      /**
       * `sendAgain`: the last attempt moved nothing. `lookUp`: the last attempt is in doubt. `credentials`: one
       * was refused, and a flow with renewed ones goes on.
       */
      readonly reason: "sendAgain" | "lookUp" | "credentials";
    }
  | {
      /** The bill has ended, and the stored record says so. */
      readonly step: "finished";
      /** End of the bill. */
      readonly ending: SettlementEnding;
    }
  | {
      /** Another flow of the same bill goes on, and its record has everything that this one has heard. */
      readonly step: "takenOver";
    };

/** Attempts, pauses and limits of a {@link CreditFlow}. All times are in milliseconds. */
export interface CreditPolicy extends FlowPolicy {
  /** Number of verifications that one flow of an unpaid bill makes: 1 to 100. Default 5. An event leads to one. */
  attempts?: number | null | undefined;
  /**
   * Time after which an event that anyone can send is answered, whatever its bill, so that the time tells
   * nothing. It has to cover your HTTP time-out. Default 6,000.
   */
  unauthenticatedReplyMs?: number | null | undefined;
}

/** Options of a {@link CreditFlow}. */
export interface CreditFlowOptions extends FlowOptions {
  /** Attempts, pauses and limits. */
  policy?: CreditPolicy | null | undefined;
  /**
   * All transactions that your books have of the bill. For a bill that may be paid more than once, give only
   * those that the event names.
   */
  transactions?: readonly (BookedTransaction | BlankRow | null | undefined)[] | null | undefined;
}

/** Transaction of a bill, as your books have it since a verification has shown it. */
export interface BookedTransaction {
  /** Key under which it was claimed: its `tran_id`. */
  readonly claimKey: string;
  /**
   * `credited`: it has paid the bill. `held`: it waits for a person, as a second payment, a part, or one in
   * another currency. `reversed`: its money went back.
   */
  readonly state: "credited" | "held" | "reversed";
  /** Its amount that was verified last. One payment of several bills has one amount. */
  readonly amount: DecimalInput;
}

/** Row of an outer join that found no transaction. It is ignored. */
export interface BlankRow {
  /** Null, or blank text. */
  readonly claimKey: "" | null | undefined;
}

/**
 * Credits one bill at most once, from a webhook, a bill or a payment (docs/guide/src/credit-safely.md). It does
 * no I/O: it says one thing to do at a time. It stores nothing: your books are the record, and a bill comes from
 * them with its transactions.
 *
 * The unique claim in the database transaction of the step `credit` protects the money.
 */
export class CreditFlow extends Flow<CreditStep> {
  private constructor();
  /**
   * Starts with a webhook about this bill. Find the bill by the event, such as by its `identity_code`. Throws
   * the errors of `event.confirm`, and `invalid_config` for the policy and the transactions.
   */
  static ofEvent(
    biller: Biller,
    event: WebhookEvent,
    bill: Expectation,
    options?: CreditFlowOptions,
  ): CreditFlow;
  /**
   * Starts with a bill and no webhook: the service stops to repeat those of a long outage. A bill that is paid
   * is asked about, too: there may be another transaction under its references.
   */
  static ofBill(biller: Biller, bill: Expectation, options?: CreditFlowOptions): CreditFlow;
  /**
   * Starts with a transaction that your books have, and no webhook: it may have been reversed. The options give
   * the other transactions of its bill.
   */
  static ofPayment(
    biller: Biller,
    bill: Expectation,
    transaction: BookedTransaction,
    options?: CreditFlowOptions,
  ): CreditFlow;
  /**
   * Starts with a webhook about a bill that the books do not have. Nothing is verified. An event that anyone
   * can have sent ends as one of a known bill does, so that its reply does not tell which bills exist.
   */
  static ofUnknownBill(
    biller: Biller,
    event: WebhookEvent,
    options?: Omit<CreditFlowOptions, "transactions">,
  ): CreditFlow;
  /** Says what became of the database transaction. If the database did not answer, drop the flow. */
  claimed(claim: Claim): void;
  /**
   * Says whether the ending is stored for a person. If it is not, the response asks the service to deliver a
   * payment again that the books do not have. If the database did not answer, drop the flow.
   */
  reviewed(isStored: boolean): void;
  /**
   * Does every step, and resolves to the end and the response to the webhook. If `credit`, `review` or `sleep`
   * throws, it rejects with that error: answer the webhook with 500, and the service delivers it again.
   */
  run(options: CreditRun): Promise<CreditResult>;
}

/** Work of a program for {@link CreditFlow.run}. */
export interface CreditRun extends FlowRun {
  /** Claims the transaction and credits the bill in one database transaction. Throw if the database does not answer. */
  credit(step: ConfirmedStep): Claim | Promise<Claim>;
  /**
   * Stores what a person must see, in one database transaction. Throw if the database does not answer. Without
   * this function nothing is stored.
   */
  review?: ((step: ReviewStep) => unknown) | null | undefined;
}

/**
 * Result of the database transaction of a credit. `creditedBefore`: the books have this transaction for this
 * bill already. `paidOtherwise`: it has paid another bill, or another transaction has paid this one. Both changed
 * nothing.
 */
export type Claim = "credited" | "creditedBefore" | "paidOtherwise";

/** Fields by which a payment is found in a report of the bank or of the service. What the service left out is null. */
export interface ReportedPayment {
  /** Transaction number at the service side. */
  readonly tran_id: string;
  /** Transaction date, as received. It carries no zone. */
  readonly tran_date: string | null;
  /** Fee, decimal text. */
  readonly fee_amount: string | null;
  /** Currency code. */
  readonly currency: string;
  /** Bank code at the service side. */
  readonly bank_code: string | null;
  /** Reference number at the bank side. */
  readonly bank_ref: string | null;
}

/** Step that credits a bill. */
export interface ConfirmedStep extends ReportedPayment {
  /**
   * Claim the transaction and credit the bill in one database transaction, then call `claimed`. The claim key
   * has a unique constraint. A bill that is paid once has one for the reference of its credited transaction,
   * too.
   */
  readonly step: "credit";
  /** Key that pays once. */
  readonly claimKey: string;
  /**
   * Verified amount to credit, decimal text: that of `paidAmount`. It matters where the bill takes more than one
   * amount.
   */
  readonly amount: string;
  /** Transaction in the service's answer. */
  readonly transaction: Transaction;
}

/** Review for a person. */
export interface Review extends ReportedPayment {
  /** Ending. Store it once for each claim key and ending: a later one replaces it. */
  readonly ending:
    | "paidTwice"
    | "reversed"
    | "reversedInPart"
    | "heldReversed"
    | "restored"
    | "mismatch"
    | "paymentFailed"
    | "pending";
  /** Key of the transaction. */
  readonly claimKey: string;
  /**
   * State of the transaction in your books from now on: store it in the same database transaction, unless its
   * row is of another bill. Null if the books keep what they have.
   */
  readonly state: BookedTransaction["state"] | null;
  /** Its amount in your books from now on, decimal text. Null if they keep what they have. */
  readonly amount: string | null;
  /** Fields of a `mismatch`. */
  readonly mismatches: readonly Mismatch[];
  /** Transaction in the service's answer. */
  readonly transaction: Transaction;
}

/** Step that stores what a person must see. */
export interface ReviewStep extends Review {
  /**
   * Store it in one database transaction, then call `reviewed`. Once it is stored, the response to the webhook
   * is 200, so that the service does not deliver it again and again.
   */
  readonly step: "review";
}

/** One thing to do for a {@link CreditFlow}. */
export type CreditStep =
  | ConfirmedStep
  | ReviewStep
  | SendStep
  | {
      /** Wait, then ask for the next step. */
      readonly step: "wait";
      /** End of the pause, in milliseconds since 1970. */
      readonly until: number;
      /**
       * `verifyAgain`: the last verification had no result. `reply`: every response to such an event comes at
       * the same time.
       */
      readonly reason: "verifyAgain" | "reply";
    }
  | ({
      /** The flow has ended. */
      readonly step: "finished";
    } & CreditResult);

/** Result of a {@link CreditFlow}. */
export interface CreditResult {
  /** End of the flow. Only `credited` changed the books. */
  readonly ending: CreditEnding;
  /** Response to the webhook; null if the flow began without one. */
  readonly reply: Reply | null;
}

/** End of a {@link CreditFlow}. */
export type CreditEnding =
  | {
      /**
       * `credited`: the bill is credited. `paidTwice`: the payment is real, and the bill needs none, because
       * another transaction has paid it, or this one has paid another bill; a person decides about the
       * surplus.
       */
      readonly outcome: "credited" | "paidTwice";
      /** Key that pays once. */
      readonly claimKey: string;
      /** Transaction in the service's answer. */
      readonly transaction: Transaction;
    }
  | {
      /**
       * `creditedBefore`: the books have this payment already, as the service has it. `nothingToCredit`: the
       * status of the event is listed as failed or pending, and the books have no transaction of the bill; or
       * they have this one as held or reversed, and nothing is new. `unknownBill`: the books have no such bill.
       * `ignored`: anyone can have sent the event, and the bill is paid.
       */
      readonly outcome: "creditedBefore" | "nothingToCredit" | "unknownBill" | "ignored";
    }
  | {
      /**
       * `reversed`: the money of a transaction that had paid this bill went back, and the bill is open again;
       * `reversedInPart`: a part of it went back. `heldReversed`: the money of a transaction that waits for a
       * person went back, or a part of it. `restored`: a transaction that the books have as reversed is a success
       * again, and waits for a person. `paymentFailed`: the transaction has failed and paid nothing. `pending`:
       * the verification does not decide yet; a transaction that the books have is no success any more.
       */
      readonly outcome:
        | "reversed"
        | "reversedInPart"
        | "heldReversed"
        | "restored"
        | "paymentFailed"
        | "pending";
      /** Transaction in the service's answer. */
      readonly transaction: Transaction;
    }
  | {
      /** The verification differs from what was billed, or the event is of another bill. */
      readonly outcome: "mismatch";
      /** Fields that differ. */
      readonly mismatches: readonly Mismatch[];
      /** Transaction in the service's answer, if there was one. */
      readonly transaction?: Transaction;
    }
  | {
      /** The verification has no result. */
      readonly outcome: "unconfirmed";
      /** Error with its next step. */
      readonly error: BillwireError;
    };

/** Settings by which a draft is validated. Use those of the biller that prepares the request later. */
export type DraftSettings = Pick<BillerOptions, "profile" | "codeShapes" | "maxLines">;

/** Requests by the name of their operation. */
export interface Drafts {
  /** Request of an onboarding. */
  onboarding: Onboarding;
  /** Request of a settlement. */
  settlement: Settlement;
  /** Request of a verification. */
  verification: Verification;
}

/** Findings about a draft. */
export interface Validation {
  /** Broken rules, each with the path of its field; at most the first hundred. A biller refuses the request. */
  readonly violations: readonly Finding[];
  /** Number of violations beyond those in `violations`. */
  readonly violationsOmitted: number;
  /** Advice. A biller prepares the request nevertheless, unless it is `strict`. */
  readonly warnings: readonly Finding[];
}

/**
 * Validates a draft without credentials, and returns all findings: an app can check a bill that its server
 * signs. Throws `invalid_config` for the settings only.
 */
export function validateDraft<Name extends keyof Drafts>(
  operation: Name,
  draft: Drafts[Name],
  settings?: DraftSettings | null,
): Validation;

/**
 * Returns a valid draft as JSON text, for example to send it to a server. Decimals are text. The text holds a
 * `payment_method_token` as it is. Throws `invalid_request` with all violations.
 */
export function draftToJson<Name extends keyof Drafts>(
  operation: Name,
  draft: Drafts[Name],
  settings?: DraftSettings | null,
): string;

/** Reads a draft from JSON text. Unknown keys are violations. Throws `invalid_request` with all violations. */
export function draftFromJson<Name extends keyof Drafts>(
  operation: Name,
  json: string,
  settings?: DraftSettings | null,
): Drafts[Name];

/** Request of a flow. Send it unchanged, by `send` of `billwire/fetch`. */
export interface FlowRequest extends PreparedRequest {
  /** Number by which the flow knows the request. */
  readonly number: number;
  /** Operation: verification for a lookup. */
  readonly operation: "settlement" | "verification";
  /** Time from which a settlement must not be sent any more, in milliseconds since 1970 by the flow's clock. */
  readonly sendBefore?: number;
  /** Whether that time has come. `send` of `billwire/fetch` asks it. */
  isLate(): boolean;
  /** Returns its arguments. `send` of `billwire/fetch` calls it. */
  decode(status: number, body: Uint8Array | ArrayBuffer | string, retryAfterMs?: number): ServiceAnswer;
  /** Returns the error to throw without an answer. `send` of `billwire/fetch` calls it. */
  noAnswer(options: Unanswered & FailedWith): BillwireError & Readonly<Unanswered>;
}

/** End of a {@link SettlementFlow}. It has the answers, errors and lookups that this flow got itself. */
export type SettlementEnding =
  | ({
      /** The money has moved. */
      readonly outcome: "settled";
      /** No action is needed. */
      readonly nextStep: null;
      /** Last verdict of a lookup. With `lookAgain` it shows whether the transaction has failed since. */
      readonly lookup?: LookupVerdict;
    } & SettlementProof)
  | {
      /**
       * `refused`: the bill is not settled, and nothing has moved; `reopen` starts anew. `unclear`: it is not
       * known whether the money has moved. A further flow looks it up again; a person asks the service, and
       * says `resolved` or `notThisBill`.
       */
      readonly outcome: "refused" | "unclear";
      /** Next step for a person or for a new flow. */
      readonly nextStep: NextStep;
      /** Why the flow ended. */
      readonly code: Code;
      /** Last answer to the settlement, or the lack of one. */
      readonly answer?: LastAnswer;
      /** The same as an error. */
      readonly error?: BillwireError;
      /** Last verdict of a lookup. */
      readonly lookup?: LookupVerdict;
    };

/** Proof that a bill is settled. */
export type SettlementProof =
  | {
      /** The answer to the settlement says so. */
      readonly proof: "answer";
      /** Answer to the settlement. */
      readonly response?: SettlementResponse;
    }
  | {
      /** A lookup found the transaction. */
      readonly proof: "verification";
      /**
       * Its `tran_id`. Store it as unique: one transaction settles one bill. If another bill has claimed it,
       * say `notThisBill`.
       */
      readonly claimKey: string;
      /** Transaction that the lookup found. */
      readonly transaction?: Transaction;
    }
  | {
      /** A person has asked the service. */
      readonly proof: "person";
    };

/** Last answer to a settlement, as a record keeps it. */
export interface LastAnswer {
  /** Why the answer does not settle the bill. */
  readonly code: Code;
  /** Next step after the answer alone. */
  readonly nextStep: NextStep;
  /** HTTP status, if there was an answer. */
  readonly httpStatus?: number;
  /** The service's own code, cut to 64 characters. Untrusted text. */
  readonly responseCode?: string;
}

/** Result of a run that stopped at a long wait, or until credentials are renewed. */
export interface Waiting {
  /** The bill has not ended. */
  readonly outcome: "waiting";
  /** Run a flow of the bill again at `until`. */
  readonly nextStep: null;
  /** Time in milliseconds since 1970. */
  readonly until: number;
  /** The service refused a credential, and `run` has no function `biller`. */
  readonly waitsFor?: "credentials";
}

/** Result of a run of a {@link SettlementFlow}. */
export type SettlementResult = (SettlementEnding | TakenOver | Waiting) & {
  /** Warnings of the flow, if there are any. */
  readonly warnings?: readonly Finding[];
};

/** Result of a run whose bill another flow goes on to settle. */
export interface TakenOver {
  /** Another flow of the same bill goes on, and its record has everything that this one has heard. */
  readonly outcome: "takenOver";
  /** No action is needed. */
  readonly nextStep: null;
}

/** Request of an operation whose path and fields the interface does not document. Your program supplies both. */
export interface UntypedRequest {
  /** Path below the base address, such as `/bank/available`, without dot segments or `//`. */
  path: string;
  /** Names and values of the query. billwire escapes them. */
  query?: Readonly<Record<string, string>> | null | undefined;
  /** Body, for operations that use POST. */
  json?: JsonValue | null | undefined;
  /** Credential to send. Default `none`. */
  auth?: "none" | "bearer" | "token" | null | undefined;
}

/** Final call of an untyped operation. A GET has no body. */
export interface UntypedCall extends Omit<Call<UntypedAnswer>, "body"> {
  /** Body: JSON text, if there is one. */
  readonly body?: string;
}

/** Answer to an untyped operation. The interface documents no success, so billwire reports none. */
export interface UntypedAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Body; null without one. A number that a double cannot hold exactly is text. */
  readonly json: ReceivedValue;
}

/** Operation of the interface. */
export interface OperationEntry {
  /** Name of the operation in billwire. */
  readonly name: OperationName | UntypedOperationName | "webhook";
  /** Title of the operation in the interface. */
  readonly title: string;
  /** HTTP method. */
  readonly method: "POST" | "GET";
  /** Path below the base address; null if the interface does not show it. */
  readonly path: string | null;
  /** Groups that list the operation; none for a typed operation. */
  readonly groups: readonly OperationGroup[];
}

/** All fifteen operations of the interface, in its order. */
export const operations: readonly OperationEntry[];

/** Headers of a webhook, in any form that servers use except a flat list (`rawHeaders`). */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

/** Limits of a webhook. */
export interface WebhookLimits {
  /** Largest body in bytes. Default 65,536. */
  bytes?: number | null | undefined;
  /** Largest nesting depth. Default and maximum 32. */
  depth?: number | null | undefined;
  /** Largest number of customers. Default 1,000. */
  customers?: number | null | undefined;
}

/** Receives webhooks of one variant (interface sections 2.7 and 4.4). */
export class WebhookReceiver {
  private constructor();
  /** Makes a receiver of the merchant-proxy variant, which carries one of `tokens`. */
  static merchantProxy(options: {
    /** Accepted tokens: several while you replace one. */
    tokens: readonly string[];
    /** Limits of the body. */
    limits?: WebhookLimits | null | undefined;
  }): WebhookReceiver;
  /** Makes a receiver of the checkout variant, which carries no credential. */
  static checkout(options?: {
    /** Limits of the body. */
    limits?: WebhookLimits | null | undefined;
  }): WebhookReceiver;
  /** Throws `unauthenticated` unless the headers have a valid token. Call it before you read the body of a stranger. */
  authenticate(headers: WebhookHeaders): void;
  /**
   * Checks the token, then reads the body. Pass the raw bytes or text, and do not parse them first. Throws
   * `unauthenticated` or `invalid_webhook`, each with the response for the sender.
   */
  receive(headers: WebhookHeaders, body: Uint8Array | ArrayBuffer | string): WebhookEvent;
  /** Wipes the tokens now instead of at garbage collection. Every later call throws `invalid_config`. */
  dispose(): void;
  /** Calls `dispose`, for `using`, if the runtime has it. */
  [Symbol.dispose](): void;
}

/** Webhook with a valid body. It proves nothing until you confirm it. */
export interface WebhookEvent {
  /** Content of the webhook. */
  readonly payload: WebhookPayload;
  /** Authentication of the sender. The token identifies the sender; it does not prove that the body is unchanged. */
  readonly authentication: "token" | "unauthenticated";
  /**
   * A `Token` that the checkout variant does not check, and values of the body that are invalid and are kept
   * in `extra`: the first hundred.
   */
  readonly warnings: readonly Finding[];
  /** Key that deliveries of the same event share, to skip repeated work; null if the payload has no ids. */
  readonly dedupKey: string | null;
  /** Digest of the fields about money: ASCII text of up to 250 characters. Store it with the dedup key. */
  readonly fingerprint: string;
  /** Compares the event with the stored fingerprint for its dedup key; pass null if you have none. */
  compare(storedFingerprint: string | null): DeliveryVerdict;
  /** Returns the response that tells the service that the webhook has arrived. */
  acknowledge(): Reply;
  /** Prepares the verification that confirms the event against what you billed. */
  confirm(biller: Biller, expectation: Expectation): Confirmation;
}

/** Verdict about a delivery, compared with an earlier one of the same dedup key. */
export interface DeliveryVerdict {
  /**
   * `new` is the first delivery, `replay` the same again, and `conflict` the same key with different fields
   * about money.
   */
  readonly delivery: "new" | "replay" | "conflict";
  /** Response for the sender: an acknowledgement for `new` and `replay`, 409 for `conflict`. */
  readonly reply: Reply;
}

/** Confirmation of an event. Send `call`, then pass its answer to `decide`. */
export interface Confirmation {
  /** Verification to send. */
  readonly call: Call<VerificationOutcome>;
  /**
   * Compares the answer with what you billed. Throws like {@link Call.decode}; the event is then neither true
   * nor false.
   */
  decide(status: number, body: Uint8Array | ArrayBuffer | string): Verdict;
}

/** Field of a verification that differs from what you billed. */
export interface Mismatch {
  /** Name of the field, as in interface section 2.6. */
  readonly field: string;
  /** `absent` for a blank text or an amount of zero, `different` for another value. */
  readonly code: "absent" | "different";
}

/**
 * Verdict of a confirmation. Its `warnings` are the fields that interface section 2.6 requires and the
 * service left out; no decision depends on one.
 */
export type Verdict = { readonly warnings: readonly Finding[] } & (
  | {
      /** The transaction matches what you billed, and its status means success. */
      readonly confirmed: true;
      /** The verdict in one word. */
      readonly verdict: "confirmed";
      /** Verified amount to credit, decimal text: that of `paidAmount`. */
      readonly amount: string;
      /** Key that pays one bill once. Store it as unique, in the database transaction that credits the bill. */
      readonly claimKey: string;
      /** Transaction in the service's answer. */
      readonly transaction: Transaction;
    }
  | {
      /** Credit nothing. */
      readonly confirmed: false;
      /** `pending`: the status does not decide yet, so verify again later. `failed`: the transaction has failed. */
      readonly verdict: "pending" | "failed";
      /** Transaction in the service's answer. */
      readonly transaction: Transaction;
    }
  | {
      /** Credit nothing. */
      readonly confirmed: false;
      /** The transaction does not match. */
      readonly verdict: "mismatch";
      /** Fields that differ. */
      readonly mismatches: readonly Mismatch[];
      /** Transaction in the service's answer, to credit in part, to refund or to ask about. */
      readonly transaction: Transaction;
    }
);

/** Signed fields of a bill (interface section 5.3). */
export type SignedFields = Pick<
  Settlement,
  "ref_id" | "date" | "currency" | "total_amount" | "customer_sync_code" | "settlement_to"
>;

/**
 * Returns the hash of interface section 5.3: 88 characters of Base64. The date's digits are in UTC unless the
 * options set a zone. The last key stays in memory until you sign with another one; a Biller wipes its own in
 * `dispose`.
 */
export function sign(
  fields: SignedFields,
  hashToken: string,
  options?: {
    /** Zone of the date's digits, such as `+07:00`. Default UTC. */
    signingOffset?: string | null | undefined;
  },
): string;

/**
 * Counts the bills that have a signing string (interface section 5.3) and codes of the shapes `codeShapes`. Throws
 * `invalid_config` for invalid shapes.
 */
export function countParses(signingString: string, codeShapes?: CodeShapes | null): number;

/**
 * Reads a received `tran_date`, in an assumed zone unless it names its own. Returns null for a text that is no date,
 * and throws `invalid_config` for an assumed zone that is no offset.
 *
 * It reads `2026-01-31T09:00:00` and `2026-01-31 09:00`, with a fraction, `Z`, `+07:00`, `+0700` or `+07` after it,
 * `2026/01/31`, `20260131090000`, and seconds and milliseconds since 1970. A date alone is the start of its day.
 */
export function readTranDate(
  text: string,
  assumedOffset: string,
  options?: {
    /** Whether to read `31/01/2026 09:00` too. Default false: its first number may be the month. */
    dayFirst?: boolean | null | undefined;
  },
): Date | null;

/**
 * Amount: decimal text such as `"10.50"` or `"1e3"`, a bigint, or a number (interface sections 2.3 and 2.7).
 * A number has at most 15 digits in its shortest text, or is an integer up to 2^53-1. An amount has at most
 * 34 significant digits, and an exponent from -34 to 34.
 */
export type DecimalInput = string | number | bigint;

/**
 * Exact arithmetic on amounts, such as a webhook's `tran_amount` (interface section 2.7):
 * `decimal.multiply("1.10", 3)` is `"3.3"`. It never rounds. Results are text in plain notation, which you
 * can pass to the next call.
 *
 * Throws a {@link BillwireError} of kind `invalid_config` with a violation for each invalid argument, whose path is the
 * name of the argument: `invalid_decimal`, `too_many_digits`, `out_of_range`, `inexact_number`, `not_finite`,
 * `lone_surrogate`, `required` or `wrong_type`. The path is empty if the exact result has more than 34 digits
 * (`too_many_digits`) or more than 34 places (`out_of_range`).
 */
export const decimal: {
  /** Returns -1 if `a` is below `b`, 1 if it is above, and 0 for equal values such as `10`, `"10.0"` and `"1e1"`. */
  readonly compare: (a: DecimalInput, b: DecimalInput) => -1 | 0 | 1;
  /** Exact sum, without zeros at the end of its fraction. */
  readonly add: (a: DecimalInput, b: DecimalInput) => string;
  /** Exact difference `a` minus `b`, without zeros at the end of its fraction. */
  readonly subtract: (a: DecimalInput, b: DecimalInput) => string;
  /** Exact product, without zeros at the end of its fraction. */
  readonly multiply: (a: DecimalInput, b: DecimalInput) => string;
  /**
   * Same value with exactly `places` digits after the point, -34 to 34: `quantize("10.5", 2)` is `"10.50"`.
   * With -2, the amount has to be whole hundreds. Throws `too_precise` if a digit would be lost.
   */
  readonly quantize: (amount: DecimalInput, places: number | bigint) => string;
};
