// Headers as arguments: a Headers, a Map, an object of names and values, or pairs.
import { invalidArgument } from "./errors.js";
import { elementsOf, isBytes, isIterable, isPlain, own } from "./intrinsics.js";

const ADVICE = "expected a Headers, an object of names and values, or pairs; not a flat list (rawHeaders)";

/** Names and values, which are of any type. */
export function entriesOf(headers) {
  if (typeof headers === "string" || isBytes(headers))
    throw invalidArgument("headers", "this is a body, and the headers come first: receive(headers, body)");
  if (typeof headers !== "object" || headers === null) throw invalidArgument("headers", ADVICE);
  if (!isIterable(headers)) {
    if (isRequest(headers)) throw invalidArgument("headers", "this is a request: pass its headers");
    return Object.entries(headers);
  }
  const entries = Array.isArray(headers) ? elementsOf(headers) : Array.from(headers);
  if (!entries.every(Array.isArray)) throw invalidArgument("headers", ADVICE);
  return entries.map((entry) => [own(entry, 0), own(entry, 1)]);
}

/** Whether a value is a request of Node, of the web or of a framework: its headers are an object inside it. */
function isRequest(value) {
  const inner = isPlain(value) ? own(value, "headers") : value.headers;
  return typeof inner === "object" && inner !== null && !Array.isArray(inner);
}
