// Exact arithmetic on amounts, in every form of JavaScript. `tests/tests/laws/decimals.rs` compares the
// results with another library.
import { decimal } from "billwire";
import type { DecimalInput } from "billwire";
import { expect, test } from "vitest";

test("one value has one result in each of its forms", () => {
  const forms: readonly DecimalInput[] = [1200, 1200n, "1200", "1.2e3", "12E+2", "1200.00"];
  for (const a of forms) {
    for (const b of forms)
      expect([
        ...[decimal.compare(a, b), decimal.add(a, b)],
        ...[decimal.subtract(a, b), decimal.multiply(a, b)],
      ]).toEqual([0, "2400", "0", "1440000"]);
    for (const places of [2, 2n]) expect(decimal.quantize(a, places)).toBe("1200.00");
  }
  expect(decimal.quantize("1200", -2)).toBe("1200");
});
