import { setTimeout as sleep } from "node:timers/promises";
import type { Jobs } from "./jobs.ts";
import type { Merchant } from "./merchant.ts";
import type { Sandbox } from "./sandbox.ts";

export async function waitForJobs(jobs: Jobs): Promise<void> {
  while (!(await jobs.areDone())) await sleep(100);
}

/** Waits, up to a limit, until every settled bill is paid and the sandbox has no more webhooks to deliver. */
export async function waitForWebhooks({ payments, patience }: Merchant, sandbox: Sandbox): Promise<void> {
  for (const deadline = Date.now() + patience.webhooks; Date.now() < deadline; await sleep(200)) {
    if (!(await payments.areAwaited()) && (await sandbox.books()).webhooks.pending === 0) return;
  }
}
