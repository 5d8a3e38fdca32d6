// For the entry `billwire`: started by the first call. A bundle that names none of these leaves their wasm out.
import { compile } from "#tools-wasm";
import { toolsFrom } from "./index.js";

export const { explainSignature, countReadings, decimal } = toolsFrom(compile);
