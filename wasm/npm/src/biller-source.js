// The biller of a program that makes requests over time.
import { handleOf } from "./biller.js";

/**
 * Function that resolves to the biller of the moment. The option `biller` is a biller, or a function that returns
 * one. It is asked for each request, so that a renewed bearer reaches them.
 */
export function billerSource(biller) {
  if (typeof biller !== "function") {
    handleOf(biller);
    return async () => biller;
  }
  return async () => {
    const current = await biller();
    handleOf(current);
    return current;
  };
}
