// Functions of the engine that inspect a value without asking the value or its prototypes. They are taken
// when this module is loaded, before a program can replace them.

const { getPrototypeOf, getOwnPropertyDescriptor } = Object;
const { prototype: ofObjects } = Object;
const { isArray } = Array;
const { bind, call } = Function.prototype;

/** Method as a function that takes the value as its first argument. */
const uncurried = (method) => bind.call(call, method);
const getter = (prototype, name) => uncurried(getOwnPropertyDescriptor(prototype, name).get);

/** Whether an object has a member of its own. */
export const { hasOwn } = Object;

/** Own member of an object; undefined for one that is inherited. */
export function own(object, name) {
  return hasOwn(object, name) ? object[name] : undefined;
}

/** Elements of an array. A gap is undefined, even if Array.prototype has an element there. */
export function elementsOf(list) {
  return Array.from({ length: list.length }, (_, index) => own(list, index));
}

/** Whether the prototype of an object is Object.prototype or null. */
export function isPlain(object) {
  if (typeof object !== "object" || object === null) return false;
  const prototype = getPrototypeOf(object);
  return prototype === ofObjects || prototype === null;
}

/** Whether an object is iterable. A plain object is so only by a member of its own. */
export function isIterable(object) {
  return isArray(object) || (isPlain(object) ? hasOwn(object, Symbol.iterator) : Symbol.iterator in object);
}

/** Time of a Date in milliseconds; throws for any other value. */
export const timeOf = uncurried(Date.prototype.getTime);

const ofTyped = getPrototypeOf(Uint8Array.prototype);
const tagOf = getter(ofTyped, Symbol.toStringTag);
const bufferOf = getter(ofTyped, "buffer");
const offsetOf = getter(ofTyped, "byteOffset");
const sizeOf = getter(ArrayBuffer.prototype, "byteLength");

/** Bytes of a Uint8Array: 0 if its buffer is detached or has shrunk. */
export const lengthOf = getter(ofTyped, "length");

/** Copies one Uint8Array into another, which has to be long enough. */
export const copyInto = uncurried(ofTyped.set);

/** Whether a value is a Uint8Array of any realm. */
export function isBytes(value) {
  return tagOf(value) === "Uint8Array";
}

/** Whether a value is an ArrayBuffer of any realm. A SharedArrayBuffer is not. */
export function isBuffer(value) {
  try {
    return sizeOf(value) >= 0;
  } catch {
    return false;
  }
}

/** Copy of the first `most` bytes of a Uint8Array or an ArrayBuffer, which no other code can reach. */
export function copyOf(bytes, most) {
  const isView = isBytes(bytes);
  const length = isView ? lengthOf(bytes) : sizeOf(bytes);
  // biome-ignore lint/complexity/useMathMinMax: a program may replace `Math.min`
  const copy = new Uint8Array(length < most ? length : most);
  // The view has the length of the copy: a view that tracks its buffer may have grown since.
  if (length > 0)
    copyInto(
      copy,
      isView
        ? new Uint8Array(bufferOf(bytes), offsetOf(bytes), copy.length)
        : new Uint8Array(bytes, 0, copy.length),
    );
  return copy;
}
