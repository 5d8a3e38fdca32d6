// The merchant as a service, until something ends it: a signal, a crash, a database that went away. It has no orderly
// end, for a crash has none either; the next start goes on from what the books say.
import { setTimeout as sleep } from "node:timers/promises";
import { readBills } from "./bills.ts";
import { openDatabase } from "./database.ts";
import { describe } from "./log.ts";
import { openMerchant } from "./merchant.ts";
import { onboardAll } from "./onboard.ts";
import { readOptions } from "./options.ts";
import { settleAll } from "./settle.ts";
import { askAboutUnpaid } from "./unpaid.ts";
import { listenForWebhooks } from "./webhook.ts";

try {
  await serve();
} catch (error) {
  console.error(`the service ends: ${describe(error)}`);
  process.exit(1); // at once: whatever is under way is in doubt, and is written down as such
}

async function serve(): Promise<never> {
  const options = readOptions(process.argv);
  const { sub_billers, bills } = await readBills(options.bills);
  const merchant = await openMerchant(options, await openDatabase(process.env.DATABASE_URL), bills);
  await listenForWebhooks(merchant, options.port);
  await onboardAll(merchant, sub_billers);
  await settleAll(merchant, bills, options.concurrency);
  for (;;) {
    await sleep(merchant.patience.silence);
    await askAboutUnpaid(merchant);
  }
}
