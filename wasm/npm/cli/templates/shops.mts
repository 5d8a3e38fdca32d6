// Shops: bills are settled to those whose account is linked. A link is the shop's secret: show it to the shop alone.
import { isBillwireError, type Onboarding } from "billwire";
import { send } from "billwire/fetch";
import { sql } from "./database.mjs";
import { biller } from "./merchant.mjs";

export interface Shop {
  code: string;
  /** `onboarding` until the service has answered, then `onboarded`, and `linked` once it has an account. */
  state: string;
  link: string | null;
}

export async function findShop(code: string): Promise<Shop | undefined> {
  const [shop] = await sql<Shop>`SELECT code, state, link FROM shops WHERE code = ${code}`;
  return shop;
}

// ANCHOR: onboard
/** Onboards a shop once, and stores its link. A shop that is left `onboarding` has had no answer: ask the service. */
export async function onboard(shop: Onboarding): Promise<void> {
  const code = shop.supplier_sync_code;
  const call = biller.prepareOnboarding(shop);
  const entered = await sql`INSERT INTO shops (code) VALUES (${code}) ON CONFLICT DO NOTHING RETURNING code`;
  if (entered.length === 0) return;
  try {
    const answer = await send(call);
    for (const { path, explanation } of answer.warnings) console.warn(`${code}: ${path}: ${explanation}`);
    await sql`UPDATE shops SET state = 'onboarded', link = ${answer.link ?? null} WHERE code = ${code}`;
  } catch (error) {
    const isHarmless = isBillwireError(error) && HARMLESS.has(error.nextStep ?? "");
    if (isHarmless) await sql`DELETE FROM shops WHERE code = ${code} AND state = 'onboarding'`;
    throw error;
  }
}

/** Next steps after which the shop is not onboarded, or may be onboarded again. */
const HARMLESS: ReadonlySet<string> = new Set(["sendAgain", "fixRequest", "fixCredentials"]);
// ANCHOR_END: onboard

// ANCHOR: link
/**
 * Asks whether a shop has linked its account, and stores it. That the shop came back to `return_url` proves
 * nothing. The interface names this operation, but not its path and fields. These are the sandbox's: ask your
 * provider for yours.
 */
export async function askForLink(code: string): Promise<boolean> {
  const path = "/verify_linked_bank_account";
  const json = { supplier_sync_code: code };
  const call = biller.prepareOperation("verify_linked_bank_account", { path, auth: "bearer", json });
  const { data } = (await send(call)).json as { data?: { linked?: boolean } };
  if (data?.linked === true) await sql`UPDATE shops SET state = 'linked' WHERE code = ${code}`;
  return data?.linked === true;
}
// ANCHOR_END: link
