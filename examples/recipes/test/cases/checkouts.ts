// The checkout variant has no authentication, so anyone can send its webhooks.
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { AMOUNT, TURN } from "../stage.ts";
import { checkout, type Case } from "./case.ts";
import { ACKNOWLEDGED } from "./deliveries.ts";

/** Answer to everyone who does not name the transaction that paid the bill. */
const COME_AGAIN = { status: 503, body: '{"status":"failed","message":"unavailable"}' };

export const CHECKOUTS: readonly Case[] = [
  checkout("checkout: a genuine webhook credits its bill once", async (stage) => {
    const [bill, asked] = [await stage.bill(), await stage.questions()];
    const counts = await stage.deliver(bill, { webhook: { kind: "twice" } });
    expect(counts).toEqual({ due: 2, delivered: 2, acknowledged: 2, failed: 0 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
    expect((await stage.questions()) - asked).toBe(1);
  }),

  checkout("checkout: a forged webhook credits nothing", async (stage) => {
    const bill = await stage.bill();
    const counts = await stage.deliver(bill, { webhook: { kind: "forged" } });
    expect(counts).toEqual({ due: 2, delivered: 2, acknowledged: 1, failed: 1 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  checkout("checkout: unknown and paid bills are not verified", async (stage) => {
    const [paid, unknown] = [await stage.bill(), "INV-NOBODY"];
    const [another, genuine] = [await stage.notice(paid), await stage.notice(paid)];
    expect(await stage.post(genuine)).toEqual(ACKNOWLEDGED);
    const notBilled = await stage.notice(unknown);

    const asked = await stage.questions();
    expect(await stage.post(genuine)).toEqual(ACKNOWLEDGED);
    for (const notice of [another, notBilled, { ...genuine, tran_id: "TRAN-MADE-UP" }]) {
      expect(await stage.post(notice)).toEqual(COME_AGAIN);
    }
    expect(await stage.questions()).toBe(asked);
    expect(await stage.paid(paid)).toBe(AMOUNT);
  }),

  checkout("checkout: a stranger gets the same answer for every bill", async (stage) => {
    const [open, settled, paid] = [await stage.bill(), await stage.bill(), await stage.bill()];
    await stage.watch(open);
    await stage.notice(settled);
    expect(await stage.post(await stage.notice(paid))).toEqual(ACKNOWLEDGED);
    const anything = { tran_amount: AMOUNT, currency: "KHR", status: "success" };
    const guesses = [{}, { tran_id: "A-GUESS" }, { tran_no: "NO\0" }, { tran_amount: 1 }, { currency: "USD" }];
    for (const identity_code of [open, settled, paid, "INV-NOBODY", "INV\0", ""]) {
      const told = guesses.map((guess) => stage.post({ ...anything, ...guess, identity_code }));
      expect(await Promise.all(told)).toEqual(guesses.map(() => COME_AGAIN));
      expect(await stage.post({ identity_code, status: "pending" })).toEqual(ACKNOWLEDGED);
    }
    expect(await stage.post({ status: "success" })).toEqual(COME_AGAIN);
    // A stranger's event triggered the query, but the service itself answered it.
    expect([await stage.paid(open), await stage.paid(settled)]).toEqual([0, AMOUNT]);
  }),

  checkout("checkout: one verification in each pause, and none is dropped", async (stage) => {
    const bill = await stage.bill();
    await stage.watch(bill);
    const [asked, made] = [await stage.questions(), { identity_code: bill, tran_id: "A-GUESS", status: "success" }];
    const answers = await Promise.all(Array.from({ length: 8 }, () => stage.post(made)));
    expect(answers).toEqual(answers.map(() => COME_AGAIN));
    const genuine = await stage.notice(bill);
    expect(await stage.post(genuine)).toEqual(COME_AGAIN);
    expect((await stage.questions()) - asked).toBe(1);

    await sleep(TURN);
    expect(await stage.post(genuine)).toEqual(ACKNOWLEDGED);
    expect((await stage.questions()) - asked).toBe(2);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  checkout("checkout: a forged first event does not stop the real one", async (stage) => {
    const bill = await stage.bill();
    const genuine = await stage.notice(bill);
    expect(await stage.post({ ...genuine, tran_id: "A-GUESS" })).toEqual(COME_AGAIN);
    expect(await stage.post(genuine)).toEqual(ACKNOWLEDGED);
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),
];
