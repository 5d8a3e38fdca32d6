import { isBillwireError, type Onboarding } from "billwire";
import { send } from "billwire/fetch";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";

/**
 * Registers the sub billers that the books do not know yet. The answer has a web address where a sub biller links its
 * account. It is the sub biller's secret: send it there, and never log it.
 */
export async function onboardAll(merchant: Merchant, subBillers: readonly Onboarding[]): Promise<void> {
  for (const subBiller of subBillers) {
    if (await merchant.books.isOnboarded(subBiller.supplier_sync_code)) continue;
    await onboard(merchant, subBiller);
    await merchant.books.enterOnboarded(subBiller.supplier_sync_code);
  }
}

async function onboard(merchant: Merchant, subBiller: Onboarding): Promise<void> {
  try {
    await send(merchant.biller.prepareOnboarding(subBiller), { timeout: merchant.patience.answer });
    merchant.log("onboarded", { supplier_sync_code: subBiller.supplier_sync_code });
  } catch (error) {
    // A second onboarding may not be harmless, so the run ends and a person decides.
    if (!isBillwireError(error)) throw error;
    throw new Error(
      `onboarding ${subBiller.supplier_sync_code} failed: ${describe(error)}; next: ${error.nextStep}`,
    );
  }
}
