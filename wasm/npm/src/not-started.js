// Why a runtime does not start the wasm, and what to do.
import { invalidArgument } from "./errors.js";

/** Advice for a page, whose browser says no more than that it refused to compile. */
export const POLICY = "In a page, allow 'wasm-unsafe-eval' in the script-src of its Content-Security-Policy";

const ADVICE = {
  none: "this runtime has no WebAssembly. Start Node without --jitless",
  memory:
    "it gets no memory. An instance reserves 10 GB of addresses, not of memory: raise the limit (ulimit -v), " +
    "or start Node with --disable-wasm-trap-handler",
  refused: `the runtime refuses to compile it. ${POLICY}. In a worker, bundle with the condition \`workerd\``,
  renamed: "its imports have other names. Do not let a minifier rename members (mangle props)",
  old: `the runtime cannot compile it. It needs WebAssembly with SIMD, as Node 20.19 and Safari 16.4 have. ${POLICY}`,
};

/** Error for a start that failed, with the likely cause. */
export function notStarted(error) {
  return invalidArgument("WebAssembly", `it does not start: ${ADVICE[causeOf(error)]}`, error);
}

function causeOf(error) {
  if (typeof WebAssembly === "undefined") return "none";
  const { name, message } = error ?? {};
  if (name === "RangeError" || /memory/i.test(message)) return "memory";
  if (name === "LinkError" || name === "TypeError") return "renamed";
  return /unsafe-eval|security policy|\bCSP\b|disallowed/i.test(message) ? "refused" : "old";
}
