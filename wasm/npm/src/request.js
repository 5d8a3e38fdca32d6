// What a call and the request of a flow share.
import { CallHeaders, INSPECT } from "./headers.js";

/**
 * Final request. Only the operation, the method and the address are its own members, which loggers walk;
 * headers and body come from accessors of the class.
 */
export class PreparedRequest {
  #headers;
  #body;

  /** Without a body, as in a GET, `body` is undefined. */
  constructor({ operation, method, url, headers }, body) {
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.#headers = headers;
    this.#body = body;
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

  /** With the options `showHidden` and `getters`, Node's inspect runs accessors of a class too. */
  [INSPECT]() {
    return { ...this };
  }
}

/** Members that calls of an operation share. `headers` is a list of name, value and whether the value is secret. */
export function envelopeOf(operation, { method, url, headers }) {
  return { operation, method, url, headers: new CallHeaders(headers) };
}
