// Every received webhook has a fingerprint, which is the same in every notation of its amounts.
import { WebhookReceiver } from "billwire";
import { describe, expect, test } from "vitest";

const receiver = WebhookReceiver.checkout();
const fingerprint = (body: string) => receiver.receive({}, body).fingerprint;

describe("the fingerprint of a received webhook", () => {
  test("exists for unknown members of the greatest depth", () => {
    const deep = "[".repeat(31) + "]".repeat(31);
    expect(fingerprint(`{"tran_id":"T","x":${deep}}`)).toBe(fingerprint('{"tran_id":"T"}'));
    const customer = "[".repeat(29) + "]".repeat(29);
    expect(fingerprint(`{"customers":[{"x":${customer}}]}`)).toBe(fingerprint('{"customers":[{}]}'));
  });

  test("exists for amounts with more than 34 zeros", () => {
    const ways = ["1e34", '"1e34"', "10e33", "1000000000000000000000000000000000e1"];
    const of = (amount: string) => fingerprint(`{"tran_amount":${amount},"customers":[{"amount":${amount}}]}`);
    expect(new Set(ways.map(of)).size).toBe(1);
    expect(of("1e34")).not.toBe(of("1e33"));
    expect(of("0")).toBe(of("0.00"));
    expect(of("9e34")).not.toBe(of("9"));
    // Plain notation and a negative amount, which the service may write.
    const largest = `1${"0".repeat(67)}`;
    expect(of(largest)).toBe(of(`1${"0".repeat(33)}e34`));
    expect(of(`-${largest}`)).not.toBe(of(largest));
  });
});
