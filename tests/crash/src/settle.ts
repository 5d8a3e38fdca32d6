import { setTimeout as sleep } from "node:timers/promises";
import type { Bill } from "../../../examples/node-merchant/src/bills.ts";
import type { Database } from "../../../examples/node-merchant/src/database.ts";
import { Jobs } from "../../../examples/node-merchant/src/jobs.ts";
import type { Merchant } from "../../../examples/node-merchant/src/merchant.ts";

/** Settles bills by the merchant's own jobs, and returns when each has ended. */
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
