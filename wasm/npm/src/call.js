// The class `Call`, and how answers are decoded.
import { unsent } from "./arguments.js";
import { freeze, hideLink, hideMember, invalidArgument, refusePromise } from "./errors.js";
import { copyOf, isBuffer, isBytes } from "./intrinsics.js";
import { OPERATIONS } from "./models.js";
import { PreparedRequest } from "./request.js";
import { glue, instance } from "./wasm.js";

const NO_WARNINGS = Object.freeze([]);
const encoder = new TextEncoder();

/** Prepared call of an operation. */
export class Call extends PreparedRequest {
  #handle;
  #read;
  #warnings;

  static {
    unsent(Call, "call", ["outcome"]);
  }

  /** `warnings` is a list, or its JSON text. `read` decodes the answer of an untyped operation. */
  constructor(handle, envelope, body, warnings, read = decode) {
    super(handle, envelope, body, envelope.operation === "settlement");
    this.#handle = handle;
    this.#read = read;
    this.#warnings = typeof warnings === "string" ? warnings : freeze(warnings ?? NO_WARNINGS);
    Object.freeze(this);
  }

  get warnings() {
    // Few programs look at them, and reading them takes as long as preparing the call.
    if (typeof this.#warnings === "string") this.#warnings = freeze(JSON.parse(this.#warnings));
    return this.#warnings;
  }

  decode(status, body) {
    return this.#read(this.#handle, this.operation, status, body, this.body);
  }
}

/** Decodes the answer to an untyped operation. */
export function decodeUntyped(_handle, operation, status, body) {
  return JSON.parse(
    instance.attemptAndRelease(glue.decode_untyped, OPERATIONS[operation], httpStatus(status), bytesOf(body)),
  );
}

/** Decodes the answer to an operation, and holds it against the body of its request if that is known. */
export function decode(handle, operation, status, body, request) {
  const answer = JSON.parse(
    handle.callAndRelease(glue.decode, OPERATIONS[operation], httpStatus(status), bytesOf(body), request),
  );
  if (operation === "settlement") return answer;
  const { response, link, ...told } = answer;
  const outcome = { ...told, ...response };
  if (operation === "verification") return outcome;
  hideLink(outcome.data);
  return hideMember(outcome, "link", link);
}

export function httpStatus(status) {
  if (Number.isInteger(status) && status >= 0 && status <= 65535) return status;
  throw invalidArgument("status", "expected the HTTP status as a number, such as `response.status`");
}

/**
 * Copy of a body, given as bytes or text. Other code may hold the caller's bytes and change them during the
 * call. Of a body above the limit, one byte too many is copied, which is enough to refuse it.
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
  refusePromise(body, "body");
  throw invalidArgument(
    "body",
    "pass the raw body as a Uint8Array, an ArrayBuffer or text. Do not parse it first",
  );
}
