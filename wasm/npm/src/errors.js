// The one error type, and the way every fault of the wasm side becomes it.

/** What went wrong: see `kind`, `code`, `violations` and `nextStep`. */
export class BillwireError extends Error {
  constructor({ text, kind, code, violations, nextStep, ...rest }) {
    super(text);
    this.kind = kind;
    this.code = code;
    this.violations = freeze(violations);
    this.nextStep = nextStep;
    this.operation = rest.operation;
    this.responseCode = rest.responseCode;
    this.messageEn = rest.messageEn;
    this.messageKh = rest.messageKh;
    this.httpStatus = rest.httpStatus;
    this.response = freeze(rest.response);
  }
}

Object.defineProperty(BillwireError.prototype, "name", { value: "BillwireError", configurable: true, writable: true });

/** Whether `error` is a BillwireError, from whichever copy of the package and whichever realm. */
export function isBillwireError(error) {
  try {
    // `instanceof` would not know the Error of another realm.
    const isError = Object.prototype.toString.call(error) === "[object Error]";
    return isError && error.name === "BillwireError" && typeof error.kind === "string";
  } catch {
    return false;
  }
}

/** Runs a call of the wasm side; what it throws becomes a BillwireError. */
export function attempt(call, ...args) {
  try {
    return call(...args);
  } catch (error) {
    throw asError(error);
  }
}

/** The error that the wasm side threw, or handed over, as a value. */
export function asError(value) {
  const fault = plain(value);
  return typeof fault?.kind === "string" ? new BillwireError(fault) : internal();
}

function internal() {
  return new BillwireError({
    text: "a fault inside billwire: please report it (internal)",
    kind: "internal",
    code: "internal",
    violations: [],
    nextStep: "askService",
  });
}

/** The error for an argument of a shape that no call takes. */
export function misuse(path, explanation) {
  return new BillwireError({
    text: `${path}: ${explanation} (wrong_type)`,
    kind: "invalid_config",
    code: "wrong_type",
    violations: [{ path, code: "wrong_type", explanation }],
    nextStep: "fixRequest",
  });
}

/** Does what runs the caller's own code, such as getters; what that throws is a fault of the argument. */
export function looking(path, work) {
  try {
    return work();
  } catch (error) {
    throw error instanceof BillwireError ? error : misuse(path, "the value throws when it is read");
  }
}

/** A value of the wasm side with objects in the place of maps. `fromEntries` defines keys, so `__proto__` is one too. */
export function plain(value) {
  if (value instanceof Map) return Object.fromEntries(Array.from(value, ([key, inner]) => [key, plain(inner)]));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  for (const key of Object.keys(value)) value[key] = plain(value[key]);
  return value;
}

/** The same value, which nobody can change any more. */
export function freeze(value) {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
