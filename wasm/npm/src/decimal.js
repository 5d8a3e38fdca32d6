// Exact arithmetic on amounts: a float of JavaScript's would round.
import { glue, instance } from "./wasm.js";

export const decimal = Object.freeze({
  compare: (a, b) => instance.attempt(glue.compare_decimals, a, b),
  add: (a, b) => instance.attempt(glue.add_decimals, a, b),
  subtract: (a, b) => instance.attempt(glue.subtract_decimals, a, b),
  multiply: (a, b) => instance.attempt(glue.multiply_decimals, a, b),
  quantize: (amount, places) => instance.attempt(glue.quantize_decimal, amount, places),
});
