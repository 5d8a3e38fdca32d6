// Generated from the models in core/src by `cargo xtask generate`. Do not edit.
import { freeze } from "./errors.js";
import { hasOwn, isPlain, timeOf } from "./intrinsics.js";
import { NONE, decimal, packer, text } from "./memory.js";

/** Number of each operation in the wasm. */
export const OPERATIONS = {
  onboarding: 0,
  settlement: 1,
  verification: 2,
  webhook: 3,
  authorization: 4,
  create_customer: 5,
  get_payment_methods: 6,
  get_list_bills: 7,
  get_wallet_balance: 8,
  get_transaction_detail: 9,
  get_available_banks: 10,
  add_link_account: 11,
  verify_linked_bank_account: 12,
  transaction_initiation: 13,
  proxy: 14,
};

/** All operations of the interface. */
export const operations = freeze([
  {
    name: "onboarding",
    title: "Onboarding",
    method: "POST",
    path: "/on_boarding/on_boarding_supplier",
    groups: [],
  },
  {
    name: "settlement",
    title: "Settle Payment",
    method: "POST",
    path: "/bill_payment/push_bill_with_payment",
    groups: [],
  },
  {
    name: "verification",
    title: "Transaction Verification",
    method: "POST",
    path: "/transaction/v2/verify",
    groups: [],
  },
  { name: "webhook", title: "Webhook", method: "POST", path: null, groups: [] },
  {
    name: "authorization",
    title: "Authorization",
    method: "POST",
    path: null,
    groups: ["payment_method", "sub_biller", "checkout"],
  },
  {
    name: "create_customer",
    title: "Create Customer",
    method: "POST",
    path: null,
    groups: ["payment_method"],
  },
  {
    name: "get_payment_methods",
    title: "Get Payment Methods",
    method: "GET",
    path: null,
    groups: ["payment_method"],
  },
  { name: "get_list_bills", title: "Get List bills", method: "GET", path: null, groups: ["payment_method"] },
  {
    name: "get_wallet_balance",
    title: "Get Wallet Balance",
    method: "POST",
    path: null,
    groups: ["payment_method"],
  },
  {
    name: "get_transaction_detail",
    title: "Get Transaction Detail",
    method: "POST",
    path: null,
    groups: ["payment_method"],
  },
  {
    name: "get_available_banks",
    title: "Get Available Banks",
    method: "GET",
    path: null,
    groups: ["sub_biller"],
  },
  { name: "add_link_account", title: "Add Link Account", method: "POST", path: null, groups: ["sub_biller"] },
  {
    name: "verify_linked_bank_account",
    title: "Verify Linked Bank Account",
    method: "POST",
    path: null,
    groups: ["sub_biller"],
  },
  {
    name: "transaction_initiation",
    title: "Transaction Initiation",
    method: "POST",
    path: null,
    groups: ["checkout", "service"],
  },
  { name: "proxy", title: "Proxy", method: "POST", path: null, groups: ["merchant_proxy"] },
]);

/** Action to take after an error, or after a settlement that is not known to be complete. */
export const NextStep = /* @__PURE__ */ Object.freeze({
  fixRequest: "fixRequest",
  fixCredentials: "fixCredentials",
  sendAgain: "sendAgain",
  verifyAgain: "verifyAgain",
  verifyFirst: "verifyFirst",
  askService: "askService",
});

/** Kind of an error. */
export const ErrorKind = /* @__PURE__ */ Object.freeze({
  invalid_request: "invalid_request",
  invalid_config: "invalid_config",
  missing_credential: "missing_credential",
  rejected: "rejected",
  undetermined: "undetermined",
  unreadable: "unreadable",
  unauthenticated: "unauthenticated",
  invalid_webhook: "invalid_webhook",
  internal: "internal",
});

/** Stable codes of violations, warnings and errors. */
export const Code = /* @__PURE__ */ Object.freeze({
  required: "required",
  wrong_type: "wrong_type",
  unknown_field: "unknown_field",
  reserved_key: "reserved_key",
  empty: "empty",
  control_character: "control_character",
  lone_surrogate: "lone_surrogate",
  not_an_integer: "not_an_integer",
  not_finite: "not_finite",
  out_of_range: "out_of_range",
  too_many_digits: "too_many_digits",
  inexact_number: "inexact_number",
  invalid_decimal: "invalid_decimal",
  invalid_instant: "invalid_instant",
  missing_offset: "missing_offset",
  too_precise: "too_precise",
  leap_second: "leap_second",
  year_out_of_range: "year_out_of_range",
  too_deep: "too_deep",
  too_large: "too_large",
  too_many_items: "too_many_items",
  invalid_json: "invalid_json",
  invalid_utf8: "invalid_utf8",
  duplicate_key: "duplicate_key",
  conflicting_values: "conflicting_values",
  unknown_value: "unknown_value",
  required_with_bank_id: "required_with_bank_id",
  underivable: "underivable",
  too_many_lines: "too_many_lines",
  lines_do_not_sum: "lines_do_not_sum",
  khr_does_not_match: "khr_does_not_match",
  inverted_rate: "inverted_rate",
  buddhist_year: "buddhist_year",
  epoch_date: "epoch_date",
  due_before_date: "due_before_date",
  tax_above_total: "tax_above_total",
  unknown_currency: "unknown_currency",
  surrounding_space: "surrounding_space",
  invisible_character: "invisible_character",
  zero_total: "zero_total",
  no_address: "no_address",
  insecure_link: "insecure_link",
  ambiguous_signing_string: "ambiguous_signing_string",
  shape_mismatch: "shape_mismatch",
  invalid_base_url: "invalid_base_url",
  invalid_path: "invalid_path",
  not_allowed: "not_allowed",
  insecure_base_url: "insecure_base_url",
  invalid_token: "invalid_token",
  bearer_prefix: "bearer_prefix",
  placeholder_credential: "placeholder_credential",
  browser: "browser",
  listed_twice: "listed_twice",
  missing_token: "missing_token",
  duplicate_token: "duplicate_token",
  unchecked_token: "unchecked_token",
  wrong_token: "wrong_token",
  refused: "refused",
  code_without_meaning: "code_without_meaning",
  unknown_code: "unknown_code",
  missing_code: "missing_code",
  no_reference: "no_reference",
  exists_already: "exists_already",
  declared_failed: "declared_failed",
  not_found: "not_found",
  contradictory: "contradictory",
  unreadable_date: "unreadable_date",
  http_status: "http_status",
  redirect: "redirect",
  no_answer: "no_answer",
  already_sent: "already_sent",
  bearer: "bearer",
  verification_token: "verification_token",
  hash_token: "hash_token",
  settlement_lookup: "settlement_lookup",
  not_found_codes: "not_found_codes",
  not_settled_yet: "not_settled_yet",
  attempts_used_up: "attempts_used_up",
  deadline_passed: "deadline_passed",
  other_transaction: "other_transaction",
  out_of_turn: "out_of_turn",
  record_version: "record_version",
  no_control: "no_control",
  blind_lookup: "blind_lookup",
  unusable_lookup: "unusable_lookup",
  heard_later: "heard_later",
  disputed: "disputed",
  other_service: "other_service",
  same_bill: "same_bill",
  not_refused: "not_refused",
  persons_word: "persons_word",
  other_bill: "other_bill",
  internal: "internal",
});

/** Fields of a webhook's payload and of its customers. */
export const FIELDS = {
  WebhookPayload: [
    "tran_id",
    "tran_no",
    "payment_service_type",
    "tran_date",
    "tran_amount",
    "currency",
    "bank_code",
    "bank_name",
    "bank_ref",
    "identity_code",
    "purpose_of_transaction",
    "device_code",
    "status",
    "customers",
  ],
  Customer: [
    "branch_code",
    "branch_name",
    "customer_code",
    "customer_name",
    "customer_name_latin",
    "bill_no",
    "amount",
  ],
};

// The packers append the texts of a request to one, and write the length of each: -1 for a field that is absent, -2 for
// one whose value is in `numbers`. They refuse what few callers give, which is then read as a value: an object of a
// class, an unknown key, another type, or a field that `Object.prototype` has been given. NONE has the prototype of a
// plain object, so `in` finds such a field. Asking each object would take a lookup a field.

function isOnboarding(object) {
  for (const key in object) {
    switch (key) {
      case "supplier_sync_code":
      case "name":
      case "name_kh":
      case "address":
      case "bank_id":
      case "return_url":
      case "currency":
        break;
      case "extra":
        if (object.extra != null) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

/** Packs Onboarding. Returns false if it has to be passed as a value. */
export function packOnboarding(object) {
  const { lengths } = packer;
  let l = 0;
  let s = "";
  let x;
  if (!isPlain(object) || !packer.has(7, l)) return false;
  if (!isOnboarding(object)) return false;
  if ("supplier_sync_code" in NONE) return false;
  else x = object.supplier_sync_code;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("name" in NONE) return false;
  else x = object.name;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("name_kh" in NONE) return false;
  else x = object.name_kh;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("address" in NONE) return false;
  else x = object.address;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("bank_id" in NONE) return false;
  else x = object.bank_id;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("return_url" in NONE) return false;
  else x = object.return_url;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("currency" in NONE) return false;
  else x = object.currency;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  packer.used(s, l, 0);
  return true;
}

function isLine(object) {
  for (const key in object) {
    switch (key) {
      case "item_name":
      case "description":
      case "quantity":
      case "price":
      case "amount":
      case "tax_amount":
      case "tax_name":
        break;
      case "extra":
        if (object.extra != null) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

function isSettlement(object) {
  for (const key in object) {
    switch (key) {
      case "ref_id":
      case "date":
      case "due_date":
      case "currency":
      case "total_amount":
      case "customer_sync_code":
      case "total_tax":
      case "payment_method_token":
      case "settlement_to":
      case "description":
      case "exchange_rate_khr":
      case "total_amount_khr":
      case "details":
        break;
      case "extra":
        if (object.extra != null) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

/** Packs Settlement. Returns false if it has to be passed as a value. */
export function packSettlement(object) {
  const { lengths, numbers } = packer;
  let l = 0;
  let n = 0;
  let s = "";
  let x;
  if (!isPlain(object) || !packer.has(13, l)) return false;
  if (!isSettlement(object)) return false;
  if ("ref_id" in NONE) return false;
  else x = object.ref_id;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("date" in NONE) return false;
  else x = object.date;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x instanceof Date) {
    lengths[l++] = -2;
    numbers[n++] = timeOf(x);
  } else return false;
  if ("due_date" in NONE) return false;
  else x = object.due_date;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x instanceof Date) {
    lengths[l++] = -2;
    numbers[n++] = timeOf(x);
  } else return false;
  if ("currency" in NONE) return false;
  else x = object.currency;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("total_amount" in NONE) return false;
  else x = object.total_amount;
  if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
    lengths[l++] = -2;
    numbers[n++] = Number(x);
  } else return false;
  if ("customer_sync_code" in NONE) return false;
  else x = object.customer_sync_code;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("total_tax" in NONE) return false;
  else x = object.total_tax;
  if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
    lengths[l++] = -2;
    numbers[n++] = Number(x);
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("payment_method_token" in NONE) return false;
  else x = object.payment_method_token;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("settlement_to" in NONE) return false;
  else x = object.settlement_to;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("description" in NONE) return false;
  else x = object.description;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("exchange_rate_khr" in NONE) return false;
  else x = object.exchange_rate_khr;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
    lengths[l++] = -2;
    numbers[n++] = Number(x);
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("total_amount_khr" in NONE) return false;
  else x = object.total_amount_khr;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
    lengths[l++] = -2;
    numbers[n++] = Number(x);
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("details" in NONE) return false;
  else x = object.details;
  if (Array.isArray(x)) {
    const items = x;
    const count = items.length;
    if (count > 10000) return false;
    lengths[l++] = count;
    for (let i = 0; i < count; i++) {
      if (!hasOwn(items, i)) return false;
      const item = items[i];
      if (!isPlain(item) || !packer.has(7, l)) return false;
      if (!isLine(item)) return false;
      if ("item_name" in NONE) return false;
      else x = item.item_name;
      if (typeof x === "string") {
        lengths[l++] = x.length;
        s += x;
      } else if (x == null) lengths[l++] = -1;
      else return false;
      if ("description" in NONE) return false;
      else x = item.description;
      if (typeof x === "string") {
        lengths[l++] = x.length;
        s += x;
      } else if (x == null) lengths[l++] = -1;
      else return false;
      if ("quantity" in NONE) return false;
      else x = item.quantity;
      if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
        lengths[l++] = -2;
        numbers[n++] = Number(x);
      } else if (x == null) lengths[l++] = -1;
      else return false;
      if ("price" in NONE) return false;
      else x = item.price;
      if (typeof x === "string") {
        lengths[l++] = x.length;
        s += x;
      } else if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
        lengths[l++] = -2;
        numbers[n++] = Number(x);
      } else if (x == null) lengths[l++] = -1;
      else return false;
      if ("amount" in NONE) return false;
      else x = item.amount;
      if (typeof x === "string") {
        lengths[l++] = x.length;
        s += x;
      } else if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
        lengths[l++] = -2;
        numbers[n++] = Number(x);
      } else if (x == null) lengths[l++] = -1;
      else return false;
      if ("tax_amount" in NONE) return false;
      else x = item.tax_amount;
      if (typeof x === "string") {
        lengths[l++] = x.length;
        s += x;
      } else if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
        lengths[l++] = -2;
        numbers[n++] = Number(x);
      } else if (x == null) lengths[l++] = -1;
      else return false;
      if ("tax_name" in NONE) return false;
      else x = item.tax_name;
      if (typeof x === "string") {
        lengths[l++] = x.length;
        s += x;
      } else if (x == null) lengths[l++] = -1;
      else return false;
    }
  } else if (x == null) lengths[l++] = -1;
  else return false;
  packer.used(s, l, n);
  return true;
}

function isVerification(object) {
  for (const key in object) {
    switch (key) {
      case "identity_code":
      case "tran_id":
      case "bank_ref":
      case "purpose_of_transaction":
        break;
      case "extra":
        if (object.extra != null) return false;
        break;
      default:
        return false;
    }
  }
  return true;
}

/** Packs Verification. Returns false if it has to be passed as a value. */
export function packVerification(object) {
  const { lengths } = packer;
  let l = 0;
  let s = "";
  let x;
  if (!isPlain(object) || !packer.has(4, l)) return false;
  if (!isVerification(object)) return false;
  if ("identity_code" in NONE) return false;
  else x = object.identity_code;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("tran_id" in NONE) return false;
  else x = object.tran_id;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("bank_ref" in NONE) return false;
  else x = object.bank_ref;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x == null) lengths[l++] = -1;
  else return false;
  if ("purpose_of_transaction" in NONE) return false;
  else x = object.purpose_of_transaction;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  packer.used(s, l, 0);
  return true;
}

/** Function that packs the requests of each operation with documented fields. */
export const PACKS = {
  onboarding: packOnboarding,
  settlement: packSettlement,
  verification: packVerification,
};

/** Methods of a biller, and the operations that they prepare. */
export const PREPARES = {
  prepareOnboarding: "onboarding",
  prepareSettlement: "settlement",
  prepareVerification: "verification",
};

/** Packs Settlement. Returns false if it has to be passed as a value. */
export function packSignedSettlement(object) {
  const { lengths, numbers } = packer;
  let l = 0;
  let n = 0;
  let s = "";
  let x;
  if (!isPlain(object) || !packer.has(6, l)) return false;
  if ("ref_id" in NONE) return false;
  else x = object.ref_id;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("date" in NONE) return false;
  else x = object.date;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else if (x instanceof Date) {
    lengths[l++] = -2;
    numbers[n++] = timeOf(x);
  } else return false;
  if ("currency" in NONE) return false;
  else x = object.currency;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("total_amount" in NONE) return false;
  else x = object.total_amount;
  if (typeof x === "number" || (typeof x === "bigint" && BigInt.asIntN(54, x) === x)) {
    lengths[l++] = -2;
    numbers[n++] = Number(x);
  } else return false;
  if ("customer_sync_code" in NONE) return false;
  else x = object.customer_sync_code;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  if ("settlement_to" in NONE) return false;
  else x = object.settlement_to;
  if (typeof x === "string") {
    lengths[l++] = x.length;
    s += x;
  } else return false;
  packer.used(s, l, n);
  return true;
}

/** Reads Customer. */
export function readCustomer(json, offsets, at) {
  const seen = offsets[at];
  return {
    branch_code: seen & 1 ? text(json, offsets, at + 3) : undefined,
    branch_name: seen & 2 ? text(json, offsets, at + 5) : undefined,
    customer_code: seen & 4 ? text(json, offsets, at + 7) : undefined,
    customer_name: seen & 8 ? text(json, offsets, at + 9) : undefined,
    customer_name_latin: seen & 16 ? text(json, offsets, at + 11) : undefined,
    bill_no: seen & 32 ? text(json, offsets, at + 13) : undefined,
    amount: seen & 64 ? decimal(json, offsets, at + 15) : undefined,
    extra: NONE,
  };
}

function readCustomerList(json, offsets, index) {
  const count = offsets[index + 1];
  if (count < 0) return null;
  const list = new Array(count);
  for (let i = 0, at = offsets[index]; i < count; i++, at = offsets[at + 1])
    list[i] = readCustomer(json, offsets, at);
  return list;
}

/** Reads WebhookPayload. */
export function readWebhookPayload(json, offsets, at) {
  const seen = offsets[at];
  return {
    tran_id: seen & 1 ? text(json, offsets, at + 3) : undefined,
    tran_no: seen & 2 ? text(json, offsets, at + 5) : undefined,
    payment_service_type: seen & 4 ? text(json, offsets, at + 7) : undefined,
    tran_date: seen & 8 ? text(json, offsets, at + 9) : undefined,
    tran_amount: seen & 16 ? decimal(json, offsets, at + 11) : undefined,
    currency: seen & 32 ? text(json, offsets, at + 13) : undefined,
    bank_code: seen & 64 ? text(json, offsets, at + 15) : undefined,
    bank_name: seen & 128 ? text(json, offsets, at + 17) : undefined,
    bank_ref: seen & 256 ? text(json, offsets, at + 19) : undefined,
    identity_code: seen & 512 ? text(json, offsets, at + 21) : undefined,
    purpose_of_transaction: seen & 1024 ? text(json, offsets, at + 23) : undefined,
    device_code: seen & 2048 ? text(json, offsets, at + 25) : undefined,
    status: seen & 4096 ? text(json, offsets, at + 27) : undefined,
    customers: seen & 8192 ? readCustomerList(json, offsets, at + 29) : undefined,
    extra: NONE,
  };
}
