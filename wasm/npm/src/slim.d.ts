export type * from "./index.js";

/** A `WebAssembly.Module`, where the types of WebAssembly are loaded. */
export type WasmModule =
  typeof globalThis extends Record<"WebAssembly", Record<"Module", Record<"prototype", infer Module>>> ? Module & object : never;

/** Where a wasm file comes from: an address to fetch, the answer of such a fetch, the bytes, or the compiled module. */
export type WasmSource = string | URL | Request | Response | ArrayBuffer | ArrayBufferView | WasmModule;

/**
 * Starts billwire from its wasm file, which is `billwire/slim/billwire.wasm`, and gives everything that `billwire`
 * exports. Called again, it gives the same; nothing is fetched twice. Without a source, it waits for a start that is
 * under way, or replaces an instance that broke where the host allows no synchronous start.
 *
 * `explainSignature`, `countReadings` and `decimal` need a second file, `billwire/slim/tools.wasm`, now or in a later
 * call; until then they throw.
 *
 * Rejects with a BillwireError, `invalid_config`, if a file cannot be had, compiled, or is of another version.
 */
export function load(
  source?: WasmSource | PromiseLike<WasmSource>,
  tools?: WasmSource | PromiseLike<WasmSource>,
): Promise<typeof import("./index.js")>;
