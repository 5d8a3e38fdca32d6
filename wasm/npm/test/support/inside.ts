// The instances of the package's wasm, whichever files of the package make them. Vitest loads this file
// before the tests.
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import vm from "node:vm";

interface Side<Exports = object, Glue = object> {
  /** Exports of the newest instance. */
  readonly exports: Exports & { readonly memory: WebAssembly.Memory };
  /** The object that the instance imports. */
  readonly glue: Glue;
  /** How many instances there have been. */
  readonly generation: number;
}

interface Drops {
  drop_biller(number: number): void;
  drop_receiver(number: number): void;
  drop_key(number: number): void;
}

interface Sides {
  readonly main: Side<
    {
      readonly __wbindgen_externrefs: WebAssembly.Table;
      reserve(text: number, values: number): void;
    },
    Drops & {
      new_biller(options: object, inBrowser: boolean): readonly [number, unknown];
      new_receiver(options: object, checkout: boolean): readonly [number, unknown];
      new_key(token: string): number;
    }
  >;
  readonly testing: Side;
}

/** Name of a wasm of the package. */
export type Part = keyof Sides;

/** Names by which a wasm imports its glue. */
const GLUE = /^\.\/billwire(?:_(testing))?-[^/]*_bg\.js$/;
const sides: { -readonly [Name in Part]?: Sides[Name] } = {};

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
    Object.assign(sides, { [part]: { exports: instance.exports, glue, generation } });
  }
  return instance;
}

function side<Name extends Part>(part: Name): Sides[Name] {
  const found: Sides[Name] | undefined = sides[part];
  assert(found !== undefined, `no instance of ${part}`);
  return found;
}

/** Overwrites all memory of a wasm, so that its next call traps. */
export function overwriteMemory(part: Part = "main"): void {
  new Uint8Array(side(part).exports.memory.buffer).fill(0xff);
}

/**
 * Leaves so many megabytes of the four gigabytes that a wasm may have: whatever it needs next lies above two
 * gigabytes.
 */
export function leaveMemory(megabytes: number, part: Part = "main"): void {
  const { memory } = side(part).exports;
  memory.grow((2 ** 32 - memory.buffer.byteLength) / PAGE - megabytes * (2 ** 20 / PAGE));
}

const PAGE = 65_536;

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

/** Calls of the wasm that read a whole value, which no work in one pass makes. */
export function valuesReadBy(work: () => unknown): string[] {
  const { glue } = side("main");
  const own = { ...glue };
  const read: string[] = [];
  for (const [name, call] of Object.entries(own).filter(([name]) => name.endsWith("_value"))) {
    Object.assign(glue, {
      [name]: (...args: unknown[]) => (read.push(name), (call as (...args: unknown[]) => unknown)(...args)),
    });
  }
  try {
    work();
    return read;
  } finally {
    Object.assign(glue, own);
  }
}

setFlagsFromString("--expose-gc");
const collect = vm.runInNewContext("gc") as () => void;

/** Collects garbage and runs finalizers, which the engine calls in a later turn. */
export async function tidy(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    collect();
    await setImmediate();
  }
}

/** Number of handles of each kind in use, and size of the table of JavaScript values. */
export function handles() {
  const { glue, exports } = side("main");
  const billers = inUse(
    () => glue.new_biller({ baseUrl: "https://service.example" }, false)[0],
    glue.drop_biller,
  );
  const receivers = inUse(() => glue.new_receiver({}, true)[0], glue.drop_receiver);
  return {
    billers,
    receivers,
    keys: inUse(() => glue.new_key("key"), glue.drop_key),
    values: exports.__wbindgen_externrefs.length,
  };
}

/** Found by making more objects than there are free numbers: only then the highest number tells how many there are. */
function inUse(make: () => number, drop: (number: number) => void): number {
  const numbers = Array.from({ length: 1_000 }, make);
  numbers.forEach(drop);
  return Math.max(...numbers) + 1 - numbers.length;
}
