// The response to a webhook after an error, and failures of the merchant's functions.
import { BillwireError } from "../errors.js";

export function replyOf(status, headers = {}) {
  return { status, headers, body: "" };
}

/** Failure of one of the merchant's functions. Whatever it threw is foreign, although it may look like an error of billwire. */
class MerchantFailure extends Error {
  constructor(failedIn, cause) {
    super(failedIn, { cause });
    this.failedIn = failedIn;
  }
}

/** The same function with a limit of time, whose failures name it. */
export function bounded(name, work, ms) {
  return async (...args) => {
    let timer;
    const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new DOMException(`no result within ${ms} ms`, "TimeoutError")), ms)));
    try {
      return await Promise.race([work(...args), late]);
    } catch (cause) {
      throw new MerchantFailure(name, cause);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Decision after an error. Every response except that to an invalid webhook makes the service deliver it again. */
export function failed(error) {
  if (!(error instanceof BillwireError)) return { result: "failed", error, reply: replyOf(503) };
  if (error.response) return { result: error.kind === "unauthenticated" ? "unauthenticated" : "invalid", error, reply: error.response };
  // The program is wrong, such as a bill without an amount.
  return { result: "failed", error, reply: replyOf(500) };
}

/** Result with the value that a function of the merchant threw, and the name of the function. */
export function named(result) {
  const failure = [result.error, result.cause].find((value) => value instanceof MerchantFailure);
  if (failure === undefined) return result;
  const member = result.error === failure ? "error" : "cause";
  return { ...result, [member]: failure.cause, failedIn: failure.failedIn };
}
