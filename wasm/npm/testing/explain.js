// The sub-path `billwire/explain`: why two programs compute different hashes.
import "./start.js";
import { freeze } from "../errors.js";
import { glue, instance } from "./wasm.js";

export function explainSignature(bill, options) {
  return freeze(JSON.parse(instance.attemptAndRelease(glue.explain, bill, options)));
}
