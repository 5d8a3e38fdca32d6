// Generated from the models in core/src by `cargo xtask generate`. Do not edit.

/** Operations with documented fields. */
export type OperationName =
  | "onboarding"
  | "settlement"
  | "verification";

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
export type OperationGroup =
  | "payment_method"
  | "sub_biller"
  | "checkout"
  | "service"
  | "merchant_proxy";

/** Action to take after an error, or after a settlement that is not known to be complete. */
export type NextStep =
  | "fixRequest"
  | "fixCredentials"
  | "sendAgain"
  | "verifyFirst"
  | "verifyAgain"
  | "askService";

/** Stable codes of violations, warnings and errors. */
export type Code =
  | "required"
  | "wrong_type"
  | "unknown_field"
  | "reserved_key"
  | "empty"
  | "control_character"
  | "lone_surrogate"
  | "not_an_integer"
  | "not_finite"
  | "out_of_range"
  | "too_many_digits"
  | "inexact_number"
  | "invalid_decimal"
  | "invalid_instant"
  | "missing_offset"
  | "too_precise"
  | "leap_second"
  | "year_out_of_range"
  | "too_deep"
  | "too_large"
  | "too_many_items"
  | "invalid_json"
  | "invalid_utf8"
  | "duplicate_key"
  | "conflicting_values"
  | "unknown_value"
  | "required_with_bank_id"
  | "underivable"
  | "too_many_lines"
  | "lines_do_not_sum"
  | "khr_does_not_match"
  | "due_before_date"
  | "tax_above_total"
  | "unknown_currency"
  | "surrounding_space"
  | "ambiguous_signing_string"
  | "shape_mismatch"
  | "invalid_base_url"
  | "invalid_path"
  | "not_allowed"
  | "insecure_base_url"
  | "invalid_token"
  | "bearer_prefix"
  | "browser"
  | "listed_twice"
  | "missing_token"
  | "duplicate_token"
  | "wrong_token"
  | "refused"
  | "code_without_meaning"
  | "unknown_code"
  | "missing_code"
  | "not_found"
  | "contradictory"
  | "http_status"
  | "redirect"
  | "no_answer"
  | "bearer"
  | "verification_token"
  | "hash_token"
  | "settlement_lookup"
  | "not_settled_yet"
  | "attempts_used_up"
  | "deadline_passed"
  | "other_transaction"
  | "out_of_turn"
  | "record_version"
  | "other_bill"
  | "internal";

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** Any JSON object. */
export interface JsonObject {
  /** Value of a key. */
  [key: string]: JsonValue;
}

/**
 * Received JSON. A number that a double cannot hold exactly, or that is too large for one, is text: `1234567890.123456789` is
 * `"1234567890.123456789"`.
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
  name_kh?: string | undefined;
  /** Sub biller address. */
  address?: string | undefined;
  /** Identifier of the bank where the sub biller wants to activate an account, from Get Available Banks. Where it is filled in, `return_url` is required. */
  bank_id?: string | undefined;
  /** URL to which the sub biller is returned after an account is added. Required when `bank_id` is filled in. */
  return_url?: string | undefined;
  /** Currency for which the sub biller may add a specific account, such as `KHR`. */
  currency?: string | undefined;
  /** Members that the interface does not document. */
  extra?: JsonObject | undefined;
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

/** A bill to settle. The field `hash` of section 5.3 is computed, and cannot be given. Interface section 2.3. */
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
  total_tax?: number | bigint | undefined;
  /** Specific payment method to pay from; the default one if left out. Not signed, never printed. */
  payment_method_token?: string | undefined;
  /** Linked biller sync code to settle to. Signed. */
  settlement_to: string;
  /** Description. */
  description?: string | undefined;
  /** Exchange rate from the base currency to KHR: how many riel are one unit. Above zero. */
  exchange_rate_khr?: string | number | bigint | undefined;
  /** Total amount in KHR. Left out, it is `total_amount` for KHR, else `total_amount` times `exchange_rate_khr`, exactly. Not signed. */
  total_amount_khr?: string | number | bigint | undefined;
  /** Line items of the bill. Not signed. */
  details?: Line[] | undefined;
  /** Members that the interface does not document. */
  extra?: JsonObject | undefined;
}

/** A line item of a bill. Interface section 2.3. */
export interface Line {
  /** Name of the item. */
  item_name?: string | undefined;
  /** Description of the item. */
  description?: string | undefined;
  /** Number of items. */
  quantity?: number | bigint | undefined;
  /** Price per unit. */
  price?: string | number | bigint | undefined;
  /** Total amount for the item. */
  amount?: string | number | bigint | undefined;
  /** Tax applied to the item. */
  tax_amount?: string | number | bigint | undefined;
  /** Name of the tax. */
  tax_name?: string | undefined;
  /** Members that the interface does not document. */
  extra?: JsonObject | undefined;
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

/** Which transaction to look for. Interface section 2.5. */
export interface Verification {
  /** Search by reference number at the merchant side. */
  identity_code: string;
  /** Search by transaction number at the service side. */
  tran_id?: string | undefined;
  /** Search by reference number at the bank side. */
  bank_ref?: string | undefined;
  /** Search by bill issue date or bill number. */
  purpose_of_transaction: string;
  /** Members that the interface does not document. */
  extra?: JsonObject | undefined;
}

/** The answer to a verification. Interface section 2.6. */
export interface VerificationResponse {
  /** Response code; `SUCCESS` is the success. */
  code: string;
  /** Response message. */
  message: string;
  /** The transaction. */
  data: Transaction;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** A transaction as the service has it. Interface section 2.6. */
export interface Transaction {
  /** Transaction number at the service side. */
  tran_id: string;
  /** Transaction date, as received. It carries no zone, so read it in the zone of your provider. */
  tran_date: string;
  /** Original amount of the transaction. One below zero never confirms a payment. */
  tran_amount: string;
  /** Fee charged for the transaction. */
  fee_amount: string;
  /** Total paid amount. */
  total_amount: string;
  /** Currency code (ISO 4217). */
  currency: string;
  /** Reference number at the merchant side. */
  identity_code: string;
  /** Bank code at the service side. */
  bank_code: string;
  /** Reference number at the bank side. */
  bank_ref: string;
  /** Bill issue date or bill number. */
  purpose_of_transaction: string;
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

/** Payload of a webhook about a transaction. It proves nothing until a verification confirms it. Interface section 2.7. */
export interface WebhookPayload {
  /** Reference transaction at the service. */
  tran_id?: string | undefined;
  /** Transaction number at the service. */
  tran_no?: string | undefined;
  /** Transaction type: which channel produced it. */
  payment_service_type?: "Bank Channel" | "KHQR" | "Deeplink/Checkout" | "Direct Debit" | (string & {}) | undefined;
  /** Transaction date, as received. It carries no zone, so read it in the zone of your provider. */
  tran_date?: string | undefined;
  /** Original amount of the transaction. */
  tran_amount?: string | undefined;
  /** Currency code (ISO 4217). */
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
  /** Amount of the bill or invoice. It may come as text or as a number. Anything else stays in `extra` under this name, with a warning of the event: no webhook is refused for it. */
  amount?: string | undefined;
  /** Members that the interface does not document. */
  extra: Readonly<ReceivedObject>;
}

/** Bill of the merchant, with which a verification is compared. Interface section 2.5 and 2.6. */
export interface Expectation {
  /** Reference number at the merchant side. */
  identity_code: string;
  /** Bill issue date or bill number. */
  purpose_of_transaction: string;
  /** Currency code of the bill. */
  currency: string;
  /** Amount of the bill, without the fee. */
  amount: string | number | bigint;
  /** Members that the interface does not document. */
  extra?: JsonObject | undefined;
}
