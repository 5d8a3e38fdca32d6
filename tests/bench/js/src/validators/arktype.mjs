import { type } from "arktype";
import { BILL, CUSTOMER, LINE, NOTICE } from "./fields.mjs";

const types = {
  text: "string >= 1",
  instant: "string.date.iso",
  amount: "0 <= number.integer <= 9007199254740991",
  number: "number",
  received: "string",
  decimal: "number | string",
};
types.lines = type({ "+": "reject", ...named(LINE) }).array();
types.customers = type(named(CUSTOMER)).array().or("null");

export const arktype = {
  name: "arktype",
  bill: checking(type({ "+": "reject", ...named(BILL) })),
  notice: checking(type(named(NOTICE))),
};

/** ArkType marks an optional field as fields.mjs does. */
function named(fields) {
  return Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, types[kind]]));
}

function checking(validate) {
  return (value) => {
    const result = validate(value);
    if (result instanceof type.errors) throw new Error(result.summary);
    return result;
  };
}
