// The merchant as a service. A signal, a crash or a lost database ends it. There is no orderly shutdown, because a
// crash has none either: the next start continues from the books.
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
  process.exit(1); // at once: attempts without an answer are stored as in doubt
}

async function serve(): Promise<never> {
  const options = readOptions(process.argv);
  const { sub_billers, bills } = await readBills(options.bills);
  const merchant = await openMerchant(options, await openDatabase(process.env.DATABASE_URL), bills);
  await listenForWebhooks(merchant, options.port);
  await onboardAll(merchant, sub_billers);
  await settleAll(merchant, bills, options);
  for (;;) {
    await sleep(merchant.patience.silence);
    await askAboutUnpaid(merchant);
  }
}
