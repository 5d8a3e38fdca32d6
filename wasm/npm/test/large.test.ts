// Large and many arguments: buffers grow, and objects that are used stay.
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import vm from "node:vm";
import { WebhookReceiver, sign } from "billwire";
import { expect, test } from "vitest";
import { BILL, biller, sent, settle } from "./support/bills.ts";

const KHMER = "ទឹកស្អាត ";

test.each([1, 146, 147, 3_000])("%i lines", (count) => {
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
  for (const bytes of [65_535, 65_536, 65_537, 1_000_000]) {
    const description = letter.repeat(bytes / Buffer.byteLength(letter));
    for (const more of [{}, { unknown: undefined }]) {
      const body = sent(settle({ ...BILL, description, ...more }));
      expect(body["description"]).toBe(description);
      expect(body["hash"]).toBe(sent(settle(BILL))["hash"]);
    }
  }
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
