// The exports that no single call needs, in a wasm of their own: flows, drafts, `explainSignature`, `countParses`, `decimal`.
import { freeze, invalidArgument } from "../errors.js";
import { attempt } from "./attempt.js";
import { CreditFlow } from "./credit.js";
import { draftFromJson, draftToJson, validateDraft } from "./drafts.js";
import { SettlementFlow } from "./settlement.js";
import { glue, instance } from "./wasm.js";

/** Makes the exports. Their first use starts the wasm with `compile`, unless it has started. */
export function toolsFrom(compile) {
  instance.setCompile(compile);
  return {
    CreditFlow,
    SettlementFlow,
    draftFromJson,
    draftToJson,
    validateDraft,
    explainSignature: (bill, options) => freeze(JSON.parse(attempt(glue.explain, bill, options))),
    countParses(signingString, codeShapes) {
      if (typeof signingString !== "string") throw invalidArgument("signingString", "expected the text that is signed");
      return attempt(glue.count_parses, signingString, codeShapes);
    },
    // A number of JavaScript would round.
    decimal: Object.freeze({
      compare: (a, b) => attempt(glue.compare_decimals, a, b),
      add: (a, b) => attempt(glue.add_decimals, a, b),
      subtract: (a, b) => attempt(glue.subtract_decimals, a, b),
      multiply: (a, b) => attempt(glue.multiply_decimals, a, b),
      quantize: (amount, places) => attempt(glue.quantize_decimal, amount, places),
    }),
  };
}
