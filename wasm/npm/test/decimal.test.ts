// Exact arithmetic on amounts, against BigInt.
import { decimal, isBillwireError } from "billwire";
import type { Code, DecimalInput } from "billwire";
import { describe, expect, test } from "vitest";
import { errorOf } from "./support/bills.ts";
import { broken, exact, negated, normalized, plain, product, rescaled, sum } from "./support/decimals.ts";
import type { Exact } from "./support/decimals.ts";
import { random } from "./support/random.ts";

const next = random(1);
const below = (count: number) => Math.floor(next() * count);

/** Amounts with few and many digits, zeros at both ends, and small and large scales. */
function anyExact(): Exact {
  const digits = below(4) === 0 ? 1 + below(34) : 1 + below(12);
  const size = BigInt(Array.from({ length: digits }, () => (below(3) === 0 ? 0 : below(3) === 0 ? 9 : below(10))).join(""));
  const exponent = below(3) === 0 ? below(69) - 34 : -below(4);
  const edge = 10n ** BigInt(below(35)) - BigInt(below(3)); // close to a power of ten, and to the largest of 34 digits
  const coefficient = below(8) === 0 && edge < 10n ** 34n ? edge : size;
  return { coefficient: below(2) === 0 ? coefficient : -coefficient, exponent };
}

/** One of the forms of the value. */
function spelled(value: Exact): DecimalInput {
  const { coefficient, exponent } = value;
  const scientific = `${coefficient}${below(2) === 0 ? "e" : "E"}${exponent > 0 && below(2) === 0 ? "+" : ""}${exponent}`;
  const ways: DecimalInput[] = [scientific];
  const text = plain(value);
  if (broken(text) === undefined) ways.push(text);
  const shortest = normalized(value);
  if (broken(shortest) === undefined && !shortest.includes(".")) ways.push(BigInt(shortest));
  const number = Number(scientific);
  const hasFewDigits = String(coefficient).replace(/^-|0+$/g, "").length <= 15;
  if (hasFewDigits && exact(String(number)).exponent <= 34) ways.push(number);
  return ways[below(ways.length)] ?? scientific;
}

/** Result as text, or the code of the error. */
function outcome(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    expect([error.kind, error.nextStep]).toEqual(["invalid_config", "fixRequest"]);
    return error.code;
  }
}

describe("random amounts in every form", () => {
  const PAIRS = 10_000;

  test("have the sums, products and order of BigInt", () => {
    const seen = { text: 0, too_many_digits: 0, out_of_range: 0 };
    for (let count = 0; count < PAIRS; count++) {
      const [a, b] = [anyExact(), anyExact()];
      const [one, other] = [spelled(a), spelled(b)];
      const said = () => `${String(one)} and ${String(other)}`;
      for (const [operation, value] of [
        ["add", sum(a, b)],
        ["subtract", sum(a, negated(b))],
        ["multiply", product(a, b)],
      ] as const) {
        const text = normalized(value);
        const code = broken(text);
        const found = outcome(() => decimal[operation](one, other));
        expect(found, `${operation} ${said()}`).toBe(code ?? text);
        seen[code === "too_many_digits" || code === "out_of_range" ? code : "text"]++;
        // A result is a valid operand of the same value.
        if (code === undefined) expect(decimal.add(found, 0)).toBe(found);
      }
      const difference = sum(a, negated(b)).coefficient;
      expect(decimal.compare(one, other), said()).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0);
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(PAIRS / 100);
  }, 120_000);

  test("have the places that quantize is told", () => {
    const seen = { text: 0, too_precise: 0, too_many_digits: 0 };
    for (let count = 0; count < PAIRS; count++) {
      const amount = anyExact();
      const places = below(3) === 0 ? below(69) - 34 : below(5);
      const value = rescaled(amount, -places);
      const code: Code | undefined = value === undefined ? "too_precise" : broken(plain(value));
      const given = spelled(amount);
      const found = outcome(() => decimal.quantize(given, below(2) === 0 ? places : BigInt(places)));
      expect(found, `${String(given)} to ${places}`).toBe(code ?? plain(value ?? amount));
      seen[code === "too_precise" || code === "too_many_digits" ? code : "text"]++;
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(PAIRS / 100);
  }, 120_000);

});

test("is exact where floats are not", () => {
  expect(decimal.add(0.1, 0.2)).toBe("0.3");
  expect(decimal.multiply("1.10", 3)).toBe("3.3");
  expect(decimal.quantize(decimal.multiply("1.10", 3), 2)).toBe("3.30");
  expect(decimal.compare("9007199254740993", "9007199254740992")).toBe(1);
  expect(decimal.compare("10", "9")).toBe(1);
  expect(decimal.subtract("0.30", "0.3")).toBe("0");
});

test("compare sorts without its object", () => {
  const { compare } = decimal;
  const ascending: readonly DecimalInput[] = ["-1e34", -2n, "-1.5", "-1e-34", "0.00", "1e-34", 0.1, 1, "1.01", "9007199254740993", "1e34"];
  expect(ascending.toReversed().toSorted(compare)).toEqual(ascending);
});

describe("faults", () => {
  const FAULTS: readonly (readonly [string, unknown, Code])[] = [
    ["nothing", undefined, "required"],
    ["empty text", "", "invalid_decimal"],
    ["a plus", "+1", "invalid_decimal"],
    ["Khmer digits", "១២៣", "invalid_decimal"],
    ["half a surrogate pair", "\ud800", "lone_surrogate"],
    ["NaN", NaN, "not_finite"],
    ["infinity", -Infinity, "not_finite"],
    ["a float of 17 digits", 0.1 + 0.2, "inexact_number"],
    ["a bigint of 35 digits", 10n ** 34n + 1n, "too_many_digits"],
    ["1e35", "1e35", "out_of_range"],
    ["true", true, "wrong_type"],
    ["boxed text", Object("1"), "wrong_type"],
    ["a symbol", Symbol("1"), "wrong_type"],
  ];

  test.each(FAULTS)("%s is refused as an operand, with its path", (_name, value, code) => {
    const junk = value as DecimalInput;
    for (const name of ["compare", "add", "subtract", "multiply"] as const) {
      expect(told(() => decimal[name](junk, 1))).toEqual([`a ${code}`]);
      expect(told(() => decimal[name]("1", junk))).toEqual([`b ${code}`]);
      expect(told(() => decimal[name](junk, junk))).toEqual([`a ${code}`, `b ${code}`]);
    }
    expect(told(() => decimal.quantize(junk, 2))).toEqual([`amount ${code}`]);
  });

  test.each([
    ["nothing", undefined, "required"],
    ["text", "2", "wrong_type"],
    ["half a place", 0.5, "not_an_integer"],
    ["NaN", NaN, "not_finite"],
    ["35", 35, "out_of_range"],
    ["-35", -35n, "out_of_range"],
  ] as const)("%s is refused as a count of places", (_name, value, code) => {
    expect(told(() => decimal.quantize("1", value as number))).toEqual([`places ${code}`]);
    expect(told(() => decimal.quantize("x", value as number))).toEqual(["amount invalid_decimal", `places ${code}`]);
  });

  test("an overflow has no path, a lost digit that of the amount", () => {
    expect(told(() => decimal.add("9".repeat(34), 1))).toEqual([" too_many_digits"]);
    expect(told(() => decimal.multiply("1e-20", "1e-20"))).toEqual([" out_of_range"]);
    expect(told(() => decimal.quantize("1.005", 2))).toEqual(["amount too_precise"]);
    expect(errorOf(() => decimal.quantize("1.005", 2)).message).toMatch(/^amount: a digit would be lost/);
  });

  test("errors hold no value", () => {
    for (const work of [
      () => decimal.add("77x77", "1"),
      () => decimal.quantize("77.7777", 2),
      () => decimal.multiply("7777777777777777777777777777777777", "7777777777"),
      () => decimal.compare({ "77777": 1 } as never, Symbol("77777") as never),
    ]) {
      const { message, violations } = errorOf(work);
      expect(message + JSON.stringify(violations)).not.toContain("77");
    }
  });

  function told(work: () => unknown): string[] {
    const { kind, code, violations } = errorOf(work);
    expect([kind, code]).toEqual(["invalid_config", violations[0]?.code]);
    return violations.map((violation) => `${violation.path} ${violation.code}`);
  }
});
