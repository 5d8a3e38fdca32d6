// Calls of the tools' wasm.
import { glue, instance } from "./wasm.js";

// The state of a settlement flow is nowhere else.
instance.isIrreplaceable = () => glue.count_settlement_flows() > 0;

export function attempt(call, ...args) {
  try {
    return instance.attempt(call, ...args);
  } finally {
    instance.releaseMemory();
  }
}
