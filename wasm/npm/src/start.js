// Starts the fast path when the entry `billwire` is imported, and the full path with the first call that needs it.
import { compile as compileFast } from "#fast-wasm";
import { compile } from "#wasm";
import { instance as fastPath } from "./fast/wasm.js";
import { instance } from "./wasm.js";

fastPath.start(compileFast);
instance.setCompile(compile);
