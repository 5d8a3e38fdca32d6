// Settles a bill to a shop: node --env-file=billwire/.env billwire/settle.mjs INV-1
// Run it again after a crash: the bill goes on from its record, and is never settled twice. A person says of an
// ended bill `--reopen`, `--resolved settled`, `--resolved nothingMoved` or `--not-this-bill T-77`.
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { enterBill } from "./bills.mjs";
import { close } from "./database.mjs";
import { settle, type Word } from "./settling.mjs";

const DAY = 24 * 60 * 60 * 1_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    reopen: { type: "boolean" },
    resolved: { type: "string" },
    "not-this-bill": { type: "string" },
  },
});
const [refId = "INV-1"] = positionals;
await enterBill({
  ref_id: refId,
  date: new Date(),
  due_date: new Date(Date.now() + 28 * DAY),
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
});
const { reopen, resolved, "not-this-bill": notThisBill } = values;
let until = await settle(refId, { reopen, resolved, notThisBill } as Word);
while (until !== undefined) {
  await sleep(until - Date.now());
  until = await settle(refId);
}
await close();
