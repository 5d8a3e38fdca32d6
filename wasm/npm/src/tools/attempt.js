// Calls of the tools.
import { glue, instance } from "../wasm.js";

// The state of a flow is nowhere else.
instance.isIrreplaceable = () => glue.count_flows() > 0;

export function attempt(call, ...args) {
  try {
    return instance.attempt(call, ...args);
  } finally {
    instance.releaseMemory();
  }
}
