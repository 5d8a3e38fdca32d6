// Two contracts whose providers give the same numbers to their transactions: each pays its own bill.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { Biller, WebhookReceiver } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { webhook, type BillOfWebhook, type Claim } from "billwire/web";
import { bill, shop } from "./shop.mjs";

const pool = await PGlite.create(); // in production the `Pool` of pg, with the same `query`
await pool.exec(readFileSync(new URL("books.sql", import.meta.url), "utf8"));

interface Contract {
  biller: Biller;
  receiver: WebhookReceiver;
  service: Simulator;
  options: { fetch: Simulator["fetch"] };
}
const contracts: Record<string, Contract> = {};
for (const contract of ["north", "south"]) {
  const token = `webhook-${contract}`;
  const credentials = {
    bearer: `bearer-${contract}`,
    verificationToken: `verification-${contract}`,
    hashToken: `key-${contract}`,
  };
  const service = new Simulator({
    ...credentials,
    seed: "same",
    webhook: { url: `https://shop.example/webhook/${contract}`, token },
  });
  const options = { fetch: service.fetch };
  const biller = new Biller({ baseUrl: `https://${contract}.example`, ...credentials });
  await send(biller.prepareOnboarding(shop), options);
  await send(biller.prepareSettlement(bill), options);
  contracts[contract] = {
    biller,
    receiver: WebhookReceiver.merchantProxy({ tokens: [token] }),
    service,
    options,
  };
}
interface Bill extends BillOfWebhook {
  ref_id: string;
}
const findBill = (_contract: string, refId: string | undefined): Bill | undefined =>
  refId === bill.ref_id
    ? { ref_id: refId, identity_code: refId, purpose_of_transaction: refId, currency: "KHR", amount: 40_000 }
    : undefined;

const CLAIM = `
-- ANCHOR: claim
-- CLAIM
INSERT INTO claims (contract, claim_key, ref_id, amount) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1
-- ANCHOR_END: claim
`;
const CLAIMED = `
-- ANCHOR: claimed
-- CLAIMED
SELECT 1 FROM claims WHERE contract = $1 AND claim_key = $2 AND ref_id = $3
-- ANCHOR_END: claimed
`;

// ANCHOR: credit
async function credit(contract: string, { ref_id }: Bill, claimKey: string, amount: string): Promise<Claim> {
  const key = [contract, claimKey, ref_id];
  if ((await pool.query(CLAIM, [...key, amount])).rows.length > 0) return "credited";
  return (await pool.query(CLAIMED, key)).rows.length > 0 ? "creditedBefore" : "paidOtherwise";
}
// ANCHOR_END: credit

// ANCHOR: handler
/** Handler of `/webhook/north` and `/webhook/south`. The path names the contract, and its own token proves it. */
function handlerOf(name: string) {
  const contract = contracts[name];
  if (contract === undefined) throw new Error(`no contract ${name}`);
  const { biller, receiver, options } = contract;
  return webhook({
    biller,
    receiver,
    findBill: (refId) => findBill(name, refId),
    credit: (bill, claimKey, { amount }) => credit(name, bill, claimKey, amount),
    send: (request) => send(request, options), // in production without it
  });
}
// ANCHOR_END: handler

for (const [contract, { service }] of Object.entries(contracts)) {
  const [due] = service.dueWebhooks();
  assert.ok(due);
  const { headers, body } = due;
  const reply = await handlerOf(contract)(
    new Request("https://shop.example/webhook", { method: "POST", headers, body }),
  );
  assert.equal(reply.status, 200);
}
const { rows } = await pool.query<{ contract: string; claim_key: string }>(
  "SELECT contract, claim_key FROM claims ORDER BY contract",
);
assert.deepEqual(
  rows.map(({ contract }) => contract),
  ["north", "south"],
);
assert.equal(rows[0]?.claim_key, rows[1]?.claim_key); // a key of its own would not have sufficed
await pool.close(); // it would keep the program for ten seconds
