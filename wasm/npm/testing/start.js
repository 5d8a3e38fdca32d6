// Starts the simulator's wasm at once.
import { compile } from "#testing-wasm";
import { instance } from "./wasm.js";

instance.start(compile);
