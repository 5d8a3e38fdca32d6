import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CASES } from "./cases.ts";
import { RECIPES } from "./recipes.ts";
import { CREDENTIALS } from "./sandbox.ts";
import { Stage } from "./stage.ts";

const VARIANTS = ["merchant_proxy", "checkout"] as const;

/** Start of a line of the default `onResult`, before the names of the fields that differ. */
const OF_DIFFERENCE = /^webhook: mismatch: bill "INV-\d+": /gm;

/** Recipe and case of every completed test. */
const played: string[] = [];

// Each pair of a recipe and a variant has a sandbox and a database of its own. Their cases mostly wait, so
// the pairs play at once; the cases of one pair share its counts, so they play one after the other.
for (const [name, recipe] of Object.entries(RECIPES)) {
  describe.concurrent(name, () => {
    beforeAll(async () => recipe.prepare?.());

    describe.concurrent.each(VARIANTS)("%s", (variant) => {
      let stage: Stage;
      beforeAll(async () => {
        stage = await Stage.open(recipe, variant);
      });
      afterAll(async () => stage.close());

      for (const each of CASES.filter((each) => each.variant === variant)) {
        test.sequential(each.name, async () => {
          await each.play(stage);
          played.push(`${name}: ${each.name}`);
        });
      }

      test.sequential("its output has no token, and of a bill nothing but the number that a person looks up", () => {
        const output = stage.endpoint.output().replaceAll(OF_DIFFERENCE, "");
        for (const secret of [CREDENTIALS.verificationToken, CREDENTIALS.webhookToken, "INV-", "TRAN-"]) {
          expect(output).not.toContain(secret);
        }
      });
    });
  });
}

describe("the matrix", () => {
  test("played every case with every recipe", () => {
    const all = Object.keys(RECIPES).flatMap((recipe) => CASES.map((each) => `${recipe}: ${each.name}`));
    expect(played.sort()).toEqual(all.sort());
  });
});
