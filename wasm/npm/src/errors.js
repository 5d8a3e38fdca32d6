// The error type of the package, and the functions that make errors.
import { own } from "./intrinsics.js";

/** Address of the error catalogue, whose anchors are the codes. */
const CATALOGUE = "https://billwire.github.io/billwire/errors.html";

/** Node prints what a getter of a class returns if it is asked for hidden members. */
const INSPECT = Symbol.for("nodejs.util.inspect.custom");
const hidden = () => "[hidden]";

/** Error that every call throws: see `kind`, `code`, `violations` and `nextStep`. */
export class BillwireError extends Error {
  /** Private, so that no logger that walks over an error prints it. */
  #data;

  constructor(fault, cause) {
    super(fault.text, cause === undefined ? undefined : { cause });
    this.kind = fault.kind;
    this.code = fault.code;
    this.violations = freeze(fault.violations);
    this.violationsOmitted = own(fault, "violationsOmitted") ?? 0;
    this.nextStep = fault.nextStep;
    this.sent = own(fault, "sent");
    this.operation = own(fault, "operation");
    this.responseCode = own(fault, "responseCode");
    this.messageEn = own(fault, "messageEn");
    this.messageKh = own(fault, "messageKh");
    this.httpStatus = own(fault, "httpStatus");
    this.retryAfterMs = own(fault, "retryAfterMs");
    this.response = freeze(own(fault, "response"));
    const data = own(fault, "data");
    hideLink(data);
    if (typeof data === "object" && data !== null) Object.defineProperty(data, INSPECT, { value: hidden });
    this.#data = freeze(data);
  }

  get data() {
    return this.#data;
  }

  static from(value) {
    if (isBillwireError(value)) return value;
    const fault = readArgument("value", () => faultIn(value));
    return fault && new BillwireError(fault, causeOf(value.cause));
  }

  get docUrl() {
    return `${CATALOGUE}#${this.code}`;
  }

  toJSON() {
    return { name: this.name, message: this.message, ...this, data: this.data };
  }
}

/**
 * Hides the `web_url` of a sub biller from logs, which do not run an accessor. The address links an account for its
 * holder. It is data, so it serialises. A member of a symbol, or one that is not enumerable, would hide it too, but
 * React refuses an object with one.
 */
export function hideLink(data) {
  const link = data && own(data, "add_link_account");
  const url = link && own(link, "web_url");
  if (url !== undefined) hideMember(link, "web_url", url);
}

/** Gives an object a member that logs do not show, since they do not run an accessor. */
export function hideMember(object, name, value) {
  return Object.defineProperty(object, name, { get: () => value, enumerable: true, configurable: true });
}

/** Mark of every copy of the package. An error that only has the same name is somebody else's. */
const MARK = Symbol.for("billwire.error");
Object.defineProperty(BillwireError.prototype, MARK, { value: true });

Object.defineProperty(BillwireError.prototype, "name", {
  value: "BillwireError",
  configurable: true,
  writable: true,
});

/** Whether `error` is a BillwireError of any copy of the package and any realm. */
export function isBillwireError(error) {
  try {
    // `instanceof` does not recognise the Error of another realm.
    return Object.prototype.toString.call(error) === "[object Error]" && error[MARK] === true;
  } catch {
    return false;
  }
}

/** End of every message: code, kind and next step, of which a clone keeps nothing else. */
const END = /\((\w+)\)[^()]* \[(\w+), next: (\w+)\]$/;
const NAME = /^[a-z][a-z0-9_]*$/;
const NEXT_STEP = /^(?:fixRequest|fixCredentials|sendAgain|verifyFirst|verifyAgain|askService)$/;

/** Details of an error that was cloned, posted or written as JSON. Undefined for any other value. */
function faultIn(value) {
  if (typeof value !== "object" || value === null) return undefined;
  const text = textOf(own(value, "message"));
  const [, ...ends] = END.exec(text) ?? [];
  const [code, kind, nextStep] = ["code", "kind", "nextStep"].map(
    (name, index) => own(value, name) ?? ends[index],
  );
  if (!NAME.test(code) || !NAME.test(kind) || !NEXT_STEP.test(nextStep)) return undefined;
  const violations = Array.isArray(value.violations) ? structuredClone(value.violations) : [];
  return {
    ...value,
    text: text || `(${code}) [${kind}, next: ${nextStep}]`,
    code,
    kind,
    nextStep,
    violations,
  };
}

/** Details of an error that the wasm threw as JSON. Undefined for any other value: the wasm throws nothing else. */
export function faultOf(value) {
  return typeof value === "string" ? JSON.parse(value) : undefined;
}

/** Error for a fault of billwire or of its runtime. */
export function internal(text, cause) {
  const rest = { kind: "internal", code: "internal", violations: [], nextStep: "askService" };
  return new BillwireError({ text: `${text} (internal) [internal, next: askService]`, ...rest }, cause);
}

/** Error for an argument of the wrong type. */
export function invalidArgument(path, explanation, cause) {
  const code = "wrong_type";
  const violations = [{ path, code, explanation }];
  const text = `${path}: ${explanation} (${code}) [invalid_config, next: fixRequest]`;
  return new BillwireError({ text, kind: "invalid_config", code, violations, nextStep: "fixRequest" }, cause);
}

/** Adds the response for the service: it needs one even if `receive` is called with wrong arguments. */
export function withResponse(error) {
  if (error instanceof BillwireError) error.response ??= OWN_FAULT;
  return error;
}

/** Runs `work`, which may call getters of the caller. An error that they throw is reported as one of the argument. */
export function readArgument(path, work) {
  try {
    return work();
  } catch (error) {
    throw error instanceof BillwireError ? error : invalidArgument(path, "reading the value throws");
  }
}

/** Refuses the promise of an argument: it has no member, and would pass for options that name nothing. */
export function refusePromise(value, path) {
  if (typeof value !== "object" || value === null) return;
  if (readArgument(path, () => typeof value.then) === "function")
    throw invalidArgument(path, "it is a promise: await it first");
}

/** Key of a class's name on its prototype, which is the same in every copy of the package. */
export const CLASS = Symbol.for("billwire.class");

/** Lets every copy of the package recognise the objects of a class. */
export function marked(name, { prototype }) {
  Object.defineProperty(prototype, CLASS, { value: name });
}

/** Calls that make the objects of each class. */
const MAKERS = {
  Biller: "new Biller({ baseUrl, … })",
  WebhookReceiver: "WebhookReceiver.merchantProxy({ tokens }) or .checkout()",
  WebhookEvent: "receiver.receive(headers, body)",
};

/** Error for an argument that is no object of a class, or that another copy of the package has made. */
export function notOf(name, path, value) {
  refusePromise(value, path);
  const isOfCopy = readArgument(
    path,
    () => typeof value === "object" && value !== null && value[CLASS] === name,
  );
  const copies = `this ${name} is of another copy of billwire: run \`npm ls billwire\`, and keep one`;
  return invalidArgument(path, isOfCopy ? copies : `expected a ${name}, which ${MAKERS[name]} makes`);
}

/** The same error with a sentence of billwire before its message. */
export function withSentence(error, sentence) {
  const message = `${sentence}: ${error.message}`;
  const stack = String(error.stack).replace(error.message, () => message);
  for (const [name, value] of Object.entries({ message, stack }))
    Object.defineProperty(error, name, { value, configurable: true, writable: true, enumerable: false });
  return error;
}

/** Number of causes of causes, and of errors inside an AggregateError, that are kept. */
const MAX_CAUSES = 8;

/**
 * Copy of the error that an HTTP client threw: name, message, code, system call, stack and causes. Clients also add the
 * request with its credentials to their errors, so no other member is copied. Undefined for a value that is no error.
 */
export function causeOf(error, depth = 0) {
  if (!isError(error) || depth === MAX_CAUSES) return undefined;
  const { name, message, code, syscall, stack, cause, errors } = error;
  const copy = new Error(
    textOf(message),
    cause === undefined ? undefined : { cause: causeOf(cause, depth + 1) },
  );
  const members = { name: textOf(name), code, syscall, stack: textOf(stack) };
  if (Array.isArray(errors))
    members.errors = errors.slice(0, MAX_CAUSES).map((inner) => causeOf(inner, depth + 1));
  for (const [key, value] of Object.entries(members)) {
    const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "object";
    if (isPlain)
      Object.defineProperty(copy, key, { value, configurable: true, writable: true, enumerable: false });
  }
  return copy;
}

/** Whether a value is an error of any realm, also one of the web such as an AbortError. */
function isError(value) {
  return (
    typeof value === "object" &&
    value !== null &&
    (value instanceof Error ||
      /^\[object (?:Error|DOMException)\]$/.test(Object.prototype.toString.call(value)))
  );
}

function textOf(value) {
  return typeof value === "string" ? value : "";
}

/** Freezes a value and everything inside it. */
export function freeze(value) {
  if (typeof value !== "object" || value === null) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}

const OWN_FAULT = freeze({
  status: 500,
  headers: { "Content-Type": "application/json" },
  body: '{"status":"failed","message":"internal"}',
});
