// The headers of a call: a plain object, whose secret values are there for whoever sends them and for nobody who prints them.

const HIDDEN = "[hidden]";
const INSPECT = Symbol.for("nodejs.util.inspect.custom");

const { defineProperty, freeze } = Object;
const shownOf = new WeakMap();

/**
 * Headers from their names, their values, and whether these are secret. They have no other members, not even hidden ones,
 * and inherit none: there are clients that send whatever they find. A secret value is an accessor's, which printers show
 * as such or are told another one (docs/decisions/0012-headers-know-their-reader.md).
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

/** Headers as they may be printed. */
export function shownHeaders(headers) {
  return shownOf.get(headers);
}

function accessor(value) {
  return function get() {
    return PRINTER.test(callerOf(get)) ? HIDDEN : value;
  };
}

/**
 * What reads members in order to print them: JSON.stringify, `console.table`, the diffs of node:assert, and util.inspect
 * where it is told to call getters; in Node, Deno and Bun.
 */
const PRINTER =
  /^(?:(?:JSON\.)?stringify \(<anonymous>\)|stringify@\[native code\]|[^\n]*\b(?:node:internal\/(?:util\/inspect|console\/)|ext:deno_\w+\/[^\n]*(?:console|inspect)))/;

/** The function that has called `reader`, as the stack tells it; "" where no engine does. */
function callerOf(reader) {
  const { captureStackTrace, prepareStackTrace, stackTraceLimit } = Error;
  if (typeof captureStackTrace !== "function") return "";
  const seen = {};
  try {
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = first;
  } catch {
    // An Error that nobody may change tells the whole stack.
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
