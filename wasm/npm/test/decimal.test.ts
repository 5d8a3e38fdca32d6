// Exact arithmetic on amounts, in every form of JavaScript. `tests/tests/laws/decimals.rs` compares the results with another library.
import { decimal } from "billwire";
import type { Code, DecimalInput } from "billwire";
import { describe, expect, test } from "vitest";
import { errorOf } from "./support/bills.ts";

test("is exact where floats are not", () => {
  expect(decimal.add(0.1, 0.2)).toBe("0.3");
  expect(decimal.multiply("1.10", 3)).toBe("3.3");
  expect(decimal.quantize(decimal.multiply("1.10", 3), 2)).toBe("3.30");
  expect(decimal.compare("9007199254740993", "9007199254740992")).toBe(1);
  expect(decimal.subtract("0.30", "0.1")).toBe("0.2");
});

test("one value has one result in each of its forms", () => {
  const forms: readonly DecimalInput[] = [1200, 1200n, "1200", "1.2e3", "12E+2", "1200.00"];
  for (const a of forms) {
    for (const b of forms) expect([decimal.compare(a, b), decimal.add(a, b), decimal.subtract(a, b), decimal.multiply(a, b)]).toEqual([0, "2400", "0", "1440000"]);
    for (const places of [2, 2n]) expect(decimal.quantize(a, places)).toBe("1200.00");
  }
  expect(decimal.quantize("1200", -2)).toBe("1200");
});

describe("faults", () => {
  test.each<[string, unknown, Code]>([
    ["nothing", undefined, "required"],
    ["half a surrogate pair", "\ud800", "lone_surrogate"],
    ["NaN", NaN, "not_finite"],
    ["a bigint of 35 digits", 10n ** 34n + 1n, "too_many_digits"],
    ["a symbol", Symbol("1"), "wrong_type"],
  ])("%s is refused, with its path", (_name, value, code) => {
    const junk = value as DecimalInput;
    expect(told(() => decimal.add(junk, 1))).toEqual([`a ${code}`]);
    expect(told(() => decimal.compare(junk, junk))).toEqual([`a ${code}`, `b ${code}`]);
    expect(told(() => decimal.quantize(junk, 0.5))).toEqual([`amount ${code}`, "places not_an_integer"]);
  });

  test("an overflow has no path, a lost digit that of the amount", () => {
    expect(told(() => decimal.add("9".repeat(34), 1))).toEqual([" too_many_digits"]);
    expect(told(() => decimal.multiply("1e-20", "1e-20"))).toEqual([" out_of_range"]);
    expect(told(() => decimal.quantize("1.005", 2))).toEqual(["amount too_precise"]);
  });

  function told(work: () => unknown): string[] {
    const { kind, code, violations } = errorOf(work);
    expect([kind, code]).toEqual(["invalid_config", violations[0]?.code]);
    return violations.map((violation) => `${violation.path} ${violation.code}`);
  }
});
