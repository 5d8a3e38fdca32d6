import type {
  Code,
  Expectation,
  JsonValue,
  NextStep,
  Onboarding,
  OnboardingResponse,
  OperationGroup,
  OperationName,
  ReceivedValue,
  Settlement,
  SettlementResponse,
  Transaction,
  UnshapedOperationName,
  Verification,
  VerificationResponse,
  WebhookPayload,
} from "./models.js";

export type * from "./models.js";

declare global {
  // As TypeScript's own library has it, where that is too old to.
  interface SymbolConstructor {
    /** What `using` calls. */
    readonly dispose: unique symbol;
  }
}

/** One violation or warning. It never holds the value itself. */
export interface Finding {
  /** Where the value stands, such as `details[2].price`; empty for the whole. */
  readonly path: string;
  /** The rule. */
  readonly code: Code;
  /** What the rule asks for, in one sentence. */
  readonly explanation: string;
  /** The byte of the body at which it was found. */
  readonly offset?: number | undefined;
}

/** What went wrong, in one word. */
export type ErrorKind =
  | "invalid_request"
  | "invalid_config"
  | "missing_credential"
  | "rejected"
  | "undetermined"
  | "unreadable"
  | "unauthenticated"
  | "invalid_webhook"
  | "internal";

/**
 * The one error that billwire throws. Its `message` is billwire's own sentence, without any value or secret.
 *
 * One of kind `internal` that speaks of the WebAssembly instance says that the call came to nothing because the instance
 * broke: out of memory or stack, say. It was replaced: what was made before stays usable, and the call can be made again.
 */
export class BillwireError extends Error {
  private constructor();
  /** What went wrong, in one word. */
  readonly kind: ErrorKind;
  /** The stable code; of the first violation, if there are several. */
  readonly code: Code;
  /** All that is wrong, each with its path; of more than a hundred the first. */
  readonly violations: readonly Finding[];
  /** How many violations there are beyond those that are listed. */
  readonly violationsOmitted: number;
  /** What to do next. */
  readonly nextStep: NextStep;
  /** The operation that was prepared or answered; `webhook` for one that was received. */
  readonly operation: OperationName | UnshapedOperationName | "webhook" | undefined;
  /** The service's own code, if its answer carries one. */
  readonly responseCode: string | undefined;
  /** The service's own message in English. Untrusted text. */
  readonly messageEn: string | undefined;
  /** The service's own message in Khmer. Untrusted text. */
  readonly messageKh: string | undefined;
  /** The HTTP status, if there was an answer. */
  readonly httpStatus: number | undefined;
  /** The response to give, if it was a webhook: 401 or 400, and 500 where `receive` was called with the wrong arguments. */
  readonly response: Reply | undefined;
}

/** Whether `error` is a {@link BillwireError}, from whichever copy of the package. */
export function isBillwireError(error: unknown): error is BillwireError;

/** A response to give to a webhook (interface section 2.8). */
export interface Reply {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body, JSON. */
  readonly body: string;
}

/** Response codes of each operation. */
export interface CodesByOperation {
  /** Codes of onboarding. */
  onboarding?: readonly string[] | undefined;
  /** Codes of settlement. */
  settlement?: readonly string[] | undefined;
  /** Codes of verification. */
  verification?: readonly string[] | undefined;
}

/** Statuses of each object that carries one. */
export interface StatusesByObject {
  /** Statuses of a bill. */
  bill?: readonly string[] | undefined;
  /** Statuses of a payment. */
  payment?: readonly string[] | undefined;
  /** Statuses of a transaction. */
  transaction?: readonly string[] | undefined;
}

/** The text fields of a bill that a lookup can carry. */
export type BillText = "ref_id" | "currency" | "customer_sync_code" | "settlement_to" | "description";

/** What a deployment does that the interface does not show. Plain data; the default is the interface to the letter. */
export interface WireProfile {
  /** The key under which the destination of a settlement is sent. Default `settlement_to`. */
  destinationKey?: string | undefined;
  /** Success codes beyond those of section 7. */
  successCodes?: CodesByOperation | undefined;
  /** Codes that are a refusal. Default none, since no meaning is shown. */
  refusalCodes?: CodesByOperation | undefined;
  /** Codes that say that nothing was found. Default none, since no meaning is shown. */
  notFoundCodes?: CodesByOperation | undefined;
  /**
   * HTTP statuses, 400 to 599, by which the service says that nothing has happened. They count only where the body carries
   * no code, or a refusal. Default 400, 401, 403, 422 and 429; the list may be empty.
   */
  nothingHappenedStatuses?: readonly number[] | undefined;
  /** Statuses that mean success, compared exactly. Default `success` for each. */
  successStatuses?: StatusesByObject | undefined;
  /** Statuses that mean that the outcome is still open. Default none. */
  pendingStatuses?: StatusesByObject | undefined;
  /** Statuses that mean that no money moves. Default none. */
  failedStatuses?: StatusesByObject | undefined;
  /** Which field of the bill each field of a verification carries. Default unset: a bill cannot be looked up. */
  settlementLookup?:
    | {
        /** The field that `identity_code` carries. */
        identity_code: BillText;
        /** The field that `purpose_of_transaction` carries: a text, or a date with its `dateFormat`. */
        purpose_of_transaction: BillText | "date" | "due_date";
        /**
         * How a date is written: `yyyy`, `MM`, `dd`, `HH`, `mm` and `ss` with `-`, `/`, `.`, `:`, `_`, `T` or spaces
         * between them, in the zone of `dateOffset`. Required for a date, and for nothing else.
         */
        dateFormat?: string | undefined;
      }
    | null
    | undefined;
  /** The key of an item's name. Default `item_name`; the sample of section 2.3 spells it `item_mame`. */
  lineItemKey?: "item_name" | "item_mame" | undefined;
  /** How verification shows who calls. Default `token` (section 5.2). */
  verificationAuth?: "token" | "bearer" | undefined;
  /** Which id of a webhook its verification sends as `tran_id`. Default `tran_id`. */
  verificationTranId?: "tran_id" | "tran_no" | "neither" | undefined;
  /**
   * Whether a confirmation needs `tran_amount` and `fee_amount` to sum to `total_amount`, as in the sample of section 2.6.
   * Default false.
   */
  compareTotals?: boolean | undefined;
  /**
   * How dates are written. Default `millis`: UTC with `Z`. `offset_…` keeps the offset that was given (a `Date` has none, and
   * counts as UTC); `local_…` and `date` write no zone, and mean that of `dateOffset`.
   */
  dateStyle?:
    | "millis"
    | "seconds"
    | "offset_millis"
    | "offset_seconds"
    | "local_millis"
    | "local_seconds"
    | "date"
    | undefined;
  /** The zone of dates that are written without one, such as `+07:00`. Default UTC. */
  dateOffset?: string | undefined;
  /** The zone of the signature's digits, such as `+07:00`. Default UTC. */
  signingOffset?: string | undefined;
  /** Whether `total_amount_khr` goes out as text or as a number. Default `text`. */
  totalAmountKhrAs?: "text" | "number" | undefined;
  /** To which unit a computed `total_amount_khr` is rounded, half up. Default `exact`: not at all. */
  totalAmountKhrRounding?: "exact" | "riel" | "hundred_riel" | undefined;
  /** Whether optional text given as `""` is sent, and not refused. Default false. */
  sendEmptyText?: boolean | undefined;
}

/** What a code looks like. All that is given has to hold. */
export interface CodeShape {
  /** How it begins. */
  prefix?: string | undefined;
  /** How many characters it has. */
  length?: number | undefined;
  /** Character by character: `#` is a digit, `@` an ASCII letter, `?` anything, all else itself. */
  pattern?: string | undefined;
}

/** What a merchant's codes look like. */
export interface CodeShapes {
  /** The shape of `ref_id`. */
  ref_id?: CodeShape | undefined;
  /** The shape of `customer_sync_code`. */
  customer_sync_code?: CodeShape | undefined;
  /** The shape of `settlement_to`. */
  settlement_to?: CodeShape | undefined;
}

/** The settings of a {@link Biller}. */
export interface BillerOptions {
  /** The service's base address: `https`, a plain host, at most a path. */
  baseUrl: string;
  /** For onboarding and settlement (section 5.1), without the word `Bearer`. */
  bearer?: string | undefined;
  /** For verification (section 5.2). */
  verificationToken?: string | undefined;
  /** The key of the signature (section 5.3). */
  hashToken?: string | undefined;
  /** Allows `http` to exactly localhost, 127.0.0.1 and [::1]. */
  allowLoopbackHttp?: boolean | undefined;
  /** Turns warnings into violations. */
  strict?: boolean | undefined;
  /** What the merchant's own codes look like, so that an ambiguous signing string is seen. `strict` needs all three. */
  codeShapes?: CodeShapes | undefined;
  /** Says that credentials in a browser are meant. They do not belong there. */
  dangerouslyAllowBrowser?: boolean | undefined;
  /** Line items that a bill may have: from 1 to 100,000. Default 10,000; a longer one is refused with `too_many_lines`. */
  maxLines?: number | undefined;
  /** What the deployment does that the interface does not show. */
  profile?: WireProfile | undefined;
}

/** A final request. Send it as it is: `fetch(call.url, call)`. Its `body` is the exact text that was signed. */
export interface Call<Outcome> {
  /** The operation that is called. */
  readonly operation: OperationName | UnshapedOperationName;
  /** The method. */
  readonly method: "POST" | "GET";
  /** The whole address. */
  readonly url: string;
  /**
   * The headers: a plain object without a prototype, for any HTTP client. Printing it shows no credentials. A copy, such as
   * `{ ...call.headers }`, is an object like any other: do not print that.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The body: JSON. */
  readonly body: string;
  /** Redirects are never followed with credentials. */
  readonly redirect: "manual";
  /** What is worth a second look before sending. */
  readonly warnings: readonly Finding[];
  /** What the answer means. Throws a {@link BillwireError} with its next step for everything that is no success. */
  decode(status: number, body: Uint8Array | ArrayBuffer | string): Outcome;
  /** The error, with its next step, for a call that brought no answer. */
  noAnswer(options: {
    /** `"no"` only where no connection was ever made. */
    sent: "no" | "maybe";
  }): BillwireError;
}

/** What a settlement with a success code has come to. */
export type SettlementOutcome =
  | {
      /** Bill and payment are both `success`: the money has moved. */
      outcome: "settled";
      /** Nothing is left to find out. */
      nextStep: null;
      /** The answer. */
      response: SettlementResponse;
    }
  | {
      /** The service took the bill, but does not say that both are `success`. Do not settle again blindly. */
      outcome: "accepted";
      /** How to find out what became of it. */
      nextStep: NextStep;
      /** The answer, with the statuses it has. */
      response: SettlementResponse;
    };

/** Prepares calls, and decodes their answers. It sends nothing itself. */
export class Biller {
  /** Checks the settings. Throws `invalid_config` with all that is wrong. */
  constructor(options: BillerOptions);
  /** Prepares the registration of a sub biller. Throws `invalid_request` with all violations at once. */
  prepareOnboarding(request: Onboarding): Call<OnboardingResponse>;
  /** Prepares, and signs, the settlement of a bill. Throws `invalid_request` with all violations at once. */
  prepareSettlement(request: Settlement): Call<SettlementOutcome>;
  /** Prepares the verification of a transaction. Throws `invalid_request` with all violations at once. */
  prepareVerification(request: Verification): Call<VerificationResponse>;
  /** Prepares the lookup that tells what became of a bill, by the profile's `settlementLookup`. */
  prepareSettlementLookup(bill: Settlement): Lookup;
  /** Prepares a call of one of the eleven operations that the interface names without a shape (section 4.5). */
  prepareOperation(name: UnshapedOperationName, request: UnshapedRequest): UnshapedCall;
  /** Decodes an onboarding's answer that arrived where its call is not. */
  decode(operation: "onboarding", status: number, body: Uint8Array | ArrayBuffer | string): OnboardingResponse;
  /** Decodes a settlement's answer that arrived where its call is not. */
  decode(operation: "settlement", status: number, body: Uint8Array | ArrayBuffer | string): SettlementOutcome;
  /** Decodes a verification's answer that arrived where its call is not. */
  decode(operation: "verification", status: number, body: Uint8Array | ArrayBuffer | string): VerificationResponse;
  /** The same biller with another bearer token; the prepared key is shared. */
  withBearer(token: string): Biller;
  /**
   * Ends it before it is collected as garbage: its credentials are wiped from WebAssembly's memory, and whatever it would
   * prepare throws `invalid_config`. Its calls still read their answers; those of `withBearer` are billers of their own.
   */
  dispose(): void;
  /** The same, for `using`, where the host has it. */
  [Symbol.dispose](): void;
}

/** The lookup of a settlement under way: send `call`, then decide by its answer. */
export interface Lookup {
  /** The verification to send. */
  readonly call: Call<VerificationResponse>;
  /** Returns what the answer says of the bill. An answer that is no success is `unclear`; nothing is thrown for it. */
  decide(status: number, body: Uint8Array | ArrayBuffer | string): LookupVerdict;
}

/** The answer to a lookup, as far as it is about this bill. */
export type LookupVerdict =
  | {
      /** The bill is settled: the transaction matches it, and its status means success. */
      readonly verdict: "settled";
      /** Nothing is left to find out. */
      readonly nextStep: null;
      /** The transaction as the service has it. */
      readonly transaction: Transaction;
    }
  | {
      /**
       * The service knows no such transaction, by one of the profile's `notFoundCodes`. It may answer so before it has
       * recorded a settlement that is under way.
       */
      readonly verdict: "notFound";
      /** Ask again before anything is sent again. */
      readonly nextStep: NextStep;
    }
  | {
      /** The service has another transaction under these references: another amount, say, or one that has failed. */
      readonly verdict: "different";
      /** Ask the service before anything is sent again. */
      readonly nextStep: NextStep;
      /** The transaction as the service has it. */
      readonly transaction: Transaction;
      /** The fields in which it differs. */
      readonly mismatches: readonly Mismatch[];
    }
  | {
      /** The transaction matches the bill, and its status means that the outcome is still open. */
      readonly verdict: "pending";
      /** Ask again. */
      readonly nextStep: NextStep;
      /** The transaction as the service has it. */
      readonly transaction: Transaction;
    }
  | {
      /** Nothing is known yet. */
      readonly verdict: "unclear";
      /** Ask again, correct something, or ask the service. */
      readonly nextStep: NextStep;
      /** The transaction, if only its status is not understood. */
      readonly transaction?: Transaction;
      /** The error, if the answer is no success. */
      readonly error?: BillwireError;
    };

/** A call of an operation whose path and shapes the interface does not show: all of it is the caller's. */
export interface UnshapedRequest {
  /** The path below the base address, such as `/bank/available`: no dot segments, no `//`. */
  path: string;
  /** Names and values of the query, which are escaped. */
  query?: Readonly<Record<string, string>> | undefined;
  /** The body, for operations called by POST. */
  json?: JsonValue | undefined;
  /** How the call shows who makes it. Default `none`. */
  auth?: "none" | "bearer" | "token" | undefined;
}

/** A final call of such an operation. One by GET has no body. */
export interface UnshapedCall extends Omit<Call<UnshapedAnswer>, "body"> {
  /** The body: JSON, if there is one. */
  readonly body?: string;
}

/** An answer without a known meaning: it never claims success. */
export interface UnshapedAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** The body; null if there is none. A number that is not exact as a double is its text. */
  readonly json: ReceivedValue;
}

/** An operation that the interface names. */
export interface OperationEntry {
  /** Its name here. */
  readonly name: OperationName | UnshapedOperationName | "webhook";
  /** What the interface calls it. */
  readonly title: string;
  /** The method by which it is called. */
  readonly method: "POST" | "GET";
  /** The groups that list it; none for the operations with a shape. */
  readonly groups: readonly OperationGroup[];
}

/** All fifteen operations that the interface names, in its order. */
export const operations: readonly OperationEntry[];

/** Headers in any of the forms that servers have them in. A flat list (`rawHeaders`) is none of them. */
export type WebhookHeaders =
  | Headers
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | Iterable<readonly [string, string]>;

/** Bounds on a webhook. */
export interface WebhookLimits {
  /** Bytes of the body. Default 65,536. */
  bytes?: number | undefined;
  /** Levels of nesting. Default, and at most, 32. */
  depth?: number | undefined;
  /** Customers. Default 1,000. */
  customers?: number | undefined;
}

/** Receives webhooks of one variant (interface sections 2.7 and 4.4). */
export class WebhookReceiver {
  private constructor();
  /** A receiver of the merchant-proxy variant, which shows one of `tokens`. */
  static merchantProxy(options: {
    /** The expected tokens: several, while one is replaced. */
    tokens: readonly string[];
    /** Bounds on the body. */
    limits?: WebhookLimits | undefined;
  }): WebhookReceiver;
  /** A receiver of the checkout variant, which shows no authentication. */
  static checkout(options?: {
    /** Bounds on the body. */
    limits?: WebhookLimits | undefined;
  }): WebhookReceiver;
  /**
   * Checks the sender, then reads the body: the raw bytes or text, as they arrived. Throws `unauthenticated` or
   * `invalid_webhook`, each with the response to give.
   */
  receive(headers: WebhookHeaders, body: Uint8Array | ArrayBuffer | string): WebhookEvent;
  /** Ends it before it is collected as garbage: its tokens are wiped, and it throws `invalid_config` from then on. */
  dispose(): void;
  /** The same, for `using`, where the host has it. */
  [Symbol.dispose](): void;
}

/** A webhook whose body could be read. It proves nothing by itself: confirm it. */
export interface WebhookEvent {
  /** What it says. */
  readonly payload: WebhookPayload;
  /** Who sent it: somebody with the token, or anybody. */
  readonly authentication: "token" | "unauthenticated";
  /** Values of the body that could not be read and are kept in `extra`: the first hundred. */
  readonly warnings: readonly Finding[];
  /** A key that deliveries of the same event share, to save work with; null if there is nothing to tell it by. */
  readonly dedupKey: string | null;
  /** A digest of what the event says about the money. Store it beside the dedup key. */
  readonly fingerprint: string;
  /** What this delivery is, given the fingerprint of the record with its dedup key; null if there is no record. */
  compare(storedFingerprint: string | null): DeliveryVerdict;
  /** The response that tells the service that the webhook has arrived. */
  acknowledge(): Reply;
  /** Prepares the verification by which the event is confirmed: it has to match what was billed. */
  confirm(biller: Biller, expectation: Expectation): Confirmation;
}

/** What a delivery is, held against the record of an earlier one with the same dedup key. */
export interface DeliveryVerdict {
  /** The first one, the same again, or the same key saying something else about the money. */
  readonly delivery: "new" | "replay" | "conflict";
  /** The response to give: a replay is acknowledged like the first, a conflict is answered with 409. */
  readonly reply: Reply;
}

/** A confirmation under way: send `call`, then decide by its answer. */
export interface Confirmation {
  /** The verification to send. */
  readonly call: Call<VerificationResponse>;
  /** Holds the answer against what was billed. Throws what {@link Call.decode} throws: then nothing is known yet. */
  decide(status: number, body: Uint8Array | ArrayBuffer | string): Verdict;
}

/** A field in which the verification differs from what was billed. */
export interface Mismatch {
  /** The field of interface section 2.6. */
  readonly field: string;
  /** How it differs: it is blank or an amount of zero, or it has another value. */
  readonly code: "absent" | "different";
}

/** What the verification says of an event. */
export type Verdict =
  | {
      /** It matches what was billed. */
      readonly confirmed: true;
      /** The key under which the transaction pays one bill, once. Claim it where the bill is credited. */
      readonly claimKey: string;
      /** The transaction as the service has it. */
      readonly transaction: Transaction;
    }
  | {
      /** It does not match; nothing may be credited. */
      readonly confirmed: false;
      /** In what it differs. */
      readonly mismatches: readonly Mismatch[];
    };

/** The signed fields of a bill (interface section 5.3). */
export type SignedFields = Pick<
  Settlement,
  "ref_id" | "date" | "currency" | "total_amount" | "customer_sync_code" | "settlement_to"
>;

/**
 * The hash of interface section 5.3 alone: 88 characters of Base64. The digits are in UTC unless the options say else. The
 * last key stays prepared until another one signs; a Biller's goes when it is disposed of.
 */
export function sign(
  fields: SignedFields,
  hashToken: string,
  options?: {
    /** The zone of the digits, such as `+07:00`. */
    signingOffset?: string | undefined;
  },
): string;

/** What is known besides the bill. */
export interface ExplainOptions {
  /** The key of the signature. It does not appear in the explanation. */
  hashToken: string;
  /** The hash that the other side has computed. */
  observedHash?: string | undefined;
  /** The zone of the digits, such as `+07:00`. Default UTC. */
  signingOffset?: string | undefined;
  /** What the merchant's codes look like, to count the readings. */
  codeShapes?: CodeShapes | undefined;
  /** What else the other side may have used. */
  candidates?:
    | {
        /** Zones beyond the whole and the half hours; like the others, at most a thousand. */
        zones?: readonly string[] | undefined;
        /** Separators between the fields. */
        separators?: readonly string[] | undefined;
        /** Destinations instead of `settlement_to`. */
        destinations?: readonly string[] | undefined;
      }
    | undefined;
}

/** A mistake that produces the observed hash. */
export interface Cause {
  /** Its stable name, such as `zone` or `hex`; two names joined by `+` for a pair. */
  readonly mistake: string;
  /** With which zone, field, pattern, separator or text, if the name does not say it all. */
  readonly with?: string | undefined;
  /**
   * The setting that makes billwire's hash the observed one, such as `signingOffset: "+07:00"`, if there is one. Use it where
   * the service confirms that the mistake is on this side.
   */
  readonly setting?: string | undefined;
  /** What the other side has done, in one sentence. */
  readonly explanation: string;
}

/** A signature taken apart (interface section 5.3). It holds no secret. */
export interface Explanation {
  /** The six parts of the signing string, in their order. */
  readonly parts: readonly {
    /** The field. */
    readonly field: string;
    /** What it adds. */
    readonly text: string;
  }[];
  /** The parts joined. */
  readonly signingString: string;
  /** The zone in which the digits of the date are written. */
  readonly signingOffset: string;
  /** The hash. */
  readonly hash: string;
  /** How many bills the signing string could stand for. */
  readonly readings: number;
  /** What is known of the observed hash; null if there was none. */
  readonly observed: null | {
    /** Whether it is the right one. */
    readonly matches: boolean;
    /** Whether white space around it was cut off first, or a character that nobody sees (U+200B, U+FEFF). */
    readonly trimmed: boolean;
    /**
     * The result in one word: the hash is the right one; known mistakes produce it; none does, so that another key or other
     * values do; or none does, and it is not 88 characters of Base64.
     */
    readonly code: "matches" | "explained" | "unexplained" | "not_a_hash";
    /** The result in one sentence. */
    readonly explanation: string;
    /** The mistakes that produce it, in documented order. */
    readonly causes: readonly Cause[];
  };
}

/** Takes the signature of a bill apart, and names the mistakes that produce an observed hash. */
export function explainSignature(bill: SignedFields & Partial<Settlement>, options: ExplainOptions): Explanation;

/**
 * How many bills a signing string could stand for (interface section 5.3), where the merchant's codes look like
 * `codeShapes`. Throws `invalid_config` for shapes that are none.
 */
export function countReadings(signingString: string, codeShapes?: CodeShapes): number;

/** The instant of a received `tran_date`, which carries no zone, in an assumed one; null if it is unreadable. */
export function readTranDate(text: string, assumedOffset: string): Date | null;

/**
 * An amount that is given: decimal text such as `"10.50"` or `"1e3"`, a bigint, or a number as decimal fields take it
 * (interface sections 2.3 and 2.7): one whose shortest text has at most 15 digits, or an integer up to 2^53-1. At most 34
 * significant digits, and an exponent from -34 to 34.
 */
export type DecimalInput = string | number | bigint;

/**
 * Exact arithmetic on amounts, such as the decimal text of a webhook's `tran_amount` (interface section 2.7):
 * `decimal.multiply("1.10", 3)` is `"3.3"`. Nothing is ever rounded. Results are text in plain notation, which can be given
 * again.
 *
 * Throws a {@link BillwireError} of kind `invalid_config`, with a violation for each argument that is no decimal, by its name
 * as the path: `invalid_decimal`, `too_many_digits`, `out_of_range`, `inexact_number`, `not_finite`, `lone_surrogate`,
 * `required` or `wrong_type`. Where the exact result has more than 34 digits (`too_many_digits`) or more than 34 places
 * (`out_of_range`), the path is empty.
 */
export const decimal: {
  /** -1 if `a` is below `b`, 1 if it is above, 0 if both have the same value: `10`, `"10.0"` and `"1e1"` do. It sorts. */
  readonly compare: (a: DecimalInput, b: DecimalInput) => -1 | 0 | 1;
  /** The exact sum, without zeros at the end of its fraction. */
  readonly add: (a: DecimalInput, b: DecimalInput) => string;
  /** `a` less `b`, exact, without zeros at the end of its fraction. */
  readonly subtract: (a: DecimalInput, b: DecimalInput) => string;
  /** The exact product, without zeros at the end of its fraction. */
  readonly multiply: (a: DecimalInput, b: DecimalInput) => string;
  /**
   * The same value with exactly so many places behind the point, -34 to 34: `quantize("10.5", 2)` is `"10.50"`. With -2 it
   * has to be whole hundreds. Throws `too_precise` if a digit would be lost.
   */
  readonly quantize: (amount: DecimalInput, places: number | bigint) => string;
};
