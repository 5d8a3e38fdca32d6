export type * from "./index.js";

/** `WebAssembly.Module`, if the program loads the types of WebAssembly. */
export type WasmModule =
  typeof globalThis extends Record<"WebAssembly", Record<"Module", Record<"prototype", infer Module>>>
    ? Module & object
    : never;

/** Source of a wasm file: an address to fetch, the `Response`, the bytes, or the compiled module. */
export type WasmSource = string | URL | Request | Response | ArrayBuffer | ArrayBufferView | WasmModule;

/**
 * Starts billwire from `billwire/slim/billwire.wasm` and resolves to all exports of `billwire`. Call it once
 * per program; another call returns the same exports and fetches nothing. Without a source it waits for the
 * start in progress. It also replaces a trapped instance, in a runtime that allows no synchronous start.
 *
 * Rejects with a BillwireError, `invalid_config`, if the file cannot be fetched or compiled, or has another version.
 */
export function load(source?: WasmSource | PromiseLike<WasmSource>): Promise<typeof import("./index.js")>;
