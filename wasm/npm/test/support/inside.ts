// The wasm side of the package under test: its modules are the same ones, so its instances are too.
import { DIST } from "./models.ts";

/** What a test does to the wasm side behind the package's back. */
interface Inside {
  readonly instance: {
    readonly exports: {
      readonly memory: WebAssembly.Memory;
      readonly __wbindgen_externrefs: WebAssembly.Table;
      reserve(text: number, values: number): void;
    };
    readonly generation: number;
  };
  readonly glue: {
    new_key(token: string): number;
    drop_key(number: number): void;
    new_receiver(options: object, checkout: boolean): [number, unknown];
    drop_receiver(number: number): void;
    new_biller(options: object, inBrowser: boolean): [number, unknown];
    drop_biller(number: number): void;
  };
}

const { instance } = (await import(new URL("wasm.js", DIST).href)) as Inside;

export function memoryBytes(): number {
  return instance.exports.memory.buffer.byteLength;
}
