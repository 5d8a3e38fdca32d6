// The one error type, and what becomes it.
import { own } from "./intrinsics.js";

/** What went wrong: see `kind`, `code`, `violations` and `nextStep`. */
export class BillwireError extends Error {
  constructor(fault, cause) {
    super(fault.text, cause === undefined ? undefined : { cause });
    this.kind = fault.kind;
    this.code = fault.code;
    this.violations = freeze(fault.violations);
    this.violationsOmitted = own(fault, "violationsOmitted") ?? 0;
    this.nextStep = fault.nextStep;
    this.operation = own(fault, "operation");
    this.responseCode = own(fault, "responseCode");
    this.messageEn = own(fault, "messageEn");
    this.messageKh = own(fault, "messageKh");
    this.httpStatus = own(fault, "httpStatus");
    this.response = freeze(own(fault, "response"));
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

/** What the wasm side says is wrong, as JSON. Undefined for anything else, which it cannot have thrown. */
export function faultOf(value) {
  return typeof value === "string" ? JSON.parse(value) : undefined;
}

/** The error for a fault of billwire's own, or of what it runs on. */
export function internal(text, cause) {
  const rest = { kind: "internal", code: "internal", violations: [], nextStep: "askService" };
  return new BillwireError({ text: `${text} (internal)`, ...rest }, cause);
}

/** The error for an argument of a shape that no call takes. */
export function misuse(path, explanation, cause) {
  const code = "wrong_type";
  const violations = [{ path, code, explanation }];
  const text = `${path}: ${explanation} (${code})`;
  return new BillwireError({ text, kind: "invalid_config", code, violations, nextStep: "fixRequest" }, cause);
}

/** The same error with the response to give: whoever misuses `receive` answers the service all the same. */
export function answered(error) {
  if (error instanceof BillwireError) error.response ??= OWN_FAULT;
  return error;
}

/** Does what runs the caller's own code, such as getters; what that throws is a fault of the argument. */
export function looking(path, work) {
  try {
    return work();
  } catch (error) {
    throw error instanceof BillwireError ? error : misuse(path, "the value throws when it is read");
  }
}

/** The same value, which nobody can change any more. */
export function freeze(value) {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

const OWN_FAULT = freeze({ status: 500, headers: { "Content-Type": "application/json" }, body: '{"status":"failed","message":"internal"}' });
