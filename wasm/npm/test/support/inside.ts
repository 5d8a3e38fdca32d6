// The instances of the package's wasm, whichever files of the package make them. Vitest loads this file before the tests.
import assert from "node:assert/strict";

interface Side {
  /** Exports of the newest instance. */
  readonly exports: {
    readonly memory: WebAssembly.Memory;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    reserve(text: number, values: number): void;
  };
  /** The object that the instance imports. */
  readonly glue: {
    new_biller(options: object, inBrowser: boolean): readonly [number, unknown];
    drop_biller(number: number): void;
    new_receiver(options: object, checkout: boolean): readonly [number, unknown];
    drop_receiver(number: number): void;
    new_key(token: string): number;
    drop_key(number: number): void;
  };
  /** How many instances there have been. */
  readonly generation: number;
}

/** Name of a wasm of the package. */
export type Part = "main" | "tools" | "testing";

/** Names by which a wasm imports its glue. */
const GLUE = /^\.\/billwire(?:_(tools|testing))?-[^/]*_bg\.js$/;
const sides: Partial<Record<Part, Side>> = {};

const { Instance, instantiate } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, [module, imports]) => noted(new target(module, imports), imports),
});
WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: WebAssembly.Imports) =>
  noted(await instantiate(module, imports), imports)) as typeof instantiate;

function noted(instance: WebAssembly.Instance, imports: WebAssembly.Imports = {}): WebAssembly.Instance {
  for (const [name, glue] of Object.entries(imports)) {
    const [matched, part = "main"] = GLUE.exec(name) ?? [];
    if (matched === undefined) continue;
    const generation = (sides[part as Part]?.generation ?? 0) + 1;
    sides[part as Part] = { exports: instance.exports, glue, generation } as unknown as Side;
  }
  return instance;
}

function side(part: Part): Side {
  const found = sides[part];
  assert(found !== undefined, `no instance of ${part}`);
  return found;
}

/** Overwrites all memory of a wasm, so that its next call traps. */
export function overwriteMemory(part: Part = "main"): void {
  new Uint8Array(side(part).exports.memory.buffer).fill(0xff);
}

/** Makes the wasm trap inside a call. Its state stays borrowed, so that every later call of the instance fails. */
export function trapInside(): void {
  assert.throws(() => side("main").exports.reserve(2 ** 31, 0), WebAssembly.RuntimeError);
}

/** Number of instances that there have been. */
export function generation(part: Part = "main"): number {
  return sides[part]?.generation ?? 0;
}

export function memoryInUse(part: Part = "main"): WebAssembly.Memory {
  return side(part).exports.memory;
}

/** Number of handles of each kind, found by making one more, and size of the table of JavaScript values. */
export function handles(): { billers: number; receivers: number; keys: number; values: number } {
  const { glue, exports } = side("main");
  const [biller] = glue.new_biller({ baseUrl: "https://service.example" }, false);
  const [receiver] = glue.new_receiver({}, true);
  const key = glue.new_key("key");
  glue.drop_biller(biller);
  glue.drop_receiver(receiver);
  glue.drop_key(key);
  return { billers: biller, receivers: receiver, keys: key, values: exports.__wbindgen_externrefs.length };
}
