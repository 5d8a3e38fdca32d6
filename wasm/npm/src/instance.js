// A compiled wasm module and its instance in use. When an instance traps, the next call gets a new one.
import { advised } from "./advice.js";
import { BillwireError, faultOf, internal, invalidArgument } from "./errors.js";
import { notStarted } from "./not-started.js";

/**
 * Instance of a wasm module. Objects that keep a number of the wasm compare `generation`: a new instance has
 * no old numbers.
 */
export class Instance {
  /** Raw exports of the instance. */
  exports;
  /** Number of the instance, from 1; 0 while none works. Code that sees the instance break sets it to 0. */
  generation = 0;
  #glue;
  #imports;
  #module;
  #count = 0;
  #underWay = 0;
  #loading;
  /** Returns whether its content cannot be made again: such an instance is kept although its memory is large. */
  isIrreplaceable = () => false;

  /** The wasm imports `glue` under `name`, which is that of one build: glue and wasm of two builds do not start. */
  constructor(glue, name) {
    this.#glue = glue;
    this.#imports = { [name]: glue };
  }

  /** Starts at once, unless it has started. */
  start(compile) {
    if (this.#module !== undefined) return;
    let module, first;
    try {
      module = compile();
      first = new WebAssembly.Instance(module, this.#imports);
    } catch (error) {
      throw notStarted(error);
    }
    this.#use(module, first);
  }

  /** Starts, or restarts, asynchronously. Old web views allow no other way. */
  load(compile) {
    const load = async () => {
      const module = this.#module ?? (await compile());
      const next = await WebAssembly.instantiate(module, this.#imports);
      if (this.generation === 0) this.#use(module, next);
    };
    if (this.generation !== 0) return Promise.resolve();
    this.#loading ??= load().finally(() => (this.#loading = undefined));
    return this.#loading;
  }

  /**
   * Runs a call of the glue. An error of the wasm becomes a BillwireError. Any other error means that the
   * instance broke.
   */
  attempt(call, ...args) {
    if (args.some(isPromise)) throw invalidArgument("argument", "it is a promise: await it first");
    if (this.generation === 0) this.#startAnew();
    const { generation } = this;
    let result;
    this.#underWay++;
    try {
      result = call(...args);
    } catch (error) {
      const wasSound = this.generation === generation;
      this.generation = 0; // first, because the stack may be too short for a call
      const fault = faultOf(error);
      if (fault === undefined || !wasSound) throw brokenInstance(error);
      this.generation = generation;
      throw new BillwireError(advised(fault, args));
    } finally {
      this.#underWay--;
    }
    // Getters of the arguments are the caller's code, which may have called billwire and broken the instance.
    if (this.generation !== generation) throw brokenInstance();
    return result;
  }

  /**
   * Like `attempt`, and releases the memory of a huge request afterwards. The result must not be a number of
   * the wasm, except that of a flow, which keeps the instance.
   */
  attemptAndRelease(call, ...args) {
    try {
      return this.attempt(call, ...args);
    } finally {
      this.releaseMemory();
    }
  }

  /**
   * Releases the memory of a huge request. The memory of an instance never shrinks, so a new instance
   * replaces it, unless a call is still running or the runtime makes no instance synchronously. Numbers of
   * the old instance are invalid then.
   */
  releaseMemory() {
    const isLarge = this.generation !== 0 && this.exports.memory.buffer.byteLength > LARGEST;
    if (!isLarge || this.#underWay > 0 || this.isIrreplaceable()) return;
    let next;
    try {
      next = new WebAssembly.Instance(this.#module, this.#imports);
    } catch {
      return;
    }
    this.#use(this.#module, next);
  }

  /** Makes a new instance. It throws while a call is running, which would go on with the memory of the new instance. */
  #startAnew() {
    if (this.#underWay > 0) throw brokenInstance();
    let next;
    try {
      next = new WebAssembly.Instance(this.#module, this.#imports);
    } catch (cause) {
      throw internal(
        "the WebAssembly instance has trapped, and no new one could be made: try again, or await slim's load()",
        cause,
      );
    }
    this.#use(this.#module, next);
  }

  #use(module, { exports }) {
    if (this.exports !== undefined) this.#wipe();
    this.#module = module;
    this.exports = exports;
    this.#glue.__wbg_set_wasm(exports);
    exports.__wbindgen_start();
    this.generation = ++this.#count;
  }

  /** Wipes the memory of the old instance, with its credentials, and detaches all views of it. */
  #wipe() {
    const { memory } = this.exports;
    new Uint8Array(memory.buffer).fill(0);
    memory.grow(0);
  }
}

/** Whether an argument is a promise, which has no member and would be read as options that name nothing. */
function isPromise(argument) {
  try {
    return argument instanceof Promise;
  } catch {
    return false; // a proxy of the caller threw: the wasm reports it
  }
}

/** Bytes of memory that an instance keeps from call to call. */
export const LARGEST = 24 << 20;

/**
 * Error for an instance that broke. Only errors of the engine become its cause: others may hold values of the
 * caller.
 */
export function brokenInstance(error) {
  if (error instanceof WebAssembly.RuntimeError) {
    return internal(`the WebAssembly instance has trapped (${error.message}) and will be replaced`, error);
  }
  if (error instanceof RangeError || error?.name === "InternalError") {
    return internal(
      "the stack or the memory of the WebAssembly instance ran out, and it will be replaced",
      error,
    );
  }
  return internal("the WebAssembly instance was left in the middle of a call, and will be replaced");
}
