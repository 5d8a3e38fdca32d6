// The provider's hash of a bill differs, and billwire names the reason.
import assert from "node:assert/strict";
import { sign } from "billwire";
import { explainSignature } from "billwire/explain";
import { bill } from "./shop.mjs";

const hashToken = "test-key";
const observedHash = sign(bill, hashToken, { signingOffset: "+07:00" }); // as the provider computed it

// ANCHOR: explain
const { signingString, observed } = explainSignature(bill, { hashToken, observedHash });
console.log(signingString); // what billwire signs
for (const { mistake, setting, explanation } of observed.causes) {
  console.log(mistake, setting, explanation);
}
// ANCHOR_END: explain

assert.equal(observed.code, "explained");
assert.ok(
  observed.causes.some(({ mistake, setting }) => mistake === "zone" && setting === 'signingOffset: "+07:00"'),
);
