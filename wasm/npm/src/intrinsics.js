// The engine's own word on a value, whatever the value and its prototypes say. All of it is taken when this module is loaded.

const { getPrototypeOf, getOwnPropertyDescriptor } = Object;
const { prototype: ofObjects } = Object;
const { isArray } = Array;
const { bind, call } = Function.prototype;

/** A method as a function, whose first argument is the value. */
const uncurried = (method) => bind.call(call, method);
const getter = (prototype, name) => uncurried(getOwnPropertyDescriptor(prototype, name).get);

/** Whether a member is an object's own. */
export const { hasOwn } = Object;

/** An own member; undefined for one that is inherited. */
export function own(object, name) {
  return hasOwn(object, name) ? object[name] : undefined;
}

/** The elements of a list. A gap is undefined, whatever it inherits. */
export function elementsOf(list) {
  return Array.from({ length: list.length }, (_, index) => own(list, index));
}

/** Whether an object inherits from nothing but Object.prototype. */
export function isPlain(object) {
  if (typeof object !== "object" || object === null) return false;
  const prototype = getPrototypeOf(object);
  return prototype === ofObjects || prototype === null;
}

/** Whether an object is there to be iterated over. A plain one is so by a member of its own alone. */
export function isIterable(object) {
  return isArray(object) || (isPlain(object) ? hasOwn(object, Symbol.iterator) : Symbol.iterator in object);
}

/** The time of a Date; throws for anything else. */
export const timeOf = uncurried(Date.prototype.getTime);

const ofTyped = getPrototypeOf(Uint8Array.prototype);
const tagOf = getter(ofTyped, Symbol.toStringTag);
const bufferOf = getter(ofTyped, "buffer");
const offsetOf = getter(ofTyped, "byteOffset");
const sizeOf = getter(ArrayBuffer.prototype, "byteLength");

/** How many bytes a Uint8Array has. Where its buffer was given away or has shrunk, it has none. */
export const lengthOf = getter(ofTyped, "length");

/** Copies one Uint8Array into another, in which there has to be room. */
export const put = uncurried(ofTyped.set);

/** Whether a value is a Uint8Array, in whichever realm it was made. */
export function isBytes(value) {
  return tagOf(value) === "Uint8Array";
}

/** Whether a value is an ArrayBuffer, in whichever realm it was made; a shared one is none. */
export function isBuffer(value) {
  try {
    return sizeOf(value) >= 0;
  } catch {
    return false;
  }
}

/** A copy of the first bytes, which nobody else can reach, of a Uint8Array or an ArrayBuffer. */
export function copyOf(bytes, most) {
  const isView = isBytes(bytes);
  const length = isView ? lengthOf(bytes) : sizeOf(bytes);
  const copy = new Uint8Array(length < most ? length : most);
  // A view of this very length: one that follows its buffer may have become longer.
  if (length > 0) put(copy, isView ? new Uint8Array(bufferOf(bytes), offsetOf(bytes), copy.length) : new Uint8Array(bytes, 0, copy.length));
  return copy;
}
