import * as v from "valibot";

const text = v.pipe(v.string(), v.minLength(1));
const instant = v.pipe(v.string(), v.isoTimestamp());
const amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const bill = v.strictObject({
  ref_id: text,
  date: instant,
  due_date: instant,
  currency: text,
  total_amount: amount,
  customer_sync_code: text,
  total_tax: v.optional(amount),
  payment_method_token: v.optional(text),
  settlement_to: text,
  description: v.optional(text),
  exchange_rate_khr: v.optional(text),
  total_amount_khr: text,
  details: v.optional(
    v.array(
      v.strictObject({
        item_name: v.optional(text),
        description: v.optional(text),
        quantity: v.optional(amount),
        price: v.optional(v.number()),
        amount: v.optional(v.number()),
        tax_amount: v.optional(v.number()),
        tax_name: v.optional(text),
      }),
    ),
  ),
});

const received = v.optional(v.string());
const decimal = v.optional(v.union([v.number(), v.string()]));

const notice = v.looseObject({
  tran_id: received,
  tran_no: received,
  payment_service_type: received,
  tran_date: received,
  tran_amount: decimal,
  currency: received,
  bank_code: received,
  bank_name: received,
  bank_ref: received,
  identity_code: received,
  purpose_of_transaction: received,
  device_code: received,
  status: received,
  customers: v.nullish(
    v.array(
      v.looseObject({
        branch_code: received,
        branch_name: received,
        customer_code: received,
        customer_name: received,
        customer_name_latin: received,
        bill_no: received,
        amount: decimal,
      }),
    ),
  ),
});

export const valibot = {
  name: "valibot",
  bill: (value) => v.parse(bill, value),
  notice: (value) => v.parse(notice, value),
};
