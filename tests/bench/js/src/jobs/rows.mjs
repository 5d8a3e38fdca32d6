// A bill as a database or a form gives it, against the same bill without that: null costs nothing.
import assert from "node:assert/strict";
import { bills } from "../inputs.mjs";
import { LATIN } from "../words.mjs";
import { SETTINGS } from "./settings.mjs";

const OPTIONAL = ["description", "total_tax", "exchange_rate_khr", "payment_method_token", "extra"];

const CHANGES = {
  null: (bill) => ({ ...absent(bill, null), ...bill }),
  undefined: (bill) => ({ ...absent(bill, undefined), ...bill }),
  "a bigint": (bill) => ({ ...bill, total_amount: BigInt(bill.total_amount) }),
  "a warning": (bill) => ({ ...bill, due_date: new Date(Date.parse(bill.date) - 1).toISOString() }),
};

/** The cases of a package, which is both sides. */
export function rows({ Biller }) {
  const biller = new Biller(SETTINGS);
  return Object.entries(CHANGES).map(([name, change]) => {
    const plain = bills(LATIN, 0).map(({ description: _, ...bill }) => bill);
    const changed = new Map(plain.map((bill) => [bill, change(bill)]));
    // Both sides look a bill up.
    const same = new Map(plain.map((bill) => [bill, bill]));
    return {
      job: "rows",
      case: name,
      script: "",
      inputs: plain,
      use: () => (bill) => biller.prepareSettlement(changed.get(bill)),
      peer: { name: "the bill without it", run: (bill) => biller.prepareSettlement(same.get(bill)) },
      check(ours, theirs) {
        assert.equal(ours.warnings.length > theirs.warnings.length, name === "a warning");
        if (name !== "a warning") assert.equal(ours.body, theirs.body);
      },
    };
  });
}

function absent(bill, value) {
  return Object.fromEntries(OPTIONAL.filter((field) => !(field in bill)).map((field) => [field, value]));
}
