// A test for each vector of a file.
import { describe, expect, test } from "vitest";
import { type Vector, cases } from "./cases.ts";

/** Ids of the vectors that have passed. */
export const passed: string[] = [];

export function suite(name: string, run: (one: Vector) => void): void {
  describe(name, () => {
    const all = cases(name);
    test("there are vectors", () => expect(all.length).toBeGreaterThan(100));
    for (const one of all) {
      test(one.id, () => {
        run(one);
        passed.push(one.id);
      });
    }
  });
}
