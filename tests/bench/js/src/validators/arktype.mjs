import { type } from "arktype";

const text = "string >= 1";
const amount = "0 <= number.integer <= 9007199254740991";

const bill = type({
  "+": "reject",
  ref_id: text,
  date: "string.date.iso",
  due_date: "string.date.iso",
  currency: text,
  total_amount: amount,
  customer_sync_code: text,
  "total_tax?": amount,
  "payment_method_token?": text,
  settlement_to: text,
  "description?": text,
  "exchange_rate_khr?": text,
  total_amount_khr: text,
  "details?": type({
    "+": "reject",
    "item_name?": text,
    "description?": text,
    "quantity?": amount,
    "price?": "number",
    "amount?": "number",
    "tax_amount?": "number",
    "tax_name?": text,
  }).array(),
});

const customer = type({
  "branch_code?": "string",
  "branch_name?": "string",
  "customer_code?": "string",
  "customer_name?": "string",
  "customer_name_latin?": "string",
  "bill_no?": "string",
  "amount?": "number | string",
});

const notice = type({
  "tran_id?": "string",
  "tran_no?": "string",
  "payment_service_type?": "string",
  "tran_date?": "string",
  "tran_amount?": "number | string",
  "currency?": "string",
  "bank_code?": "string",
  "bank_name?": "string",
  "bank_ref?": "string",
  "identity_code?": "string",
  "purpose_of_transaction?": "string",
  "device_code?": "string",
  "status?": "string",
  "customers?": customer.array().or("null"),
});

export const arktype = { name: "arktype", bill: checking(bill), notice: checking(notice) };

function checking(validate) {
  return (value) => {
    const result = validate(value);
    if (result instanceof type.errors) throw new Error(result.summary);
    return result;
  };
}
