// The class `Biller`: prepares calls, and decodes answers by operation.
import { Call, Envelope, bytesOf, decode, decodeUntyped, httpStatus } from "./call.js";
import { BillwireError, freeze, invalidArgument } from "./errors.js";
import { brokenInstance } from "./instance.js";
import { OPERATIONS, PACKS, PREPARES } from "./models.js";
import { prepare, releaseMemory } from "./memory.js";
import { WasmHandle, disposable, disposed } from "./wasm-handle.js";
import { glue, instance } from "./wasm.js";

const OPERATION_NAMES = Object.keys(PACKS);
const CREDENTIALS = ["bearer", "verificationToken", "hashToken"];

let handleOf;
let envelopeOf;
let settingsOf;

export class Biller {
  #handle;
  #settings;
  #envelopes;

  static {
    handleOf = (biller) => {
      if (typeof biller !== "object" || biller === null || !(#handle in biller)) throw invalidArgument("biller", "expected a Biller");
      biller.#envelopesInUse();
      return biller.#handle;
    };
    envelopeOf = (biller, operation) => biller.#envelopesInUse()[operation];
    settingsOf = (biller) => handleOf(biller) && biller.#settings;
    for (const [method, operation] of Object.entries(PREPARES)) {
      const methods = {
        [method](request) {
          return this.#prepare(operation, request);
        },
      };
      Object.defineProperty(Biller.prototype, method, { value: methods[method], writable: true, configurable: true });
    }
    disposable(Biller);
  }

  constructor(options) {
    const [number, settings] = BillerParts.by(options) ?? instance.attempt(glue.new_biller, options, inBrowser());
    this.#settings = settings;
    this.#handle = new WasmHandle(instance, number, () => instance.attempt(glue.new_biller, settings, false)[0], glue.drop_biller);
    const envelope = (name) => new Envelope(name, this.#handle.call(glue.envelope, OPERATIONS[name]));
    this.#envelopes = Object.fromEntries(OPERATION_NAMES.map((name) => [name, envelope(name)]));
    Object.freeze(this);
  }

  prepareSettlementLookup(bill) {
    const { verification } = this.#envelopesInUse();
    const [prepared, kept] = this.#handle.callAndRelease(glue.prepare_lookup, bill);
    const { body, warnings } = JSON.parse(prepared);
    return new Lookup(this.#handle, new Call(this.#handle, verification, body, warnings), kept);
  }

  prepareOperation(name, request) {
    const number = typeof name === "string" && Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    if (number === undefined) throw invalidArgument("name", "expected the name of an untyped operation");
    this.#envelopesInUse();
    const envelope = this.#handle.callAndRelease(glue.prepare_operation, number, request);
    const { body } = JSON.parse(envelope[0]);
    return new Call(this.#handle, new Envelope(name, envelope), body ?? undefined, undefined, decodeUntyped);
  }

  decode(operation, status, body) {
    if (!OPERATION_NAMES.includes(operation)) throw invalidArgument("operation", `expected one of ${OPERATION_NAMES.join(", ")}`);
    return decode(this.#handle, operation, status, body);
  }

  withBearer(token) {
    this.#envelopesInUse();
    const number = this.#handle.call(glue.with_bearer, token);
    return new Biller(new BillerParts(number, { ...this.#settings, bearer: token }));
  }

  dispose() {
    if (this.#envelopes === undefined) return;
    this.#envelopes = undefined;
    // Earlier calls still decode their answers, so only the credentials go.
    for (const name of CREDENTIALS) delete this.#settings[name];
    this.#handle.call(glue.forget_credentials);
  }

  #prepare(operation, request) {
    const handle = this.#handle;
    const envelope = this.#envelopesInUse()[operation];
    const body = prepareFast(handle.number, operation, request);
    if (body !== undefined) return new Call(handle, envelope, body);
    const prepared = JSON.parse(handle.callAndRelease(glue.prepare_value, OPERATIONS[operation], request));
    return new Call(handle, envelope, prepared.body, prepared.warnings);
  }

  #envelopesInUse() {
    if (this.#envelopes === undefined) throw disposed("biller");
    return this.#envelopes;
  }
}

/** Lookup of a bill: the call to send, and the bill's fields to compare with the answer. */
class Lookup {
  #handle;
  #bill;

  constructor(handle, call, bill) {
    this.#handle = handle;
    this.#bill = bill;
    this.call = call;
    Object.freeze(this);
  }

  decide(status, body) {
    const verdict = this.#handle.callAndRelease(glue.decide_lookup, this.#bill, httpStatus(status), bytesOf(body));
    const { error, ...rest } = JSON.parse(verdict);
    // The error stays open for what `send` learns from the answer's headers.
    return error === undefined ? freeze(rest) : Object.freeze({ ...freeze(rest), error: new BillwireError(error) });
  }
}

/** Body of a valid request, by the fast path. Returns undefined if the full path has to report something. */
function prepareFast(biller, operation, request) {
  try {
    return prepare(biller, OPERATIONS[operation], PACKS[operation], request);
  } catch (error) {
    instance.generation = 0;
    throw brokenInstance(error);
  } finally {
    releaseMemory();
  }
}

/** Number and settings of a biller that `withBearer` made. The constructor cannot be given them in any other way. */
class BillerParts {
  #parts;

  constructor(...parts) {
    this.#parts = parts;
  }

  static by(value) {
    return typeof value === "object" && value !== null && #parts in value ? value.#parts : undefined;
  }
}

function inBrowser() {
  return typeof window === "object" && typeof document === "object";
}

export { envelopeOf, handleOf, settingsOf };
