// Verifications without a usable answer, and a failing database: the webhook is not acknowledged and arrives again.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { AnswerFault } from "billwire/testing";
import { expect } from "vitest";
import { AMOUNT } from "../stage.ts";
import { proxy, type Case } from "./case.ts";
import { ACKNOWLEDGED } from "./deliveries.ts";

const DOWN: AnswerFault = { kind: "drop_before" };
const BUSY: AnswerFault = { kind: "answer", status: 503 };
const UNREADABLE: AnswerFault = { kind: "unreadable", moves_money: false };
const UNAUTHORISED: AnswerFault = { kind: "answer", status: 401 };
const PENDING: AnswerFault = { kind: "statuses", payment: "pending", moves_money: false };

export const VERIFICATIONS: readonly Case[] = [
  proxy("verification down: delivered again, then credited", async (stage) => {
    const [bill, asked] = [await stage.bill(), await stage.questions()];
    const counts = await stage.deliver(bill, { verification: [DOWN, BUSY] });
    expect(counts).toEqual({ due: 1, delivered: 3, acknowledged: 1, failed: 0 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
    expect((await stage.questions()) - asked).toBe(3);
  }),

  ...[
    { what: "no answer", fault: DOWN, status: 503 },
    { what: "HTTP 503", fault: BUSY, status: 503 },
    { what: "half an answer", fault: UNREADABLE, status: 503 },
    { what: "another token is required", fault: UNAUTHORISED, status: 500 },
    { what: "still pending", fault: PENDING, status: 503 },
  ].map(({ what, fault, status }) =>
    proxy(`verification, ${what}: ${status}, and credited by the next delivery`, async (stage) => {
      const bill = await stage.bill();
      const notice = await stage.notice(bill, { verification: [fault] });
      expect((await stage.post(notice)).status).toBe(status);
      expect(await stage.paid(bill)).toBe(0);
      expect(await stage.post(notice)).toEqual(ACKNOWLEDGED);
      expect(await stage.paid(bill)).toBe(AMOUNT);
    }),
  ),

  proxy("verification, an amount that a float would round to the billed one: 409", async (stage) => {
    const bill = await stage.bill();
    const notice = await stage.notice(bill);
    const amounts = { tran_amount: AMOUNT, fee_amount: 0, total_amount: AMOUNT + 1 };
    const data = { ...notice, ...amounts, tran_date: "2026-03-02T10:20:30.123", bank_code: "B", bank_ref: "R" };
    const json = JSON.stringify({ code: "SUCCESS", message: "", data });
    const exact = json.replace(`"tran_amount":${AMOUNT}`, `"tran_amount":${AMOUNT}.00000000000000000001`);
    expect(exact).not.toBe(json);
    await stage.sandbox.script({ verification: [{ identity_code: bill, attempt: 1, fault: { kind: "answer", status: 200, body: exact } }] });
    expect((await stage.post(notice)).status).toBe(409);
    expect(await stage.paid(bill)).toBe(0);
  }),

  proxy("verification of more than 1 MiB: 503, not read to its end", async (stage) => {
    const bill = await stage.bill();
    const long = `{"code":"SUCCESS","message":"${"x".repeat(1_048_576)}"}`;
    const notice = await stage.notice(bill, { verification: [{ kind: "answer", status: 200, body: long }] });
    expect((await stage.post(notice)).status).toBe(503);
    expect(await stage.post(notice)).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("a redirected verification is not followed", async (stage) => {
    let strangers = 0;
    const elsewhere = createServer((_request, response) => {
      strangers++;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const location = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
    const bill = await stage.bill();
    const counts = await stage.deliver(bill, {
      verification: [302, 307].map((status) => ({ kind: "redirect", status, location })),
    });
    elsewhere.close();
    expect(strangers).toBe(0);
    expect(counts).toEqual({ due: 1, delivered: 3, acknowledged: 1, failed: 0 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("acknowledged only when the credit is in the database", async (stage) => {
    const bill = await stage.bill();
    await stage.sql(
      "CREATE TRIGGER outage BEFORE UPDATE OF paid ON bills BEGIN SELECT RAISE(ABORT, 'the database is down'); END",
    );
    const counts = await stage.deliver(bill, {}, async () => {
      await stage.deliveries(1);
      expect(await stage.paid(bill)).toBe(0);
      expect(await stage.sql("SELECT claim_key FROM payments WHERE ref_id = ?", bill)).toEqual([]);
      await stage.sql("DROP TRIGGER outage");
    });
    expect(counts).toMatchObject({ due: 1, acknowledged: 1, failed: 0 });
    expect(counts.delivered).toBeGreaterThan(1);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),
];
