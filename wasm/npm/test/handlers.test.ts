// Webhook handlers: what they report, and what they do when a function of the merchant fails.
// examples/recipes shows their replies in each framework.
import { setTimeout as sleep } from "node:timers/promises";
import * as billwire from "billwire";
import { Biller, BillwireError } from "billwire";
import { webhook } from "billwire/web";
import type { BillOfWebhook, BookedTransaction, Claim, WebhookOptions, WebhookResult } from "billwire/web";
import { send } from "billwire/fetch";
import { type DueWebhook, Simulator, type WebhookVariant } from "billwire/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BASE_URL, BILL, CANARIES, SHOP, errorOf } from "./support/bills.ts";
import { memoryInUse } from "./support/inside.ts";
import { receiverOf } from "../runtimes/work/vectors.mjs";

const TOKEN = "canary-webhook";
const ACKNOWLEDGED = { status: 200, body: '{"status":"success","message":"success"}' };
const JSON_TYPE = { "Content-Type": "application/json" };
const COME_AGAIN = { status: 503, body: '{"status":"failed","message":"unavailable"}' };

interface Bill extends BillOfWebhook {
  credited: number;
  transactions: BookedTransaction[];
}

const ENDPOINT = "https://merchant.example/webhook";
const by = () => new Biller({ ...CANARIES, baseUrl: BASE_URL });

/** A service and a merchant with one settled bill. */
class Stage {
  readonly simulator: Simulator;
  readonly bill: Bill = {
    identity_code: BILL.ref_id,
    purpose_of_transaction: BILL.ref_id,
    currency: BILL.currency,
    amount: String(BILL.total_amount),
    transactions: [],
    credited: 0,
  };
  readonly results: WebhookResult[] = [];
  readonly options: WebhookOptions<Bill>;
  readonly handle: (request: Request) => Promise<Response>;
  verifications = 0;
  #due: DueWebhook | undefined;

  constructor(variant: WebhookVariant, changes: Partial<WebhookOptions<Bill>>) {
    this.simulator = new Simulator({ ...CANARIES, webhook: { url: ENDPOINT, variant, token: TOKEN } });
    this.options = {
      receiver: receiverOf(billwire, variant, [TOKEN]),
      biller: by(),
      findBill: (code) => (code === BILL.ref_id ? this.bill : undefined),
      credit: (bill, claimKey, { amount }) => this.credit(bill, claimKey, amount),
      send: (request) => (this.verifications++, send(request, { fetch: this.simulator.fetch })),
      onResult: (result) => this.results.push(result),
      ...changes,
    };
    this.handle = webhook(this.options);
  }

  static async open(
    changes: Partial<WebhookOptions<Bill>> = {},
    variant: WebhookVariant = "merchant_proxy",
  ): Promise<Stage> {
    const stage = new Stage(variant, changes);
    for (const call of [by().prepareOnboarding(SHOP), by().prepareSettlement(BILL)])
      await send(call, { fetch: stage.simulator.fetch });
    return stage;
  }

  credit(bill: Bill, claimKey: string, amount: string): Claim {
    if (bill.transactions.length > 0)
      return bill.transactions.some((known) => known.claimKey === claimKey)
        ? "creditedBefore"
        : "paidOtherwise";
    bill.transactions = [{ claimKey, state: "credited", amount }];
    bill.credited += Number(bill.amount);
    return "credited";
  }

  /** The genuine webhook. */
  get due(): DueWebhook {
    return (this.#due ??= this.simulator.dueWebhooks()[0]) ?? expect.fail("no webhook is due");
  }

  post(changes: object = {}, headers = this.due.headers): Promise<{ status: number; body: string }> {
    return this.send(JSON.stringify({ ...(JSON.parse(this.due.body) as object), ...changes }), headers);
  }

  async send(body: string | null, headers = this.due.headers, method = "POST") {
    const response = await this.handle(new Request(ENDPOINT, { method, headers, body }));
    return { status: response.status, body: await response.text() };
  }

  get result(): WebhookResult {
    return this.results.at(-1) ?? expect.fail("no result was reported");
  }
}

let printed: string[];

beforeEach(() => {
  printed = [];
  vi.spyOn(console, "error").mockImplementation((...words: unknown[]) => void printed.push(words.join(" ")));
});

afterEach(() => vi.restoreAllMocks());

describe("a webhook with a token", () => {
  test("is verified, credited and acknowledged, once", async () => {
    const stage = await Stage.open();
    for (const result of ["credited", "creditedBefore"] as const) {
      expect(await stage.post()).toEqual(ACKNOWLEDGED);
      expect(stage.result).toMatchObject({ result, status: 200 });
      expect(stage.result.event?.payload.identity_code).toBe(BILL.ref_id);
    }
    expect([stage.bill.credited, stage.verifications]).toEqual([BILL.total_amount, 1]);
  });

  test("a verification of another amount names the fields", async () => {
    const stage = await Stage.open();
    Object.assign(stage.bill, { amount: "39999.99" });
    const { tran_amount: _, ...rest } = JSON.parse(stage.due.body) as Record<string, unknown>;
    expect((await stage.send(JSON.stringify(rest))).status).toBe(409);
    expect(stage.result).toMatchObject({
      result: "mismatch",
      mismatches: [{ field: "tran_amount", code: "different" }],
    });
    expect(stage.bill.credited).toBe(0);
  });

  test("what a person must see is stored, and acknowledged", async () => {
    const review = vi.fn();
    const stage = await Stage.open({ credit: () => "paidOtherwise", review });
    expect(await stage.post()).toEqual(ACKNOWLEDGED);
    const { event, transaction, claimKey } = stage.result;
    expect(stage.result).toMatchObject({ result: "paidTwice", bill: stage.bill, reviewed: true });
    const { tran_date, bank_code, bank_ref } = transaction ?? expect.fail("there is no transaction");
    expect(review).toHaveBeenCalledExactlyOnceWith({
      ending: "paidTwice",
      claimKey,
      state: "held",
      amount: String(BILL.total_amount),
      mismatches: [],
      tran_id: claimKey,
      tran_date,
      fee_amount: "0",
      currency: BILL.currency,
      bank_code,
      bank_ref,
      transaction,
      bill: stage.bill,
      event,
    });
  });

  test("without review, a line names the bill in printable form, and no value", async () => {
    const stage = await Stage.open({ onResult: undefined, credit: () => "paidOtherwise" });
    const { identity_code } = stage.bill;
    expect((await stage.post()).status).toBe(409);
    expect(printed).toEqual([`webhook: paidTwice: bill "${identity_code}"`]);
    const code = `\u202e"${"9".repeat(80)}`;
    Object.assign(stage.bill, { identity_code: code });
    stage.options.findBill = () => stage.bill;
    await stage.post();
    const shown = `"\\u{202e}\\u{22}${"9".repeat(62)}…"`;
    expect(printed[1]).toBe(`webhook: mismatch: bill ${shown}: identity_code is different`);
  });

  test("findBill is asked for an event without a bill, too", async () => {
    const stage: Stage = await Stage.open({
      findBill: (code, { payload }) => (code === undefined && payload.tran_id ? stage.bill : undefined),
    });
    expect(await stage.post({ identity_code: undefined })).toEqual(ACKNOWLEDGED);
    expect(stage.bill.credited).toBe(BILL.total_amount);
  });

  test("bills of one payment are credited together, by the sum of their amounts", async () => {
    const credit = vi.fn(() => "credited" as const);
    let bills: Bill[] = [];
    const stage = await Stage.open({ findBill: () => bills, credit } as never);
    bills = ["39999.99", "0.01"].map((amount) => ({ ...stage.bill, amount }));
    expect(await stage.post()).toEqual(ACKNOWLEDGED);
    const [tranId] = stage.simulator.books().bills[0]?.tran_ids ?? [];
    const text = expect.any(String);
    const payment = {
      amount: String(BILL.total_amount),
      tran_id: tranId,
      tran_date: text,
      fee_amount: "0",
      currency: BILL.currency,
      bank_code: text,
      bank_ref: text,
      event: stage.result.event,
      transaction: expect.objectContaining({ tran_id: tranId }),
    };
    expect(credit).toHaveBeenCalledExactlyOnceWith(bills, tranId, payment);
    Object.assign(bills[1] ?? {}, { currency: "USD" });
    expect((await stage.post()).status).toBe(500);
  });
});

test("deliveries at once share a verification that is lost, and the next one asks again", async () => {
  const down = vi
    .fn((request) => send(request, { fetch: stage.simulator.fetch }))
    .mockRejectedValueOnce(new Error("down"));
  const stage = await Stage.open({ send: down });
  const answers = await Promise.all(Array.from({ length: 10 }, () => stage.post()));
  expect(answers).toEqual(answers.map(() => COME_AGAIN));
  expect(down).toHaveBeenCalledTimes(1);
  expect(await stage.post()).toEqual(ACKNOWLEDGED);
});

describe("a webhook of the checkout variant", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("is verified once a minute and bill; a later one waits for its turn", async () => {
    const stage = await Stage.open({}, "checkout");
    const { amount } = stage.bill;
    const { tran_amount: _, ...genuine } = JSON.parse(stage.due.body) as Record<string, unknown>;
    const ask = async (changes: object = {}) => {
      const [answer] = await Promise.all([
        stage.send(JSON.stringify({ ...genuine, ...changes })),
        vi.advanceTimersByTimeAsync(6_100),
      ]);
      return answer;
    };
    Object.assign(stage.bill, { amount: "1" });
    expect(await ask()).toEqual(COME_AGAIN);
    expect([stage.result.result, stage.verifications]).toEqual(["mismatch", 1]);
    Object.assign(stage.bill, { amount });
    expect(await ask()).toEqual(COME_AGAIN);
    expect(await ask({ tran_id: "A-GUESS" })).toEqual(COME_AGAIN);
    expect([stage.results.slice(1).map(({ result }) => result), stage.verifications]).toEqual([
      ["deferred", "ignored"],
      1,
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([stage.result.result, stage.verifications, stage.bill.credited]).toEqual([
      "credited",
      2,
      BILL.total_amount,
    ]);
  });

  test("gets the same answer at one time, whatever goes wrong", async () => {
    const broken = async () => Promise.reject(new Error("database"));
    const policy = { unauthenticatedReplyMs: 300 };
    const failing: [Partial<WebhookOptions<Bill>>, WebhookResult["result"]][] = [
      [{}, "unknownBill"],
      [{ findBill: broken }, "failed"],
      [{ send: () => new Promise<never>(() => {}) }, "deferred"],
      [{ credit: () => expect.fail("x") }, "failed"],
      [{ findBill: async () => void (await new Promise((ring) => setTimeout(ring, 200))) }, "unknownBill"],
    ];
    const stages = await Promise.all(
      failing.map(([changes]) => Stage.open({ policy, ...changes }, "checkout")),
    );
    const started = performance.now();
    const answers = stages.map(async (stage, index) => ({
      ...(await stage.post(index === 0 ? { identity_code: "INV-NOBODY" } : {})),
      millis: performance.now() - started,
    }));
    await turns();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(answers)).toEqual(stages.map(() => ({ ...COME_AGAIN, millis: 300 })));
    expect(stages.map(({ result }) => result.result)).toEqual(failing.map(([, result]) => result));
  });

  test.each<[string, object]>([
    ["an unknown bill", { identity_code: "INV-NOBODY" }],
    ["a bill that waits for its turn", {}],
  ])("of %s waits no longer when the clock is set back", async (_name, changes) => {
    const policy = { unauthenticatedReplyMs: 300, unauthenticatedPauseMs: 10_000 };
    const stage = await Stage.open({ policy }, "checkout");
    Object.assign(stage.bill, { amount: "1" }); // a mismatch, after which the bill is open
    const first = stage.post();
    await turns();
    await vi.advanceTimersByTimeAsync(300);
    expect(await first).toEqual(COME_AGAIN);
    const second = stage.post({ tran_id: "ANOTHER", ...changes });
    await turns();
    vi.setSystemTime(Date.now() - 86_400_000);
    await vi.advanceTimersByTimeAsync(300);
    expect(await second).toEqual(COME_AGAIN);
    await vi.advanceTimersByTimeAsync(10_000);
    const asked = "identity_code" in changes ? 1 : 2;
    expect(stage.verifications).toBe(asked);
  });

  /** Turns of the event loop, in which bodies are read. */
  async function turns(): Promise<void> {
    for (let count = 0; count < 20; count++) await new Promise((resolve) => setImmediate(resolve));
  }
});

test.each<[string, (stage: Stage) => Promise<{ status: number }>, number, WebhookResult["result"]]>([
  ["another method", (stage) => stage.send(null, {}, "GET"), 405, "refused"],
  ["a wrong token", (stage) => stage.post({}, { ...JSON_TYPE, Token: "a-guess" }), 401, "unauthenticated"],
  ["no JSON", (stage) => stage.send("{"), 400, "invalid"],
])("a request with %s", async (_name, request, status, result) => {
  const stage = await Stage.open();
  expect((await request(stage)).status).toBe(status);
  expect(stage.result).toMatchObject({ result, status });
  expect([stage.verifications, stage.bill.credited]).toEqual([0, 0]);
});

test("a request whose body was read before: 500, with advice", async () => {
  const stage = await Stage.open();
  const { headers, body } = stage.due;
  const request = new Request(ENDPOINT, { method: "POST", headers, body });
  await request.json();
  expect((await stage.handle(request)).status).toBe(500);
  expect(stage.result.error).toBeInstanceOf(BillwireError);
  expect(String(stage.result.error)).toContain("before any body parser");
});

describe("the log of an error of the merchant", () => {
  /** What is printed of an error that `findBill` throws. */
  async function logged(error: unknown): Promise<string> {
    const stage = await Stage.open({
      findBill: () => Promise.reject(error),
      onResult: undefined as never,
    });
    expect((await stage.post()).status).toBe(503);
    return printed.join("\n");
  }

  test("names class, code and place", async () => {
    expect(await logged(Object.assign(new RangeError("secret\nvalue"), { code: "22P02" }))).toMatch(
      /^webhook: findBill: RangeError \(22P02\) at .*handlers\.test\.ts:\d+:\d+\)?; pass onResult to log its message/,
    );
  });

  const FORGED = "\nADMIN@\u001b[2J card 4111111111111111:1:1\n    at 4111 (\u001b[2J:1:1)";
  test.each<[string, (error: Error) => unknown]>([
    ["a message like frames", () => {}],
    ["a message that was changed later", (error) => (error.message = "select - no")],
    ["a stack of its own", (error) => (error.stack = `Error: other${FORGED}`)],
    ["a long line of one sign", (error) => (error.stack = "@".repeat(60_000))],
  ])("prints nothing of %s", async (_name, change) => {
    const error = new Error(`no such bill: ${FORGED}`);
    change(error);
    expect(await logged(error)).not.toMatch(/4111|\u001b|@|ADMIN/);
  });
});

describe("the biller as a function", () => {
  test("is asked for each request, and its failure is the merchant's", async () => {
    const biller = vi.fn(async () => by());
    const stage = await Stage.open({ biller });
    expect(await stage.post()).toEqual(ACKNOWLEDGED);
    const asked = biller.mock.calls.length;
    biller.mockRejectedValueOnce(new Error("no bearer"));
    expect((await stage.post()).status).toBe(503);
    expect([asked > 0, stage.result]).toMatchObject([true, { result: "failed", failedIn: "biller" }]);
  });

  test("that was disposed is named", async () => {
    const biller = by();
    const stage = await Stage.open({ biller });
    biller.dispose();
    expect((await stage.post()).status).toBe(500);
    expect(String(stage.result.error)).toContain("it is disposed");
  });
});

describe("the merchant's functions", () => {
  test("the result has the error that send threw", async () => {
    const cause = new Error("ECONNREFUSED");
    const stage = await Stage.open({ send: async () => Promise.reject(cause) });
    expect(await stage.post()).toEqual(COME_AGAIN);
    expect(stage.result).toMatchObject({
      result: "unconfirmed",
      cause,
      error: { code: "no_answer", nextStep: "verifyAgain" },
    });
  });

  test("that fail leave no flow with its credentials", async () => {
    const stage = await Stage.open({ credit: () => expect.fail("down") });
    await stage.post();
    const { byteLength } = memoryInUse().buffer;
    for (let round = 0; round < 500; round++) await stage.post();
    expect(memoryInUse().buffer.byteLength).toBe(byteLength);
  });

  test("onResult throws or rejects: the response is the same", async () => {
    const rejecting = () => Promise.reject(new Error("log"));
    for (const onResult of [() => expect.fail("log"), rejecting])
      expect(await (await Stage.open({ onResult })).post()).toEqual(ACKNOWLEDGED);
    await sleep(10);
  });

  test.each<[string, Partial<WebhookOptions<Bill>>]>([
    ["findBill", { findBill: () => new Promise(() => {}) }],
    ["credit", { credit: () => new Promise(() => {}) }],
    ["send", { send: () => new Promise(() => {}) }],
    ["review", { credit: () => "paidOtherwise", review: () => new Promise(() => {}) }],
  ])("%s never returns: 503 after the limit", async (name, changes) => {
    const stage = await Stage.open({ functionTimeout: 50, ...changes });
    expect((await stage.post()).status).toBe(503);
    const { failedIn, error, cause } = stage.result;
    expect([failedIn, name === "send" ? cause : error]).toEqual([
      name,
      expect.objectContaining({ name: "TimeoutError" }),
    ]);
  });

  test("an error that only looks like billwire's is foreign", async () => {
    const response = { status: 200, headers: {}, body: "INV-0001 is secret" };
    const named = { name: "BillwireError", kind: "invalid_webhook", response };
    const lookalike = Object.assign(new Error("INV-0001 is secret"), named);
    const genuine = Object.assign(Object.create(errorOf(() => new Biller({ baseUrl: "x" }))), { response });
    for (const error of [lookalike, genuine]) {
      const stage = await Stage.open({
        onResult: undefined,
        findBill: async () => Promise.reject(error),
      });
      expect(await stage.post()).toEqual({ status: 503, body: "" });
    }
    expect(printed.join()).not.toContain("secret");
  });
});
