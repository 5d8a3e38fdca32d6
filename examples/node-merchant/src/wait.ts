import { setTimeout as sleep } from "node:timers/promises";
import type { Jobs } from "./jobs.ts";
import type { Merchant } from "./merchant.ts";
import type { Sandbox } from "./sandbox.ts";

/**
 * Waits until every bill has ended, and then, up to a limit, until every settled one is paid and the sandbox
 * has no more webhooks to deliver.
 */
export async function waitForAll(
  { payments, patience }: Merchant,
  jobs: Jobs,
  sandbox: Sandbox,
): Promise<void> {
  while (!(await jobs.areDone())) await sleep(200);
  for (const deadline = Date.now() + patience.webhooks; Date.now() < deadline; await sleep(200)) {
    if (!(await payments.areAwaited()) && (await sandbox.books()).webhooks.pending === 0) return;
  }
}
