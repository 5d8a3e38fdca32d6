// The signature alone, against HMAC by node:crypto.
import assert from "node:assert/strict";
import { sign } from "billwire";
import { hmac, preparedKey, twoHashes } from "../by-hand.mjs";
import { bills } from "../inputs.mjs";
import { KHMER, LATIN } from "../words.mjs";

const HASH_TOKEN = "a-hash-token-of-forty-characters-0123456";

export function signing() {
  return [LATIN, KHMER].map(signingIn);
}

function signingIn(words) {
  const inputs = bills(words, 0).map(signedFields);
  const key = preparedKey(HASH_TOKEN);
  const hashes = twoHashes(HASH_TOKEN);
  return {
    job: "sign",
    case: "one hash",
    script: words.script,
    inputs,
    ours: { name: "billwire", run: (fields) => sign(fields, HASH_TOKEN) },
    peers: [
      { name: "createHmac", floor: true, run: (fields) => hmac(fields, key) },
      ...(hashes ? [{ name: "crypto.hash twice", run: hashes }] : []),
    ],
    check: (ours, theirs) => assert.equal(ours, theirs),
  };
}

function signedFields({ ref_id, date, currency, total_amount, customer_sync_code, settlement_to }) {
  return { ref_id, date, currency, total_amount, customer_sync_code, settlement_to };
}
