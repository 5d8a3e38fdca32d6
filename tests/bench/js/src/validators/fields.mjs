// The fields that every validator checks, by kind. A `?` marks an optional one; of a webhook, all are.

export const LINE = {
  "item_name?": "text",
  "description?": "text",
  "quantity?": "amount",
  "price?": "number",
  "amount?": "number",
  "tax_amount?": "number",
  "tax_name?": "text",
};

export const BILL = {
  ref_id: "text",
  date: "instant",
  due_date: "instant",
  currency: "text",
  total_amount: "amount",
  customer_sync_code: "text",
  "total_tax?": "amount",
  "payment_method_token?": "text",
  settlement_to: "text",
  "description?": "text",
  "exchange_rate_khr?": "text",
  total_amount_khr: "text",
  "details?": "lines",
};

const received = (...names) => Object.fromEntries(names.map((name) => [`${name}?`, "received"]));

export const CUSTOMER = {
  ...received(
    "branch_code",
    "branch_name",
    "customer_code",
    "customer_name",
    "customer_name_latin",
    "bill_no",
  ),
  "amount?": "decimal",
};

export const NOTICE = {
  ...received(
    "tran_id",
    "tran_no",
    "payment_service_type",
    "tran_date",
    "currency",
    "bank_code",
    "bank_name",
    "bank_ref",
  ),
  ...received("identity_code", "purpose_of_transaction", "device_code", "status"),
  "tran_amount?": "decimal",
  "customers?": "customers",
};

/** Fields with the types of a validator: `optional` changes the type of a field that may be absent. */
export function typed(fields, types, optional) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => {
      return name.endsWith("?") ? [name.slice(0, -1), optional(types[kind])] : [name, types[kind]];
    }),
  );
}
