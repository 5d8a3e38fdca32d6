// A trap of the wasm in every call: the call throws `internal`, and all objects keep working.
import { createHmac } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import vm from "node:vm";
import { Biller, BillwireError, WebhookReceiver, decimal, explainSignature, sign } from "billwire";
import { Simulator, webhookFixtures } from "billwire/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BILL, SHOP, bare, biller, errorOf } from "./support/bills.ts";
import { generation, leaveMemory, overwriteMemory, trapInside } from "./support/inside.ts";

const signatureOf = (...parts: readonly string[]): string =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac("sha512", "test-hash-key")).digest("base64");
const REST = "20260131170000KHR40000C-1S-1";
const HASH = signatureOf("INV-0001", REST);
const EXPECTATION = { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: 1 };
const TRANSACTION = {
  ...{ tran_id: "T-1", tran_date: "2026-01-31T17:00:00", tran_amount: 1, fee_amount: 0, total_amount: 1, currency: "KHR" },
  ...{ identity_code: "I", bank_code: "B", bank_ref: "R", purpose_of_transaction: "P", status: "success" },
};
const FOUND = JSON.stringify({ code: "SUCCESS", message: "found", data: TRANSACTION });
const SETTLED = '{"code":"fine","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';
const OPTIONS = {
  baseUrl: "https://service.example",
  bearer: "test-bearer",
  verificationToken: "test-verification",
  hashToken: "test-hash-key",
  profile: { successCodes: { settlement: ["fine"] }, settlementLookup: { identity_code: "ref_id", purpose_of_transaction: "ref_id" } },
} as const;

// These exist before the first trap, and no test makes them again.
const by = new Biller(OPTIONS);
const renewed = by.withBearer("another-bearer").withBearer("yet-another");
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook", "next"], limits: { bytes: 300 } });
const checkout = WebhookReceiver.checkout();
const call = by.prepareSettlement(BILL);
const lookup = by.prepareSettlementLookup(BILL);
const event = receiver.receive({ Token: "hook" }, '{"tran_id":"T-1","status":"success"}');
const confirmation = event.confirm(by, EXPECTATION);
const bytes = new TextEncoder().encode('{"tran_id":"T-2","customers":[{"amount":"1.50"}]}');

type Work = readonly [string, () => unknown];

/** Every call that is one pass over shared buffers. */
const PASSES: readonly Work[] = [
  ["sign", () => sign(BILL, "test-hash-key")],
  ["prepareSettlement", () => by.prepareSettlement(BILL).body],
  ["receive text", () => checkout.receive({}, '{"tran_id":"T-1"}').payload],
  ["receive bytes", () => receiver.receive({ Token: "next" }, bytes).payload],
  ["receive units above U+8000", () => receiver.receive({ Token: "next" }, '{"tran_id":"T-1","bank_name":"😀\uffee"}').payload],
  ["new Biller", () => biller().prepareSettlement(BILL).body],
  ["new WebhookReceiver", () => WebhookReceiver.merchantProxy({ tokens: ["x"] }).receive({ Token: "x" }, "{}").payload],
];

/** Every call that passes values. */
const VALUES: readonly Work[] = [
  ["sign with options", () => sign(BILL, "test-hash-key", { signingOffset: "+07:00" })],
  ["new Biller with a getter", () => new Biller({ ...OPTIONS, get bearer() { return "read"; } }).prepareSettlement(BILL).headers.get("Authorization")],
  ["new Biller that is refused", () => refused(() => new Biller({ baseUrl: "" }))],
  ["withBearer of old", () => renewed.prepareOperation("proxy", { path: "/p", auth: "bearer" }).headers.get("Authorization")],
  ["prepareSettlement of a value", () => by.prepareSettlement({ ...BILL, extra: { a: [1, null] } }).body],
  ["decide a lookup", () => lookup.decide(200, FOUND)],
  ["prepareOperation", () => by.prepareOperation("proxy", { path: "/p", json: { a: 1 } }).body],
  ["decode by call", () => call.decode(200, SETTLED)],
  ["receive a wrong type", () => refused(() => receiver.receive({ Token: "hook" }, '{"tran_id":true}'))],
  ["fingerprint", () => event.fingerprint],
  ["confirm", () => event.confirm(by, EXPECTATION).call.body],
  ["decide", () => confirmation.decide(200, FOUND)],
  ["explainSignature", () => explainSignature(BILL, { hashToken: "test-hash-key", observedHash: HASH })],
  ["decimal", () => decimal.add("0.1", "0.2")],
];

/** Violations that a call reports. */
function refused(work: () => unknown): BillwireError["violations"] {
  const error = errorOf(work);
  if (error.kind === "internal") throw error;
  return error.violations;
}

const CALLS = [...PASSES, ...VALUES];

/** Results of the calls without a trap. */
const RIGHT = new Map(CALLS.map(([name, work]) => [name, bare(work())]));

function expectAllRight(): void {
  for (const [name, work] of CALLS) expect([name, bare(work())]).toEqual([name, RIGHT.get(name)]);
  expect(sign(BILL, "test-hash-key")).toBe(HASH);
  expect(JSON.parse(by.prepareSettlement(BILL).body)).toMatchObject({ hash: HASH });
}

beforeEach(expectAllRight);

test("all calls are right before a trap", () => {
  expect(RIGHT.get("sign")).toBe(HASH);
  expect(RIGHT.get("decode by call")).toMatchObject({ outcome: "settled" });
  expect(RIGHT.get("decide")).toMatchObject({ confirmed: true, claimKey: "T-1" });
  expect(RIGHT.get("withBearer of old")).toBe("Bearer yet-another");
});

test.each(CALLS)("%s: one call fails, and later ones work", (_name, work) => {
  const before = generation();
  overwriteMemory();
  const error = errorOf(work);
  expect(error).toMatchObject({ kind: "internal", code: "internal", violations: [], nextStep: "askService" });
  expect(error.message).toContain("has trapped");
  expect(error.message).toContain("will be replaced");
  expect(error.cause).toBeInstanceOf(WebAssembly.RuntimeError);
  expectAllRight();
  expect(generation()).toBe(before + 1);
});

test("a state borrowed during a trap does not break later calls", () => {
  trapInside();
  expect(errorOf(() => by.prepareSettlement(BILL)).kind).toBe("internal");
  expectAllRight();
});

// An instance of gigabytes is wiped before the next one, which takes seconds. The slim entry has the same memory.
describe.skipIf(process.env.VECTORS === "slim")("much text", () => {
  const text = "x".repeat(20_000_000);
  const prepare = () => by.prepareSettlement({ ...BILL, description: text }).body;

  test("is prepared above two gigabytes of memory", () => {
    const body = by.prepareSettlement(BILL).body ?? "";
    leaveMemory(2000);
    expectRight(prepare, body.replace('"S-1"', `"S-1","description":"${text}"`));
  });

  test("is signed above two gigabytes of memory", () => {
    leaveMemory(2000);
    expectRight(() => sign({ ...BILL, ref_id: text }, "test-hash-key"), signatureOf(text, REST));
  });

  test("throws internal with too little memory", () => {
    leaveMemory(4);
    expect(errorOf(prepare).kind).toBe("internal");
    expectAllRight();
  });

  // Comparing by `toBe` would print both texts.
  function expectRight(work: () => unknown, expected: string): void {
    expect(work() === expected).toBe(true);
    expectAllRight();
  }
});

describe("the stack runs out", () => {
  let first: number;
  beforeAll(() => {
    first = generation();
  });

  test.each(CALLS)("%s: is right or throws, and works afterwards", (name, work) => {
    const messages = new Set<string>();
    let successes = 0;
    const dive = (): void => {
      try {
        dive();
      } catch {
        return;
      }
      // The stack has a little more space here than one level deeper.
      if (successes > 20) return;
      try {
        expect(bare(work())).toEqual(RIGHT.get(name));
        successes++;
      } catch (error) {
        messages.add(String(error));
      }
    };
    dive();
    expect(successes).toBeGreaterThan(20);
    expect(messages).not.toEqual(new Set());
    for (const message of messages) expect(message).toMatch(/^RangeError: Maximum call stack|^BillwireError: .*\(internal\) \[internal, next: askService\]$/);
    expectAllRight();
  });

  test("an instance broke", () => {
    expect(generation()).toBeGreaterThan(first);
  });
});

describe("in a getter of the caller", () => {
  /** Results of the inner calls. An error in a getter is lost, so a later check reads them. */
  let inside: string[];

  /**
   * Bill whose description is read twice: in one pass and as a value. With an unknown member, it is read as a value alone.
   * `deed` is done at one of the two.
   */
  function bill(reading: number, deed: () => void, rest: object = {}): typeof BILL {
    let parses = 0;
    inside = [];
    return {
      ...BILL,
      ...rest,
      get description() {
        if (++parses === reading) deed();
        return "as ever";
      },
    } as typeof BILL;
  }
  const value = { unknown: undefined };
  const attempt = (work: () => unknown) => inside.push(kindOf(work));
  const described = by.prepareSettlement({ ...BILL, description: "as ever" }).body;

  test("during packing, a trap is replaced without an error", () => {
    const request = bill(1, () => {
      overwriteMemory();
      attempt(() => sign(BILL, "test-hash-key"));
      attempt(() => sign(BILL, "test-hash-key"));
    });
    expect(by.prepareSettlement(request).body).toBe(described);
    expect(inside).toEqual(["internal", "right"]);
  });

  test("inside a trapped call, no call gets a new instance", () => {
    const deeds = [() => call.decode(200, SETTLED), () => event.dedupKey, () => event.fingerprint, () => decimal.add("1", "2")];
    const request = bill(1, () => {
      overwriteMemory();
      deeds.forEach(attempt);
    }, value);
    expect(kindOf(() => by.prepareSettlement(request))).toBe("internal");
    expect(inside).toEqual(deeds.map(() => "internal"));
    expectAllRight();
  });

  test("the result of a call with an inner trap is discarded", () => {
    inside = [];
    const options = {
      get baseUrl() {
        trapInside();
        attempt(() => call.decode(200, SETTLED));
        return "no address";
      },
    };
    const error = errorOf(() => new Biller(options));
    expect([error.kind, ...inside]).toEqual(["internal", "internal"]);
    expect(error.message).toContain("in the middle of a call");
    expectAllRight();
  });
});

function kindOf(work: () => unknown): string {
  try {
    work();
    return "right";
  } catch (error) {
    return error instanceof BillwireError ? error.kind : String(error);
  }
}

test("objects are made again from their original settings", () => {
  const tokens = ["hook"];
  const codes = ["fine"];
  const options = { ...OPTIONS, profile: { successCodes: { settlement: codes } } };
  let parses = 0;
  const mine = new Biller({
    ...options,
    get hashToken() {
      parses++;
      return parses === 1 ? "test-hash-key" : "another";
    },
  });
  const own = WebhookReceiver.merchantProxy({ tokens });
  codes[0] = "other";
  tokens[0] = "other";
  overwriteMemory();
  expect(errorOf(() => mine.prepareSettlement(BILL)).kind).toBe("internal");
  expect(JSON.parse(mine.prepareSettlement(BILL).body)).toMatchObject({ hash: HASH });
  expect(mine.decode("settlement", 200, SETTLED)).toMatchObject({ outcome: "settled" });
  expect(own.receive({ Token: "hook" }, "{}").authentication).toBe("token");
  expect(errorOf(() => own.receive({ Token: "other" }, "{}")).kind).toBe("unauthenticated");
  expect(parses).toBe(1);
});

test("an object of an old instance is not freed in a new one", async () => {
  setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  for (let i = 0; i < 50; i++) biller().prepareSettlement(BILL);
  overwriteMemory();
  expect(errorOf(() => sign(BILL, "test-hash-key")).kind).toBe("internal");
  expectAllRight();
  for (let i = 0; i < 5; i++) {
    collect();
    await setImmediate();
  }
  expectAllRight();
});

describe("billwire/testing", () => {
  const settings = { bearer: "test-bearer", verificationToken: "test-verification", hashToken: "test-hash-key" };

  test("a simulator loses its books, and a new one starts", () => {
    const simulator = new Simulator(settings);
    const onboarding = by.prepareOnboarding(SHOP);
    const path = "/on_boarding/on_boarding_supplier";
    expect(simulator.handle({ path, headers: onboarding.headers, body: onboarding.body }).status).toBe(200);
    overwriteMemory("testing");
    expect(errorOf(() => simulator.books()).message).toContain("has trapped");
    for (const work of [() => simulator.books(), () => simulator.nextDue, () => simulator.handle({ path })]) {
      const error = errorOf(work);
      expect(error.kind).toBe("internal");
      expect(error.message).toContain("books were lost");
    }
    const another = new Simulator(settings);
    expect(another.handle({ path, headers: onboarding.headers, body: onboarding.body }).status).toBe(200);
    expect(errorOf(() => simulator.dueWebhooks()).message).toContain("books were lost");
    expect(another.books().bills).toEqual([]);
    expect(webhookFixtures.length).toBeGreaterThan(0);
  });

  test("a trap in one wasm leaves the others alone", () => {
    const simulator = new Simulator(settings);
    const before = generation();
    overwriteMemory();
    expect(errorOf(() => sign(BILL, "test-hash-key")).kind).toBe("internal");
    expect(simulator.books().bills).toEqual([]);
    expect(generation()).toBe(before);
    expectAllRight();
  });
});
