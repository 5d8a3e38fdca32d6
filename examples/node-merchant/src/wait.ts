import { setTimeout as sleep } from "node:timers/promises";
import type { Merchant } from "./merchant.ts";
import type { Sandbox } from "./sandbox.ts";
import { askAboutUnpaid } from "./unpaid.ts";

/**
 * Waits, up to a limit, until every settled bill is paid and the sandbox has no more webhooks to deliver. Meanwhile it
 * asks about bills without a webhook.
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
