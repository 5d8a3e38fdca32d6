import { isBillwireError, type Onboarding } from "billwire";
import { send } from "billwire/fetch";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";

/** Shows a sub biller the address where it links its account. It is its secret: never log it. */
export type ShowLink = (link: string, subBiller: Onboarding) => Promise<void>;

/**
 * Registers the sub billers that the books do not know yet, shows each its link, and asks which are linked.
 * A return to `return_url` proves nothing.
 */
export async function onboardAll(
  merchant: Merchant,
  subBillers: readonly Onboarding[],
  showLink: ShowLink,
): Promise<void> {
  for (const subBiller of subBillers) {
    const { supplier_sync_code: code } = subBiller;
    await merchant.subBillers.enter(code);
    // One without an answer is sent again: `onboardingMayRepeat` of the profile says that this is harmless.
    if ((await merchant.subBillers.find(code))?.state === "onboarding") await onboard(merchant, subBiller);
    const known = await merchant.subBillers.find(code);
    if (known?.state !== "onboarded") continue;
    await showLink(known.link ?? (await newLink(merchant, code)), subBiller);
    if (await isLinked(merchant, code)) await merchant.subBillers.linked(code);
  }
}

async function onboard(merchant: Merchant, subBiller: Onboarding): Promise<void> {
  try {
    const answer = await send(merchant.biller.prepareOnboarding(subBiller), {
      timeout: merchant.patience.answer,
    });
    await merchant.subBillers.onboarded(subBiller.supplier_sync_code, answer.link);
    merchant.log("onboarded", { supplier_sync_code: subBiller.supplier_sync_code });
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    throw new Error(
      `onboarding ${subBiller.supplier_sync_code} failed: ${describe(error)}; next: ${error.nextStep}`,
    );
  }
}

// The interface names these two operations, but not their paths and fields. These are the sandbox's: ask your
// provider for yours.

/** Returns an address for a sub biller whose answer had none. */
async function newLink(merchant: Merchant, code: string): Promise<string> {
  const data = await ask(merchant, "add_link_account", code);
  const { web_url } = data.add_link_account as { web_url: string };
  await merchant.subBillers.onboarded(code, web_url);
  return web_url;
}

async function isLinked(merchant: Merchant, code: string): Promise<boolean> {
  return (await ask(merchant, "verify_linked_bank_account", code)).linked === true;
}

async function ask(
  { biller, patience }: Merchant,
  name: "add_link_account" | "verify_linked_bank_account",
  code: string,
): Promise<Record<string, unknown>> {
  const json = { supplier_sync_code: code };
  const call = biller.prepareOperation(name, { path: `/${name}`, auth: "bearer", json });
  const answer = (await send(call, { timeout: patience.answer })).json as {
    data?: Record<string, unknown>;
  } | null;
  return answer?.data ?? {};
}
