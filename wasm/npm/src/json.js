// Plain data as JSON text. Unlike JSON.stringify, it reads own members only, so that a member that a program adds to
// Object.prototype or Array.prototype is not sent.
import { elementsOf, isPlain, own } from "./intrinsics.js";

const { stringify } = JSON;
const { isArray } = Array;

/**
 * JSON text of a value, or undefined for a value without one. `replace` gets each key and value first, and
 * may throw.
 */
export function jsonText(value, replace, key = "") {
  const plain = replace(key, dataOf(value));
  if (typeof plain !== "object" || plain === null) return stringify(plain);
  if (isArray(plain)) {
    const items = elementsOf(plain).map((item, index) => jsonText(item, replace, `${index}`) ?? "null");
    return `[${items.join(",")}]`;
  }
  const members = [];
  for (const name of Object.keys(plain)) {
    const text = jsonText(own(plain, name), replace, name);
    if (text !== undefined) members.push(`${stringify(name)}:${text}`);
  }
  return `{${members.join(",")}}`;
}

/** Result of `toJSON` for an object of a class, such as a Date or a URL; any other value as it is. */
function dataOf(value) {
  if (typeof value !== "object" || value === null || isArray(value) || isPlain(value)) return value;
  const { toJSON } = value;
  return typeof toJSON === "function" && toJSON !== Object.prototype.toJSON ? value.toJSON() : value;
}
