// A prepared call, and what it shows of itself.
import { BillwireError, freeze, looking, misuse } from "./errors.js";
import { OPERATIONS } from "./models.js";
import { glue, instance } from "./wasm.js";

const HIDDEN = "[hidden]";
const INSPECT = Symbol.for("nodejs.util.inspect.custom");
const NO_WARNINGS = Object.freeze([]);
const encoder = new TextEncoder();

/** What all calls of an operation share: the address and the headers. */
export class Envelope {
  constructor(operation, [text, headers]) {
    const { method, url } = JSON.parse(text);
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.headers = new RequestHeaders(headers);
    Object.freeze(this);
  }
}

/** The headers of a call. Their values go out, but are not printed where they are secret. */
class RequestHeaders {
  #secret;

  constructor(headers) {
    this.#secret = new Set();
    for (const [name, value, secret] of headers) {
      this[name] = value;
      if (secret) this.#secret.add(name);
    }
    Object.freeze(this);
  }

  toJSON() {
    return Object.fromEntries(Object.entries(this).map(([name, value]) => [name, this.#secret.has(name) ? HIDDEN : value]));
  }

  [INSPECT]() {
    return this.toJSON();
  }
}

/** A final request: what is sent are its own properties; its methods are not among them. */
export class Call {
  #slot;
  #read;

  /** A call without a body, such as a GET, has no key for one; `read` reads the answer of a call that has no shape. */
  constructor(slot, envelope, body, warnings, read = decode) {
    this.operation = envelope.operation;
    this.method = envelope.method;
    this.url = envelope.url;
    this.headers = envelope.headers;
    if (body !== undefined) this.body = body;
    this.redirect = "manual";
    this.warnings = warnings === undefined || warnings.length === 0 ? NO_WARNINGS : freeze(warnings);
    this.#slot = slot;
    this.#read = read;
    Object.freeze(this);
  }

  decode(status, body) {
    return this.#read(this.#slot, this.operation, status, body);
  }

  noAnswer(options) {
    const sent = looking("sent", () => options?.sent);
    if (sent !== "no" && sent !== "maybe") throw misuse("sent", 'say { sent: "no" } or { sent: "maybe" }');
    return new BillwireError(JSON.parse(this.#slot.use(glue.no_answer, OPERATIONS[this.operation], sent === "maybe")));
  }

  toJSON() {
    return "body" in this ? { ...this, body: HIDDEN } : { ...this };
  }

  [INSPECT]() {
    return { ...this.toJSON(), headers: this.headers.toJSON() };
  }
}

/** Reads the answer to an operation without a shape. */
export function decodeUnshaped(_slot, operation, status, body) {
  return JSON.parse(instance.attempt(glue.decode_unshaped, OPERATIONS[operation], httpStatus(status), bytesOf(body)));
}

/** Reads the answer to an operation. */
export function decode(slot, operation, status, body) {
  return shown(JSON.parse(slot.use(glue.decode, OPERATIONS[operation], httpStatus(status), bytesOf(body))));
}

export function httpStatus(status) {
  if (Number.isInteger(status) && status >= 0 && status <= 65535) return status;
  throw misuse("status", "give the HTTP status as a number");
}

/**
 * The bytes of a body, whichever way the host has it. Of one that is too long only so many are carried over that the
 * other side sees it.
 */
export function bytesOf(body, limit = instance.attempt(glue.answer_limit)) {
  if (isBytes(body)) return body.length === 0 ? NO_BYTES : body.length > limit ? body.subarray(0, limit + 1) : body;
  if (typeof body === "string") {
    if (body.length > limit) return encoder.encode(body.slice(0, limit + 1));
    if (typeof body.isWellFormed !== "function" || body.isWellFormed()) return encoder.encode(body);
    throw misuse("body", "the text holds half a surrogate pair: give the bytes as they arrived");
  }
  // The last, since for all others it throws.
  if (isBuffer(body)) return body.byteLength === 0 ? NO_BYTES : bytesOf(new Uint8Array(body), limit);
  throw misuse("body", "give the raw body: a Uint8Array, or its text. A parsed body cannot be checked any more");
}

// These getters tell what a value is: in whichever realm it was made, and whatever its prototype says.
const tagOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;
const lengthOf = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, "byteLength").get;
// Those of a buffer that was given away cannot even be copied.
const NO_BYTES = new Uint8Array(0);

export function isBytes(value) {
  return tagOf.call(value) === "Uint8Array";
}

function isBuffer(value) {
  try {
    return lengthOf.call(value) >= 0;
  } catch {
    return false;
  }
}

/** The address at which an account is linked goes to whoever asks for it by name, and is not printed. */
function shown(answer) {
  const link = answer?.data?.add_link_account;
  if (link?.web_url !== undefined) {
    const print = () => ({ ...link, web_url: HIDDEN });
    for (const name of ["toJSON", INSPECT]) Object.defineProperty(link, name, { value: print, enumerable: false });
  }
  return answer;
}
