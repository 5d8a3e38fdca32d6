// What no call needs, over a wasm of its own: why two sides differ about a hash, what a signing string could stand for, and
// exact arithmetic on amounts.
import { freeze, misuse } from "../errors.js";
import { glue, instance } from "./wasm.js";

/** These calls; the first of them starts the wasm, as `compile` says, unless it is started already. */
export function toolsFrom(compile) {
  const attempt = (call, ...args) => {
    instance.offer(compile);
    try {
      return instance.attempt(call, ...args);
    } finally {
      instance.relieve();
    }
  };
  return {
    explainSignature: (bill, options) => freeze(JSON.parse(attempt(glue.explain, bill, options))),
    countReadings(signingString, codeShapes) {
      if (typeof signingString !== "string") throw misuse("signingString", "give the text that is signed");
      return attempt(glue.count_readings, signingString, codeShapes);
    },
    // A float of JavaScript's would round.
    decimal: Object.freeze({
      compare: (a, b) => attempt(glue.compare_decimals, a, b),
      add: (a, b) => attempt(glue.add_decimals, a, b),
      subtract: (a, b) => attempt(glue.subtract_decimals, a, b),
      multiply: (a, b) => attempt(glue.multiply_decimals, a, b),
      quantize: (amount, places) => attempt(glue.quantize_decimal, amount, places),
    }),
  };
}
