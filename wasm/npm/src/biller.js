// The class `Biller`: prepares calls, and decodes answers by operation.
import { checkNames, elsewhere, unsent } from "./arguments.js";
import { Call, bytesOf, decode, decodeUntyped, httpStatus } from "./call.js";
import { BillwireError, freeze, invalidArgument, marked, notOf, readArgument } from "./errors.js";
import { own } from "./intrinsics.js";
import { packer, prepare, runPass } from "./memory.js";
import { OPERATIONS, PACKS, PREPARES } from "./models.js";
import { envelopeOf as newEnvelope } from "./request.js";
import { WasmHandle, disposable, disposed } from "./wasm-handle.js";
import { glue, instance } from "./wasm.js";

const OPERATION_NAMES = Object.keys(PACKS);
const UNTYPED = Object.keys(OPERATIONS).filter((name) => ![...OPERATION_NAMES, "webhook"].includes(name));
const NO_TOKEN =
  "expected the bearer token, which is undefined or null: await it, and look at where it comes from";
const ANOTHER =
  "a biller does not show its settings, nor change them: withBearer(token) makes one with another bearer, and " +
  "new Biller(…) one with other settings";
const CREDENTIALS = ["bearer", "verificationToken", "hashToken"];

let handleOf;
let envelopeOf;

export class Biller {
  #handle;
  #settings;
  /** Common parts of the calls of an operation, made with the first of them. Undefined after `dispose`. */
  #envelopes = Object.create(null);

  static {
    handleOf = (biller) => {
      if (typeof biller !== "object" || biller === null || !(#handle in biller))
        throw notOf("Biller", "biller", biller);
      biller.#envelopesInUse();
      return biller.#handle;
    };
    envelopeOf = (biller, operation) => biller.#envelope(operation);
    for (const [method, operation] of Object.entries(PREPARES)) {
      const methods = {
        [method](request) {
          if (this === undefined) throw invalidArgument("biller", `call it as biller.${method}(…)`);
          return this.#prepare(operation, request);
        },
      };
      Object.defineProperty(Biller.prototype, method, {
        value: methods[method],
        writable: true,
        configurable: true,
      });
    }
    for (const name of [...CREDENTIALS, "baseUrl", "profile"]) elsewhere(Biller, name, ANOTHER);
    marked("Biller", Biller);
    disposable(Biller);
  }

  constructor(options) {
    const [number, settings] = instance.attempt(glue.new_biller, options, inBrowser());
    this.#settings = settings;
    this.#handle = new WasmHandle(
      instance,
      number,
      () => instance.attempt(glue.new_biller, settings, false)[0],
      glue.drop_biller,
    );
  }

  prepareSettlementLookup(bill) {
    const verification = this.#envelope("verification");
    const [prepared, kept] = this.#handle.callAndRelease(glue.prepare_lookup, bill);
    const { body, warnings } = JSON.parse(prepared);
    return new Lookup(this.#handle, new Call(this.#handle, verification, body, warnings), kept);
  }

  prepareOperation(name, request) {
    const number = typeof name === "string" && Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    if (number === undefined || !UNTYPED.includes(name))
      throw invalidArgument("name", `expected an operation without a shape: ${UNTYPED.join(", ")}`);
    this.#envelopesInUse();
    const [text, headers] = this.#handle.callAndRelease(glue.prepare_operation, number, request);
    const { body, ...target } = JSON.parse(text);
    return new Call(
      this.#handle,
      newEnvelope(name, { ...target, headers }),
      body ?? undefined,
      undefined,
      decodeUntyped,
    );
  }

  decode(operation, status, body, request) {
    if (!OPERATION_NAMES.includes(operation))
      throw invalidArgument("operation", `expected one of ${OPERATION_NAMES.join(", ")}`);
    if (request !== undefined && typeof request !== "string")
      throw invalidArgument("request", "expected the `body` of the call as text");
    return decode(this.#handle, operation, status, body, request);
  }

  withBearer(token) {
    this.#envelopesInUse();
    // Without a token, the settings would be those of a biller without one.
    if (token === undefined || token === null) throw invalidArgument("bearer", NO_TOKEN);
    return new Biller({ ...this.#settings, bearer: token });
  }

  dispose() {
    if (this.#envelopes === undefined) return;
    this.#envelopes = undefined;
    // Earlier calls still decode their answers, so only the credentials go.
    for (const name of CREDENTIALS) delete this.#settings[name];
    // A biller that is not there will be made of the bare settings.
    if (this.#handle.isMade) this.#handle.call(glue.forget_credentials);
  }

  #prepare(operation, request) {
    const handle = this.#handle;
    const envelope = this.#envelope(operation);
    const body = runPass(prepare, handle.number, OPERATIONS[operation], PACKS[operation], request);
    if (body !== undefined) return new Call(handle, envelope, body, packer.warnings);
    const prepared = JSON.parse(handle.callAndRelease(glue.prepare_value, OPERATIONS[operation], request));
    return new Call(handle, envelope, prepared.body, prepared.warnings);
  }

  #envelope(operation) {
    const envelopes = this.#envelopesInUse();
    return (envelopes[operation] ??= this.#newEnvelope(operation));
  }

  #newEnvelope(operation) {
    const [text, headers] = this.#handle.call(glue.envelope, OPERATIONS[operation]);
    return newEnvelope(operation, { ...JSON.parse(text), headers });
  }

  #envelopesInUse() {
    if (this.#envelopes === undefined) throw disposed("biller");
    return this.#envelopes;
  }
}

/** Members of a request, which a lookup and a confirmation have in their `call`. */
export const REQUEST = ["method", "url", "headers", "body"];

/** Lookup of a bill: the call to send, and the bill's fields to compare with the answer. */
class Lookup {
  #handle;
  #bill;

  static {
    unsent(Lookup, "biller.prepareSettlementLookup(bill)", ["verdict"]);
    for (const name of REQUEST) elsewhere(Lookup, name, `a lookup has its request in lookup.call`);
  }

  constructor(handle, call, bill) {
    this.#handle = handle;
    this.#bill = bill;
    this.call = call;
  }

  decide(status, body, options) {
    const verdict = this.#handle.callAndRelease(
      glue.decide_lookup,
      this.#bill,
      readArgument("firstAttempt", () => firstAttemptOf(options ?? {})),
      httpStatus(status),
      bytesOf(body),
    );
    const { error, ...rest } = JSON.parse(verdict);
    // The error stays open for what `send` learns from the answer's headers.
    return error === undefined
      ? freeze(rest)
      : Object.freeze({ ...freeze(rest), error: new BillwireError(error) });
  }
}

function firstAttemptOf(options) {
  checkNames(options, ["firstAttempt"]);
  const firstAttempt = own(options, "firstAttempt");
  if (firstAttempt === undefined || firstAttempt === null) return undefined;
  const millis = firstAttempt instanceof Date ? Number(firstAttempt) : firstAttempt;
  if (!Number.isFinite(millis))
    throw invalidArgument("firstAttempt", "expected a Date, or milliseconds since 1970");
  // Seconds of our days would be a time in 1970, before which no transaction lies.
  if (millis > 1e9 && millis < 1e10)
    throw invalidArgument("firstAttempt", "expected milliseconds since 1970, and these are seconds");
  return millis;
}

function inBrowser() {
  return typeof window === "object" && typeof document === "object";
}

export { envelopeOf, handleOf };
