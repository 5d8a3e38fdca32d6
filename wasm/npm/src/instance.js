// A compiled wasm module and the instance of it that is in use. When that one breaks, the next call gets a new one.
import { BillwireError, faultOf, internal, misuse } from "./errors.js";

/** Who asks for a thing of the wasm side compares `generation`: what an earlier instance had is gone. */
export class Instance {
  /** The raw exports of the instance. */
  exports;
  /** Which one it is, counted from 1; 0 while there is none that works. Whoever sees it break sets it to 0. */
  generation = 0;
  #glue;
  #imports;
  #module;
  #compile;
  #count = 0;
  #underWay = 0;
  #loading;
  /** Whether what it holds cannot be made again, so that it is kept however large it has become. */
  isIrreplaceable = false;

  /** The glue is what the wasm imports, by the name that this very build has for it. */
  constructor(glue, name) {
    this.#glue = glue;
    this.#imports = { [name]: glue };
  }

  /** Starts at once, unless somebody else did. */
  start(compile) {
    if (this.#module !== undefined) return;
    const module = compile();
    this.#use(module, new WebAssembly.Instance(module, this.#imports));
  }

  /** Whether it was ever started. */
  get hasModule() {
    return this.#module !== undefined;
  }

  /** Says how the module is had, for when it is needed first. */
  offer(compile) {
    this.#compile ??= compile;
  }

  /** Starts, or starts anew, the asynchronous way: old web views allow no other. */
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

  /** Runs a call of the glue. What the wasm side throws becomes a BillwireError; whatever else is thrown has broken it. */
  attempt(call, ...args) {
    if (this.generation === 0) this.#startAnew();
    const { generation } = this;
    let result;
    this.#underWay++;
    try {
      result = call(...args);
    } catch (error) {
      const wasSound = this.generation === generation;
      this.generation = 0; // at once: the stack may be too short for a call
      const fault = faultOf(error);
      if (fault === undefined || !wasSound) throw accident(error);
      this.generation = generation;
      throw new BillwireError(fault);
    } finally {
      this.#underWay--;
    }
    // Its arguments are other people's code, which may have called us, and broken what it ran on.
    if (this.generation !== generation) throw accident();
    return result;
  }

  /**
   * Gives back what a huge request took. Memory of an instance never shrinks, so it is replaced by a small one, unless
   * somebody is still in it or the host makes no other that quickly. Numbers that were had from it are no longer good.
   */
  relieve() {
    const isLarge = this.generation !== 0 && this.exports.memory.buffer.byteLength > LARGEST;
    if (!isLarge || this.#underWay > 0 || this.isIrreplaceable) return;
    let next;
    try {
      next = new WebAssembly.Instance(this.#module, this.#imports);
    } catch {
      return;
    }
    this.#use(this.#module, next);
  }

  /** Not while a call is under way: it would go on with the memory of the new one. */
  #startAnew() {
    if (this.#underWay > 0) throw accident();
    if (this.#module === undefined && this.#compile === undefined) throw misuse("tools", NOT_LOADED);
    let module, next;
    try {
      module = this.#module ?? this.#compile();
      next = new WebAssembly.Instance(module, this.#imports);
    } catch (cause) {
      throw internal("the WebAssembly instance has broken, and no new one could be made: try again, or await slim's load()", cause);
    }
    this.#use(module, next);
  }

  #use(module, { exports }) {
    if (this.exports !== undefined) this.#bury();
    this.#module = module;
    this.exports = exports;
    this.#glue.__wbg_set_wasm(exports);
    exports.__wbindgen_start();
    this.generation = ++this.#count;
  }

  /** Wipes what was in the old one's memory, credentials too, and takes everybody's views of it away. */
  #bury() {
    const { memory } = this.exports;
    new Uint8Array(memory.buffer).fill(0);
    memory.grow(0);
  }
}

/** Bytes of memory that are kept from call to call. */
export const LARGEST = 24 << 20;

const NOT_LOADED = "its wasm is not loaded: give load() the source of billwire/slim/tools.wasm, too";

/** Says what has broken an instance. Only the engine's own errors go along: those of others may hold anything. */
export function accident(error) {
  if (error instanceof WebAssembly.RuntimeError) {
    return internal(`the WebAssembly instance has trapped (${error.message}) and will be replaced`, error);
  }
  if (error instanceof RangeError || error?.name === "InternalError") {
    return internal("the stack or the memory of the WebAssembly instance ran out, and it will be replaced", error);
  }
  return internal("the WebAssembly instance was left in the middle of a call, and will be replaced");
}
