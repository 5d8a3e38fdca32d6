// Settings as a list of words and texts, which memory.js writes into the buffers: see the crate's settings.rs.
import { elementsOf, isPlain } from "../intrinsics.js";

const { isArray } = Array;
const { getOwnPropertyDescriptor } = Object;
const { isSafeInteger } = Number;

/** Levels that are read: more than any settings have. */
const DEPTH = 8;
const KIND_BITS = 3;
const [UNDEFINED, NULL, BOOL, WHOLE, TEXT, LIST, MEMBERS] = [0, 1, 2, 3, 4, 5, 6];

/** Word of a value with so many bytes, items or members. */
const wordOf = (kind, count) => (count << KIND_BITS) | kind;

/**
 * Words and texts of plain settings, and a copy of the settings. Undefined for settings that only the full path reads, such as
 * those with a getter, which is the caller's code and runs once.
 */
export function packed(settings) {
  const items = [];
  try {
    return { copy: packValue(settings, items, DEPTH), items };
  } catch {
    return undefined;
  }
}

function packValue(value, items, depth) {
  if (depth === 0) throw UNUSUAL;
  if (value === undefined) items.push(UNDEFINED);
  else if (value === null) items.push(NULL);
  else if (typeof value === "boolean") items.push(wordOf(BOOL, Number(value)));
  else if (isSafeInteger(value)) items.push({ kind: WHOLE, text: String(value) });
  else if (typeof value === "string") items.push(textOf(value));
  else if (isArray(value)) return packList(value, items, depth - 1);
  else if (isPlain(value)) return packMembers(value, items, depth - 1);
  else throw UNUSUAL;
  return value;
}

function packList(list, items, depth) {
  items.push(wordOf(LIST, list.length));
  return elementsOf(list).map((item) => packValue(item, items, depth));
}

function packMembers(object, items, depth) {
  const keys = Reflect.ownKeys(object).filter((key) => typeof key === "string");
  items.push(wordOf(MEMBERS, keys.length));
  return Object.fromEntries(
    keys.map((key) => {
      const member = getOwnPropertyDescriptor(object, key);
      if (!("value" in member)) throw UNUSUAL;
      items.push(textOf(key));
      return [key, packValue(member.value, items, depth)];
    }),
  );
}

/** A text without half a surrogate pair, which the encoder would replace. */
function textOf(text) {
  if (/\p{Surrogate}/u.test(text)) throw UNUSUAL;
  return { kind: TEXT, text };
}

/** Thrown for a value that no ordinary settings have. */
const UNUSUAL = Symbol("unusual");

export { wordOf };
