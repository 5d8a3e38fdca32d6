// What the wasm side holds for an object of ours.
import { misuse } from "./errors.js";

/**
 * A thing of the wasm side by its number there. It is made again where the instance is a new one, and given back when
 * the last one that uses it is gone.
 */
export class WasmHandle {
  #instance;
  #make;
  #held;

  /** The first number is there already; `make` makes another one out of the same, and `drop` gives one back. */
  constructor(instance, number, make, drop) {
    this.#instance = instance;
    this.#make = make;
    this.#held = { instance, generation: instance.generation, number, drop };
    leftovers?.register(this, this.#held);
  }

  get number() {
    const held = this.#held;
    if (held.generation !== this.#instance.generation) {
      held.number = this.#make();
      held.generation = this.#instance.generation;
    }
    return held.number;
  }

  use(call, ...args) {
    return this.#instance.attempt(call, this.number, ...args);
  }

  /** The same for a call whose result is no number to be kept, after which memory may be given back. */
  ask(call, ...args) {
    try {
      return this.#instance.attempt(call, this.number, ...args);
    } finally {
      this.#instance.relieve();
    }
  }

  /** Gives it back now; it is made again where it is used again. */
  rest() {
    giveBack(this.#held);
    this.#held.generation = NEVER;
  }

  /** Gives it back now; whoever asks for it later is told `gone`. */
  release(gone) {
    this.rest();
    this.#make = () => {
      throw gone();
    };
  }
}

/** No instance is of this generation. */
const NEVER = -1;

/** Has `using` dispose of a class's objects, where the host knows it. */
export function disposable({ prototype }) {
  const { dispose } = Symbol;
  if (typeof dispose !== "symbol") return;
  Object.defineProperty(prototype, dispose, { value: prototype.dispose, writable: true, configurable: true });
}

/** The error for whoever uses what was disposed of. */
export function disposed(name) {
  return misuse(name, "it was disposed of, and its credentials are gone: make a new one");
}

const leftovers = typeof FinalizationRegistry === "function" ? new FinalizationRegistry(giveBack) : undefined;

/** Nobody is there who could be told of a fault. */
function giveBack({ instance, generation, number, drop }) {
  if (generation !== instance.generation) return;
  try {
    instance.attempt(drop, number);
  } catch {
    // The instance is replaced by the next call.
  }
}
