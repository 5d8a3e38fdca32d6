// The merchant as a service: receives webhooks and settles, in as many processes as you like. `--bills` with
// an empty file only works off what others enter. A signal, a crash or a lost database ends it. There is no
// orderly shutdown, because a crash has none either: the queue and the books know what is left.
import { readBills } from "./bills.ts";
import { openDatabase } from "./database.ts";
import { Jobs } from "./jobs.ts";
import { describe } from "./log.ts";
import { openMerchant } from "./merchant.ts";
import { onboardAll } from "./onboard.ts";
import { readOptions } from "./options.ts";
import { linkAccount } from "./sandbox.ts";
import { listenForWebhooks } from "./webhook.ts";

try {
  await serve();
} catch (error) {
  console.error(`the service ends: ${describe(error)}`);
  process.exit(1); // at once: attempts without an answer are stored as in doubt
}

async function serve(): Promise<void> {
  const options = readOptions(process.argv);
  const { sub_billers, bills } = await readBills(options.bills);
  const database = await openDatabase(process.env.DATABASE_URL);
  const merchant = await openMerchant(options, database, bills);
  await listenForWebhooks(merchant, options.port);
  await onboardAll(merchant, sub_billers, linkAccount);
  const jobs = await Jobs.open(merchant, database);
  await jobs.enter(bills, options);
  await jobs.work(options);
  if (options.reconcile) await jobs.reconcile(new Date(new Date().setHours(0, 0, 0, 0)));
}
