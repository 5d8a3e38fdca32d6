// Arguments of the simulator, converted for the wasm.
import { invalidArgument } from "../errors.js";
import { copyOf, elementsOf, isBuffer, isBytes, isIterable, own } from "../intrinsics.js";
import { jsonText } from "../json.js";

const HEADERS_ADVICE = "expected a Headers, an object of names and values, or pairs";

const encoder = new TextEncoder();

/** Names and values as JSON. A name with several values appears once for each. */
export function pairsOf(headers) {
  if (typeof headers !== "object" || headers === null) throw invalidArgument("headers", HEADERS_ADVICE);
  const named = () => Object.entries(headers).filter(([, value]) => value !== undefined);
  const iterated = () => (Array.isArray(headers) ? elementsOf(headers) : Array.from(headers));
  const entries = isIterable(headers) ? iterated() : named();
  const pairs = entries.flatMap((entry) => {
    const [name, value] = Array.isArray(entry) ? [own(entry, 0), own(entry, 1)] : [];
    return (Array.isArray(value) ? elementsOf(value) : [value]).map((one) => {
      if (typeof name !== "string" || typeof one !== "string") throw invalidArgument("headers", HEADERS_ADVICE);
      return [name, one];
    });
  });
  return jsonText(pairs, (_key, value) => value);
}

/** Bytes of a body. */
export function bytesOf(body) {
  if (isBytes(body) || isBuffer(body)) return copyOf(body, Infinity);
  if (typeof body === "string") return encoder.encode(body);
  throw invalidArgument("body", "expected the body as text or bytes");
}
