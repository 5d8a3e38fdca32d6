// A settlement made ready to send, against JSON.stringify and HMAC without validation, and with validation by others.
import assert from "node:assert/strict";
import { Biller } from "billwire";
import { jsonWithHash, preparedKey } from "../by-hand.mjs";
import { bills } from "../inputs.mjs";
import { validators } from "../validators/all.mjs";
import { KHMER, LATIN } from "../words.mjs";

const HASH_TOKEN = "a-hash-token-of-forty-characters-0123456";

export function preparing() {
  return [LATIN, KHMER].flatMap((words) => [0, 3, 50].map((lines) => preparingIn(words, lines)));
}

function preparingIn(words, lines) {
  const biller = new Biller({ baseUrl: "https://billing.example", bearer: "a-bearer-token", hashToken: HASH_TOKEN });
  const key = preparedKey(HASH_TOKEN);
  const validated = ({ name, bill: check }) => ({ name, run: (bill) => jsonWithHash(check(bill), key) });
  return {
    job: "prepare",
    case: `${lines} lines`,
    script: words.script,
    inputs: bills(words, lines),
    ours: { name: "billwire", run: (bill) => biller.prepareSettlement(bill) },
    peers: [
      { name: "JSON.stringify + HMAC", floor: true, run: (bill) => jsonWithHash(bill, key) },
      ...validators.map(validated),
    ],
    check(ours, theirs) {
      assert.deepEqual(ours.warnings, []);
      assert.deepEqual(JSON.parse(ours.body), JSON.parse(theirs));
    },
  };
}
