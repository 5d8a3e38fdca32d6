// The exports that no single call needs: flows, drafts, `explainSignature`, `countParses`, `decimal`.
import { freeze, invalidArgument } from "../errors.js";
import { glue } from "../wasm.js";
import { attempt } from "./attempt.js";

export { CreditFlow } from "./credit.js";
export { draftFromJson, draftToJson, validateDraft } from "./drafts.js";
export { SettlementFlow } from "./settlement.js";

export function explainSignature(bill, options) {
  return freeze(JSON.parse(attempt(glue.explain, bill, options)));
}

export function countParses(signingString, codeShapes) {
  if (typeof signingString !== "string") throw invalidArgument("signingString", "expected the text that is signed");
  return attempt(glue.count_parses, signingString, codeShapes);
}

// A number of JavaScript would round.
export const decimal = Object.freeze({
  compare: (a, b) => attempt(glue.compare_decimals, a, b),
  add: (a, b) => attempt(glue.add_decimals, a, b),
  subtract: (a, b) => attempt(glue.subtract_decimals, a, b),
  multiply: (a, b) => attempt(glue.multiply_decimals, a, b),
  quantize: (amount, places) => attempt(glue.quantize_decimal, amount, places),
});
