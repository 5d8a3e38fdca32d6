// Starts the wasm of the simulator when `billwire/testing` is imported.
import { compile } from "#testing-wasm";
import { instance } from "./wasm.js";

instance.start(compile);
