// Bills that are paid more than once: an account with free amounts, and a bill that is paid in parts.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { Biller, WebhookReceiver, type BookedTransaction, type WebhookEvent } from "billwire";
import { send } from "billwire/fetch";
import { Simulator } from "billwire/testing";
import { webhook, type BillOfWebhook, type Claim, type ConfirmedPayment } from "billwire/web";
import { bill, credentials, settings, shop } from "./shop.mjs";

const token = "test-webhook";
const profile = { failedStatuses: { transaction: ["reversed"] } };
const service = new Simulator({
  ...credentials,
  profile,
  webhook: { url: "https://shop.example/webhook", token },
});
service.script({
  webhooks: [{ ref_id: "ACCOUNT-7", fault: { kind: "twice" } }],
  payments: [
    {
      ref_id: "ACCOUNT-7",
      transactions: [{ statuses: [{ status: "success" }, { status: "reversed", after_ms: 60_000 }] }],
    },
    { ref_id: "INV-1", transactions: [{ amount: 15_000 }, { amount: 25_000 }, { amount: 40_000 }] },
  ],
});
const options = { fetch: service.fetch };
const biller = new Biller({ ...settings, profile });
const receiver = WebhookReceiver.merchantProxy({ tokens: [token] });
await send(biller.prepareOnboarding(shop), options);

const pool = await PGlite.create(); // in production the `Pool` of pg, with the same `query`
await pool.exec(readFileSync(new URL("books.sql", import.meta.url), "utf8"));

const CLAIMED_BY = `
-- ANCHOR: claimed_by
-- CLAIMED_BY
SELECT claim_key AS "claimKey", state, amount FROM deposits WHERE claim_key IN ($1, $2)
-- ANCHOR_END: claimed_by
`;
const CURRENCY = `
-- ANCHOR: currency
-- CURRENCY
SELECT currency FROM accounts WHERE account = $1
-- ANCHOR_END: currency
`;
const CREDIT = `
-- ANCHOR: credit
-- CREDIT: claims the transaction and credits the account, or changes nothing.
WITH claimed AS (
  INSERT INTO deposits (claim_key, account, amount) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING *
) UPDATE accounts SET balance = balance + claimed.amount FROM claimed
WHERE accounts.account = claimed.account RETURNING 1
-- ANCHOR_END: credit
`;
const CLAIMED = `
-- ANCHOR: has_paid
-- CLAIMED
SELECT 1 FROM deposits WHERE claim_key = $1 AND account = $2
-- ANCHOR_END: has_paid
`;
const OPEN = `
-- ANCHOR: open
-- OPEN
SELECT currency, total_amount - balance AS open,
  (SELECT json_agg(json_build_object('claimKey', claim_key, 'state', state, 'amount', amount::text))
   FROM deposits WHERE account = $1) AS paid
FROM accounts WHERE account = $1
-- ANCHOR_END: open
`;

// ANCHOR: claimed
/** Returns the event's transaction if the books have it. A repetition is then acknowledged, and a reversal is seen. */
async function claimedBy({ payload: { tran_id, tran_no } }: WebhookEvent): Promise<BookedTransaction[]> {
  const { rows } = await pool.query<BookedTransaction>(CLAIMED_BY, [tran_id ?? null, tran_no ?? null]);
  return rows;
}
// ANCHOR_END: claimed

// ANCHOR: account
async function findAccount(account = "", event: WebhookEvent): Promise<BillOfWebhook | undefined> {
  const { rows } = await pool.query<{ currency: string }>(CURRENCY, [account]);
  if (rows[0] === undefined) return undefined;
  const transactions = await claimedBy(event);
  return { identity_code: account, purpose_of_transaction: account, ...rows[0], min_amount: 0, transactions };
}

async function creditAccount(
  { identity_code: account }: BillOfWebhook,
  claimKey: string,
  { amount }: ConfirmedPayment,
): Promise<Claim> {
  if ((await pool.query(CREDIT, [claimKey, account, amount])).rows.length > 0) return "credited";
  const { rows } = await pool.query(CLAIMED, [claimKey, account]);
  return rows.length > 0 ? "creditedBefore" : "paidOtherwise";
}
// ANCHOR_END: account

// ANCHOR: parts
interface Parts {
  currency: string;
  open: string;
  paid: BookedTransaction[] | null;
}

async function findBillInParts(refId = "", event: WebhookEvent): Promise<BillOfWebhook | undefined> {
  const {
    rows: [row],
  } = await pool.query<Parts>(OPEN, [refId]);
  if (!row) return undefined;
  const { currency, open, paid } = row;
  const bill = { identity_code: refId, purpose_of_transaction: refId, currency, min_amount: 0 };
  if (Number(open) <= 0) return { ...bill, transactions: paid }; // another payment is paid twice
  return { ...bill, max_amount: open, transactions: await claimedBy(event) };
}
// ANCHOR_END: parts

const results: string[] = [];
const handlerOf = (findBill: typeof findAccount) =>
  webhook({
    receiver,
    biller,
    findBill,
    credit: creditAccount,
    send: (request) => send(request, options),
    onResult: ({ result }) => void results.push(result),
  });
/** Delivers all webhooks that are due, and returns how they ended. */
async function deliver(handle: ReturnType<typeof handlerOf>): Promise<string[]> {
  for (let due = service.dueWebhooks(); due.length > 0; due = service.dueWebhooks()) {
    for (const { id, headers, body } of due) {
      const reply = await handle(
        new Request("https://shop.example/webhook", { method: "POST", headers, body }),
      );
      service.delivered(id, { status: reply.status, body: await reply.text() });
    }
  }
  return results.splice(0);
}

await pool.query("INSERT INTO accounts (account, currency) VALUES ('ACCOUNT-7', 'KHR')");
await send(biller.prepareSettlement({ ...bill, ref_id: "ACCOUNT-7", total_amount: 12_500 }), options);
assert.deepEqual(await deliver(handlerOf(findAccount)), ["credited", "creditedBefore"]);
service.advance(60_000);
assert.deepEqual(await deliver(handlerOf(findAccount)), ["reversed"]);

await pool.query("INSERT INTO accounts (account, currency, total_amount) VALUES ('INV-1', 'KHR', 40000)");
await send(biller.prepareSettlement({ ...bill, ref_id: "INV-1", total_amount: 40_000 }), options);
assert.deepEqual(await deliver(handlerOf(findBillInParts)), ["credited", "credited", "paidTwice"]);
const { rows } = await pool.query("SELECT balance::text FROM accounts ORDER BY account");
assert.deepEqual(rows, [{ balance: "12500" }, { balance: "40000" }]);
await pool.close(); // it would keep the program for ten seconds
