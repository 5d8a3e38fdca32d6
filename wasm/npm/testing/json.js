// Data for the wasm as JSON text. Getters of the caller run here, and not while the wasm works.
import { invalidArgument, refusePromise } from "../errors.js";
import { jsonText } from "../json.js";

/** Plain data as JSON text. Unlike JSON.stringify, it refuses values that JSON cannot express. */
export function jsonOf(value, path) {
  refusePromise(value, path);
  if (Array.isArray(value) || !["object", "undefined"].includes(typeof value))
    throw invalidArgument(path, "expected an object");
  let json;
  try {
    json = jsonText(value, (_key, inner) => plainData(inner));
  } catch {
    throw invalidArgument(
      path,
      "expected plain data: objects, lists, text, finite numbers, true, false and null",
    );
  }
  return json ?? "null";
}

function plainData(value) {
  if (typeof value === "bigint") return plainData(Number(value));
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError();
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError();
  return value;
}
