// A prepared call, and what it shows of itself.
import { BillwireError, freeze, looking, misuse } from "./errors.js";
import { HIDDEN, INSPECT, headersOf, shownHeaders } from "./headers.js";
import { copyOf, hasOwn, isBuffer, isBytes, own } from "./intrinsics.js";
import { OPERATIONS } from "./models.js";
import { glue, instance } from "./wasm.js";

const NO_WARNINGS = Object.freeze([]);
const encoder = new TextEncoder();

/** What all calls of an operation share: the address and the headers. */
export class Envelope {
  constructor(operation, [text, headers]) {
    const { method, url } = JSON.parse(text);
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.headers = headersOf(headers);
    Object.freeze(this);
  }
}

/** A final request: what is sent are its own properties; its methods are not among them. */
export class Call {
  #handle;
  #read;

  /** A call without a body, such as a GET, has no key for one; `read` reads the answer of a call that has no shape. */
  constructor(handle, envelope, body, warnings, read = decode) {
    this.operation = envelope.operation;
    this.method = envelope.method;
    this.url = envelope.url;
    this.headers = envelope.headers;
    if (body !== undefined) this.body = body;
    this.redirect = "manual";
    this.warnings = warnings === undefined || warnings.length === 0 ? NO_WARNINGS : freeze(warnings);
    this.#handle = handle;
    this.#read = read;
    Object.freeze(this);
  }

  decode(status, body) {
    return this.#read(this.#handle, this.operation, status, body);
  }

  noAnswer(options) {
    const sent = looking("sent", () => (typeof options === "object" && options !== null ? own(options, "sent") : undefined));
    if (sent !== "no" && sent !== "maybe") throw misuse("sent", 'say { sent: "no" } or { sent: "maybe" }');
    return new BillwireError(JSON.parse(this.#handle.use(glue.no_answer, OPERATIONS[this.operation], sent === "maybe")));
  }

  toJSON() {
    const shown = { ...this, headers: shownHeaders(this.headers) };
    return hasOwn(this, "body") ? { ...shown, body: HIDDEN } : shown;
  }

  [INSPECT]() {
    return this.toJSON();
  }
}

/** Reads the answer to an operation without a shape. */
export function decodeUntyped(_handle, operation, status, body) {
  try {
    return JSON.parse(instance.attempt(glue.decode_untyped, OPERATIONS[operation], httpStatus(status), bytesOf(body)));
  } finally {
    instance.relieve();
  }
}

/** Reads the answer to an operation. */
export function decode(handle, operation, status, body) {
  return shown(JSON.parse(handle.ask(glue.decode, OPERATIONS[operation], httpStatus(status), bytesOf(body))));
}

export function httpStatus(status) {
  if (Number.isInteger(status) && status >= 0 && status <= 65535) return status;
  throw misuse("status", "give the HTTP status as a number");
}

/**
 * A copy of a body, whichever way the host has it: whoever else holds the bytes may change them, and what they say of
 * themselves. Of a body that is too long only so much is carried over that the other side sees it.
 */
export function bytesOf(body, limit = instance.attempt(glue.answer_limit)) {
  if (isBytes(body)) return copyOf(body, limit + 1);
  if (typeof body === "string") {
    if (body.length > limit) return encoder.encode(body.slice(0, limit + 1));
    if (typeof body.isWellFormed !== "function" || body.isWellFormed()) return encoder.encode(body);
    throw misuse("body", "the text holds half a surrogate pair: give the bytes as they arrived");
  }
  // The last, since for all others it throws.
  if (isBuffer(body)) return copyOf(body, limit + 1);
  throw misuse("body", "give the raw body: a Uint8Array, or its text. A parsed body cannot be checked any more");
}

/** The address at which an account is linked goes to whoever asks for it by name, and is not printed. */
function shown(answer) {
  const link = ["data", "add_link_account"].reduce((inner, name) => inner && own(inner, name), answer);
  if (link && own(link, "web_url") !== undefined) {
    const print = () => ({ ...link, web_url: HIDDEN });
    for (const name of ["toJSON", INSPECT]) Object.defineProperty(link, name, { value: print, enumerable: false });
  }
  return answer;
}
