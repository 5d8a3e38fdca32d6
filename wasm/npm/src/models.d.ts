// Generated from the models in core/src by `cargo xtask generate`. Do not edit.

/** Operations with documented fields. */
export type OperationName = "onboarding" | "settlement" | "verification";

/** Operations whose fields the interface does not document (section 4.5). */
export type UntypedOperationName =
  | "authorization"
  | "create_customer"
  | "get_payment_methods"
  | "get_list_bills"
  | "get_wallet_balance"
  | "get_transaction_detail"
  | "get_available_banks"
  | "add_link_account"
  | "verify_linked_bank_account"
  | "transaction_initiation"
  | "proxy";

/** Groups of operations (section 4.5). */
export type OperationGroup = "payment_method" | "sub_biller" | "checkout" | "service" | "merchant_proxy";

/** Action to take after an error, or after a settlement that is not known to be complete. */
export type NextStep = (typeof NextStep)[keyof typeof NextStep];

/**
 * Action to take after an error, or after a settlement that is not known to be complete. Each member is the
 * text of its own name.
 */
export const NextStep: {
  /** Correct the request or the settings, and send anew. */
  readonly fixRequest: "fixRequest";
  /** Correct the credentials, and send anew. */
  readonly fixCredentials: "fixCredentials";
  /**
   * Nothing has happened, or the profile lets an onboarding be repeated: this settlement or onboarding may be
   * sent again.
   */
  readonly sendAgain: "sendAgain";
  /** Ask again later: the operation only reads. It is no permission to settle again. */
  readonly verifyAgain: "verifyAgain";
  /** It may have happened: find out by verification before anything is sent again. */
  readonly verifyFirst: "verifyFirst";
  /** Neither the interface nor the profile shows a way to find out: ask the service's people. */
  readonly askService: "askService";
};

/** Kind of an error. */
export type ErrorKind = (typeof ErrorKind)[keyof typeof ErrorKind];

/** Kind of an error. Each member is the text of its own name. */
export const ErrorKind: {
  /** The request breaks a rule; nothing was sent. */
  readonly invalid_request: "invalid_request";
  /** The settings cannot be used. */
  readonly invalid_config: "invalid_config";
  /** The call needs a credential that was not configured. */
  readonly missing_credential: "missing_credential";
  /** The service refused, by a code that the profile lists as a refusal. */
  readonly rejected: "rejected";
  /** Nothing is known about what happened, or its meaning is not shown. */
  readonly undetermined: "undetermined";
  /** HTTP 200 with a body that is not of the operation's shape. */
  readonly unreadable: "unreadable";
  /** A webhook did not show an expected token (section 5.4). */
  readonly unauthenticated: "unauthenticated";
  /** A webhook's body is not what section 2.7 shows. */
  readonly invalid_webhook: "invalid_webhook";
  /** A fault of billwire itself. */
  readonly internal: "internal";
};

/** Stable codes of violations, warnings and errors. */
export type Code = (typeof Code)[keyof typeof Code];

/** Stable codes of violations, warnings and errors. Each member is the text of its own name. */
export const Code: {
  /** A required field is absent or null. */
  readonly required: "required";
  /** A value of another type than the field has. */
  readonly wrong_type: "wrong_type";
  /** A key that the model does not know. */
  readonly unknown_field: "unknown_field";
  /** A key that the caller must not pass: `hash`, or a known field inside `extra`. */
  readonly reserved_key: "reserved_key";
  /** Text of length zero. */
  readonly empty: "empty";
  /** A control character, U+0000 to U+001F or U+007F to U+009F, that is not allowed. */
  readonly control_character: "control_character";
  /** A lone surrogate, which UTF-8 cannot represent. */
  readonly lone_surrogate: "lone_surrogate";
  /** A number with a fraction in an integer field. */
  readonly not_an_integer: "not_an_integer";
  /** NaN or an infinity. */
  readonly not_finite: "not_finite";
  /** A number outside the bounds of its field. */
  readonly out_of_range: "out_of_range";
  /** More than 34 significant digits. */
  readonly too_many_digits: "too_many_digits";
  /** A binary floating-point number of more than 15 significant digits, which has no exact decimal. */
  readonly inexact_number: "inexact_number";
  /** Text that is not a decimal number. */
  readonly invalid_decimal: "invalid_decimal";
  /** Text that is not an RFC 3339 timestamp. */
  readonly invalid_instant: "invalid_instant";
  /** A timestamp without an offset, which is ambiguous. */
  readonly missing_offset: "missing_offset";
  /** More than three fraction digits, or more places than an amount may have. */
  readonly too_precise: "too_precise";
  /** Second 60. */
  readonly leap_second: "leap_second";
  /** A year outside 0000 to 9999, in UTC or in the zone of the digits. */
  readonly year_out_of_range: "year_out_of_range";
  /** Nested more deeply than allowed. */
  readonly too_deep: "too_deep";
  /** More bytes than allowed. */
  readonly too_large: "too_large";
  /** More elements than allowed. */
  readonly too_many_items: "too_many_items";
  /** Not JSON (RFC 8259). */
  readonly invalid_json: "invalid_json";
  /** Bytes that are not UTF-8. */
  readonly invalid_utf8: "invalid_utf8";
  /** A key that occurs twice in one object. */
  readonly duplicate_key: "duplicate_key";
  /** Two spellings of one field with different content. */
  readonly conflicting_values: "conflicting_values";
  /** A setting with a value that it does not accept. */
  readonly unknown_value: "unknown_value";
  /** `return_url` is absent although `bank_id` is filled in (section 2.1). */
  readonly required_with_bank_id: "required_with_bank_id";
  /** `total_amount_khr` was left out and cannot be computed (section 2.3). */
  readonly underivable: "underivable";
  /** More line items than the setting `max_lines` (`maxLines`) allows. */
  readonly too_many_lines: "too_many_lines";
  /** Warning: the lines' amounts, with or without their taxes, do not sum to `total_amount`. */
  readonly lines_do_not_sum: "lines_do_not_sum";
  /** Warning: `total_amount_khr` is not `total_amount` times the rate. */
  readonly khr_does_not_match: "khr_does_not_match";
  /** Warning: the rate is below one riel for a currency whose unit is worth more. */
  readonly inverted_rate: "inverted_rate";
  /** Warning: a date in the years 2500 to 2699, which a Buddhist calendar has now. */
  readonly buddhist_year: "buddhist_year";
  /** Warning: a date in the first weeks of 1970, where seconds lead that were taken as milliseconds. */
  readonly epoch_date: "epoch_date";
  /** Warning: `due_date` lies before `date`. */
  readonly due_before_date: "due_before_date";
  /** Warning: `total_tax` is above `total_amount`, in which it is included. */
  readonly tax_above_total: "tax_above_total";
  /** Warning: the currency is no ISO 4217 code. */
  readonly unknown_currency: "unknown_currency";
  /** White space at either end of a signed field (a warning) or of a secret (a violation). */
  readonly surrounding_space: "surrounding_space";
  /** Warning: a signed field holds a character that cannot be seen, such as U+200B. */
  readonly invisible_character: "invisible_character";
  /** Warning: `total_amount` is zero. */
  readonly zero_total: "zero_total";
  /** Warning: `return_url`, or the link of an answer, is no address that a browser or an app can go to. */
  readonly no_address: "no_address";
  /** Warning: the link of an answer is not encrypted. */
  readonly insecure_link: "insecure_link";
  /** Warning: another amount and customer would give the same signing string (section 5.3). */
  readonly ambiguous_signing_string: "ambiguous_signing_string";
  /** Warning: a code does not have the shape that was declared for it. */
  readonly shape_mismatch: "shape_mismatch";
  /** The base address is not one that requests can be sent to. */
  readonly invalid_base_url: "invalid_base_url";
  /** A path that does not stay below the base address. */
  readonly invalid_path: "invalid_path";
  /** Something that the operation does not take. */
  readonly not_allowed: "not_allowed";
  /** `http` where it is not allowed. */
  readonly insecure_base_url: "insecure_base_url";
  /** A header token with other than visible ASCII characters. */
  readonly invalid_token: "invalid_token";
  /** A bearer token that already begins with `Bearer `. */
  readonly bearer_prefix: "bearer_prefix";
  /** Warning: a credential that a program has filled in wrongly. */
  readonly placeholder_credential: "placeholder_credential";
  /** Credentials in a browser, without having said that this is meant. */
  readonly browser: "browser";
  /** A value that another list of the settings holds already. */
  readonly listed_twice: "listed_twice";
  /** No `Token` header (section 4.4). */
  readonly missing_token: "missing_token";
  /** More than one `Token` header. */
  readonly duplicate_token: "duplicate_token";
  /** Warning: a `Token` header at a receiver of the checkout variant, which checks none (section 4.4). */
  readonly unchecked_token: "unchecked_token";
  /** A `Token` that is none of those expected. */
  readonly wrong_token: "wrong_token";
  /** A response code that the profile lists as a refusal. */
  readonly refused: "refused";
  /** One of the codes that the interface names without a meaning (section 7). */
  readonly code_without_meaning: "code_without_meaning";
  /** A response code that nobody has described. */
  readonly unknown_code: "unknown_code";
  /** A response without a code. */
  readonly missing_code: "missing_code";
  /** The lookup carries no field by which a bill is known. */
  readonly no_reference: "no_reference";
  /** A code that the profile lists for a bill or a sub biller that exists already. */
  readonly exists_already: "exists_already";
  /** The service declared the bill or the payment failed, by a status that the profile lists. */
  readonly declared_failed: "declared_failed";
  /** A code that the profile lists for something that was not found. */
  readonly not_found: "not_found";
  /** An answer that tells a failure and a success at once, or is about another subject than its request. */
  readonly contradictory: "contradictory";
  /**
   * A transaction's date that is there and cannot be read, so that a lookup cannot tell whether it is older
   * than the bill.
   */
  readonly unreadable_date: "unreadable_date";
  /** An HTTP status other than 200. */
  readonly http_status: "http_status";
  /** A redirect, which is never followed with credentials. */
  readonly redirect: "redirect";
  /** No answer arrived. */
  readonly no_answer: "no_answer";
  /** A settlement's call, or the request of a flow, that is sent once and is or was sent. */
  readonly already_sent: "already_sent";
  /** The bearer token is not configured (section 5.1). */
  readonly bearer: "bearer";
  /** The verification token is not configured (section 5.2). */
  readonly verification_token: "verification_token";
  /** The hash token is not configured (section 5.3). */
  readonly hash_token: "hash_token";
  /** The profile does not say how a settlement is found again. */
  readonly settlement_lookup: "settlement_lookup";
  /** Warning: the profile lists no code by which a lookup says that a bill was not found. */
  readonly not_found_codes: "not_found_codes";
  /** A settlement was accepted, and the answer does not say that it has moved the money. */
  readonly not_settled_yet: "not_settled_yet";
  /** All attempts of a flow were used up, and none moved anything. */
  readonly attempts_used_up: "attempts_used_up";
  /** The deadline of a flow has passed. */
  readonly deadline_passed: "deadline_passed";
  /** A lookup found a transaction that does not settle the bill. */
  readonly other_transaction: "other_transaction";
  /** A flow was told something that it did not ask for. */
  readonly out_of_turn: "out_of_turn";
  /** A record that a later version of billwire wrote. */
  readonly record_version: "record_version";
  /** No bill is known that shows whether lookups work. */
  readonly no_control: "no_control";
  /** The lookup does not find a bill that is settled. */
  readonly blind_lookup: "blind_lookup";
  /** The answers to lookups cannot be used. */
  readonly unusable_lookup: "unusable_lookup";
  /** Something was heard after a bill had ended as refused. */
  readonly heard_later: "heard_later";
  /** A person has said that the transaction of a bill is another bill's. */
  readonly disputed: "disputed";
  /** A record, or a biller, of another service. */
  readonly other_service: "other_service";
  /** A bill that controls its own lookup. */
  readonly same_bill: "same_bill";
  /** A record that did not end as the call requires. */
  readonly not_refused: "not_refused";
  /** A person has asked the service. */
  readonly persons_word: "persons_word";
  /** A record of another bill. */
  readonly other_bill: "other_bill";
  /** A fault of billwire itself. */
  readonly internal: "internal";
};

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** Any JSON object. */
export interface JsonObject {
  /** Value of a key. */
  readonly [key: string]: JsonValue;
}

/**
 * Received JSON. A number that a double cannot hold exactly, or that is too large for one, is text:
 * `1234567890.123456789` is `"1234567890.123456789"`.
 */
export type ReceivedValue = null | boolean | number | string | ReceivedValue[] | ReceivedObject;

/** Received JSON object. */
export interface ReceivedObject {
  /** Value of a key. A number that a double cannot hold exactly is text. */
  [key: string]: ReceivedValue;
}

/** A sub biller to register, so that bills can be settled to its account. Interface section 2.1. */
export interface Onboarding {
  /** Sub biller id at the biller side. */
  supplier_sync_code: string;
  /** Sub biller name in English. */
  name: string;
  /** Sub biller name in Khmer. */
  name_kh?: string | null | undefined;
  /** Sub biller address. */
  address?: string | null | undefined;
  /**
   * Identifier of the bank where the sub biller wants to activate an account, from Get Available Banks. Where
   * it is filled in, `return_url` is required.
   */
  bank_id?: string | null | undefined;
  /**
   * URL to which the sub biller is returned after an account is added. Required when `bank_id` is filled in.
   */
  return_url?: string | null | undefined;
  /** Currency for which the sub biller may add a specific account, such as `KHR`. */
  currency?: string | null | undefined;
  /** Members that the interface does not document. */
  extra?: JsonObject | null | undefined;
}

/** The answer to an onboarding. Interface section 2.2. */
export interface OnboardingResponse {
  /** Response code; `000` is the success. */
  code?: string | undefined;
  /** Message in English. */
  message?: string | undefined;
  /** Message in Khmer. */
  message_kh?: string | undefined;
  /** The sub biller as the service knows it. */
  data?: OnboardedSubBiller | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** A sub biller as the service knows it. Interface section 2.2. */
export interface OnboardedSubBiller {
  /** Supplier code at the service side. */
  code?: string | undefined;
  /** Sub biller id at the biller side. */
  supplier_sync_code?: string | undefined;
  /** Sub biller name in English. */
  name?: string | undefined;
  /** Sub biller name in Khmer. */
  name_kh?: string | undefined;
  /** Sub biller address. */
  address?: string | undefined;
  /** Where the account is linked. */
  add_link_account?: AddLinkAccount | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** Where a sub biller links its account at a bank. Interface section 2.2. */
export interface AddLinkAccount {
  /** The address at which the account is linked. Whoever has it can link one, so it is never printed. */
  web_url?: string | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/**
 * A bill to settle. The field `hash` of section 5.3 is computed, and cannot be given. Interface section 2.3.
 */
export interface Settlement {
  /** Reference id of the bill. Signed. */
  ref_id: string;
  /** Bill date. Signed, as `yyyyMMddHHmmss`. */
  date: string | Date;
  /** Bill due date. */
  due_date: string | Date;
  /** Currency code, such as `KHR`. Signed. */
  currency: string;
  /** Total amount of the bill, tax already included, in whole units: 0 to 2^53-1. Signed. */
  total_amount: number | bigint;
  /** Sync code of the customer. Signed. */
  customer_sync_code: string;
  /** Total tax in the invoice, in whole units. Not signed. */
  total_tax?: number | bigint | null | undefined;
  /** Specific payment method to pay from; the default one if left out. Not signed, never printed. */
  payment_method_token?: string | null | undefined;
  /** Linked biller sync code to settle to. Signed. */
  settlement_to: string;
  /** Description. */
  description?: string | null | undefined;
  /** Exchange rate from the base currency to KHR: how many riel are one unit. Above zero. */
  exchange_rate_khr?: string | number | bigint | null | undefined;
  /**
   * Total amount in KHR. Left out, it is `total_amount` for KHR, else `total_amount` times
   * `exchange_rate_khr`, exactly. Not signed.
   */
  total_amount_khr?: string | number | bigint | null | undefined;
  /** Line items of the bill. Not signed. */
  details?: readonly Line[] | null | undefined;
  /** Members that the interface does not document. */
  extra?: JsonObject | null | undefined;
}

/** A line item of a bill. Interface section 2.3. */
export interface Line {
  /** Name of the item. */
  item_name?: string | null | undefined;
  /** Description of the item. */
  description?: string | null | undefined;
  /** Number of items. */
  quantity?: number | bigint | null | undefined;
  /** Price per unit. */
  price?: string | number | bigint | null | undefined;
  /** Total amount for the item. */
  amount?: string | number | bigint | null | undefined;
  /** Tax applied to the item. */
  tax_amount?: string | number | bigint | null | undefined;
  /** Name of the tax. */
  tax_name?: string | null | undefined;
  /** Members that the interface does not document. */
  extra?: JsonObject | null | undefined;
}

/** The answer to a settlement. Interface section 2.4. */
export interface SettlementResponse {
  /** Status code; `000` is the success. */
  code?: string | undefined;
  /** Message in English. */
  message?: string | undefined;
  /** Message in Khmer. */
  message_kh?: string | undefined;
  /** Statuses of the bill and of the payment. */
  data?: SettlementData | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** Statuses of the bill and of the payment. Interface section 2.4. */
export interface SettlementData {
  /** The bill. */
  bill?: BillStatus | undefined;
  /** The payment. */
  payment?: PaymentStatus | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** The status of a bill. Interface section 2.4. */
export interface BillStatus {
  /** Its status; only `success` is shown. */
  status?: "success" | (string & {}) | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** The status of a payment. Interface section 2.4. */
export interface PaymentStatus {
  /** Its status; only `success` is shown. */
  status?: "success" | (string & {}) | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** Search for a transaction. Interface section 2.5. */
export interface Verification {
  /** Search by reference number at the merchant side. */
  identity_code: string;
  /** Search by transaction number at the service side. */
  tran_id?: string | null | undefined;
  /** Search by reference number at the bank side. */
  bank_ref?: string | null | undefined;
  /** Search by bill issue date or bill number. `""` if the profile's `send_empty_text` allows it. */
  purpose_of_transaction: string;
  /** Members that the interface does not document. */
  extra?: JsonObject | null | undefined;
}

/** The answer to a verification. Interface section 2.6. */
export interface VerificationResponse {
  /** Response code; `SUCCESS` is the success. */
  code: string;
  /** Response message. It may be missing, since no decision depends on it. */
  message?: string | undefined;
  /** The transaction. */
  data: Transaction;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** A transaction as the service has it. Interface section 2.6. */
export interface Transaction {
  /** Transaction number at the service side. */
  tran_id: string;
  /** Transaction date, as received. Without a zone, it is in the zone of your provider. It may be missing. */
  tran_date?: string | undefined;
  /** Original amount of the transaction. One below zero never confirms a payment. */
  tran_amount: string;
  /** Fee charged for the transaction. It may be missing. */
  fee_amount?: string | undefined;
  /** Total paid amount. */
  total_amount: string;
  /** Currency code (ISO 4217). */
  currency: string;
  /** Reference number at the merchant side. */
  identity_code: string;
  /** Bank code at the service side. It may be missing. */
  bank_code?: string | undefined;
  /** Reference number at the bank side. It may be missing. */
  bank_ref?: string | undefined;
  /** Bill issue date or bill number. Missing counts as `""`. */
  purpose_of_transaction?: string | undefined;
  /** Status of the transaction; only `success` is shown. */
  status: "success" | (string & {});
  /** Customer code. */
  customer_code?: string | undefined;
  /** Name of the customer. */
  customer_name?: string | undefined;
  /** Phone number of the customer. */
  customer_phone?: string | undefined;
  /** Description. */
  description?: string | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/**
 * Payload of a webhook about a transaction. It proves nothing until a verification confirms it. Interface
 * section 2.7.
 */
export interface WebhookPayload {
  /** Reference transaction at the service. */
  tran_id?: string | undefined;
  /** Transaction number at the service. */
  tran_no?: string | undefined;
  /** Transaction type: which channel produced it. */
  payment_service_type?:
    | "Bank Channel"
    | "KHQR"
    | "Deeplink/Checkout"
    | "Direct Debit"
    | (string & {})
    | undefined;
  /** Transaction date, as received. Without a zone, it is in the zone of your provider. */
  tran_date?: string | undefined;
  /**
   * Original amount of the transaction. Anything but a number or its text stays in `extra`, with a warning of
   * the event.
   */
  tran_amount?: string | undefined;
  /** Currency code (ISO 4217). Anything but text stays in `extra`, with a warning of the event. */
  currency?: string | undefined;
  /** Bank code at the service. */
  bank_code?: string | undefined;
  /** Bank name. */
  bank_name?: string | undefined;
  /** Reference number at the bank side. */
  bank_ref?: string | undefined;
  /** Reference number at the merchant side; used to confirm the payment. */
  identity_code?: string | undefined;
  /** Bill issue date or bill number. */
  purpose_of_transaction?: string | undefined;
  /** Serial number of the QR code display device or terminal. */
  device_code?: string | undefined;
  /** Status of the transaction; only `success` is shown. */
  status?: "success" | (string & {}) | undefined;
  /** The customers: a list, or null, or nothing. The spelling `Customer` is understood too. */
  customers?: Customer[] | null | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** A customer whose bill was paid. Interface section 2.7. */
export interface Customer {
  /** Branch code. */
  branch_code?: string | undefined;
  /** Branch name. */
  branch_name?: string | undefined;
  /** Customer code. */
  customer_code?: string | undefined;
  /** Customer name. */
  customer_name?: string | undefined;
  /** Customer name in Latin script. */
  customer_name_latin?: string | undefined;
  /** Bill or invoice number. */
  bill_no?: string | undefined;
  /**
   * Amount of the bill or invoice. It may come as text or as a number. Anything else stays in `extra` under
   * this name, with a warning of the event: no webhook is refused for it.
   */
  amount?: string | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/**
 * Bill or account of the merchant, with which a verification is compared. Its amount is exact, or a range:
 * give `amount`, or `min_amount` and `max_amount`. Interface section 2.5 and 2.6.
 */
export interface Expectation {
  /** Reference number at the merchant side. */
  identity_code: string;
  /**
   * Bill issue date or bill number. `""` if the profile's `send_empty_text` allows it; then a transaction
   * without one is equal.
   */
  purpose_of_transaction: string;
  /** Currency code of the bill. */
  currency: string;
  /** Exact amount of the bill, without the fee. */
  amount?: string | number | bigint | null | undefined;
  /** Smallest amount that is right. `0` alone means any amount above zero. */
  min_amount?: string | number | bigint | null | undefined;
  /** Largest amount that is right. Left out, there is none. */
  max_amount?: string | number | bigint | null | undefined;
}
