// Settles a bill whose answer is lost, and credits its payment once, although the webhook comes twice.
import { Biller, isBillwireError, WebhookReceiver } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const credentials = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-key" };
const webhookToken = "test-webhook";

// The simulated service. Without the option `fetch`, `send` uses the network.
const service = new Simulator({
  ...credentials,
  webhook: { url: "https://shop.example/webhook", token: webhookToken },
});
service.script({
  settlement: [{ ref_id: "INV-0001", fault: { kind: "drop_after" } }], // the money moves, and the answer is lost
  webhooks: [{ ref_id: "INV-0001", fault: { kind: "twice" } }],
});
const simulated = { fetch: service.fetch };

const biller = new Biller({
  baseUrl: "https://service.example",
  ...credentials,
  // Agree on these with your provider: how a verification finds a bill, and its code for "not found".
  profile: {
    settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" },
    notFoundCodes: { verification: ["NOT_FOUND"] },
  },
});
const receiver = WebhookReceiver.merchantProxy({ tokens: [webhookToken] });

const bill = {
  ref_id: "INV-0001",
  date: "2026-01-31T09:00:00+07:00",
  due_date: "2026-02-28T09:00:00+07:00",
  currency: "KHR",
  total_amount: 40_000,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
};
const credits = new Map(); // claim key to bill; in production, a table with a unique claim key

await send(
  biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" }),
  simulated,
);
console.log("the bill is", await settle());
for (let due = service.dueWebhooks(); due.length > 0; due = service.dueWebhooks()) {
  for (const { id, headers, body } of due) service.delivered(id, await receive(headers, body));
}
const { totals, webhooks } = service.books();
if (credits.size !== 1 || totals.KHR !== "40000" || webhooks.acknowledged !== 2)
  throw new Error("the books differ");
console.log("confirmed, credited once");

/** Settles the bill. After a lost answer, it looks the bill up: sending it again could pay twice. */
async function settle() {
  const call = biller.prepareSettlement(bill); // throws all violations at once, or returns a signed request
  try {
    return (await send(call, simulated)).outcome; // "settled", or "accepted" if the outcome is not known yet
  } catch (error) {
    // The lost answer: `send` throws call.noAnswer({ sent: "maybe" }).
    if (!isBillwireError(error) || error.nextStep !== "verifyFirst") throw error;
    return (await send(biller.prepareSettlementLookup(bill), simulated)).verdict;
  }
}

/** Receives a webhook and returns the reply. The service's verification decides, not the webhook. */
async function receive(headers, rawBody) {
  try {
    const event = receiver.receive(headers, rawBody); // checks the token, then parses the raw body
    const { ref_id, currency, total_amount } = bill; // in production, the bill of event.payload.identity_code
    const billed = { identity_code: ref_id, purpose_of_transaction: ref_id, currency, amount: total_amount };
    const verdict = await send(event.confirm(biller, billed), simulated);
    if (!verdict.confirmed) return { status: 409 }; // another amount, or another bill: credit nothing
    credits.set(verdict.claimKey, ref_id); // the second webhook has the same key
    return event.acknowledge();
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    return error.response ?? { status: 503 }; // 401 or 400 for a false webhook; 503 if the verification failed
  }
}
