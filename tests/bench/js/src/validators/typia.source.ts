// What typia makes typia.generated.js from: `npm run generate`. The rules are those of zod.mjs and ajv.mjs beside it.
import typia, { tags } from "typia";

type Text = string & tags.MinLength<1>;
type Instant = string & tags.Format<"date-time">;
type Amount = number & tags.Type<"uint64"> & tags.Maximum<9007199254740991>;

interface Line {
  item_name?: Text;
  description?: Text;
  quantity?: Amount;
  price?: number;
  amount?: number;
  tax_amount?: number;
  tax_name?: Text;
}

interface Bill {
  ref_id: Text;
  date: Instant;
  due_date: Instant;
  currency: Text;
  total_amount: Amount;
  customer_sync_code: Text;
  total_tax?: Amount;
  payment_method_token?: Text;
  settlement_to: Text;
  description?: Text;
  exchange_rate_khr?: Text;
  total_amount_khr: Text;
  details?: Line[];
}

interface Customer {
  branch_code?: string;
  branch_name?: string;
  customer_code?: string;
  customer_name?: string;
  customer_name_latin?: string;
  bill_no?: string;
  amount?: number | string;
}

interface Notice {
  tran_id?: string;
  tran_no?: string;
  payment_service_type?: string;
  tran_date?: string;
  tran_amount?: number | string;
  currency?: string;
  bank_code?: string;
  bank_name?: string;
  bank_ref?: string;
  identity_code?: string;
  purpose_of_transaction?: string;
  device_code?: string;
  status?: string;
  customers?: Customer[] | null;
}

/** No unknown field, as in every request. */
export const validateBill = typia.createValidateEquals<Bill>();

/** Unknown fields are kept, as in everything that is received. */
export const validateNotice = typia.createValidate<Notice>();
