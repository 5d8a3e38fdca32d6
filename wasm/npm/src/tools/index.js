// The exports that no single call needs: flows, drafts, `countParses`, `decimal`.
import { invalidArgument } from "../errors.js";
import { glue, instance } from "../wasm.js";

export { CreditFlow } from "./credit.js";
export { draftFromJson, draftToJson, validateDraft } from "./drafts.js";
export { SettlementFlow } from "./settlement.js";

export function countParses(signingString, codeShapes) {
  if (typeof signingString !== "string")
    throw invalidArgument("signingString", "expected the text that is signed");
  return instance.attemptAndRelease(glue.count_parses, signingString, codeShapes);
}

// A number of JavaScript would round.
export const decimal = Object.freeze({
  compare: (a, b) => instance.attemptAndRelease(glue.compare_decimals, a, b),
  add: (a, b) => instance.attemptAndRelease(glue.add_decimals, a, b),
  subtract: (a, b) => instance.attemptAndRelease(glue.subtract_decimals, a, b),
  multiply: (a, b) => instance.attemptAndRelease(glue.multiply_decimals, a, b),
  quantize: (amount, places) => instance.attemptAndRelease(glue.quantize_decimal, amount, places),
});
