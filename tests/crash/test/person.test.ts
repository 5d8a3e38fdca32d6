// What a person decides: transactions that the merchant keeps, and a refused bill that settles once it is reopened.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { readBills, type Bill } from "../../../examples/node-merchant/src/bills.ts";
import { openDatabase, type Database } from "../../../examples/node-merchant/src/database.ts";
import type { Merchant } from "../../../examples/node-merchant/src/merchant.ts";
import { readOptions } from "../../../examples/node-merchant/src/options.ts";
import { Sandbox, startSandbox } from "../../../examples/node-merchant/src/sandbox.ts";
import { listenForWebhooks, type Endpoint } from "../../../examples/node-merchant/src/webhook.ts";
import { MERCHANT, freshFolder } from "../src/programs.ts";
import { openOnboarded, settleAll } from "../src/settle.ts";

const REFUSED = { kind: "answer", status: 422, body: "" };
const REVERSED = { statuses: [{ status: "success" }, { status: "failed", after_ms: 3_000 }] };

let database: Database;
let merchant: Merchant;
let endpoint: Endpoint;
let bills: Bill[];
let stopSandbox: () => void;

describe("for a person", () => {
  before(async () => {
    const file = await readBills(`${MERCHANT}/bills.json`);
    bills = file.bills.slice(0, 4);
    const [reversed, twice, part, refused] = bills.map(({ ref_id }) => ref_id);
    const { url: sandbox, stop } = await startSandbox(`${freshFolder("person")}/sandbox.log`);
    stopSandbox = stop;
    const { webhookToken } = readOptions(["node", "person", "--sandbox", sandbox]);
    database = await openDatabase(undefined);
    merchant = await openOnboarded(sandbox, database, { ...file, bills }, "--hurried");
    endpoint = await listenForWebhooks(merchant, 0);
    await new Sandbox(sandbox).sendWebhooksTo(endpoint.url, webhookToken);
    const script = {
      settlement: [{ ref_id: refused, fault: REFUSED }],
      payments: [
        { ref_id: reversed, transactions: [REVERSED] },
        { ref_id: twice, transactions: [{}, {}] },
        { ref_id: part, transactions: [{ amount: 1 }] },
      ],
    };
    const headers = { "Content-Type": "application/json" };
    const scripted = await fetch(`${sandbox}/sandbox/faults`, {
      method: "POST",
      headers,
      body: JSON.stringify(script),
    });
    assert.equal(scripted.status, 204);
  });

  after(async () => {
    await endpoint.close();
    await database.close();
    stopSandbox();
  });

  test("a refused bill settles once it is reopened", async () => {
    for (const reopen of [false, false]) {
      await settleAll(merchant, database, bills, reopen);
      assert.deepEqual(await states(), ["settled", "settled", "settled", "refused"]);
    }
    await settleAll(merchant, database, bills, true);
    assert.deepEqual(await states(), ["settled", "settled", "settled", "settled"]);
  });

  test("keeps what was reversed, paid twice or in part", async () => {
    const [reversed, twice] = bills.map(({ total_amount }) => String(total_amount));
    const expected = [
      ["reversed", reversed, "reversed"],
      ["paidTwice", twice, "held"],
      ["mismatch", "1", "held"],
    ].map(([ending, amount, state], nth) => ({ ref_id: bills[nth]!.ref_id, ending, amount, state }));
    const kept = () =>
      database.query(`SELECT ref_id, ending, reviews.amount::text, payments.state
        FROM reviews LEFT JOIN payments USING (claim_key, ref_id) ORDER BY ref_id`);
    for (const began = Date.now(); (await kept()).length < expected.length && Date.now() - began < 20_000; )
      await sleep(100);
    assert.deepEqual(await kept(), expected);
  });
});

async function states(): Promise<string[]> {
  const rows = await database.query<{ state: string }>("SELECT state FROM bills ORDER BY ref_id");
  return rows.map(({ state }) => state);
}
