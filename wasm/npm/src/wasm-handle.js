// The handle by which an object of JavaScript uses its counterpart in the wasm.
import { invalidArgument } from "./errors.js";

/** Generation of no instance. */
const NEVER = -1;

/**
 * Handle of an object in the wasm, by its number there. A new instance makes the object again. The garbage
 * collector frees it after the last user of the handle.
 */
export class WasmHandle {
  #instance;
  #make;
  #object;

  /**
   * `number` is the first object, or undefined until it is used; `make` makes the same one again, and `drop`
   * frees one.
   */
  constructor(instance, number, make, drop) {
    this.#instance = instance;
    this.#make = make;
    this.#object = { instance, generation: number === undefined ? NEVER : instance.generation, number, drop };
    finalizers?.register(this, this.#object);
  }

  get number() {
    const object = this.#object;
    if (!this.isMade) {
      object.number = this.#make();
      object.generation = this.#instance.generation;
    }
    return object.number;
  }

  /** Whether the instance in use has the object. */
  get isMade() {
    return this.#object.generation === this.#instance.generation;
  }

  call(entry, ...args) {
    return this.#instance.attempt(entry, this.number, ...args);
  }

  callAndRelease(entry, ...args) {
    return this.#instance.attemptAndRelease(entry, this.number, ...args);
  }

  /** Frees the object now; the next use makes it again. */
  free() {
    freeObject(this.#object);
    this.#object.generation = NEVER;
  }

  /** Frees the object for good; a later use throws what `gone` returns. */
  release(gone) {
    this.free();
    this.#make = () => {
      throw gone();
    };
  }
}

/** Lets `using` dispose of the objects of a class, if the runtime knows `Symbol.dispose`. */
export function disposable({ prototype }) {
  const { dispose } = Symbol;
  if (typeof dispose !== "symbol") return;
  Object.defineProperty(prototype, dispose, { value: prototype.dispose, writable: true, configurable: true });
}

/** Error for the use of a disposed object. */
export function disposed(name) {
  return invalidArgument(name, "it is disposed and its credentials are wiped: make a new one");
}

const finalizers =
  typeof FinalizationRegistry === "function" ? new FinalizationRegistry(freeObject) : undefined;

/** Frees the object of a handle. An error has no caller to go to. */
function freeObject({ instance, generation, number, drop }) {
  if (generation !== instance.generation) return;
  try {
    instance.attempt(drop, number);
  } catch {
    // The instance is replaced by the next call.
  }
}
