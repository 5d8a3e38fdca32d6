// The biller of a program that makes requests over time.
import { handleOf } from "./biller.js";
import { invalidArgument, withSentence } from "./errors.js";

/**
 * Function that resolves to the biller of the moment. The option `biller` is a biller, or a function that returns
 * one. It is asked for each request, so that a renewed bearer reaches them.
 */
export function billerSource(biller) {
  if (typeof biller !== "function") {
    handleOf(biller);
    return async () => biller;
  }
  if (/^class\b/.test(Function.prototype.toString.call(biller)))
    throw invalidArgument("biller", "this is the class: make one by new Biller({ baseUrl, … })");
  return async () => {
    const current = await biller();
    try {
      handleOf(current);
    } catch (error) {
      throw withSentence(error, "what the function `biller` returned");
    }
    return current;
  };
}
