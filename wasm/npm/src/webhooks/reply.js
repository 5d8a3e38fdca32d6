// The response to a webhook after an error, and failures of the merchant's functions.
import { BillwireError } from "../errors.js";

export function replyOf(status, headers = {}) {
  return { status, headers, body: "" };
}

/**
 * Failure of one of the merchant's functions. Whatever it threw is foreign, although it may look like an
 * error of billwire.
 */
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
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(lateness(ms)), ms);
    });
    try {
      return await Promise.race([work(...args), late]);
    } catch (cause) {
      throw new MerchantFailure(name, cause);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Sentences about functions that took too long. */
const LATE = new WeakMap();

function lateness(ms) {
  const error = new DOMException(`no result within ${ms} ms`, "TimeoutError");
  LATE.set(
    error,
    `it gave no result within ${ms} ms (functionTimeout): await what it does, or let it return`,
  );
  return error;
}

/** Class, code and place of a foreign error. Its message may hold values, so it is left out. */
export function described(error) {
  if (LATE.has(error)) return LATE.get(error);
  if (!(error instanceof Error)) return typeof error;
  const { name, code } = error;
  return [NAME.test(name) ? name : "Error", CODE.test(code) && `(${code})`, placeOf(error)]
    .filter(Boolean)
    .join(" ");
}

/** Text in printable form: what acts on a terminal is escaped, and the text is cut after 64 characters. */
export function printable(text) {
  const shown = Array.from(text.slice(0, 2 * LONGEST), (letter) =>
    ACTIVE.test(letter) ? `\\u{${letter.codePointAt(0).toString(16)}}` : letter,
  );
  return `"${shown.slice(0, LONGEST).join("")}${shown.length > LONGEST ? "…" : ""}"`;
}

const LONGEST = 64;
/** Control and format characters, separators of lines, half pairs, and what could end the quoted text. */
const ACTIVE = /[\p{C}\p{Zl}\p{Zp}"\\]/u;

const NAME = /^[A-Za-z][\w.]{0,63}$/;
/** Code of a system call or of a database, such as ECONNREFUSED or 42P01. */
const CODE = /^[A-Z0-9][A-Z0-9_]{2,39}$/;

/**
 * Place in the program by the stack of an error. Lines of its message may look like frames, so only what follows
 * the message is read. Undefined for a stack that begins with another message.
 */
function placeOf({ message, stack }) {
  if (typeof message !== "string" || typeof stack !== "string") return undefined;
  const header = CLASS.exec(stack)[0] + message;
  if (!stack.startsWith(`${header}\n`)) return undefined;
  const lines = stack.slice(header.length + 1, header.length + 10_000).split("\n");
  const frames = lines.filter((line) => line.startsWith("    at ") && line.length < 300 && END.test(line));
  const place = frames.find((frame) => !/node_modules|node:/.test(frame)) ?? frames[0];
  return place?.trim().replace(/\p{C}/gu, "?");
}

/** Begin of a stack, and end of a frame. */
const CLASS = /^(?:[\w.$]{1,64}(?: \[\w{1,64}\])?(?:: )?)?/;
const END = /:\d{1,9}:\d{1,9}\)?$/;

/** Decision after an error. Every response except that to an invalid webhook makes the service deliver it again. */
export function failed(error) {
  if (!(error instanceof BillwireError)) return { result: "failed", error, reply: replyOf(503) };
  if (error.response)
    return {
      result: error.kind === "unauthenticated" ? "unauthenticated" : "invalid",
      error,
      reply: error.response,
    };
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
