// A settlement made ready to send, against JSON.stringify and HMAC without validation.
import assert from "node:assert/strict";
import { jsonWithHash, preparedKey } from "../by-hand.mjs";
import { bills } from "../inputs.mjs";
import { KHMER, LATIN } from "../words.mjs";
import { HASH_TOKEN, SETTINGS } from "./settings.mjs";

export function preparing() {
  const key = preparedKey(HASH_TOKEN);
  return [LATIN, KHMER].flatMap((words) =>
    [0, 3, 50].map((lines) => ({
      job: "prepare",
      case: `${lines} lines`,
      script: words.script,
      inputs: bills(words, lines),
      use({ Biller }) {
        const biller = new Biller(SETTINGS);
        return (bill) => biller.prepareSettlement(bill);
      },
      peer: { name: "JSON.stringify + HMAC", run: (bill) => jsonWithHash(bill, key) },
      check(ours, theirs) {
        assert.deepEqual(ours.warnings, []);
        assert.deepEqual(JSON.parse(ours.body), JSON.parse(theirs));
      },
    })),
  );
}
