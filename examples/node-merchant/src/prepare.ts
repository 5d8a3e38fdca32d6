// Prepares a run for another program: a sandbox with its faults and the webhook address. That program makes the tables.
import { Command } from "commander";
import { readBills } from "./bills.ts";
import { planFaults, type PlannedFault } from "./faults.ts";
import { HURRIED } from "./patience.ts";
import { Sandbox } from "./sandbox.ts";
import { SCHEMA } from "./schema.ts";

const options = new Command("prepare")
  .requiredOption("--sandbox <url>", "address of the sandbox")
  .requiredOption("--bills <file>", "the bills")
  .requiredOption("--webhooks <url>", "where webhooks go")
  .requiredOption("--other-origin <url>", "where redirects lead")
  .option("--later-ms <ms>", "when payments are reversed", "6000")
  .option("--payments", "with payments that are reversed or come twice", false)
  .option("--webhook-token <token>", "the token of the webhooks", "sandbox-webhook-token")
  .parse()
  .opts<{
    sandbox: string;
    bills: string;
    webhooks: string;
    otherOrigin: string;
    webhookToken: string;
    payments: boolean;
    laterMs: string;
  }>();

const { bills } = await readBills(options.bills);
const planned = planFaults(bills, HURRIED, options.otherOrigin, Number(options.laterMs));
const troubled = new Set(planned.map(({ ref_id }) => ref_id));
// In addition to the demo's faults, some webhooks say "failed" although the money has moved. Only a query
// reveals it.
const silenced = bills
  .filter(({ ref_id }, index) => index % 10 === 0 && !troubled.has(ref_id))
  .map(
    ({ ref_id }): PlannedFault => ({
      where: "webhook",
      ref_id,
      label: "webhook failed",
      fault: { kind: "failed" },
    }),
  );
const faults = [...planned.filter(({ where }) => options.payments || where !== "payment"), ...silenced];
const sandbox = new Sandbox(options.sandbox);
await sandbox.sendWebhooksTo(options.webhooks, options.webhookToken);
await sandbox.planFaults(faults);

// For the other program: how often the sandbox will have served each fault, and the ending of each payment.
const served: Record<string, number> = {};
const payments: Record<string, string> = {};
for (const { where, ref_id, fault } of faults) {
  if (where === "payment") payments[ref_id] = fault.ending;
  else served[`${where}/${fault.kind}`] = (served[`${where}/${fault.kind}`] ?? 0) + 1;
}
console.log(JSON.stringify({ faults: served, payments, schema: SCHEMA }));
