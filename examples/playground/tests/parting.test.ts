// Comparison of signing strings.
import { describe, expect, test } from "vitest";
import { type Parting, compare } from "../src/signature/parting.ts";

const PARTS = [
  { field: "ref_id", text: "INV-7" },
  { field: "date", text: "20260131183005" },
  { field: "currency", text: "KHR" },
  { field: "total_amount", text: "40000" },
  { field: "customer_sync_code", text: "ភ្នំពេញ" },
  { field: "settlement_to", text: "S-1" },
];
const TEXTS = PARTS.map(({ text }) => text);
const OWN = TEXTS.join("");

const wrong = ({ pairs }: Parting) => pairs.filter(({ same }) => !same).map(({ field }) => field);
const sideOf = ({ pairs }: Parting, side: "own" | "other") =>
  pairs.map((pair) => pair[side].map(({ text }) => text).join(""));

describe("signing strings", () => {
  test("equal strings have no difference", () => {
    expect(compare(PARTS, OWN)).toMatchObject({ same: true, field: undefined, at: 0, separator: undefined });
  });

  test("a difference is in its field", () => {
    for (const [at, text] of [
      [0, "inv-7"],
      [1, "20260201013005"],
      [1, "2026-01-31T18:30:05Z"],
      [2, "khr"],
      [3, "40000.00"],
      [3, "40,000"],
      [3, ""],
      [4, "ភ្នំពេញ\u200b"],
      [5, "S-2"],
      [5, ""],
    ] as const) {
      const other = TEXTS.map((own, index) => (index === at ? text : own));
      const found = compare(PARTS, other.join(""));
      expect(wrong(found), text).toEqual([PARTS[at]?.field]);
      expect(found.field).toBe(PARTS[at]?.field);
      expect(sideOf(found, "other")).toEqual(other);
    }
  });

  test("the place of the first difference is counted in characters", () => {
    expect(compare(PARTS, OWN.replace("KHR", "KHr")).at).toBe("INV-7".length + 14 + 3);
    expect(compare([{ field: "ref_id", text: "👍a" }], "👍b").at).toBe(2);
  });

  test("a separator is named, and the fields are compared", () => {
    for (const separator of ["|", ", ", "-", "\n", "::"]) {
      const found = compare(PARTS, TEXTS.join(separator));
      expect(found, separator).toMatchObject({ same: false, separator, at: 6 });
      expect(wrong(found)).toEqual([]);
    }
    const found = compare(PARTS, TEXTS.join("|").replace("KHR", "USD"));
    expect(wrong(found)).toEqual(["currency"]);
    expect(found.separator).toBe("|");
  });

  test("no character is lost on either side", () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let round = 0; round < 500; round += 1) {
      const letters = [...OWN];
      for (let edits = random(8); edits > 0; edits -= 1) {
        const letter = ["", "x", "0", "ភ", "|", "👍"][random(6)] ?? "";
        letters.splice(random(letters.length + 1), random(4), letter);
      }
      const other = letters.join("");
      const found = compare(PARTS, other);
      expect(sideOf(found, "own")).toEqual(TEXTS);
      if (found.separator === undefined) expect(sideOf(found, "other").join("")).toBe(other);
      expect(found.same).toBe(other === OWN);
      expect(found.same).toBe(wrong(found).length === 0 && found.separator === undefined);
    }
  });

  test("long texts are compared in time", () => {
    const long = { field: "ref_id", text: "a".repeat(20_000) };
    const start = performance.now();
    expect(wrong(compare([long, ...PARTS], "b".repeat(20_000) + OWN))).toEqual(["ref_id"]);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});
