// What callers give to the service's side, as it crosses.
import { misuse } from "../errors.js";

const HEADERS_ADVICE = "give a Headers, an object of names and values, or pairs";

const encoder = new TextEncoder();

/** Names and values as JSON; a name with several values is there several times. */
export function pairsOf(headers) {
  if (typeof headers !== "object" || headers === null) throw misuse("headers", HEADERS_ADVICE);
  const named = () => Object.entries(headers).filter(([, value]) => value !== undefined);
  const entries = Symbol.iterator in headers ? Array.from(headers) : named();
  const pairs = entries.flatMap((entry) => {
    const [name, value] = Array.isArray(entry) ? entry : [];
    return (Array.isArray(value) ? value : [value]).map((one) => {
      if (typeof name !== "string" || typeof one !== "string") throw misuse("headers", HEADERS_ADVICE);
      return [name, one];
    });
  });
  return JSON.stringify(pairs);
}

/** The bytes of a body. */
export function bytesOf(body) {
  if (body instanceof Uint8Array) return body;
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (typeof body === "string") return encoder.encode(body);
  throw misuse("body", "give the body as it is sent: text, or bytes");
}
