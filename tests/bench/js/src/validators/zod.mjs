import { z } from "zod";
import { BILL, CUSTOMER, LINE, NOTICE, typed } from "./fields.mjs";

const optional = (type) => type.optional();
const types = {
  text: z.string().min(1),
  instant: z.iso.datetime({ offset: true }),
  amount: z.int().min(0),
  number: z.number(),
  received: z.string(),
  decimal: z.union([z.number(), z.string()]),
};
types.lines = z.array(z.strictObject(typed(LINE, types, optional)));
types.customers = z.array(z.looseObject(typed(CUSTOMER, types, optional))).nullable();
const bill = z.strictObject(typed(BILL, types, optional));
const notice = z.looseObject(typed(NOTICE, types, optional));

export const zod = {
  name: "zod",
  bill: (value) => bill.parse(value),
  notice: (value) => notice.parse(value),
};
