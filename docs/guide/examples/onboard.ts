// Onboards a shop over a lost answer, shows its link, and settles to it once it is linked.
import assert from "node:assert/strict";
import { Biller, NextStep, isBillwireError, type Onboarding } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { bill, credentials, profile, settings } from "./shop.mjs";

const ofTheProvider = { ...profile, onboardingMayRepeat: true, existsAlreadyCodes: { onboarding: ["310"] } };
const service = new Simulator({ ...credentials, profile: ofTheProvider, linking: { required: true } });
service.script({
  onboarding: [
    { supplier_sync_code: "SHOP-1", attempt: 1, fault: { kind: "drop_after" } },
    { supplier_sync_code: "SHOP-1", attempt: 2, fault: { kind: "exists_already", with_data: true } },
    {
      supplier_sync_code: "SHOP-2",
      attempt: 1,
      fault: { kind: "another_shop", supplier_sync_code: "SHOP-1" },
    },
  ],
});
const biller = new Biller({ ...settings, profile: ofTheProvider });
const options = { fetch: service.fetch };
interface Shop {
  state: "onboarding" | "onboarded" | "linked";
  link: string | null;
}
const shops = new Map<string, Shop>(); // a table of yours: supplier_sync_code, state, link

// ANCHOR: onboard
/** Registers a shop. The row says `onboarding` until the service has answered. */
async function onboard(shop: Onboarding): Promise<"onboarded" | "existsAlready"> {
  shops.set(shop.supplier_sync_code, { state: "onboarding", link: null });
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await send(biller.prepareOnboarding(shop), options);
      for (const warning of answer.warnings)
        console.warn(shop.supplier_sync_code, warning.path, warning.code);
      shops.set(shop.supplier_sync_code, { state: "onboarded", link: answer.link ?? null });
      return answer.outcome; // "onboarded" or "existsAlready"
    } catch (error) {
      // With `onboardingMayRepeat`, also a lost answer says sendAgain.
      if (!isBillwireError(error) || error.nextStep !== NextStep.sendAgain || attempt === 3) throw error;
    }
  }
}
// ANCHOR_END: onboard

// ANCHOR: linked
/** Asks whether a shop is linked. Path, body and names of the answer are your provider's. */
async function isLinked(supplier_sync_code: string): Promise<boolean> {
  const call = biller.prepareOperation("verify_linked_bank_account", {
    path: "/verify_linked_bank_account",
    auth: "bearer",
    json: { supplier_sync_code },
  });
  const { status, json } = await send(call, options);
  const { data } = json as { data?: { supplier_sync_code?: string; linked?: boolean } };
  const linked = status === 200 && data?.supplier_sync_code === supplier_sync_code && data.linked === true;
  const shop = shops.get(supplier_sync_code);
  if (linked && shop) shops.set(supplier_sync_code, { ...shop, state: "linked" });
  return linked;
}
// ANCHOR_END: linked

const back = { bank_id: "ABA", return_url: "https://shop.example/linked" };
assert.equal(
  await onboard({ supplier_sync_code: "SHOP-1", name: "Angkor Market", ...back }),
  "existsAlready",
);
const link = shops.get("SHOP-1")?.link ?? "";

// The shop opens its link and leaves: it returns all the same, and is not linked.
const visit = (form: Record<string, string>) =>
  service.fetch(link, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
assert.equal((await visit({ action: "leave" })).headers.get("location"), back.return_url);
assert.equal(await isLinked("SHOP-1"), false);
await assert.rejects(send(biller.prepareSettlement(bill), options), { responseCode: "NOT_LINKED" });

// It comes back, and links.
await visit({ bank: "ABA", currency: "KHR" });
assert.equal(await isLinked("SHOP-1"), true);
assert.equal(
  (await send(biller.prepareSettlement({ ...bill, ref_id: "INV-2" }), options)).outcome,
  "settled",
);

// A second shop whose answer is that of the first: nothing of it is stored.
const second = { supplier_sync_code: "SHOP-2", name: "Bayon Market", ...back };
await assert.rejects(onboard(second), { code: "contradictory", data: undefined });
assert.deepEqual(shops.get("SHOP-2"), { state: "onboarding", link: null });
assert.equal(await onboard(second), "onboarded");
