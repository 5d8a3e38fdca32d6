// Webhook handlers: what they report, and what they do when a function of the merchant fails.
// examples/recipes shows their replies in each framework.
import { setTimeout as sleep } from "node:timers/promises";
import { Biller, BillwireError, WebhookReceiver } from "billwire";
import { webhook } from "billwire/web";
import type { BillOfWebhook, BookedTransaction, Claim, WebhookOptions, WebhookResult } from "billwire/web";
import { send } from "billwire/fetch";
import { type DueWebhook, Simulator, type WebhookVariant } from "billwire/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BASE_URL, BILL, CANARIES, SHOP, errorOf } from "./support/bills.ts";
import { memoryInUse } from "./support/inside.ts";

const TOKEN = "canary-webhook";
const ACKNOWLEDGED = { status: 200, body: '{"status":"success","message":"success"}' };
const COME_AGAIN = { status: 503, body: '{"status":"failed","message":"unavailable"}' };

interface Bill extends BillOfWebhook {
  credited: number;
  transactions: BookedTransaction[];
}

/** A service and a merchant with one settled bill. */
class Stage {
  readonly simulator: Simulator;
  readonly bill: Bill;
  readonly results: WebhookResult[] = [];
  readonly options: WebhookOptions<Bill>;
  readonly handle: (request: Request) => Promise<Response>;
  verifications = 0;
  #due: DueWebhook | undefined;

  constructor(variant: WebhookVariant, changes: Partial<WebhookOptions<Bill>>) {
    this.simulator = new Simulator({
      ...CANARIES,
      webhook: { url: "https://merchant.example/webhook", variant, token: TOKEN },
    });
    const names = { identity_code: BILL.ref_id, purpose_of_transaction: BILL.ref_id };
    this.bill = {
      ...names,
      currency: BILL.currency,
      amount: String(BILL.total_amount),
      transactions: [],
      credited: 0,
    };
    const receiver =
      variant === "checkout"
        ? WebhookReceiver.checkout()
        : WebhookReceiver.merchantProxy({ tokens: [TOKEN] });
    this.options = {
      receiver,
      biller: new Biller({ ...CANARIES, baseUrl: BASE_URL }),
      findBill: (code) => (code === BILL.ref_id ? this.bill : undefined),
      credit: (bill, claimKey, { amount }) => this.credit(bill, claimKey, amount),
      send: (request) => (this.verifications++, send(request, { fetch: this.simulator.fetch })),
      onResult: (result) => this.results.push(result),
      ...changes,
    };
    this.handle = webhook(this.options);
  }

  static async open(
    variant: WebhookVariant = "merchant_proxy",
    changes: Partial<WebhookOptions<Bill>> = {},
  ): Promise<Stage> {
    const stage = new Stage(variant, changes);
    const biller = new Biller({ ...CANARIES, baseUrl: BASE_URL });
    for (const call of [biller.prepareOnboarding(SHOP), biller.prepareSettlement(BILL)])
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

  async post(
    changes: object = {},
    headers: Readonly<Record<string, string>> = this.due.headers,
  ): Promise<{ status: number; body: string }> {
    return this.send(JSON.stringify({ ...(JSON.parse(this.due.body) as object), ...changes }), headers);
  }

  async send(
    body: RequestInit["body"],
    headers: Readonly<Record<string, string>> = this.due.headers,
    method = "POST",
  ): Promise<{ status: number; body: string }> {
    const init = { method, headers, ...(method === "POST" && { body, duplex: "half" }) };
    const response = await this.handle(new Request("https://merchant.example/webhook", init as RequestInit));
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
    const stage = await Stage.open("merchant_proxy", { credit: () => "paidOtherwise", review });
    expect(await stage.post()).toEqual(ACKNOWLEDGED);
    const { event, transaction, claimKey } = stage.result;
    expect(stage.result).toMatchObject({ result: "paidTwice", bill: stage.bill, reviewed: true });
    expect(review).toHaveBeenCalledExactlyOnceWith({
      ending: "paidTwice",
      claimKey,
      state: "held",
      amount: String(BILL.total_amount),
      mismatches: [],
      tran_id: claimKey,
      tran_date: transaction?.tran_date,
      fee_amount: "0",
      currency: BILL.currency,
      bank_code: transaction?.bank_code,
      bank_ref: transaction?.bank_ref,
      transaction,
      bill: stage.bill,
      event,
    });
  });

  test("without review, a line names the bill in printable form, and no value", async () => {
    const stage = await Stage.open("merchant_proxy", { onResult: undefined, credit: () => "paidOtherwise" });
    const { identity_code } = stage.bill;
    expect((await stage.post()).status).toBe(409);
    expect(printed).toEqual([`webhook: paidTwice: bill "${identity_code}"`]);
    const code = `\u202e"${"9".repeat(80)}`;
    Object.assign(stage.bill, { identity_code: code });
    stage.options.findBill = () => stage.bill;
    const handle = webhook({ ...stage.options, onResult: undefined });
    const { headers, body } = stage.due;
    await handle(new Request("https://merchant.example/webhook", { method: "POST", headers, body }));
    expect(printed[1]).toMatch(`webhook: mismatch: bill "\\u{202e}\\u{22}${"9".repeat(62)}…"`);
  });

  test("a line names the fields that differ, a bill that is not there, and a limit", async () => {
    const differing = await Stage.open("merchant_proxy", { onResult: undefined });
    Object.assign(differing.bill, { currency: "USD" });
    await differing.post();
    const { identity_code } = differing.bill;
    expect(printed).toEqual([`webhook: mismatch: bill "${identity_code}": currency is different`]);
    const missing = await Stage.open("merchant_proxy", { onResult: undefined, findBill: () => undefined });
    await missing.post();
    const findBill = () => new Promise<never>(() => {});
    await (await Stage.open("merchant_proxy", { onResult: undefined, functionTimeout: 50, findBill })).post();
    expect(printed.slice(1)).toEqual([
      "webhook: unknownBill: findBill gave no bill for the identity_code, its first argument",
      expect.stringContaining("webhook: findBill: it gave no result within 50 ms (functionTimeout): await"),
    ]);
  });

  test("findBill is asked for an event without a bill, too", async () => {
    const stage: Stage = await Stage.open("merchant_proxy", {
      findBill: (code, { payload }) => (code === undefined && payload.tran_id ? stage.bill : undefined),
    });
    expect(await stage.post({ identity_code: undefined })).toEqual(ACKNOWLEDGED);
    expect(stage.bill.credited).toBe(BILL.total_amount);
  });

  test("bills of one payment are credited together, by the sum of their amounts", async () => {
    const parts = (stage: Stage) => ["39999.99", "0.01"].map((amount) => ({ ...stage.bill, amount }));
    const credit = vi.fn(() => "credited" as const);
    let bills: Bill[] = [];
    const options = { findBill: () => bills, credit } as unknown as Partial<WebhookOptions<Bill>>;
    const stage = await Stage.open("merchant_proxy", options);
    bills = parts(stage);
    expect(await stage.post()).toEqual(ACKNOWLEDGED);
    const [tranId] = stage.simulator.books().bills[0]?.tran_ids ?? [];
    const payment = {
      amount: String(BILL.total_amount),
      tran_id: tranId,
      tran_date: expect.any(String),
      fee_amount: "0",
      currency: BILL.currency,
      bank_code: expect.any(String),
      bank_ref: expect.any(String),
      transaction: expect.objectContaining({ tran_id: tranId }),
      event: stage.result.event,
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
  const stage = await Stage.open("merchant_proxy", { send: down });
  const answers = await Promise.all(Array.from({ length: 10 }, () => stage.post()));
  expect(answers).toEqual(answers.map(() => COME_AGAIN));
  expect(down).toHaveBeenCalledTimes(1);
  expect(await stage.post()).toEqual(ACKNOWLEDGED);
});

describe("a webhook of the checkout variant", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  test("is verified once a minute and bill; a later one waits for its turn", async () => {
    const stage = await Stage.open("checkout");
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
    const failing = [
      {},
      { findBill: broken },
      { send: () => new Promise<never>(() => {}) },
      {
        credit: () => {
          throw new Error("x");
        },
      },
      { findBill: async () => void (await new Promise((resolve) => setTimeout(resolve, 200))) },
    ];
    const stages = await Promise.all(
      failing.map((changes) => Stage.open("checkout", { policy, ...changes })),
    );
    const started = performance.now();
    const answers = stages.map(async (stage, index) => ({
      ...(await stage.post(index === 0 ? { identity_code: "INV-NOBODY" } : {})),
      millis: performance.now() - started,
    }));
    await turns();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await Promise.all(answers)).toEqual(stages.map(() => ({ ...COME_AGAIN, millis: 300 })));
    expect(stages.map(({ result }) => result.result)).toEqual([
      "unknownBill",
      "failed",
      "deferred",
      "failed",
      "unknownBill",
    ]);
  });

  test.each<[string, object]>([
    ["an unknown bill", { identity_code: "INV-NOBODY" }],
    ["a bill that waits for its turn", {}],
  ])("of %s waits no longer when the clock is set back", async (_name, changes) => {
    const policy = { unauthenticatedReplyMs: 300, unauthenticatedPauseMs: 10_000 };
    const stage = await Stage.open("checkout", { policy });
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
  [
    "a wrong token",
    (stage) => stage.post({}, { "Content-Type": "application/json", Token: "a-guess" }),
    401,
    "unauthenticated",
  ],
  ["no JSON", (stage) => stage.send("{"), 400, "invalid"],
])("a request with %s", async (_name, request, status, result) => {
  const stage = await Stage.open();
  expect((await request(stage)).status).toBe(status);
  expect(stage.result).toMatchObject({ result, status });
  expect([stage.verifications, stage.bill.credited]).toEqual([0, 0]);
});

test("a request whose body was read before: 500, with advice", async () => {
  const stage = await Stage.open();
  const request = new Request("https://merchant.example/", {
    method: "POST",
    headers: stage.due.headers,
    body: stage.due.body,
  });
  await request.json();
  expect((await stage.handle(request)).status).toBe(500);
  expect(stage.result.error).toBeInstanceOf(BillwireError);
  expect(String(stage.result.error)).toContain("before any body parser");
});

describe("the log of an error of the merchant", () => {
  /** What is printed of an error that `findBill` throws. */
  async function logged(error: unknown): Promise<string> {
    const stage = await Stage.open("merchant_proxy", {
      findBill: () => Promise.reject(error),
      onResult: undefined as never,
    });
    expect((await stage.post()).status).toBe(503);
    return printed.join("\n");
  }

  test("names class, code and place", async () => {
    expect(await logged(Object.assign(new RangeError("secret\nvalue"), { code: "22P02" }))).toMatch(
      /^webhook: findBill: RangeError \(22P02\) at .*handlers\.test\.ts:\d+:\d+\)?; /,
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
    const biller = vi.fn(async () => new Biller({ ...CANARIES, baseUrl: BASE_URL }));
    const stage = await Stage.open("merchant_proxy", { biller });
    expect(await stage.post()).toEqual(ACKNOWLEDGED);
    const asked = biller.mock.calls.length;
    biller.mockRejectedValueOnce(new Error("no bearer"));
    expect((await stage.post()).status).toBe(503);
    expect([asked > 0, stage.result]).toMatchObject([true, { result: "failed", failedIn: "biller" }]);
  });

  test("that was disposed is named", async () => {
    const biller = new Biller({ ...CANARIES, baseUrl: BASE_URL });
    const stage = await Stage.open("merchant_proxy", { biller });
    biller.dispose();
    expect((await stage.post()).status).toBe(500);
    expect(String(stage.result.error)).toContain("it is disposed");
  });
});

describe("the merchant's functions", () => {
  test.each<[string, Partial<WebhookOptions<Bill>>]>([
    ["findBill rejects", { findBill: async () => Promise.reject(new Error("INV-0001 is secret")) }],
    ["credit rejects", { credit: async () => Promise.reject(new RangeError("INV-0001 is secret")) }],
  ])("%s: 503, delivered again, and no value in the log", async (_name, changes) => {
    const stage = await Stage.open("merchant_proxy", { onResult: undefined, ...changes });
    expect(await stage.post()).toEqual({ status: 503, body: "" });
    expect(printed).toHaveLength(1);
    const [what, where] = (printed[0] ?? "").split("; ");
    expect(what).toMatch(
      /^webhook: (?:findBill|credit): (?:Error|RangeError) at .*handlers\.test\.ts:\d+:\d+\)?$/,
    );
    expect(where).toMatch(/^pass onResult to log its message/);
    expect(printed.join()).not.toContain("secret");
  });

  test.each<[string, Partial<WebhookOptions<Bill>>, string]>([
    ["credit returns nothing", { credit: (() => undefined) as never }, "credit: "],
    ["send returns nothing", { send: (() => undefined) as never }, "send: "],
    [
      "findBill returns a bill without an amount",
      {
        findBill: () =>
          ({ identity_code: BILL.ref_id, purpose_of_transaction: "P", currency: "KHR" }) as never,
      },
      "verification: amount: ",
    ],
  ])("%s: 500, and the log says so", async (_name, changes, said) => {
    const stage = await Stage.open("merchant_proxy", { onResult: undefined, ...changes });
    expect((await stage.post()).status).toBe(500);
    expect(printed).toEqual([expect.stringContaining(`webhook: ${said}`)]);
  });

  test("the result has the error that send threw", async () => {
    const cause = new Error("ECONNREFUSED");
    const stage = await Stage.open("merchant_proxy", { send: async () => Promise.reject(cause) });
    expect(await stage.post()).toEqual(COME_AGAIN);
    expect(stage.result).toMatchObject({
      result: "unconfirmed",
      cause,
      error: { code: "no_answer", nextStep: "verifyAgain" },
    });
  });

  test("that fail leave no flow with its credentials", async () => {
    const stage = await Stage.open("merchant_proxy", {
      credit: () => {
        throw new Error("down");
      },
    });
    await stage.post();
    const { byteLength } = memoryInUse().buffer;
    for (let round = 0; round < 500; round++) await stage.post();
    expect(memoryInUse().buffer.byteLength).toBe(byteLength);
  });

  test("onResult throws or rejects: the response is the same", async () => {
    for (const onResult of [
      () => {
        throw new Error("log");
      },
      () => Promise.reject(new Error("log")),
    ]) {
      expect(await (await Stage.open("merchant_proxy", { onResult })).post()).toEqual(ACKNOWLEDGED);
    }
    await sleep(10);
  });

  test.each<[string, Partial<WebhookOptions<Bill>>]>([
    ["findBill", { findBill: () => new Promise(() => {}) }],
    ["credit", { credit: () => new Promise(() => {}) }],
    ["send", { send: () => new Promise(() => {}) }],
    ["review", { credit: () => "paidOtherwise", review: () => new Promise(() => {}) }],
  ])("%s never returns: 503 after the limit", async (name, changes) => {
    const stage = await Stage.open("merchant_proxy", { functionTimeout: 50, ...changes });
    expect((await stage.post()).status).toBe(503);
    const { failedIn, error, cause } = stage.result;
    expect([failedIn, name === "send" ? cause : error]).toEqual([
      name,
      expect.objectContaining({ name: "TimeoutError" }),
    ]);
  });

  test("an error that only looks like billwire's is foreign", async () => {
    const response = { status: 200, headers: {}, body: "INV-0001 is secret" };
    const lookalike = Object.assign(new Error("INV-0001 is secret"), {
      name: "BillwireError",
      kind: "invalid_webhook",
      response,
    });
    const genuine = Object.assign(Object.create(errorOf(() => new Biller({ baseUrl: "x" }))), { response });
    for (const error of [lookalike, genuine]) {
      const stage = await Stage.open("merchant_proxy", {
        onResult: undefined,
        findBill: async () => Promise.reject(error),
      });
      expect(await stage.post()).toEqual({ status: 503, body: "" });
    }
    expect(printed.join()).not.toContain("secret");
  });

  test("without onResult, billwire's own sentences are printed", async () => {
    const stage = await Stage.open("merchant_proxy", { onResult: undefined });
    await stage.post({}, { ...stage.due.headers, Token: "a-guess" });
    expect(printed).toEqual([expect.stringMatching(/^webhook: .*\(wrong_token\)/)]);
    await stage.post();
    expect(printed).toHaveLength(1);
  });
});

describe("wrong options are refused at the start", () => {
  const right = () => ({
    receiver: WebhookReceiver.checkout(),
    biller: new Biller({ ...CANARIES, baseUrl: BASE_URL }),
    findBill: () => undefined,
    credit: () => "credited" as const,
  });

  test.each<[string, object | null]>([
    ["biller", { biller: undefined }],
    ["send", { send: 1 }],
    ["review", { review: true }],
    ["policy.unauthenticatedPauseMs", { policy: { unauthenticatedPauseMs: 0 } }],
    ["policy.retries", { policy: { retries: 1 } }],
    ["maxBytes", { maxBytes: 0 }],
    ["options", null],
  ])("%s: %o", (path, changes) => {
    const options = changes && { ...right(), ...changes };
    expect(() => webhook(options as never)).toThrow(
      expect.objectContaining({ kind: "invalid_config", violations: [expect.objectContaining({ path })] }),
    );
  });
});
