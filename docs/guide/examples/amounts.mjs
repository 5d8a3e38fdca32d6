// An account that takes any amount: the verified amount is credited, once for each transaction.
import assert from "node:assert/strict";
import { Biller, WebhookReceiver } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";

const credentials = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-key" };
const token = "test-webhook";
const service = new Simulator({ ...credentials, webhook: { url: "https://shop.example/webhook", token } });
service.script({ webhooks: [{ ref_id: "ACCOUNT-7", fault: { kind: "twice" } }] });
const options = { fetch: service.fetch }; // in production without it
const biller = new Biller({ baseUrl: "https://service.example", ...credentials });
const receiver = WebhookReceiver.merchantProxy({ tokens: [token] });
await send(biller.prepareOnboarding({ supplier_sync_code: "SHOP-1", name: "Angkor Fresh Market" }), options);
const payment = {
  ref_id: "ACCOUNT-7",
  date: "2026-01-31T09:00:00+07:00",
  due_date: "2026-02-28T09:00:00+07:00",
  currency: "KHR",
  total_amount: 12_500,
  customer_sync_code: "C-17",
  settlement_to: "SHOP-1",
};
await send(biller.prepareSettlement(payment), options);

/** Table `payments`, whose key is unique. */
const payments = new Map();

// ANCHOR: credit
async function credit(event, account) {
  const expected = { identity_code: account, purpose_of_transaction: account, currency: "KHR", min_amount: 0 };
  const verdict = await send(event.confirm(biller, expected), options);
  if (!verdict.confirmed) return { status: 409 }; // `verdict.transaction` is there for a person
  payments.set(verdict.claimKey, verdict.amount); // the verified amount, once
  return event.acknowledge();
}
// ANCHOR_END: credit

for (let due = service.dueWebhooks(); due.length > 0; due = service.dueWebhooks()) {
  for (const { id, headers, body } of due) {
    const event = receiver.receive(headers, body);
    service.delivered(id, await credit(event, event.payload.identity_code));
  }
}
assert.deepEqual([...payments.values()], ["12500"]);
