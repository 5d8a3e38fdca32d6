// Large and many arguments: buffers grow, memory of a huge request is released, and objects in use stay.
import { WebhookReceiver, sign } from "billwire";
import { beforeEach, describe, expect, test } from "vitest";
import { BILL, EXPECTATION, biller, errorOf, faultsOf, sent, settle } from "./support/bills.ts";
import { generation, handles, memoryInUse, tidy, trapInside } from "./support/inside.ts";

const MEGABYTE = 1 << 20;
const KHMER = "ទឹកស្អាត ";
const by = biller();
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
const size = () => memoryInUse().buffer.byteLength;
const clean = [by.prepareSettlement(BILL).body, sign(BILL, "key")];

function expectAllRight(): void {
  expect([by.prepareSettlement(BILL).body, sign(BILL, "key")]).toEqual(clean);
  expect(receiver.receive({ Token: "hook" }, '{"tran_id":"T-1"}').payload.tran_id).toBe("T-1");
}

beforeEach(expectAllRight);

test.each([146, 147, 3_000])("%i lines", (count) => {
  const details = Array.from({ length: count }, (_, i) => ({
    item_name: `${KHMER}${i}`,
    quantity: i,
    price: `${i}.50`,
    amount: i / 4,
    tax_name: "VAT",
  }));
  expect(sent(settle({ ...BILL, details }))["details"]).toEqual(
    details.map((line) => ({ ...line, price: Number(line.price) })),
  );
  expect(settle({ ...BILL, details, unknown: undefined }).body).toBe(settle({ ...BILL, details }).body);
});

test.each(["a", "ក", "😀", '"'])("a description of 60 KB and of a megabyte of %j", (letter) => {
  for (const bytes of [65_535, 65_536, 65_537, 1_000_000]) {
    const description = letter.repeat(bytes / Buffer.byteLength(letter));
    for (const more of [{}, { unknown: undefined }])
      expect(sent(settle({ ...BILL, description, ...more }))["description"]).toBe(description);
  }
});

test("signs fields of 100 KB", () => {
  const fields = { ...BILL, ref_id: KHMER.repeat(5_000).trim(), settlement_to: "s".repeat(100_000) };
  expect(sign(fields, "key")).toBe(sign({ ...fields, total_amount: BigInt(fields.total_amount) }, "key"));
});

test.each([70_000, 1_500_000])("a webhook of %i bytes, if its limit allows it", (length) => {
  const checkout = WebhookReceiver.checkout({ limits: { bytes: 1 << 22 } });
  const status = "x".repeat(length);
  for (const body of [JSON.stringify({ status }), Buffer.from(JSON.stringify({ status }))])
    expect(checkout.receive({}, body).payload.status).toBe(status);
});

test("a call and a confirmation keep their biller", async () => {
  const call = biller({ profile: { successCodes: { settlement: ["fine"] } } }).prepareSettlement(BILL);
  const confirmation = WebhookReceiver.checkout()
    .receive({}, '{"tran_id":"T"}')
    .confirm(biller(), EXPECTATION);
  for (let i = 0; i < 4; i++) {
    await tidy();
    // These would reuse the numbers of freed objects.
    biller();
  }
  expect(call.decode(200, '{"code":"fine"}')).toMatchObject({ outcome: "accepted" });
  expect(() => confirmation.decide(503, "")).toThrow(expect.objectContaining({ kind: "undetermined" }));
});

/** Bill with a getter that does something first. */
const within = (work: () => unknown) => {
  const get = () => (work(), BILL.settlement_to);
  return Object.defineProperty({ ...BILL }, "settlement_to", { get, enumerable: true });
};

describe("a huge request", () => {
  const description = "x".repeat(40 * MEGABYTE);
  const request = { ...BILL, description };

  test.each<[string, () => unknown]>([
    ["in one pass", () => by.prepareSettlement(request)],
    ["as a value", () => by.prepareSettlement({ ...request, extra: {} })],
    ["that is refused", () => errorOf(() => settle({ ...request, ref_id: "" }, by))],
    ["that is signed", () => sign({ ...BILL, ref_id: description }, "key")],
    ["inside of another's getter", () => by.prepareSettlement(within(() => by.prepareSettlement(request)))],
  ])("%s releases its memory", (_name, work) => {
    work();
    expect(size()).toBeLessThan(24 * MEGABYTE);
    expectAllRight();
  });

  test("is no ordinary call, which makes no new instance", () => {
    const before = generation();
    const line = (_: unknown, i: number) => ({ item_name: `Water ${i}`, quantity: 1, price: "1.50" });
    const details = Array.from({ length: 1_000 }, line);
    for (let i = 0; i < 20; i++) by.prepareSettlement({ ...BILL, total_amount: 1500, details });
    expect(generation()).toBe(before);
  });
});

test("after a trap, a new instance is as small as the first", () => {
  by.prepareSettlement({ ...BILL, description: "x".repeat(MEGABYTE) });
  const large = size();
  trapInside();
  expect(errorOf(() => by.prepareSettlement(BILL)).kind).toBe("internal");
  expectAllRight();
  expect(size()).toBeLessThan(Math.min(large, 4 * MEGABYTE));
});

describe("600,000 lines", () => {
  test.each([[{}], [{ price: "1.50", quantity: 1 }]])(
    "of %j are too many in the first and second call",
    (line) => {
      const request = { ...BILL, details: new Array(600_000).fill(line) };
      for (let i = 0; i < 3; i++)
        expect(faultsOf(() => by.prepareSettlement(request))).toEqual(["details too_many_lines"]);
      expect(size()).toBeLessThan(24 * MEGABYTE);
    },
  );

  test("too long lists in extra are refused, not cut", () => {
    expect(faultsOf(() => settle({ ...BILL, extra: { list: new Array(1_200_000).fill(0) } }))).toEqual([
      "extra.list too_many_items",
    ]);
  });
});

describe("a key that sign replaces", () => {
  test("is freed at once", () => {
    sign(BILL, "one");
    const before = handles();
    for (let i = 0; i < 50; i++) sign(BILL, `another-${i}`);
    expect(handles()).toEqual(before);
  });

  test("in a getter stays for the call that signs with it", () => {
    const hashes = ["one", "two", "three"].map((key) => sign(BILL, key));
    const inside = within(() => ["two", "three", "one"].map((key) => sign(BILL, key)));
    for (const options of [undefined, {}])
      expect(["one", "two", "three"].map((key) => sign(inside, key, options))).toEqual(hashes);
    const before = handles();
    for (let i = 0; i < 50; i++) sign(inside, "one");
    expect(handles()).toEqual(before);
  });
});
