// Starts the wasm when the entry `billwire` is imported.
import { compile } from "#wasm";
import { instance } from "./wasm.js";

instance.start(compile);
