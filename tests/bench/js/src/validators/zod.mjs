import { z } from "zod";

const text = z.string().min(1);
const instant = z.iso.datetime({ offset: true });
const amount = z.int().min(0);

const bill = z.strictObject({
  ref_id: text,
  date: instant,
  due_date: instant,
  currency: text,
  total_amount: amount,
  customer_sync_code: text,
  total_tax: amount.optional(),
  payment_method_token: text.optional(),
  settlement_to: text,
  description: text.optional(),
  exchange_rate_khr: text.optional(),
  total_amount_khr: text,
  details: z
    .array(
      z.strictObject({
        item_name: text.optional(),
        description: text.optional(),
        quantity: amount.optional(),
        price: z.number().optional(),
        amount: z.number().optional(),
        tax_amount: z.number().optional(),
        tax_name: text.optional(),
      }),
    )
    .optional(),
});

const received = z.string().optional();
const decimal = z.union([z.number(), z.string()]).optional();

const notice = z.looseObject({
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
  customers: z
    .array(
      z.looseObject({
        branch_code: received,
        branch_name: received,
        customer_code: received,
        customer_name: received,
        customer_name_latin: received,
        bill_no: received,
        amount: decimal,
      }),
    )
    .nullish(),
});

export const zod = {
  name: "zod",
  bill: (value) => bill.parse(value),
  notice: (value) => notice.parse(value),
};
