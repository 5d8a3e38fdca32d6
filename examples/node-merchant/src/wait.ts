import { setTimeout as sleep } from "node:timers/promises";
import type { Merchant } from "./merchant.ts";
import type { Sandbox } from "./sandbox.ts";

/** Waits until every settled bill is paid and the sandbox has nothing more to deliver; not for ever. */
export async function waitForWebhooks({ books, diary, patience }: Merchant, sandbox: Sandbox): Promise<void> {
  const deadline = Date.now() + patience.webhooks;
  while (Date.now() < deadline) {
    const allPaid = (await books.countPaid()) >= diary.countEndings("settled");
    if (allPaid && (await sandbox.books()).webhooks.pending === 0) return;
    await sleep(200);
  }
}
