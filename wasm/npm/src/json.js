// Plain data as JSON text. Not like JSON.stringify, it takes own members alone, whatever Object.prototype and
// Array.prototype have been given.
import { elementsOf, isPlain, own } from "./intrinsics.js";

const { stringify } = JSON;
const { isArray } = Array;

/** The text; undefined for what has none. `replace` is given each key with its value first, and may throw. */
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

/** What an object of a class of its own, such as a Date or a URL, says it is as data. */
function dataOf(value) {
  if (typeof value !== "object" || value === null || isArray(value) || isPlain(value)) return value;
  const { toJSON } = value;
  return typeof toJSON === "function" && toJSON !== Object.prototype.toJSON ? value.toJSON() : value;
}
