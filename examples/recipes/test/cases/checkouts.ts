// The checkout variant shows no authentication: anybody can send such webhooks.
import { expect } from "vitest";
import { AMOUNT } from "../stage.ts";
import { checkout, type Case } from "./case.ts";
import { ACKNOWLEDGED } from "./deliveries.ts";

export const CHECKOUTS: readonly Case[] = [
  checkout("checkout: a genuine webhook credits its bill once", async (stage) => {
    const [bill, asked] = [await stage.bill(), await stage.questions()];
    const counts = await stage.deliver(bill, { webhook: { kind: "twice" } });
    expect(counts).toEqual({ due: 2, delivered: 2, acknowledged: 2, failed: 0 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
    expect((await stage.questions()) - asked).toBe(1);
  }),

  checkout("checkout: a forged webhook is not believed", async (stage) => {
    const bill = await stage.bill();
    const counts = await stage.deliver(bill, { webhook: { kind: "forged" } });
    expect(counts).toEqual({ due: 2, delivered: 2, acknowledged: 1, failed: 1 });
    expect(await stage.paid(bill)).toBe(AMOUNT);
  }),

  checkout("checkout: nothing is verified for a bill that is unknown or paid", async (stage) => {
    const [paid, unknown] = [await stage.bill(), "INV-NOBODY"];
    const [genuine, another] = [await stage.notice(paid), await stage.notice(paid)];
    expect(await stage.post(genuine)).toEqual(ACKNOWLEDGED);
    const notBilled = await stage.notice(unknown);

    const asked = await stage.questions();
    expect(await stage.post(genuine)).toEqual(ACKNOWLEDGED);
    for (const notice of [another, notBilled, { ...genuine, tran_id: "TRAN-MADE-UP" }]) {
      expect((await stage.post(notice)).status).toBe(409);
    }
    expect(await stage.questions()).toBe(asked);
    expect(await stage.paid(paid)).toBe(AMOUNT);
  }),
];
