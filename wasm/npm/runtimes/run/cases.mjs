// Chooses the vectors for every runtime, writes them to build/cases.mjs and build/cases.json, and prints the number of each kind.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

const CHOSEN = {
  signing: [
    "plain",
    "amount-9007199254740991",
    "khmer-everywhere",
    "ref_id-khmer-zero-width",
    "customer_sync_code-khmer-2000-characters",
    "ref_id-emoji",
    "digits-at-+07:00-new-year",
    "date-leap-day",
    "key-129-bytes",
    "key-and-text-khmer",
  ],
  requests: [
    "onboarding-minimal",
    "onboarding-full",
    "onboarding-khmer-everywhere",
    "settlement-minimal",
    "settlement-full",
    "settlement-full-in-another-order",
    "settlement-khmer-everywhere",
    "settlement-line-khmer-item_name",
    "settlement-fifty-lines",
    "settlement-khr-computed-rate-with-fraction",
    "settlement-extra-and-line-extra",
    "verification-full",
    "verification-khmer-everywhere",
    "settlement-empty-object",
    "settlement-date-khmer-digits",
    "settlement-total_amount-is-text",
    "settlement-strict-everything",
    "onboarding-unknown-fields-in-order",
  ],
  responses: [
    "onboarding-full",
    "onboarding-data-name_kh-khmer",
    "onboarding-messages",
    "settlement-settled-full",
    "settlement-accepted-bill-success-payment-pending",
    "settlement-messages-with-lookup",
    "settlement-refused-with-lookup",
    "settlement-unreadable-truncated-in-text",
    "verification-full",
    "verification-khmer-customer_name",
    "verification-tran_amount-with-exponent-number",
    "verification-unknown-code-khmer",
  ],
  webhooks: [
    "merchant_proxy-full",
    "merchant_proxy-khmer-everywhere",
    "merchant_proxy-customers-fifty",
    "merchant_proxy-token-wrong",
    "merchant_proxy-token-twice",
    "merchant_proxy-unreadable-key-twice-khmer-escaped",
    "checkout-full-amount-as-text",
    "checkout-khmer-half-escaped",
    "checkout-unknown-members-of-customers",
    "checkout-unreadable-empty",
  ],
  mistakes: ["right", "zone-+07:00"],
  parses: ["plain", "khmer", "shapes-prefixes"],
  confirmations: ["khr", "khmer", "request-khmer", "amount-exponent", "fee", "several", "fee-included-in-expectation"],
};

/** Settlements with the simulator, which need no vector: the simulator's books are the expected value. */
const ROUNDS = ["merchant_proxy", "checkout"].map((variant) => ({ id: `rounds/${variant}`, variant }));

/** An address at which nobody listens. */
const CONNECTIONS = [{ id: "connections/refused", baseUrl: "http://127.0.0.1:65123" }];

const cases = { ...Object.fromEntries(Object.entries(CHOSEN).map(([kind, ids]) => [kind, choose(kind, ids)])), rounds: ROUNDS, connections: CONNECTIONS };

const build = new URL("../build/", import.meta.url);
mkdirSync(build, { recursive: true });
writeFileSync(new URL("cases.mjs", build), `export const cases = ${JSON.stringify(cases)};\n`);
writeFileSync(new URL("cases.json", build), JSON.stringify(cases));
console.log(JSON.stringify(Object.fromEntries(Object.entries(cases).map(([kind, all]) => [kind, all.length]))));

function choose(kind, ids) {
  const file = new URL(`../../../../tests/vectors/${kind}.json`, import.meta.url);
  const vectors = new Map(JSON.parse(readFileSync(file, "utf8")).cases.map((one) => [one.id, one]));
  return ids.map((id) => {
    const found = vectors.get(`${kind}/${id}`);
    if (!found) throw new Error(`there is no vector ${kind}/${id}`);
    if (found.body_base64 ?? found.body_repeat) throw new Error(`the body of ${found.id} is no plain text`);
    return found;
  });
}
