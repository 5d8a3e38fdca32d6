import type { WasmModule } from "./slim.js";

/** The wasm file, compiled: what workerd makes of importing it, which `load` takes. */
declare const module: WasmModule;
export default module;
