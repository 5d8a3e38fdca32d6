// Large and many arguments: buffers grow, and unused objects are freed.
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import vm from "node:vm";
import { WebhookReceiver, sign } from "billwire";
import { expect, test } from "vitest";
import { BILL, biller, sent, settle } from "./support/bills.ts";
import { memoryInUse } from "./support/inside.ts";

const KHMER = "ទឹកស្អាត ";

test.each([1, 7, 100, 146, 147, 500, 3_000])("%i lines", (count) => {
  const details = Array.from({ length: count }, (_, i) => ({
    item_name: `${KHMER}${i}`,
    quantity: i,
    price: `${i}.50`,
    amount: i / 4,
    tax_name: "VAT",
  }));
  const body = sent(settle({ ...BILL, details }));
  expect(body["details"]).toHaveLength(count);
  expect(body["details"]).toEqual(details.map((line) => ({ ...line, price: Number(line.price) })));
  expect(settle({ ...BILL, details, unknown: undefined }).body).toBe(settle({ ...BILL, details }).body);
});

test.each(["a", "ក", "😀", '"', "\n"])("a description of 60 KB and of a megabyte of %j", (letter) => {
  for (const bytes of [60_000, 65_535, 65_536, 65_537, 1_000_000]) {
    const description = letter.repeat(bytes / Buffer.byteLength(letter));
    for (const more of [{}, { unknown: undefined }]) {
      const body = sent(settle({ ...BILL, description, ...more }));
      expect(body["description"]).toBe(description);
      expect(body["hash"]).toBe(sent(settle(BILL))["hash"]);
    }
  }
});

test("small requests work after a large one", () => {
  const before = [settle(BILL).body, sign(BILL, "key")];
  settle({ ...BILL, description: KHMER.repeat(200_000) });
  expect([settle(BILL).body, sign(BILL, "key")]).toEqual(before);
});

test("signs fields of 100 KB", () => {
  const fields = { ...BILL, ref_id: KHMER.repeat(5_000).trim(), settlement_to: "s".repeat(100_000) };
  expect(sign(fields, "key")).toBe(sign({ ...fields, total_amount: BigInt(fields.total_amount) }, "key"));
});

test.each([60, 70_000, 1_500_000])("a webhook of %i bytes, if its limit allows it", (size) => {
  const receiver = WebhookReceiver.checkout({ limits: { bytes: 1 << 22 } });
  const status = "x".repeat(size);
  for (const body of [JSON.stringify({ status }), Buffer.from(JSON.stringify({ status }))]) {
    expect(receiver.receive({}, body).payload.status).toBe(status);
  }
});

test("unused billers, keys and receivers are freed", async () => {
  setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const kept = biller();
  const round = async (count: number) => {
    for (let i = 0; i < count; i++) {
      const by = biller({ hashToken: `key-${i}`, bearer: `bearer-${i}` }).withBearer(`other-${i}`);
      by.prepareSettlement(BILL);
      sign(BILL, `token-${i}`);
      WebhookReceiver.merchantProxy({ tokens: [`token-${i}`] }).receive({ Token: `token-${i}` }, "{}");
    }
    // The engine calls finalizers in a later turn.
    for (let i = 0; i < 5; i++) {
      collect();
      await setImmediate();
    }
  };
  for (let i = 0; i < 3; i++) await round(200);
  const warm = memoryInUse().buffer.byteLength;
  for (let i = 0; i < 12; i++) await round(200);
  expect(memoryInUse().buffer.byteLength).toBe(warm);
  expect(kept.prepareSettlement(BILL).body).toBe(settle(BILL).body);
  expect(kept.prepareSettlement(BILL).headers.get("Authorization")).toBe("Bearer test-bearer");
});

test("a call and a confirmation keep their biller", async () => {
  setFlagsFromString("--expose-gc");
  const collect = vm.runInNewContext("gc") as () => void;
  const call = biller({ profile: { successCodes: { settlement: ["fine"] } } }).prepareSettlement(BILL);
  const expectation = { identity_code: "I", purpose_of_transaction: "P", currency: "KHR", amount: 1 };
  const confirmation = WebhookReceiver.checkout().receive({}, '{"tran_id":"T"}').confirm(biller(), expectation);
  for (let i = 0; i < 10; i++) {
    collect();
    await setImmediate();
    // These would reuse the numbers of freed objects.
    biller();
  }
  expect(call.decode(200, '{"code":"fine"}')).toMatchObject({ outcome: "accepted" });
  expect(() => confirmation.decide(503, "")).toThrow(expect.objectContaining({ kind: "undetermined" }));
});
