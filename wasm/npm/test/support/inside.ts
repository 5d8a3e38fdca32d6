// The wasm modules of the package under test, with the instances that the package uses.
import assert from "node:assert/strict";
import { DIST } from "./models.ts";

interface Side {
  readonly instance: {
    /** Exports of the instance in use; a new object after a trap. */
    readonly exports: {
      readonly memory: WebAssembly.Memory;
      readonly __wbindgen_externrefs: WebAssembly.Table;
      reserve(text: number, values: number): void;
    };
    readonly generation: number;
  };
  readonly glue: {
    new_biller(options: object, inBrowser: boolean): readonly [number, unknown];
    drop_biller(number: number): void;
    new_receiver(options: object, checkout: boolean): readonly [number, unknown];
    drop_receiver(number: number): void;
    new_key(token: string): number;
    drop_key(number: number): void;
  };
}

/** Name of a wasm of the package. */
export type Part = "main" | "tools" | "testing";

const main = (await import(new URL("wasm.js", DIST).href)) as Side;
const sides: Record<Part, Side> = {
  main,
  tools: (await import(new URL("tools/wasm.js", DIST).href)) as Side,
  testing: (await import(new URL("testing/wasm.js", DIST).href)) as Side,
};

/** Overwrites all memory of a wasm, so that its next call traps. */
export function overwriteMemory(part: Part = "main"): void {
  new Uint8Array(sides[part].instance.exports.memory.buffer).fill(0xff);
}

/** Makes the wasm trap inside a call. Its state stays borrowed, so that every later call of the instance fails. */
export function trapInside(): void {
  assert.throws(() => main.instance.exports.reserve(2 ** 31, 0), WebAssembly.RuntimeError);
}

/** Number of the instance in use; 0 for none. */
export function generation(part: Part = "main"): number {
  return sides[part].instance.generation;
}

export function memoryInUse(part: Part = "main"): WebAssembly.Memory {
  return sides[part].instance.exports.memory;
}

/** Number of handles of each kind, found by making one more, and size of the table of JavaScript values. */
export function handles(): { billers: number; receivers: number; keys: number; values: number } {
  const { glue, instance } = main;
  const [biller] = glue.new_biller({ baseUrl: "https://service.example" }, false);
  const [receiver] = glue.new_receiver({}, true);
  const key = glue.new_key("key");
  glue.drop_biller(biller);
  glue.drop_receiver(receiver);
  glue.drop_key(key);
  return { billers: biller, receivers: receiver, keys: key, values: instance.exports.__wbindgen_externrefs.length };
}
