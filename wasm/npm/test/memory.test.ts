// The memory of a huge request is released, and earlier objects keep working.
import { WebhookReceiver, sign } from "billwire";
import { beforeEach, describe, expect, test } from "vitest";
import { BILL, biller, errorOf, faultsOf, sent, settle } from "./support/bills.ts";
import { generation, memoryInUse, handles, trapInside } from "./support/inside.ts";

const MEGABYTE = 1 << 20;
const by = biller();
const receiver = WebhookReceiver.merchantProxy({ tokens: ["hook"] });
const size = () => memoryInUse().buffer.byteLength;
const clean = [by.prepareSettlement(BILL).body, sign(BILL, "key")];

function expectAllRight(): void {
  expect([by.prepareSettlement(BILL).body, sign(BILL, "key")]).toEqual(clean);
  expect(receiver.receive({ Token: "hook" }, '{"tran_id":"T-1"}').payload.tran_id).toBe("T-1");
  expect(by.prepareSettlement(BILL).headers.get("Authorization")).toBe("Bearer test-bearer");
}

beforeEach(expectAllRight);

describe("a huge request", () => {
  const description = "x".repeat(40 * MEGABYTE);
  const request = { ...BILL, description };
  const works: [string, () => unknown][] = [
    ["in one pass", () => by.prepareSettlement(request)],
    ["as a value", () => by.prepareSettlement({ ...request, extra: {} })],
    ["that is refused", () => errorOf(() => settle({ ...request, ref_id: "" }, by))],
    ["that is signed", () => sign({ ...BILL, ref_id: description }, "key")],
    ["of extra members", () => by.prepareSettlement({ ...BILL, extra: { list: Array.from({ length: 90_000 }, () => ({ a: "some text", b: "some text" })) } })],
    ["inside of another's getter", () => by.prepareSettlement({ ...BILL, get description() { by.prepareSettlement(request); return "x"; } })],
  ];

  test.each(works)("%s releases its memory", (_name, work) => {
    work();
    expect(size()).toBeLessThan(24 * MEGABYTE);
    expectAllRight();
  });

  test("is no ordinary call, which makes no new instance", () => {
    const before = generation();
    const details = Array.from({ length: 1_000 }, (_, i) => ({ item_name: `Water ${i}`, quantity: 1, price: "1.50", amount: "1.50", tax_amount: 0, tax_name: "VAT" }));
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
  expect(size()).toBeLessThan(large);
  expect(size()).toBeLessThan(4 * MEGABYTE);
});

describe("600,000 lines", () => {
  test.each([[{}], [{ price: "1.50", quantity: 1 }]])("of %j are too many in the first and second call", (line) => {
    const request = { ...BILL, details: new Array(600_000).fill(line) };
    for (let i = 0; i < 3; i++) expect(faultsOf(() => by.prepareSettlement(request))).toEqual(["details too_many_lines"]);
    expect(size()).toBeLessThan(24 * MEGABYTE);
  });

  test("the limit is a setting", () => {
    const lines = (count: number) => ({ ...BILL, details: new Array(count).fill({ price: 1 }) });
    for (const [maxLines, most] of [[undefined, 10_000], [2, 2], [12_000, 12_000]] as const) {
      const limited = biller({ maxLines });
      expect(sent(limited.prepareSettlement(lines(most)))["details"]).toHaveLength(most);
      expect(faultsOf(() => limited.prepareSettlement(lines(most + 1)))).toEqual(["details too_many_lines"]);
    }
    for (const maxLines of [0, -1, 1.5, 100_001, "5", NaN]) expect(errorOf(() => biller({ maxLines: maxLines as number })).violations[0]?.path).toBe("maxLines");
  });

  test("too long lists in extra are refused, not cut", () => {
    expect(faultsOf(() => settle({ ...BILL, extra: { list: new Array(1_200_000).fill(0) } }))).toEqual(["extra.list too_many_items"]);
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
    const inside = { ...BILL, get settlement_to() { for (const key of ["two", "three", "one"]) sign(BILL, key); return BILL.settlement_to; } };
    for (const options of [undefined, {}]) {
      expect(["one", "two", "three"].map((key) => sign(inside, key, options))).toEqual(hashes);
    }
    const before = handles();
    sign(inside, "one");
    expect(handles()).toEqual(before);
  });
});
