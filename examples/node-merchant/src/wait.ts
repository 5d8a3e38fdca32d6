import { setTimeout as sleep } from "node:timers/promises";
import type { Merchant } from "./merchant.ts";
import type { Sandbox } from "./sandbox.ts";
import { askAboutUnpaid } from "./unpaid.ts";

/**
 * Waits until every settled bill is paid and the sandbox has nothing more to deliver; not for ever. Meanwhile asks about
 * bills of which no notice comes.
 */
export async function waitForWebhooks(merchant: Merchant, sandbox: Sandbox): Promise<void> {
  const { books, diary, patience } = merchant;
  const deadline = Date.now() + patience.webhooks;
  let question = Date.now() + patience.silence;
  while (Date.now() < deadline) {
    if (Date.now() >= question) {
      await askAboutUnpaid(merchant);
      question = Date.now() + patience.silence;
    }
    const allPaid = (await books.countPaid()) >= diary.countEndings("settled");
    if (allPaid && (await sandbox.books()).webhooks.pending === 0) return;
    await sleep(200);
  }
}
