// Generated from the core's models by `cargo xtask generate`. Do not edit.
import { freeze } from "./errors.js";
import { NONE, decimal, isPlain, packer, text } from "./port.js";

/** The number of each operation. */
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

/** All operations that the interface names. */
export const operations = freeze([
  { name: "onboarding", title: "Onboarding", method: "POST", groups: [] },
  { name: "settlement", title: "Settle Payment", method: "POST", groups: [] },
  { name: "verification", title: "Transaction Verification", method: "POST", groups: [] },
  { name: "webhook", title: "Webhook", method: "POST", groups: [] },
  { name: "authorization", title: "Authorization", method: "POST", groups: ["payment_method", "sub_biller", "checkout"] },
  { name: "create_customer", title: "Create Customer", method: "POST", groups: ["payment_method"] },
  { name: "get_payment_methods", title: "Get Payment Methods", method: "GET", groups: ["payment_method"] },
  { name: "get_list_bills", title: "Get List bills", method: "GET", groups: ["payment_method"] },
  { name: "get_wallet_balance", title: "Get Wallet Balance", method: "POST", groups: ["payment_method"] },
  { name: "get_transaction_detail", title: "Get Transaction Detail", method: "POST", groups: ["payment_method"] },
  { name: "get_available_banks", title: "Get Available Banks", method: "GET", groups: ["sub_biller"] },
  { name: "add_link_account", title: "Add Link Account", method: "POST", groups: ["sub_biller"] },
  { name: "verify_linked_bank_account", title: "Verify Linked Bank Account", method: "POST", groups: ["sub_biller"] },
  { name: "transaction_initiation", title: "Transaction Initiation", method: "POST", groups: ["checkout", "service"] },
  { name: "proxy", title: "Proxy", method: "POST", groups: ["merchant_proxy"] },
]);

/** Packs Onboarding; false if something about it is out of the ordinary. */
export function packOnboarding(object) {
  const { lengths, numbers } = packer;
  let l = 0, n = 0, s = "", x;
  let keys = 0;
  if (!isPlain(object)) return false;
  if (!packer.has(7, l)) return false;
  x = object.supplier_sync_code;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  keys++;
  x = object.name;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  keys++;
  x = object.name_kh;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.address;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.bank_id;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.return_url;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.currency;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  for (const _ in object) keys--;
  if (keys !== 0) return false;
  packer.used(s, l, n);
  return true;
}

/** Packs Settlement; false if something about it is out of the ordinary. */
export function packSettlement(object) {
  const { lengths, numbers } = packer;
  let l = 0, n = 0, s = "", x;
  let keys = 0;
  if (!isPlain(object)) return false;
  if (!packer.has(13, l)) return false;
  x = object.ref_id;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  keys++;
  x = object.date;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x instanceof Date) { lengths[l++] = -2; numbers[n++] = x.getTime(); } else return false;
  keys++;
  x = object.due_date;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x instanceof Date) { lengths[l++] = -2; numbers[n++] = x.getTime(); } else return false;
  keys++;
  x = object.currency;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  keys++;
  x = object.total_amount;
  if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else return false;
  keys++;
  x = object.customer_sync_code;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  keys++;
  x = object.total_tax;
  if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.payment_method_token;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.settlement_to;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  keys++;
  x = object.description;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.exchange_rate_khr;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.total_amount_khr;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.details;
  if (Array.isArray(x)) {
    const items = x;
    lengths[l++] = items.length;
    keys++;
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      const outer = keys;
      keys = 0;
      if (!isPlain(item)) return false;
      if (!packer.has(7, l)) return false;
      x = item.item_name;
      if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
      if (x !== undefined) keys++;
      x = item.description;
      if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
      if (x !== undefined) keys++;
      x = item.quantity;
      if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else if (x === undefined) lengths[l++] = -1; else return false;
      if (x !== undefined) keys++;
      x = item.price;
      if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else if (x === undefined) lengths[l++] = -1; else return false;
      if (x !== undefined) keys++;
      x = item.amount;
      if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else if (x === undefined) lengths[l++] = -1; else return false;
      if (x !== undefined) keys++;
      x = item.tax_amount;
      if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else if (x === undefined) lengths[l++] = -1; else return false;
      if (x !== undefined) keys++;
      x = item.tax_name;
      if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
      if (x !== undefined) keys++;
      for (const _ in item) keys--;
      if (keys !== 0) return false;
      keys = outer;
    }
  } else if (x === undefined) lengths[l++] = -1; else return false;
  for (const _ in object) keys--;
  if (keys !== 0) return false;
  packer.used(s, l, n);
  return true;
}

/** Packs Verification; false if something about it is out of the ordinary. */
export function packVerification(object) {
  const { lengths, numbers } = packer;
  let l = 0, n = 0, s = "", x;
  let keys = 0;
  if (!isPlain(object)) return false;
  if (!packer.has(4, l)) return false;
  x = object.identity_code;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  keys++;
  x = object.tran_id;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.bank_ref;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x === undefined) lengths[l++] = -1; else return false;
  if (x !== undefined) keys++;
  x = object.purpose_of_transaction;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  keys++;
  for (const _ in object) keys--;
  if (keys !== 0) return false;
  packer.used(s, l, n);
  return true;
}

/** Packs Settlement; false if something about it is out of the ordinary. */
export function packSignedSettlement(object) {
  const { lengths, numbers } = packer;
  let l = 0, n = 0, s = "", x;
  if (!packer.has(6, l)) return false;
  x = object.ref_id;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  x = object.date;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else if (x instanceof Date) { lengths[l++] = -2; numbers[n++] = x.getTime(); } else return false;
  x = object.currency;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  x = object.total_amount;
  if (typeof x === "number") { lengths[l++] = -2; numbers[n++] = x; } else return false;
  x = object.customer_sync_code;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  x = object.settlement_to;
  if (typeof x === "string") { lengths[l++] = x.length; s += x; } else return false;
  packer.used(s, l, n);
  return true;
}

/** Reads Customer. */
export function readCustomer(json, tape, at) {
  const seen = tape[at];
  return {
    branch_code: seen & 1 ? text(json, tape, at + 3) : undefined,
    branch_name: seen & 2 ? text(json, tape, at + 5) : undefined,
    customer_code: seen & 4 ? text(json, tape, at + 7) : undefined,
    customer_name: seen & 8 ? text(json, tape, at + 9) : undefined,
    customer_name_latin: seen & 16 ? text(json, tape, at + 11) : undefined,
    bill_no: seen & 32 ? text(json, tape, at + 13) : undefined,
    amount: seen & 64 ? decimal(json, tape, at + 15) : undefined,
    extra: NONE,
  };
}

function readCustomerList(json, tape, slot) {
  const count = tape[slot + 1];
  if (count < 0) return null;
  const list = new Array(count);
  for (let i = 0, at = tape[slot]; i < count; i++, at = tape[at + 1]) list[i] = readCustomer(json, tape, at);
  return list;
}

/** Reads WebhookPayload. */
export function readWebhookPayload(json, tape, at) {
  const seen = tape[at];
  return {
    tran_id: seen & 1 ? text(json, tape, at + 3) : undefined,
    tran_no: seen & 2 ? text(json, tape, at + 5) : undefined,
    payment_service_type: seen & 4 ? text(json, tape, at + 7) : undefined,
    tran_date: seen & 8 ? text(json, tape, at + 9) : undefined,
    tran_amount: seen & 16 ? decimal(json, tape, at + 11) : undefined,
    currency: seen & 32 ? text(json, tape, at + 13) : undefined,
    bank_code: seen & 64 ? text(json, tape, at + 15) : undefined,
    bank_name: seen & 128 ? text(json, tape, at + 17) : undefined,
    bank_ref: seen & 256 ? text(json, tape, at + 19) : undefined,
    identity_code: seen & 512 ? text(json, tape, at + 21) : undefined,
    purpose_of_transaction: seen & 1024 ? text(json, tape, at + 23) : undefined,
    device_code: seen & 2048 ? text(json, tape, at + 25) : undefined,
    status: seen & 4096 ? text(json, tape, at + 27) : undefined,
    customers: seen & 8192 ? readCustomerList(json, tape, at + 29) : undefined,
    extra: NONE,
  };
}
