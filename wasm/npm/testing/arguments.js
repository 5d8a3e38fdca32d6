// Arguments of the simulator, converted for the wasm.
import { invalidArgument, readArgument } from "../errors.js";
import { entriesOf } from "../header-entries.js";
import { copyOf, elementsOf, isBuffer, isBytes } from "../intrinsics.js";
import { jsonText } from "../json.js";

const encoder = new TextEncoder();

/** Names and values as JSON. A name with several values appears once for each. */
export function pairsOf(headers) {
  return readArgument("headers", () => textOf(headers));
}

function textOf(headers) {
  const pairs = entriesOf(headers).flatMap(([name, value]) => {
    if (value === undefined) return [];
    return (Array.isArray(value) ? elementsOf(value) : [value]).map((one) => {
      if (typeof name !== "string" || typeof one !== "string")
        throw invalidArgument("headers", "expected text as the name and the value of a header");
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
