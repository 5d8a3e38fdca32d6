// The headers of a call: a plain object. HTTP clients read its secret values; printers see `[hidden]`.

const HIDDEN = "[hidden]";
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

const { defineProperty, freeze } = Object;
const shownOf = new WeakMap();

/**
 * Makes headers from a list of name, value and whether the value is secret. The object has no other members and no
 * prototype, because some clients send every member that they find. A secret value has a getter, which returns `[hidden]`
 * to printers (docs/decisions/0012-headers-detect-printers.md).
 */
export function headersOf(list) {
  const headers = { __proto__: null };
  const shown = {};
  for (const [name, value, secret] of list) {
    defineProperty(headers, name, secret ? { get: accessor(value), enumerable: true } : { value, enumerable: true });
    defineProperty(shown, name, { value: secret ? HIDDEN : value, enumerable: true });
  }
  shownOf.set(headers, freeze(shown));
  return freeze(headers);
}

/** Copy of the headers without their secrets. */
export function shownHeaders(headers) {
  return shownOf.get(headers);
}

function accessor(value) {
  return function get() {
    return PRINTER.test(callerOf(get)) ? HIDDEN : value;
  };
}

/**
 * Callers that read members in order to print them: JSON.stringify, `console.table`, the diffs of node:assert, and
 * util.inspect with the option `getters`; in Node, Deno and Bun.
 */
const PRINTER =
  /^(?:(?:JSON\.)?stringify \(<anonymous>\)|stringify@\[native code\]|[^\n]*\b(?:node:internal\/(?:util\/inspect|console\/)|ext:deno_\w+\/[^\n]*(?:console|inspect)))/;

/** Function that called `reader`, by the stack trace. "" if the engine shows none. */
function callerOf(reader) {
  const { captureStackTrace, prepareStackTrace, stackTraceLimit } = Error;
  if (typeof captureStackTrace !== "function") return "";
  const seen = {};
  try {
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = first;
  } catch {
    // If the program froze Error, the stack trace is long, and its first line is still the caller.
  }
  try {
    captureStackTrace(seen, reader);
    const stack = String(seen.stack);
    return /^\s*at (.*)/m.exec(stack)?.[1] ?? stack;
  } catch {
    return "";
  } finally {
    if (Error.prepareStackTrace === first) Error.prepareStackTrace = prepareStackTrace;
    if (Error.stackTraceLimit === 1) Error.stackTraceLimit = stackTraceLimit;
  }
}

function first(_error, sites) {
  return String(sites[0]);
}

export { HIDDEN, INSPECT };
