// Webhooks of the service, and forged ones.
import { expect } from "vitest";
import { AMOUNT, type Notice } from "../stage.ts";
import { proxy, type Case } from "./case.ts";

/** The sample acknowledgement of interface section 2.8 has a success word in each field. */
export const ACKNOWLEDGED = { status: 200, body: '{"status":"success","message":"success"}' };

export const DELIVERIES: readonly Case[] = [
  proxy("a genuine webhook credits its bill once", async (stage) => {
    const [bill, asked] = [await stage.bill(), await stage.questions()];
    expect(await stage.deliver(bill)).toEqual({ due: 1, delivered: 1, acknowledged: 1, failed: 0 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
    expect((await stage.questions()) - asked).toBe(1);
  }),

  proxy("the acknowledgement is the interface's", async (stage) => {
    const bill = await stage.bill();
    expect(await stage.post(await stage.notice(bill))).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("a webhook delivered twice credits once", async (stage) => {
    const [bill, asked] = [await stage.bill(), await stage.questions()];
    const counts = await stage.deliver(bill, { webhook: { kind: "twice" } });
    expect(counts).toEqual({ due: 2, delivered: 2, acknowledged: 2, failed: 0 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
    expect((await stage.questions()) - asked).toBe(1);
  }),

  proxy("a webhook without transaction numbers credits once", async (stage) => {
    const bill = await stage.bill();
    const { tran_id, ...notice } = await stage.notice(bill);
    expect(tran_id).not.toBe("");
    for (const _ of ["first", "second"]) expect(await stage.post(notice)).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("ten deliveries at once: one verification, one credit", async (stage) => {
    const bill = await stage.bill();
    const [notice, asked] = [await stage.notice(bill), await stage.questions()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => stage.post(notice)));
    expect(answers).toEqual(answers.map(() => ACKNOWLEDGED));
    expect((await stage.questions()) - asked).toBe(1);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("a pending payment is acknowledged and not credited", async (stage) => {
    const bill = await stage.bill();
    const notice = await stage.notice(bill);
    expect(await stage.post({ ...notice, status: "pending" })).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(0);
    expect(await stage.post(notice)).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("a forged webhook leads to no verification", async (stage) => {
    const [bill, asked] = [await stage.bill(), await stage.questions()];
    const counts = await stage.deliver(bill, { webhook: { kind: "forged" } });
    // A refused body is not read, which ends its connection: the next delivery may come twice.
    expect(counts).toMatchObject({ due: 2, acknowledged: 1, failed: 1 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
    expect((await stage.questions()) - asked).toBe(1);
  }),

  proxy("a wrong, missing or doubled token: 401, no verification", async (stage) => {
    const bill = await stage.bill();
    const [notice, asked] = [await stage.notice(bill), await stage.questions()];
    const [type, token] = stage.headers;
    if (!type || !token) throw new Error("a genuine webhook has two headers");
    for (const headers of [[type, ["Token", "a-guess"]], [type], [type, token, token]] as const) {
      expect((await stage.post(notice, headers)).status).toBe(401);
      expect((await stage.send(["no JSON"], headers)).status).toBe(401); // the token is checked first
    }
    expect(await stage.paid(bill)).toBe(0);
    expect(await stage.questions()).toBe(asked);
  }),

  proxy("a webhook's amount is not believed", async (stage) => {
    const [bill, asked] = [await stage.bill(), await stage.questions()];
    const counts = await stage.deliver(bill, { webhook: { kind: "wrong_amount" } });
    expect(counts).toEqual({ due: 2, delivered: 2, acknowledged: 2, failed: 0 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
    expect((await stage.questions()) - asked).toBe(1);
  }),

  proxy("less money than the webhook says: 409", async (stage) => {
    const bill = await stage.bill();
    const notice = await stage.notice(bill, { amount: AMOUNT - 1 });
    expect((await stage.post(notice)).status).toBe(409);
    const asked = await stage.questions();
    expect((await stage.post({ ...notice, tran_amount: AMOUNT })).status).toBe(409);
    expect((await stage.questions()) - asked).toBe(1);
    expect(await stage.paid(bill)).toBe(0);
  }),

  proxy("a status that is missing or unknown is verified", async (stage) => {
    for (const status of [undefined, "", "Success", "paid"]) {
      const bill = await stage.bill();
      const { status: _, ...notice } = await stage.notice(bill);
      expect(await stage.post(status === undefined ? notice : { ...notice, status } as Notice)).toEqual(ACKNOWLEDGED);
      expect(await stage.paid(bill)).toBe(AMOUNT);
    }
  }),

  proxy("a forged first event does not stop the real one", async (stage) => {
    const bill = await stage.bill();
    const { tran_id, ...real } = await stage.notice(bill);
    // The service confirms the payment, so the bill is credited, whichever webhook arrived first.
    expect(await stage.post({ ...real, bank_code: "FORGED", bank_ref: "FORGED" })).toEqual(ACKNOWLEDGED);
    for (const numbers of [{ tran_id }, { tran_id, bank_ref: "REF-2" }, { bank_code: "B", bank_ref: "REF-1" }]) {
      expect(await stage.post({ ...real, ...numbers } as Notice)).toEqual(ACKNOWLEDGED);
    }
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("two bills with one bank reference are both credited", async (stage) => {
    for (const bill of [await stage.bill(), await stage.bill()]) {
      const { tran_id, ...notice } = await stage.notice(bill);
      expect(tran_id).not.toBe("");
      expect(await stage.post({ ...notice, bank_code: "B", bank_ref: "REF-1" })).toEqual(ACKNOWLEDGED);
      expect(await stage.paid(bill)).toBe(AMOUNT);
    }
  }),

  proxy("NUL in a key: 409", async (stage) => {
    const bill = await stage.bill();
    const notice = await stage.notice(bill);
    for (const other of [{ identity_code: `${bill}\0` }, { tran_id: "T\0" }]) {
      expect((await stage.post({ ...notice, ...other })).status).toBe(409);
    }
    expect(await stage.paid(bill)).toBe(0);
    expect(await stage.post({ ...notice, tran_no: "N\0", bank_ref: "R\0" })).toEqual(ACKNOWLEDGED);
  }),

  proxy("another transaction for a paid bill: 409", async (stage) => {
    const bill = await stage.bill();
    const [first, second] = [await stage.notice(bill), await stage.notice(bill)];
    expect(await stage.post(first)).toEqual(ACKNOWLEDGED);
    expect((await stage.post(second)).status).toBe(409);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  proxy("the transaction of another bill: not acknowledged", async (stage) => {
    const [bill, other] = [await stage.bill(), await stage.bill()];
    const told = { ...(await stage.notice(bill)), identity_code: other, purpose_of_transaction: other };
    expect((await stage.post(told)).status).toBe(503); // the service has no such transaction, or not yet
    expect([await stage.paid(bill), await stage.paid(other)]).toEqual([0, 0]);
  }),
];
