// Prepares a run that another program plays: empty tables, and a sandbox that knows its faults and where webhooks go.
import { Command } from "commander";
import { readBills } from "./bills.ts";
import { Books } from "./books.ts";
import { openDatabase } from "./database.ts";
import { planFaults } from "./faults.ts";
import { HURRIED } from "./patience.ts";
import { Sandbox } from "./sandbox.ts";

const options = new Command("prepare")
  .requiredOption("--sandbox <url>", "address of the sandbox")
  .requiredOption("--bills <file>", "the bills")
  .requiredOption("--webhooks <url>", "where webhooks go")
  .requiredOption("--other-origin <url>", "where redirects lead")
  .option("--webhook-token <token>", "the token that webhooks show", "sandbox-webhook-token")
  .parse()
  .opts<{ sandbox: string; bills: string; webhooks: string; otherOrigin: string; webhookToken: string }>();

const database = await openDatabase(process.env.DATABASE_URL);
await Books.open(database, { fresh: true });
await database.close();

const faults = planFaults((await readBills(options.bills)).bills, HURRIED, options.otherOrigin);
const sandbox = new Sandbox(options.sandbox);
await sandbox.sendWebhooksTo(options.webhooks, options.webhookToken);
await sandbox.planFaults(faults);

// For who plays the run: how often the sandbox will have served each fault.
const planned: Record<string, number> = {};
for (const { where, fault } of faults) planned[`${where}/${fault.kind}`] = (planned[`${where}/${fault.kind}`] ?? 0) + 1;
console.log(JSON.stringify(planned));
