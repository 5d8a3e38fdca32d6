// The signature alone, against HMAC by node:crypto.
import assert from "node:assert/strict";
import { hmac, preparedKey } from "../by-hand.mjs";
import { bills } from "../inputs.mjs";
import { KHMER, LATIN } from "../words.mjs";
import { HASH_TOKEN } from "./settings.mjs";

export function signing() {
  const key = preparedKey(HASH_TOKEN);
  return [LATIN, KHMER].map((words) => ({
    job: "sign",
    case: "one hash",
    script: words.script,
    inputs: bills(words, 0).map(signedFields),
    use:
      ({ sign }) =>
      (fields) =>
        sign(fields, HASH_TOKEN),
    peer: { name: "createHmac", run: (fields) => hmac(fields, key) },
    check: (ours, theirs) => assert.equal(ours, theirs),
  }));
}

function signedFields({ ref_id, date, currency, total_amount, customer_sync_code, settlement_to }) {
  return { ref_id, date, currency, total_amount, customer_sync_code, settlement_to };
}
