// Deviations that a webhook may have: invalid amounts of customers, ids as numbers, null next to a list.
import { WebhookReceiver } from "billwire";
import { describe, expect, test } from "vitest";
import { biller, errorOf } from "./support/bills.ts";

const receiver = WebhookReceiver.checkout();
const receive = (body: string) => receiver.receive({}, body);

describe("a customer's amount that is not a decimal", () => {
  test("stays in extra, and the event warns of it", () => {
    const { payload, warnings } = receive('{"tran_id":"T-1","customers":[{"amount":1},{"amount":"40,000","bill_no":"B"}]}');
    expect(payload.customers?.map(({ amount, extra }) => [amount, { ...extra }])).toEqual([["1", {}], [undefined, { amount: "40,000" }]]);
    expect(warnings).toMatchObject([{ path: "customers[1].amount", code: "invalid_decimal" }]);
    expect([Object.isFrozen(warnings), Object.isFrozen(warnings[0])]).toEqual([true, true]);
    expect(JSON.stringify(warnings)).not.toContain("40,000");
  });

  test.each([['""', "invalid_decimal"], ["true", "wrong_type"], ["{}", "wrong_type"], ["1e35", "out_of_range"]])("%s", (amount, code) => {
    const event = receive(`{"customers":[{"amount":${amount}}]}`);
    expect(event.warnings.map((finding) => finding.code)).toEqual([code]);
    expect(event.acknowledge().status).toBe(200);
    expect(event.fingerprint).toBe(receive(`{"customers":[{"amount":${amount}}]}`).fingerprint);
  });

  test("is as harmless as an unreadable amount or currency of the event", () => {
    const { payload, warnings } = receive('{"tran_id":"T-1","tran_amount":"40,000","currency":840}');
    expect([payload.tran_amount, payload.currency, { ...payload.extra }]).toEqual([undefined, undefined, { tran_amount: "40,000", currency: 840 }]);
    expect(warnings).toMatchObject([{ path: "tran_amount", code: "invalid_decimal" }, { path: "currency", code: "wrong_type" }]);
  });

  test("other invalid values refuse the webhook", () => {
    expect(errorOf(() => receive('{"tran_id":true}'))).toMatchObject({ kind: "invalid_webhook", code: "wrong_type" });
    expect(errorOf(() => receive('{"customers":[{"amount":{"a":1,"a":2}}]}'))).toMatchObject({ code: "duplicate_key" });
  });

  test("an event without such an amount has no warnings", () => {
    for (const body of ["{}", '{"customers":[{"amount":null}]}', '{"more":1}']) expect(receive(body).warnings).toEqual([]);
  });
});

describe("an id that is a number", () => {
  test("is the text of its digits", () => {
    const { payload, dedupKey } = receive('{"tran_id":12345678901234567890,"bank_ref":1E3,"customers":[{"bill_no":7}]}');
    expect(payload).toMatchObject({ tran_id: "12345678901234567890", bank_ref: "1E3", customers: [{ bill_no: "7" }] });
    expect(dedupKey).toBe("tran_id:20:12345678901234567890|");
  });

  test("is sent by the verification and confirms", () => {
    const expectation = { identity_code: "77", purpose_of_transaction: "P", currency: "KHR", amount: "10.50" };
    const confirmation = receive('{"tran_no":42}').confirm(biller({ profile: { verificationTranId: "tran_no" } }), expectation);
    expect(JSON.parse(confirmation.call.body)).toEqual({ identity_code: "77", tran_id: "42", purpose_of_transaction: "P" });
    const verdict = confirmation.decide(
      200,
      `{"code":"SUCCESS","message":"m","data":{"tran_id":42,"tran_date":"D","tran_amount":10.5,"fee_amount":0,"total_amount":10.5,
      "currency":"KHR","identity_code":77,"bank_code":"B","bank_ref":"R","purpose_of_transaction":"P","status":"success"}}`,
    );
    expect(verdict).toMatchObject({ confirmed: true, claimKey: "42", transaction: { tran_amount: "10.5", identity_code: "77" } });
  });
});

test("a list of the other spelling replaces null", () => {
  for (const body of ['{"customers":null,"Customer":[{"bill_no":"1"}]}', '{"Customer":[{"bill_no":"1"}],"customers":null}']) {
    expect(receive(body).payload.customers).toMatchObject([{ bill_no: "1" }]);
  }
});
