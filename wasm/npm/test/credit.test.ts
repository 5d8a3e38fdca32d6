// The credit flow: every step, end and option once. Core's tests show the rules themselves.
import { BillwireError, CreditFlow, WebhookReceiver } from "billwire";
import type {
  Claim,
  ConfirmedStep,
  CreditFlowOptions,
  CreditRun,
  CreditStep,
  FlowAnswer,
  WebhookEvent,
} from "billwire";
import { describe, expect, test } from "vitest";
import { biller, errorOf, faultsOf } from "./support/bills.ts";
import { Clocked, PROFILE, SECRETS, transaction } from "./support/flows.ts";
import { overwriteMemory } from "./support/inside.ts";

const by = biller({ ...SECRETS, profile: { ...PROFILE, failedStatuses: { transaction: ["failed"] } } });
const BILL = { identity_code: "INV-1", purpose_of_transaction: "INV-1", currency: "KHR", amount: 40_000n };
const PAID = {
  tran_id: "T-1",
  status: "success",
  identity_code: "INV-1",
  currency: "KHR",
  tran_amount: 40_000,
};
const FOUND = transaction("success");
const T_1 = { claimKey: "T-1", state: "credited", amount: "40000" } as const;
const policy = { attempts: 2, pauseMs: 10, longestPauseMs: 10, unauthenticatedReplyMs: 20 };

function event(payload: object = PAID, token = true): WebhookEvent {
  const body = JSON.stringify(payload);
  return token
    ? WebhookReceiver.merchantProxy({ tokens: ["hook"] }).receive({ Token: "hook" }, body)
    : WebhookReceiver.checkout().receive({}, body);
}

/** Credit flow with its clock. */
class Driven extends Clocked<CreditStep, CreditFlow> {
  static ofEvent(about = event(), options: CreditFlowOptions = {}): Driven {
    return new Driven((clock) => CreditFlow.ofEvent(by, about, BILL, { policy, ...clock, ...options }));
  }

  static ofBill(options: CreditFlowOptions = {}): Driven {
    return new Driven((clock) => CreditFlow.ofBill(by, BILL, { policy, ...clock, ...options }));
  }

  answer(status: number, body: string): void {
    this.flow.answered(this.step("send").request.number, status, body);
  }
}

describe("steps", () => {
  test("a confirmed event credits the bill", () => {
    const driven = Driven.ofEvent();
    const { request } = driven.step("send");
    expect(request).toMatchObject({
      number: 1,
      operation: "verification",
      method: "POST",
      redirect: "manual",
    });
    expect(JSON.parse(request.body)).toEqual({
      identity_code: "INV-1",
      purpose_of_transaction: "INV-1",
      tran_id: "T-1",
    });
    driven.flow.answered(request.number, 200, FOUND);
    const step = driven.step("credit");
    expect(step).toEqual({
      step: "credit",
      claimKey: "T-1",
      amount: "40000",
      transaction: expect.objectContaining({ tran_id: "T-1" }),
      tran_id: "T-1",
      tran_date: "2026-01-31T09:00:00.000",
      fee_amount: "0",
      currency: "KHR",
      bank_code: "B",
      bank_ref: "R",
    });
    driven.flow.claimed("credited");
    const end = driven.step("finished");
    expect(end.ending).toMatchObject({
      outcome: "credited",
      claimKey: "T-1",
      transaction: { status: "success" },
    });
    expect(end.reply).toMatchObject({ status: 200, body: '{"status":"success","message":"success"}' });
    expect(driven.flow.step()).toBe(end);
    expect(errorOf(() => driven.flow.claimed("credited")).code).toBe("out_of_turn");
  });

  test.each([
    ["creditedBefore", "creditedBefore", 200],
    ["paidOtherwise", "paidTwice", 409],
  ] as const)("a claim that is %s ends as %s, answered with %i", (claim, outcome, status) => {
    const driven = Driven.ofEvent();
    driven.answer(200, FOUND);
    driven.step("credit");
    driven.flow.claimed(claim);
    if (outcome === "paidTwice") driven.flow.reviewed(false);
    expect(driven.step("finished")).toMatchObject({ ending: { outcome }, reply: { status } });
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
    const driven = Driven.ofBill();
    driven.answer(503, "");
    expect(driven.step("wait")).toEqual({ step: "wait", until: 10, reason: "verifyAgain" });
    driven.now = 10;
    driven.answer(200, FOUND);
    driven.step("credit");
    driven.flow.claimed("credited");
    expect(driven.step("finished")).toMatchObject({ ending: { outcome: "credited" }, reply: null });
  });

  test("an event that anyone can have sent waits for its reply", () => {
    const flow = CreditFlow.ofUnknownBill(by, event(PAID, false), { policy, now: () => 0 });
    expect(flow.step()).toEqual({ step: "wait", until: 20, reason: "reply" });
    expect(CreditFlow.ofUnknownBill(by, event()).step()).toMatchObject({
      step: "finished",
      ending: { outcome: "unknownBill" },
      reply: { status: 409 },
    });
  });

  test("the transactions of the books tell what a payment is", () => {
    // Rows as an outer join gives them.
    const transactions = [T_1, T_1, { claimKey: null }, null];
    expect(Driven.ofEvent(event(), { transactions }).step("finished")).toMatchObject({
      ending: { outcome: "creditedBefore" },
      reply: { status: 200 },
    });
  });

  test("what a person must see is a step, with what a report says and what the books have from then on", () => {
    const other = { claimKey: "T-0", state: "credited", amount: 40_000n } as const;
    const driven = Driven.ofEvent(event(), { transactions: [other] });
    driven.answer(200, FOUND);
    const step = driven.step("review");
    const { transaction } = step;
    expect(step).toEqual({
      step: "review",
      ending: "paidTwice",
      claimKey: "T-1",
      state: "held",
      amount: "40000",
      mismatches: [],
      transaction: expect.objectContaining({ tran_id: "T-1" }),
      tran_id: "T-1",
      tran_date: transaction.tran_date,
      fee_amount: "0",
      currency: "KHR",
      bank_code: transaction.bank_code ?? null,
      bank_ref: transaction.bank_ref ?? null,
    });
    driven.flow.reviewed(true);
    expect(driven.step("finished")).toMatchObject({
      ending: { outcome: "paidTwice" },
      reply: { status: 200 },
    });
  });

  test("a payment of the books is asked for by its id", () => {
    const flow = CreditFlow.ofPayment(by, BILL, T_1, { policy });
    const step = flow.step();
    expect(step.step === "send" && JSON.parse(step.request.body)).toMatchObject({ tran_id: "T-1" });
    if (step.step === "send") flow.answered(step.request.number, 200, transaction("failed"));
    expect(flow.step()).toMatchObject({
      step: "review",
      ending: "reversed",
      state: "reversed",
      amount: "40000",
    });
  });
});

describe("arguments", () => {
  test.each([
    ["no biller", () => CreditFlow.ofEvent({} as never, event(), BILL), ["biller wrong_type"]],
    ["a payload as an event", () => CreditFlow.ofEvent(by, PAID as never, BILL), ["event wrong_type"]],
    [
      "a bill without its amount",
      () => CreditFlow.ofBill(by, { ...BILL, amount: undefined as never }),
      ["amount required"],
    ],
    [
      "transactions that are no list",
      () => CreditFlow.ofBill(by, BILL, { transactions: "T-1" as never }),
      ["transactions wrong_type"],
    ],
    [
      "rows that are no transactions",
      () =>
        CreditFlow.ofBill(by, BILL, {
          transactions: [
            7,
            { ...T_1, claimKey: 7 },
            { claimKey: "T-2", state: "paid" },
            { ...T_1, claimKey: undefined, claim_key: "T-3" },
            { claim_key: "T-4", amount: 1 },
          ] as never,
        }),
      [
        "transactions[0] wrong_type",
        "transactions[1].claimKey wrong_type",
        "transactions[2].state unknown_value",
        "transactions[2].amount required",
        "transactions[4].claimKey required",
      ],
    ],
    [
      "two rows of one transaction that differ",
      () => CreditFlow.ofBill(by, BILL, { transactions: [T_1, { ...T_1, state: "held" }] }),
      ["transactions[1].state conflicting_values"],
    ],
    [
      "a payment without a key",
      () => CreditFlow.ofPayment(by, BILL, { ...T_1, claimKey: "" }),
      ["transaction.claimKey required"],
    ],
    [
      "claim keys",
      () => CreditFlow.ofBill(by, BILL, { claimKeys: [] } as never),
      ["claimKeys unknown_field"],
    ],
    ["no word of a review", () => Driven.ofBill().flow.reviewed(1 as never), ["isStored wrong_type"]],
    ["new", () => new (CreditFlow as unknown as new () => CreditFlow)(), ["flow wrong_type"]],
    ["another claim", () => Driven.ofBill().flow.claimed("paid" as never), ["claim unknown_value"]],
  ])("%s is refused", (_name, work, faults) => {
    expect(faultsOf(work)).toEqual(faults);
  });

  test("a trap loses the flow", () => {
    const driven = Driven.ofBill();
    overwriteMemory();
    expect(errorOf(() => driven.flow.step()).kind).toBe("internal");
    expect(errorOf(() => driven.flow.step()).message).toContain("the flow was lost");
  });
});

describe("run", () => {
  /** Program with one row, whose clock moves while it sleeps. */
  class Program implements CreditRun {
    readonly credits: ConfirmedStep[] = [];
    sent = 0;
    readonly #driven: Driven;
    readonly #answers: FlowAnswer[];

    constructor(driven: Driven, answers: FlowAnswer[]) {
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

  test("credits once, and returns the reply", async () => {
    const driven = Driven.ofEvent();
    const work = new Program(driven, [{ status: 200, body: FOUND }]);
    for (const _ of [1, 2])
      expect(await driven.flow.run(work)).toMatchObject({
        ending: { outcome: "credited" },
        reply: { status: 200 },
      });
    expect([work.sent, work.credits.length]).toEqual([1, 1]);
    await expect(Driven.ofBill().flow.run({ send: work.send } as unknown as CreditRun)).rejects.toMatchObject(
      {
        violations: [{ path: "credit" }],
      },
    );
  });

  test("a refused credential is a pause where a function renews it, and else the end", async () => {
    const answers = () => [
      { status: 401, body: "" },
      { status: 200, body: FOUND },
    ];
    for (const biller of [undefined, null, by]) {
      const driven = Driven.ofBill();
      const work = Object.assign(new Program(driven, answers()), { biller });
      expect(await driven.flow.run(work)).toMatchObject({ ending: { outcome: "unconfirmed" } });
    }
    const driven = Driven.ofBill();
    const tokens = ["old", "renewed"];
    const sent: (string | null)[] = [];
    const work = new Program(driven, answers());
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
    const answers = [FOUND, FOUND].map((body) => ({ status: 200, body }));
    const driven = Driven.ofEvent(event(), { transactions });
    const work = new Program(driven, answers);
    expect(await driven.flow.run(work)).toMatchObject({
      ending: { outcome: "paidTwice" },
      reply: { status: 409 },
    });
    const stored: string[] = [];
    const again = Driven.ofEvent(event(), { transactions });
    const down = new Error("the database is down");
    const review = ({ ending }: { ending: string }): void => {
      if (stored.push(ending) === 1) throw down;
    };
    const reviewing = Object.assign(new Program(again, [{ status: 200, body: FOUND }]), { review });
    await expect(again.flow.run(reviewing)).rejects.toBe(down);
    expect(await again.flow.run(reviewing)).toMatchObject({ reply: { status: 200 } });
    expect(stored).toEqual(["paidTwice", "paidTwice"]);
  });

  test("a credit that throws ends the run, and may come again", async () => {
    const driven = Driven.ofEvent();
    const work = new Program(driven, [{ status: 200, body: FOUND }]);
    const error = new Error("the database is down");
    const fail = (): never => {
      throw error;
    };
    const failing = Object.assign(new Program(driven, []), { credit: fail, send: () => work.send() });
    await expect(driven.flow.run(failing)).rejects.toBe(error);
    expect(await driven.flow.run(work)).toMatchObject({ ending: { outcome: "credited" } });
    expect(work.credits.length).toBe(1);
  });

  test("a loop goes to the end, and is refused if it forgets to claim", async () => {
    const loop = async (claims: boolean): Promise<string[]> => {
      const { flow } = Driven.ofEvent();
      const seen: string[] = [];
      for await (const step of flow) {
        seen.push(step.step);
        if (step.step === "send") flow.answered(step.request.number, 200, FOUND);
        if (step.step === "credit" && claims) flow.claimed("credited");
      }
      return seen;
    };
    expect(await loop(true)).toEqual(["send", "credit", "finished"]);
    await expect(loop(false)).rejects.toMatchObject({ code: "out_of_turn", operation: "verification" });
  });
});
