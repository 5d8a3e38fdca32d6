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
  .option("--webhook-token <token>", "the token of the webhooks", "sandbox-webhook-token")
  .parse()
  .opts<{ sandbox: string; bills: string; webhooks: string; otherOrigin: string; webhookToken: string }>();

const { bills } = await readBills(options.bills);
// In addition to the demo's faults, some webhooks say "failed" although the money has moved. Only a query reveals it.
const silenced = bills
  .filter((_, index) => index % 25 === 1)
  .map(
    ({ ref_id }): PlannedFault => ({
      where: "webhook",
      ref_id,
      label: "webhook failed",
      fault: { kind: "failed" },
    }),
  );
const faults = [...planFaults(bills, HURRIED, options.otherOrigin), ...silenced];
const sandbox = new Sandbox(options.sandbox);
await sandbox.sendWebhooksTo(options.webhooks, options.webhookToken);
await sandbox.planFaults(faults);

// For the other program: how often the sandbox will have served each fault.
const planned: Record<string, number> = {};
for (const { where, fault } of faults)
  planned[`${where}/${fault.kind}`] = (planned[`${where}/${fault.kind}`] ?? 0) + 1;
console.log(JSON.stringify({ faults: planned, schema: SCHEMA }));
