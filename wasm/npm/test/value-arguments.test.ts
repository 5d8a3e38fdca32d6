// Values of JavaScript as arguments: absent ones, numbers at their limits, dates, text with lone surrogates.
import { describe, expect, test } from "vitest";
import { BILL, MINIMAL, biller, faultsOf, prepare, sent, settle } from "./support/bills.ts";
import { fieldsOf } from "./support/models.ts";

const MAX = Number.MAX_SAFE_INTEGER;

describe("absence", () => {
  test("missing, undefined and null are the same", () => {
    const optional = fieldsOf("Settlement").filter((field) => !field.required);
    for (const nothing of [undefined, null]) {
      const nothings = Object.fromEntries(optional.map(({ name }) => [name, nothing]));
      expect(settle({ ...BILL, ...nothings }).body).toBe(settle(BILL).body);
      const line = Object.fromEntries(fieldsOf("Line").map(({ name }) => [name, nothing]));
      expect(settle({ ...BILL, details: [line] }).body).toBe(settle({ ...BILL, details: [{}] }).body);
    }
  });

  test("in extra, null is a value and undefined is absent", () => {
    const body = sent(settle({ ...BILL, extra: { kept: null, gone: undefined } }));
    expect(body).toHaveProperty("kept", null);
    expect(body).not.toHaveProperty("gone");
  });
});

describe("numbers", () => {
  test.each([
    [-0, "0"],
    [MAX, "9007199254740991"],
    [BigInt(MAX), "9007199254740991"],
  ])("total_amount %s is sent as %s", (value, text) => {
    for (const more of [{}, { unknown: undefined }]) {
      const { body } = settle({ ...BILL, total_amount: value, ...more });
      expect(body).toContain(`"total_amount":${text},`);
      expect(body).toContain(`"total_amount_khr":"${text}",`);
      expect(body).toContain(`"hash":"${sent(settle({ ...BILL, total_amount: Number(value) }))["hash"]}"`);
    }
  });

  test.each([
    [NaN, "not_finite"],
    [Infinity, "not_finite"],
    [0.5, "not_an_integer"],
    [-1n, "out_of_range"],
    [10n ** 400n, "out_of_range"],
    [Number.MAX_VALUE, "out_of_range"],
    [Number.MIN_VALUE, "not_an_integer"],
  ])("total_amount %s is refused as %s", (value, code) => {
    for (const more of [{}, { unknown: undefined }]) {
      expect(faultsOf(() => settle({ ...BILL, total_amount: value, ...more }))).toEqual([`total_amount ${code}`]);
      const line = { quantity: value, ...more };
      expect(faultsOf(() => settle({ ...BILL, details: [line] }))).toEqual([`details[0].quantity ${code}`]);
    }
  });

  test.each([
    [-0, "0"],
    [1e21, "1000000000000000000000"],
    [1e-7, "0.0000001"],
    [0.123456789012345, "0.123456789012345"],
    [10n ** 33n, `1${"0".repeat(33)}`],
    [-(10n ** 33n), `-1${"0".repeat(33)}`],
    [MAX, "9007199254740991"],
  ])("the price %s is sent as %s", (value, text) => {
    for (const more of [{}, { unknown: undefined }]) {
      expect(settle({ ...BILL, details: [{ price: value, ...more }] }).body).toContain(`{"price":${text}}`);
    }
  });

  test.each([
    [NaN, "not_finite"],
    [0.1 + 0.2, "inexact_number"],
    [MAX + 1, "inexact_number"],
    [1e35, "out_of_range"],
    [Number.MAX_VALUE, "inexact_number"],
    [10n ** 34n + 1n, "too_many_digits"],
    ["1".repeat(100_000), "too_many_digits"],
  ])("the price %s is refused as %s", (value, code) => {
    for (const more of [{}, { unknown: undefined }]) {
      expect(faultsOf(() => settle({ ...BILL, details: [{ price: value, ...more }] }))).toEqual([`details[0].price ${code}`]);
    }
  });

  test("Number and BigInt objects are refused", () => {
    for (const value of [Object(1), Object(1n), { valueOf: () => 1 }, [1], "1", true]) {
      expect(faultsOf(() => settle({ ...BILL, total_amount: value }))).toEqual(["total_amount wrong_type"]);
    }
  });
});

describe("dates", () => {
  const moment = new Date("2026-01-31T17:00:00.123Z");

  test("a Date is the instant of its text", () => {
    const text = settle({ ...BILL, date: moment.toISOString() }).body;
    expect(settle({ ...BILL, date: moment }).body).toBe(text);
    expect(settle({ ...BILL, date: "2026-02-01T00:00:00.123+07:00" }).body).toBe(text);
    expect(settle({ ...BILL, date: moment, unknown: undefined }).body).toBe(text);
    expect(text).toContain('"date":"2026-01-31T17:00:00.123Z"');
  });

  test("before 1970, at the edges of four digits, and beyond", () => {
    for (const date of ["0000-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"]) {
      expect(settle({ ...BILL, date: new Date(date) }).body).toContain(`"date":"${date}"`);
    }
    for (const date of [new Date("-000001-12-31T23:59:59.999Z"), new Date("+010000-01-01T00:00:00.000Z"), new Date(8.64e15)]) {
      expect(faultsOf(() => settle({ ...BILL, date }))).toEqual(["date year_out_of_range"]);
    }
  });

  test("an invalid Date is refused", () => {
    expect(faultsOf(() => settle({ ...BILL, date: new Date(NaN) }))).toEqual(["date invalid_instant"]);
    expect(faultsOf(() => settle({ ...BILL, date: new Date(NaN), total_amount: 1n }))).toEqual(["date invalid_instant"]);
  });

  test("an object like a Date is refused", () => {
    for (const date of [Object.create(Date.prototype), new Proxy(new Date(0), {})]) {
      for (const more of [{}, { unknown: undefined }]) {
        const faults = faultsOf(() => settle({ ...BILL, date, ...more }));
        expect(faults).toHaveLength(1);
        expect(faults[0]).toMatch(/^date (wrong_type|invalid_instant)$/);
      }
    }
  });

  test("a subclass of Date keeps its time", () => {
    class Wild extends Date {
      override getTime(): number {
        throw new Error("wild");
      }
    }
    expect(settle({ ...BILL, date: new Wild(0) }).body).toBe(settle({ ...BILL, date: new Date(0) }).body);
    expect(settle({ ...BILL, date: Object.assign(new Date(0), { getTime: () => 1 }) }).body).toBe(settle({ ...BILL, date: new Date(0) }).body);
  });
});

describe("text", () => {
  const LONE = ["\ud800", "\udfff", "a\udc00b", "\ud800\ud800", "\udc00\ud800", "ចាន់\ud83d"];

  test.each(["onboarding", "settlement", "verification"] as const)("a lone surrogate in %s", (operation) => {
    const model = { onboarding: "Onboarding", settlement: "Settlement", verification: "Verification" } as const;
    for (const { name } of fieldsOf(model[operation]).filter(({ kind }) => kind === "text" || kind === "instant")) {
      for (const text of LONE) {
        const request = { ...MINIMAL[operation], return_url: undefined, [name]: text };
        const faults = faultsOf(() => prepare(biller(), operation, request));
        expect(faults, name).toContain(`${name} lone_surrogate`);
      }
    }
  });

  test("a lone surrogate in a line, a decimal or extra", () => {
    for (const text of LONE) {
      expect(faultsOf(() => settle({ ...BILL, details: [{ item_name: text }] }))).toEqual(["details[0].item_name lone_surrogate"]);
      expect(faultsOf(() => settle({ ...BILL, details: [{ price: text }] }))).toHaveLength(1);
      expect(faultsOf(() => settle({ ...BILL, extra: { a: [text] } }))).toEqual(["extra.a[0] lone_surrogate"]);
      expect(faultsOf(() => settle({ ...BILL, [text]: 1 }))).toHaveLength(1);
      expect(faultsOf(() => settle({ ...BILL, extra: { [text]: 1 } }))).toEqual([expect.stringContaining("lone_surrogate")]);
    }
  });

  test("pairs, Khmer, joiners and a byte order mark are sent", () => {
    for (const text of ["😀", "ក\u200bខ\u200cគ\u200d", "\ufeffa", "\u2028\u2029", "é", "\u{10ffff}", "e\u0301"]) {
      for (const more of [{}, { unknown: undefined }]) {
        expect(sent(settle({ ...BILL, description: text, ...more }))["description"]).toBe(text);
      }
    }
  });
});
