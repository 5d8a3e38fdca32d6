// Onboards a shop and settles a bill to it: node --env-file=billwire/.env billwire/settle.mjs INV-1
// Run it again after a crash: the bill goes on from its record, and is never settled twice.
import { SettlementFlow } from "billwire";
import { send } from "billwire/fetch";
import { enterBill, enterSettled, loadRecord, saveRecord } from "./books.mjs";
import { close } from "./database.mjs";
import { biller } from "./merchant.mjs";

await send(biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" }));

const day = 24 * 60 * 60 * 1000;
const bill = await enterBill({
  ref_id: process.argv[2] ?? "INV-1",
  date: new Date(),
  due_date: new Date(Date.now() + 28 * day),
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
});
const { ref_id } = bill;
const flow = new SettlementFlow(biller, bill, { record: await loadRecord(ref_id) });
for (const { path, explanation } of flow.warnings) console.warn(`warning: ${path}: ${explanation}`);
const ending = await flow.run({ save: (step) => saveRecord(ref_id, step), send });
if (ending.claimKey) await enterSettled(ref_id, ending.claimKey);
console.log(`${ref_id} is ${ending.outcome}`, ending.code ?? "");
await close();
