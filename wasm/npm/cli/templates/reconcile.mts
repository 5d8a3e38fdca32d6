// The end of the day, and its table: node --env-file=billwire/.env billwire/reconcile.mjs
// `--csv FILE` and `--json FILE` write it, `--again` asks also about bills of which it has asked today.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { reconcile } from "./asking.mjs";
import { billsOf } from "./bills.mjs";
import { close } from "./database.mjs";
import { addUp, csvOf, tableOf } from "./day.mjs";
import { paymentsOf, reviewsOf } from "./payments.mjs";

const { values } = parseArgs({
  options: {
    days: { type: "string", default: "7" },
    csv: { type: "string" },
    json: { type: "string" },
    again: { type: "boolean", default: false },
  },
});
const days = Number(values.days);
const unanswered = await reconcile({ days, hours: values.again ? 0 : 12 });
const [bills, payments, reviews] = await Promise.all([billsOf(days), paymentsOf(days), reviewsOf(days)]);
const day = addUp({ bills, payments, reviews });
console.log(tableOf(day));
if (values.csv !== undefined) writeFileSync(values.csv, csvOf(day));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(day, null, 2)}\n`);
await close();
if (unanswered.length > 0) process.exitCode = 1;
