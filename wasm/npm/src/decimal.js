// Exact arithmetic on amounts: a float of JavaScript's would round.
import { attempt } from "./errors.js";
import { glue } from "./wasm.js";

export const decimal = Object.freeze({
  compare: (a, b) => attempt(glue.compare_decimals, a, b),
  add: (a, b) => attempt(glue.add_decimals, a, b),
  subtract: (a, b) => attempt(glue.subtract_decimals, a, b),
  multiply: (a, b) => attempt(glue.multiply_decimals, a, b),
  quantize: (amount, places) => attempt(glue.quantize_decimal, amount, places),
});
