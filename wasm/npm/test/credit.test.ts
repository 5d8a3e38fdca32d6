// The credit flow: what crosses at each step, end and option. Core's tests show the rules themselves, and
// mistakes.test.ts what each call refuses.
import { BillwireError, CreditFlow, WebhookReceiver } from "billwire";
import type { Claim, ConfirmedStep, CreditFlowOptions, CreditRun, CreditStep, FlowAnswer } from "billwire";
import { describe, expect, test } from "vitest";
import { biller, errorOf } from "./support/bills.ts";
import { Clocked, PROFILE, SECRETS, transaction } from "./support/flows.ts";

const by = biller({ ...SECRETS, profile: { ...PROFILE, failedStatuses: { transaction: ["failed"] } } });
const BILL = { identity_code: "INV-1", purpose_of_transaction: "INV-1", currency: "KHR", amount: 40_000n };
const BODY = JSON.stringify({
  tran_id: "T-1",
  status: "success",
  identity_code: "INV-1",
  currency: "KHR",
  tran_amount: 40_000,
});
const FOUND = transaction("success");
const CONFIRMED: FlowAnswer = { status: 200, body: FOUND };
const T_1 = { claimKey: "T-1", state: "credited", amount: "40000" } as const;
/** Fields of a report by which a payment is found. */
const REPORT = {
  tran_id: "T-1",
  tran_date: "2026-01-31T09:00:00.000",
  fee_amount: "0",
  currency: "KHR",
  bank_code: "B",
  bank_ref: "R",
};
const policy = { attempts: 2, pauseMs: 10, longestPauseMs: 10, unauthenticatedReplyMs: 20 };
const event = WebhookReceiver.merchantProxy({ tokens: ["hook"] }).receive({ Token: "hook" }, BODY);

/** Credit flow with its clock. */
class Driven extends Clocked<CreditStep, CreditFlow> {
  static ofEvent(options: CreditFlowOptions = {}): Driven {
    return new Driven((clock) => CreditFlow.ofEvent(by, event, BILL, { policy, ...clock, ...options }));
  }

  static ofBill(options: CreditFlowOptions = {}): Driven {
    return new Driven((clock) => CreditFlow.ofBill(by, BILL, { policy, ...clock, ...options }));
  }

  answer(status: number, body: string): this {
    this.flow.answered(this.step("send").request.number, status, body);
    return this;
  }
}

describe("steps", () => {
  test("a confirmed event credits the bill", () => {
    const driven = Driven.ofEvent();
    const { request } = driven.step("send");
    const asked = { number: 1, operation: "verification", method: "POST", redirect: "manual" };
    expect(request).toMatchObject(asked);
    const { identity_code, purpose_of_transaction } = BILL;
    expect(JSON.parse(request.body)).toEqual({ identity_code, purpose_of_transaction, tran_id: "T-1" });
    driven.flow.answered(request.number, 200, FOUND);
    expect(driven.step("credit")).toEqual({
      step: "credit",
      claimKey: "T-1",
      amount: "40000",
      ...REPORT,
      transaction: expect.objectContaining({ tran_id: "T-1" }),
    });
    driven.flow.claimed("credited");
    const end = driven.step("finished");
    const ending = { outcome: "credited", claimKey: "T-1", transaction: { status: "success" } };
    expect(end.ending).toMatchObject(ending);
    expect(end.reply).toMatchObject({ status: 200, body: '{"status":"success","message":"success"}' });
    expect(driven.flow.step()).toBe(end);
    expect(errorOf(() => driven.flow.claimed("credited")).code).toBe("out_of_turn");
  });

  test("a verification without a result asks for a later delivery", () => {
    const driven = Driven.ofEvent();
    driven.flow.noAnswer(driven.step("send").request.number, { sent: "maybe" });
    const end = driven.step("finished");
    expect(end).toMatchObject({
      ending: { outcome: "unconfirmed", error: { nextStep: "verifyAgain" } },
      reply: { status: 503, headers: { "Retry-After": "60" } },
    });
    expect("error" in end.ending && end.ending.error).toBeInstanceOf(BillwireError);
  });

  test("an unpaid bill has no reply, and is verified again", () => {
    const driven = Driven.ofBill().answer(503, "");
    expect(driven.step("wait")).toEqual({ step: "wait", until: 10, reason: "verifyAgain" });
    driven.now = 10;
    driven.answer(200, FOUND).step("credit");
    driven.flow.claimed("credited");
    expect(driven.step("finished")).toMatchObject({ ending: { outcome: "credited" }, reply: null });
  });

  test("the transactions of the books tell what a payment is", () => {
    // Rows as an outer join gives them; one has the column of a database beside the right one.
    const row = { ...T_1, claimKey: "T-3", claim_key: "T-3" };
    const transactions = [T_1, T_1, { claimKey: null }, null, row];
    const end = { ending: { outcome: "creditedBefore" }, reply: { status: 200 } };
    expect(Driven.ofEvent({ transactions }).step("finished")).toMatchObject(end);
  });

  test("what a person must see is a step, with what a report says and what the books have from then on", () => {
    const other = { claimKey: "T-0", state: "credited", amount: 40_000n } as const;
    const driven = Driven.ofEvent({ transactions: [other] }).answer(200, FOUND);
    expect(driven.step("review")).toEqual({
      step: "review",
      ending: "paidTwice",
      claimKey: "T-1",
      state: "held",
      amount: "40000",
      mismatches: [],
      ...REPORT,
      transaction: expect.objectContaining({ tran_id: "T-1" }),
    });
    driven.flow.reviewed(true);
    const end = { ending: { outcome: "paidTwice" }, reply: { status: 200 } };
    expect(driven.step("finished")).toMatchObject(end);
  });

  test("what the service left out of a transaction is null in its report", () => {
    const body = transaction("success", { bank_code: undefined, bank_ref: undefined });
    const step = Driven.ofEvent().answer(200, body).step("credit");
    expect(step).toMatchObject({ ...REPORT, bank_code: null, bank_ref: null });
  });

  test("a payment of the books is asked for by its id", () => {
    const driven = new Driven(() => CreditFlow.ofPayment(by, BILL, T_1, { policy }));
    const { request } = driven.step("send");
    expect(JSON.parse(request.body)).toMatchObject({ tran_id: "T-1" });
    driven.flow.answered(request.number, 200, transaction("failed"));
    const reversed = { ending: "reversed", state: "reversed", amount: "40000" };
    expect(driven.step("review")).toMatchObject(reversed);
  });
});

describe("run", () => {
  /** Program with one row, whose clock moves while it sleeps. */
  class Program implements CreditRun {
    readonly credits: ConfirmedStep[] = [];
    sent = 0;
    readonly #driven: Driven;
    readonly #answers: FlowAnswer[];

    constructor(driven: Driven, ...answers: FlowAnswer[]) {
      this.#driven = driven;
      this.#answers = answers;
    }

    send(): FlowAnswer {
      this.sent++;
      return this.#answers.shift() ?? { sent: "maybe" };
    }

    credit(step: ConfirmedStep): Claim {
      this.credits.push(step);
      return "credited";
    }

    sleep(millis: number): void {
      this.#driven.now += millis;
    }
  }

  const DOWN = new Error("the database is down");
  const REFUSED: FlowAnswer = { status: 401, body: "" };

  test("credits once, and returns the reply", async () => {
    const driven = Driven.ofEvent();
    const work = new Program(driven, CONFIRMED);
    const result = { ending: { outcome: "credited" }, reply: { status: 200 } };
    for (const _ of [1, 2]) expect(await driven.flow.run(work)).toMatchObject(result);
    expect([work.sent, work.credits.length]).toEqual([1, 1]);
  });

  test.each([undefined, null, by])("a refused credential ends a run with the biller %o", async (biller) => {
    const driven = Driven.ofBill();
    const work = Object.assign(new Program(driven, REFUSED, CONFIRMED), { biller });
    expect(await driven.flow.run(work)).toMatchObject({ ending: { outcome: "unconfirmed" } });
  });

  test("a refused credential is a pause where a function renews it", async () => {
    const driven = Driven.ofBill();
    const tokens = ["old", "renewed"];
    const sent: (string | null)[] = [];
    const work = new Program(driven, REFUSED, CONFIRMED);
    const result = await driven.flow.run({
      credit: (step) => work.credit(step),
      sleep: (millis) => work.sleep(millis),
      send: (request) => (sent.push(request.headers.get("token")), work.send()),
      biller: () => biller({ ...SECRETS, profile: PROFILE, verificationToken: tokens.shift() ?? "" }),
    });
    expect(result).toMatchObject({ ending: { outcome: "credited" } });
    expect([sent, driven.now]).toEqual([["old", "renewed"], 10]);
  });

  test("without review nothing is stored, and a review that throws may come again", async () => {
    const transactions = [{ ...T_1, claimKey: "T-0" }];
    const paidTwice = (status: number) => ({ ending: { outcome: "paidTwice" }, reply: { status } });
    const driven = Driven.ofEvent({ transactions });
    expect(await driven.flow.run(new Program(driven, CONFIRMED))).toMatchObject(paidTwice(409));
    const stored: string[] = [];
    const again = Driven.ofEvent({ transactions });
    const review = ({ ending }: { ending: string }): void => {
      if (stored.push(ending) === 1) throw DOWN;
    };
    const reviewing = Object.assign(new Program(again, CONFIRMED), { review });
    await expect(again.flow.run(reviewing)).rejects.toBe(DOWN);
    expect(await again.flow.run(reviewing)).toMatchObject(paidTwice(200));
    expect(stored).toEqual(["paidTwice", "paidTwice"]);
  });

  test("a credit that throws ends the run, and may come again", async () => {
    const driven = Driven.ofEvent();
    const work = new Program(driven, CONFIRMED);
    const credit = (): never => {
      throw DOWN;
    };
    await expect(driven.flow.run({ send: () => work.send(), credit })).rejects.toBe(DOWN);
    expect(await driven.flow.run(work)).toMatchObject({ ending: { outcome: "credited" } });
    expect(work.credits.length).toBe(1);
  });
});
