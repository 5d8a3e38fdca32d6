// Common parts of a call and of the request of a flow.
import { checkNames } from "./arguments.js";
import { BillwireError, causeOf, invalidArgument, readArgument } from "./errors.js";
import { CallHeaders, INSPECT } from "./headers.js";
import { own } from "./intrinsics.js";
import { OPERATIONS } from "./models.js";
import { GIVE_BACK, REFUSED, TAKE } from "./once.js";
import { glue } from "./wasm.js";

/**
 * Final request. Only the operation, the method and the address are its own members, which loggers walk;
 * headers and body come from accessors of the class. Classes freeze their objects: a changed address would
 * get the credentials.
 */
export class PreparedRequest {
  #handle;
  #headers;
  #body;
  #isSentOnce;
  #isTaken = false;

  /** `handle` is that of the biller. Without a body, as in a GET, `body` is undefined. */
  constructor(handle, { operation, method, url, headers }, body, isSentOnce) {
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.#handle = handle;
    this.#headers = headers;
    this.#body = body;
    this.#isSentOnce = isSentOnce;
  }

  get headers() {
    return this.#headers;
  }

  get body() {
    return this.#body;
  }

  get redirect() {
    return "manual";
  }

  request() {
    const { method, url, headers, body } = this;
    return { method, url, headers: Object.fromEntries(headers), ...(body !== undefined && { body }) };
  }

  /** Text that `fetch(call)` takes for an address. The error of the runtime shows it. */
  toString() {
    return "a request of billwire: send it by send() of billwire/fetch";
  }

  noAnswer(options) {
    const sent = sentOf(options, ["cause"]);
    const cause = readArgument("cause", () => causeOf(own(options, "cause")));
    return this.#errorOf(glue.no_answer, sent, cause);
  }

  [TAKE]() {
    if (this.#isTaken) return false;
    this.#isTaken = this.#isSentOnce;
    return true;
  }

  [GIVE_BACK]() {
    this.#isTaken = false;
  }

  [REFUSED]() {
    return this.#errorOf(glue.already_sent, "maybe");
  }

  /** With the options `showHidden` and `getters`, Node's inspect runs accessors of a class too. */
  [INSPECT]() {
    return { ...this };
  }

  #errorOf(work, sent, cause) {
    const fault = JSON.parse(this.#handle.call(work, OPERATIONS[this.operation], sent === "maybe"));
    return new BillwireError({ ...fault, sent }, cause);
  }
}

/** Whether a request without an answer was sent: "no" or "maybe". The options may have other members. */
export function sentOf(options, others) {
  if (typeof options === "object" && options !== null) checkNames(options, ["sent", ...others]);
  const sent = readArgument("sent", () =>
    typeof options === "object" && options !== null ? own(options, "sent") : undefined,
  );
  if (sent !== "no" && sent !== "maybe")
    throw invalidArgument("sent", 'expected { sent: "no" } or { sent: "maybe" }');
  return sent;
}

/**
 * Members that calls of an operation share. `headers` is a list of name, value and whether the value is
 * secret.
 */
export function envelopeOf(operation, { method, url, headers }) {
  return { operation, method, url, headers: new CallHeaders(headers) };
}
