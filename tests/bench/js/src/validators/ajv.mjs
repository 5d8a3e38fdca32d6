import { Ajv } from "ajv";
import formats from "ajv-formats";

const text = { type: "string", minLength: 1 };
const instant = { type: "string", format: "date-time" };
const amount = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const number = { type: "number" };
const received = { type: "string" };
const decimal = { type: ["number", "string"] };

const line = {
  type: "object",
  additionalProperties: false,
  properties: {
    item_name: text,
    description: text,
    quantity: amount,
    price: number,
    amount: number,
    tax_amount: number,
    tax_name: text,
  },
};

const bill = {
  type: "object",
  additionalProperties: false,
  required: [
    "ref_id",
    "date",
    "due_date",
    "currency",
    "total_amount",
    "customer_sync_code",
    "settlement_to",
    "total_amount_khr",
  ],
  properties: {
    ref_id: text,
    date: instant,
    due_date: instant,
    currency: text,
    total_amount: amount,
    customer_sync_code: text,
    total_tax: amount,
    payment_method_token: text,
    settlement_to: text,
    description: text,
    exchange_rate_khr: text,
    total_amount_khr: text,
    details: { type: "array", items: line },
  },
};

const customer = {
  type: "object",
  properties: {
    branch_code: received,
    branch_name: received,
    customer_code: received,
    customer_name: received,
    customer_name_latin: received,
    bill_no: received,
    amount: decimal,
  },
};

const notice = {
  type: "object",
  properties: {
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
    customers: { type: "array", nullable: true, items: customer },
  },
};

const compiler = formats.default(new Ajv({ allErrors: true, allowUnionTypes: true }));

export const ajv = { name: "ajv", bill: checking(compiler.compile(bill)), notice: checking(compiler.compile(notice)) };

function checking(validate) {
  return (value) => {
    if (!validate(value)) throw new Error(compiler.errorsText(validate.errors));
    return value;
  };
}
