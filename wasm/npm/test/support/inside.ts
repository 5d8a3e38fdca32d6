// The instances of the package's wasm, whichever files of the package make them. Vitest loads this file before the tests.
import assert from "node:assert/strict";

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
  readonly fast: Side<Drops & {
    reserve(text: number, values: number): void;
    bytes_at(): number;
    lengths_at(): number;
    new_biller(words: number, text: number, inBrowser: boolean): number;
    new_receiver(words: number, text: number, checkout: boolean): number;
    new_key(token: number): number;
  }>;
  readonly full: Side<
    { readonly __wbindgen_externrefs: WebAssembly.Table; decode(result: number, biller: number, operation: number, status: number, body: number, length: number): void },
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
const GLUE = /^\.\/billwire(?:_(fast|testing))?-[^/]*_bg\.js$/;
const sides: { -readonly [Name in Part]?: Sides[Name] } = {};

const { Instance, instantiate } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct: (target, [module, imports]) => noted(new target(module, imports), imports),
});
WebAssembly.instantiate = (async (module: WebAssembly.Module, imports: WebAssembly.Imports) =>
  noted(await instantiate(module, imports), imports)) as typeof instantiate;

function noted(instance: WebAssembly.Instance, imports: WebAssembly.Imports = {}): WebAssembly.Instance {
  for (const [name, glue] of Object.entries(imports)) {
    const [matched, part = "full"] = GLUE.exec(name) ?? [];
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
export function overwriteMemory(part: Part = "fast"): void {
  new Uint8Array(side(part).exports.memory.buffer).fill(0xff);
}

/** Leaves so many megabytes of the four gigabytes that a wasm may have: whatever it needs next lies above two gigabytes. */
export function leaveMemory(megabytes: number, part: Part = "fast"): void {
  const { memory } = side(part).exports;
  memory.grow((2 ** 32 - memory.buffer.byteLength) / PAGE - megabytes * (2 ** 20 / PAGE));
}

const PAGE = 65_536;

/** Makes a wasm trap inside a call. Its state stays borrowed, so that every later call of the instance fails. */
export function trapInside(part: "fast" | "full" = "fast"): void {
  assert.throws(part === "fast" ? () => side("fast").exports.reserve(2 ** 31, 0) : decodeNothing, WebAssembly.RuntimeError);
}

/** Decodes an answer beyond the end of the memory. */
function decodeNothing(): void {
  const { exports, glue } = side("full");
  const [biller] = glue.new_biller(SETTINGS, false);
  exports.decode(16, biller, 0, 200, exports.memory.buffer.byteLength + 64, 64);
}

/** Number of instances that there have been. */
export function generation(part: Part = "fast"): number {
  return sides[part]?.generation ?? 0;
}

export function memoryInUse(part: Part = "fast"): WebAssembly.Memory {
  return side(part).exports.memory;
}

const SETTINGS = { baseUrl: "https://service.example" };
/** The same as packed by `fast/settings.js`. */
const PACKED = { words: [(1 << 3) | 6, (7 << 3) | 4, (23 << 3) | 4], text: Object.entries(SETTINGS).flat().join("") };
const NOTHING = { words: [0], text: "" };

/** Number of handles of each kind, found by making one more, and size of the table of JavaScript values. */
export function handles() {
  const { exports } = side("fast");
  const put = ({ words, text }: typeof PACKED): readonly [number, number] => {
    new Int32Array(exports.memory.buffer, exports.lengths_at()).set(words);
    new Uint8Array(exports.memory.buffer, exports.bytes_at()).set(Buffer.from(text));
    return [words.length, text.length];
  };
  const fast = {
    billers: exports.new_biller(...put(PACKED), false),
    receivers: exports.new_receiver(...put(NOTHING), true),
    keys: exports.new_key(put({ words: [], text: "key" })[1]),
  };
  drop(exports, fast);
  return { fast, full: generation("full") === 0 ? undefined : handlesOfFull() };
}

function handlesOfFull() {
  const { glue, exports } = side("full");
  const [billers] = glue.new_biller(SETTINGS, false);
  const [receivers] = glue.new_receiver({}, true);
  const found = { billers, receivers, keys: glue.new_key("key") };
  drop(glue, found);
  return { ...found, values: exports.__wbindgen_externrefs.length };
}

function drop(by: Drops, { billers, receivers, keys }: Record<"billers" | "receivers" | "keys", number>): void {
  by.drop_biller(billers);
  by.drop_receiver(receivers);
  by.drop_key(keys);
}
