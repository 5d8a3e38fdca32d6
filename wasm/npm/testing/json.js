// What crosses to the wasm side: text. Whatever the caller's objects do when they are read, they do before.
import { misuse } from "../errors.js";
import { jsonText } from "../json.js";

/** Plain data as JSON. Not like JSON.stringify, it refuses what JSON cannot say. */
export function jsonOf(value, path) {
  let json;
  try {
    json = jsonText(value, (_key, inner) => plainData(inner));
  } catch {
    throw misuse(path, "give plain data: objects, lists, text, finite numbers, true, false and null");
  }
  return json ?? "null";
}

function plainData(value) {
  if (typeof value === "bigint") return plainData(Number(value));
  if (typeof value === "function" || typeof value === "symbol") throw new TypeError();
  if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError();
  return value;
}
