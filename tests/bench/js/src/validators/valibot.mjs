import * as v from "valibot";
import { BILL, CUSTOMER, LINE, NOTICE, typed } from "./fields.mjs";

const types = {
  text: v.pipe(v.string(), v.minLength(1)),
  instant: v.pipe(v.string(), v.isoTimestamp()),
  amount: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  number: v.number(),
  received: v.string(),
  decimal: v.union([v.number(), v.string()]),
};
types.lines = v.array(v.strictObject(typed(LINE, types, v.optional)));
types.customers = v.nullable(v.array(v.looseObject(typed(CUSTOMER, types, v.optional))));
const bill = v.strictObject(typed(BILL, types, v.optional));
const notice = v.looseObject(typed(NOTICE, types, v.optional));

export const valibot = {
  name: "valibot",
  bill: (value) => v.parse(bill, value),
  notice: (value) => v.parse(notice, value),
};
