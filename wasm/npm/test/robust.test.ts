// A trap of the wasm: all objects keep working. kinds.test.ts has a trap in every call.
import { createHmac } from "node:crypto";
import { Biller, BillwireError, WebhookReceiver, decimal, sign, validateDraft } from "billwire";
import { Simulator } from "billwire/testing";
import { beforeEach, describe, expect, test } from "vitest";
import { BILL, CREDENTIALS, EXPECTATION, SHOP, bare, biller, errorOf } from "./support/bills.ts";
import { transaction } from "./support/flows.ts";
import { generation, leaveMemory, overwriteMemory, tidy, trapInside } from "./support/inside.ts";

const signatureOf = (...parts: readonly string[]): string =>
  parts.reduce((hmac, part) => hmac.update(part), createHmac("sha512", "test-hash-key")).digest("base64");
const REST = "20260131170000KHR40000C-1S-1";
const HASH = signatureOf("INV-0001", REST);
const { identity_code, purpose_of_transaction } = EXPECTATION;
const PAID = { identity_code, purpose_of_transaction, tran_amount: 1, total_amount: 1 };
const FOUND = transaction("success", PAID);
const SETTLED = '{"code":"fine","data":{"bill":{"status":"success"},"payment":{"status":"success"}}}';
const FINE = { successCodes: { settlement: ["fine"] } };
const OPTIONS = { baseUrl: "https://service.example", ...CREDENTIALS, profile: FINE };

// These exist before the first trap, and no test makes them again.
const by = new Biller(OPTIONS);
const renewed = by.withBearer("another-bearer").withBearer("yet-another");
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook", "next"], limits: { bytes: 300 } });
const call = by.prepareSettlement(BILL);
const event = receiver.receive({ Token: "hook" }, '{"tran_id":"T-1","status":"success"}');
const confirmation = event.confirm(by, EXPECTATION);
const bytes = new TextEncoder().encode('{"tran_id":"T-2","customers":[{"amount":"1.50"}]}');

const RIGHT = everything();

/** Results of the calls of every object. */
function everything(): unknown[] {
  return [
    sign(BILL, "test-hash-key"),
    by.prepareSettlement(BILL).body,
    renewed.prepareOperation("proxy", { path: "/p", auth: "bearer" }).headers.get("Authorization"),
    receiver.receive({ Token: "next" }, bytes).payload,
    call.decode(200, SETTLED),
    event.fingerprint,
    confirmation.decide(200, FOUND),
  ].map(bare);
}

function expectAllRight(): void {
  expect(everything()).toEqual(RIGHT);
}

beforeEach(expectAllRight);

// An instance of gigabytes is wiped before the next one, which takes seconds. The slim entry has the same memory.
describe.skipIf(process.env.VECTORS === "slim")("much text", () => {
  const text = "x".repeat(20_000_000);
  const prepare = () => by.prepareSettlement({ ...BILL, description: text }).body;

  test("is prepared and signed above two gigabytes of memory", () => {
    const { body } = call;
    leaveMemory(2000);
    // Comparing by `toBe` would print both texts.
    expect(prepare() === body.replace('"S-1"', `"S-1","description":"${text}"`)).toBe(true);
    expectAllRight();
    leaveMemory(2000);
    expect(sign({ ...BILL, ref_id: text }, "test-hash-key")).toBe(signatureOf(text, REST));
    expectAllRight();
  });

  test("throws internal with too little memory", () => {
    leaveMemory(4);
    expect(errorOf(prepare).kind).toBe("internal");
    expectAllRight();
  });
});

describe("in a getter of the caller", () => {
  /** Results of the inner calls. An error in a getter is lost, so a later check reads them. */
  let inside: string[];

  /** Bill whose description does the deed when it is first read. */
  function bill(deed: () => void, rest: object = {}): typeof BILL {
    let isRead = false;
    inside = [];
    const get = () => {
      if (!isRead) deed();
      isRead = true;
      return "as ever";
    };
    return Object.defineProperty({ ...BILL, ...rest }, "description", { get, enumerable: true });
  }
  const attempt = (work: () => unknown) => inside.push(kindOf(work));

  test("during packing, a trap is replaced without an error", () => {
    const described = by.prepareSettlement({ ...BILL, description: "as ever" }).body;
    const request = bill(() => {
      overwriteMemory();
      attempt(() => sign(BILL, "test-hash-key"));
      attempt(() => sign(BILL, "test-hash-key"));
    });
    expect(by.prepareSettlement(request).body).toBe(described);
    expect(inside).toEqual(["internal", "right"]);
  });

  test("inside a trapped call, no call gets a new instance", () => {
    const deeds = [() => call.decode(200, SETTLED), () => event.fingerprint, () => decimal.add("1", "2")];
    const request = bill(
      () => {
        overwriteMemory();
        deeds.forEach(attempt);
      },
      { unknown: undefined },
    );
    expect(kindOf(() => by.prepareSettlement(request))).toBe("internal");
    expect(inside).toEqual(deeds.map(() => "internal"));
    expectAllRight();
  });

  const options = (get: () => string) => Object.defineProperty({}, "baseUrl", { get, enumerable: true });
  test.each<[string, (deed: () => void) => unknown]>([
    ["an error", (deed) => new Biller(options(() => (deed(), "no address")) as never)],
    ["a success", (deed) => validateDraft("settlement", bill(deed))],
  ])("%s of a call with an inner trap is discarded", (_name, work) => {
    inside = [];
    const error = errorOf(() =>
      work(() => {
        trapInside();
        attempt(() => call.decode(200, SETTLED));
      }),
    );
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
  let parses = 0;
  const mine = new Biller({
    ...OPTIONS,
    profile: { successCodes: { settlement: codes } },
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
  for (let i = 0; i < 50; i++) biller().prepareSettlement(BILL);
  overwriteMemory();
  expect(errorOf(() => sign(BILL, "test-hash-key")).kind).toBe("internal");
  expectAllRight();
  await tidy();
  expectAllRight();
});

test("a simulator loses its books, and a new one starts; the main wasm is left alone", () => {
  const [simulator, before] = [new Simulator(CREDENTIALS), generation()];
  const { headers, body } = by.prepareOnboarding(SHOP);
  const request = { path: "/on_boarding/on_boarding_supplier", headers, body };
  expect(simulator.handle(request).status).toBe(200);
  overwriteMemory("testing");
  expect(errorOf(() => simulator.books()).message).toContain("has trapped");
  const lost = { kind: "internal", message: expect.stringContaining("books were lost") };
  for (const work of [() => simulator.books(), () => simulator.nextDue])
    expect(errorOf(work)).toMatchObject(lost);
  const another = new Simulator(CREDENTIALS);
  expect(another.handle(request).status).toBe(200);
  expect(errorOf(() => simulator.dueWebhooks()).message).toContain("books were lost");
  expect(generation()).toBe(before);
});
