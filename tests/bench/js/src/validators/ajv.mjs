import { Ajv } from "ajv";
import formats from "ajv-formats";
import { BILL, CUSTOMER, LINE, NOTICE, typed } from "./fields.mjs";

const types = {
  text: { type: "string", minLength: 1 },
  instant: { type: "string", format: "date-time" },
  amount: { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  number: { type: "number" },
  received: { type: "string" },
  decimal: { type: ["number", "string"] },
};
types.lines = { type: "array", items: object(LINE, false) };
types.customers = { type: "array", nullable: true, items: object(CUSTOMER, true) };
const compiler = formats.default(new Ajv({ allErrors: true, allowUnionTypes: true }));

export const ajv = {
  name: "ajv",
  bill: checking(object(BILL, false)),
  notice: checking(object(NOTICE, true)),
};

function object(fields, additionalProperties) {
  const required = Object.keys(fields).filter((name) => !name.endsWith("?"));
  return { type: "object", additionalProperties, required, properties: typed(fields, types, (type) => type) };
}

function checking(schema) {
  const validate = compiler.compile(schema);
  return (value) => {
    if (!validate(value)) throw new Error(compiler.errorsText(validate.errors));
    return value;
  };
}
