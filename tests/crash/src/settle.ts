// The merchant's own code: it onboards its shops, and its jobs settle bills.
import { setTimeout as sleep } from "node:timers/promises";
import type { Bill, BillsFile } from "../../../examples/node-merchant/src/bills.ts";
import type { Database } from "../../../examples/node-merchant/src/database.ts";
import { Jobs } from "../../../examples/node-merchant/src/jobs.ts";
import { openMerchant, type Merchant } from "../../../examples/node-merchant/src/merchant.ts";
import { onboardAll } from "../../../examples/node-merchant/src/onboard.ts";
import { readOptions } from "../../../examples/node-merchant/src/options.ts";
import { linkAccount } from "../../../examples/node-merchant/src/sandbox.ts";

/** Opens the merchant with the options of its command line, and onboards its shops. */
export async function openOnboarded(
  sandbox: string,
  database: Database,
  { sub_billers, bills }: BillsFile,
  ...options: string[]
): Promise<Merchant> {
  const read = readOptions(["node", "merchant", "--sandbox", sandbox, ...options]);
  const merchant = await openMerchant(read, database, bills);
  await onboardAll(merchant, sub_billers, linkAccount);
  return merchant;
}

/** Settles bills by the merchant's jobs, and returns when each has ended. */
export async function settleAll(
  merchant: Merchant,
  database: Database,
  bills: readonly Bill[],
  reopen = false,
): Promise<void> {
  const jobs = await Jobs.open(merchant, database);
  await jobs.enter(bills, { reopen, doubled: false });
  await jobs.work({ concurrency: 64 });
  while (!(await jobs.areDone())) await sleep(100);
  await jobs.stop();
}
