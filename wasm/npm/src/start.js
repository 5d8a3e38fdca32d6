// Starts the wasm of the entry `billwire` at once.
import { compile } from "#wasm";
import { instance } from "./wasm.js";

instance.start(compile);
