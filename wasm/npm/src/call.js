// The class `Call`: a prepared call, printed without its secrets.
import { BillwireError, causeOf, freeze, invalidArgument, readArgument } from "./errors.js";
import { HIDDEN, INSPECT, headersOf, shownHeaders } from "./headers.js";
import { copyOf, hasOwn, isBuffer, isBytes, own } from "./intrinsics.js";
import { OPERATIONS } from "./models.js";
import { glue, instance } from "./wasm.js";

const NO_WARNINGS = Object.freeze([]);
const encoder = new TextEncoder();

/** Address and headers, which all calls of an operation share. */
export class Envelope {
  constructor(operation, { method, url, headers }) {
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.headers = headersOf(headers);
    Object.freeze(this);
  }
}

/** Final request. Its own properties are options of `fetch` and axios; methods are on the prototype, so that no client sends them. */
export class Call {
  #handle;
  #read;

  /** Without a body, as in a GET, the call has no member `body`. `read` decodes the answer of an untyped operation. */
  constructor(handle, envelope, body, warnings, read = decode) {
    this.operation = envelope.operation;
    this.method = envelope.method;
    this.url = envelope.url;
    this.headers = envelope.headers;
    if (body !== undefined) this.body = body;
    this.redirect = "manual";
    this.warnings = warnings === undefined || warnings.length === 0 ? NO_WARNINGS : freeze(warnings);
    addAxiosOptions(this, body);
    this.#handle = handle;
    this.#read = read;
    Object.freeze(this);
  }

  decode(status, body) {
    return this.#read(this.#handle, this.operation, status, body);
  }

  noAnswer(options) {
    const maybeSent = sentOf(options) === "maybe";
    const cause = readArgument("cause", () => causeOf(own(options, "cause")));
    return new BillwireError(JSON.parse(this.#handle.call(glue.no_answer, OPERATIONS[this.operation], maybeSent)), cause);
  }

  toJSON() {
    return shownRequest(this);
  }

  [INSPECT]() {
    return this.toJSON();
  }
}

/**
 * Adds what axios needs to send a request as it is. Without `data` it sends an empty body, and without `maxRedirects` it
 * sends the body and the `token` header again, to any server.
 */
export function addAxiosOptions(request, body) {
  if (body !== undefined) request.data = body;
  request.maxRedirects = 0;
  request.responseType = "arraybuffer";
  request.validateStatus = null;
}

/** Request as printers see it: without secrets and without the options of axios. */
export function shownRequest({ data, maxRedirects, responseType, validateStatus, ...shown }) {
  shown.headers = shownHeaders(shown.headers);
  if (hasOwn(shown, "body")) shown.body = HIDDEN;
  return shown;
}

/** Decodes the answer to an untyped operation. */
export function decodeUntyped(_handle, operation, status, body) {
  try {
    return JSON.parse(instance.attempt(glue.decode_untyped, OPERATIONS[operation], httpStatus(status), bytesOf(body)));
  } finally {
    instance.releaseMemory();
  }
}

/** Decodes the answer to an operation. */
export function decode(handle, operation, status, body) {
  return withHiddenLink(JSON.parse(handle.callAndRelease(glue.decode, OPERATIONS[operation], httpStatus(status), bytesOf(body))));
}

/** Whether a request without an answer was sent: "no" or "maybe". */
export function sentOf(options) {
  const sent = readArgument("sent", () => (typeof options === "object" && options !== null ? own(options, "sent") : undefined));
  if (sent !== "no" && sent !== "maybe") throw invalidArgument("sent", 'expected { sent: "no" } or { sent: "maybe" }');
  return sent;
}

export function httpStatus(status) {
  if (Number.isInteger(status) && status >= 0 && status <= 65535) return status;
  throw invalidArgument("status", "expected the HTTP status as a number, such as `response.status`");
}

/**
 * Copy of a body, given as bytes or text. Other code may hold the caller's bytes and change them during the call. Of a body
 * above the limit, one byte too many is copied, which is enough to refuse it.
 */
export function bytesOf(body, limit = instance.attempt(glue.answer_limit)) {
  if (isBytes(body)) return copyOf(body, limit + 1);
  if (typeof body === "string") {
    if (body.length > limit) return encoder.encode(body.slice(0, limit + 1));
    if (typeof body.isWellFormed !== "function" || body.isWellFormed()) return encoder.encode(body);
    throw invalidArgument("body", "the text holds half a surrogate pair: pass the bytes as they arrived");
  }
  // This check comes last because it throws, and catches, for every other type.
  if (isBuffer(body)) return copyOf(body, limit + 1);
  if (isPromise(body)) throw invalidArgument("body", "the body is a promise: await it first");
  throw invalidArgument("body", "pass the raw body as a Uint8Array, an ArrayBuffer or text. Do not parse it first");
}

function isPromise(value) {
  return readArgument("body", () => Object.prototype.toString.call(value)) === "[object Promise]";
}

/** Hides `web_url` from printers. The address links an account for its holder, so it is a secret. */
function withHiddenLink(answer) {
  const link = ["data", "add_link_account"].reduce((inner, name) => inner && own(inner, name), answer);
  if (link && own(link, "web_url") !== undefined) {
    const print = () => ({ ...link, web_url: HIDDEN });
    for (const name of ["toJSON", INSPECT]) Object.defineProperty(link, name, { value: print, enumerable: false });
  }
  return answer;
}
