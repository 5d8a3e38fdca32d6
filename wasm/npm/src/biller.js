// A biller: prepares calls, and decodes answers by operation.
import { Call, Envelope, bytesOf, decode, decodeUnshaped, httpStatus } from "./call.js";
import { BillwireError, freeze, misuse } from "./errors.js";
import { accident } from "./instance.js";
import { OPERATIONS, packOnboarding, packSettlement, packVerification } from "./models.js";
import { prepare, relieve } from "./port.js";
import { Slot, disposable, disposed } from "./slot.js";
import { glue, instance } from "./wasm.js";

const PACKS = { onboarding: packOnboarding, settlement: packSettlement, verification: packVerification };
const OPERATION_NAMES = Object.keys(PACKS);
const CREDENTIALS = ["bearer", "verificationToken", "hashToken"];

let slotOf;
let envelopeOf;

export class Biller {
  #slot;
  #settings;
  #envelopes;

  static {
    slotOf = (biller) => {
      if (typeof biller !== "object" || biller === null || !(#slot in biller)) throw misuse("biller", "give a Biller");
      biller.#envelopesInUse();
      return biller.#slot;
    };
    envelopeOf = (biller, operation) => biller.#envelopesInUse()[operation];
    disposable(Biller);
  }

  constructor(options) {
    const [number, settings] = Made.by(options) ?? instance.attempt(glue.new_biller, options, inBrowser());
    this.#settings = settings;
    this.#slot = new Slot(instance, number, () => instance.attempt(glue.new_biller, settings, false)[0], glue.drop_biller);
    const envelope = (name) => new Envelope(name, this.#slot.use(glue.envelope, OPERATIONS[name]));
    this.#envelopes = Object.fromEntries(OPERATION_NAMES.map((name) => [name, envelope(name)]));
    Object.freeze(this);
  }

  prepareOnboarding(request) {
    return this.#prepare("onboarding", request);
  }

  prepareSettlement(request) {
    return this.#prepare("settlement", request);
  }

  prepareVerification(request) {
    return this.#prepare("verification", request);
  }

  prepareSettlementLookup(bill) {
    const { verification } = this.#envelopesInUse();
    const [prepared, kept] = this.#slot.ask(glue.prepare_lookup, bill);
    const { body, warnings } = JSON.parse(prepared);
    return new Lookup(this.#slot, new Call(this.#slot, verification, body, warnings), kept);
  }

  prepareOperation(name, request) {
    const number = typeof name === "string" && Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined;
    if (number === undefined) throw misuse("name", "give the name of an operation without a shape");
    this.#envelopesInUse();
    const envelope = this.#slot.ask(glue.prepare_operation, number, request);
    const { body } = JSON.parse(envelope[0]);
    return new Call(this.#slot, new Envelope(name, envelope), body ?? undefined, undefined, decodeUnshaped);
  }

  decode(operation, status, body) {
    if (!OPERATION_NAMES.includes(operation)) throw misuse("operation", `give one of ${OPERATION_NAMES.join(", ")}`);
    return decode(this.#slot, operation, status, body);
  }

  withBearer(token) {
    this.#envelopesInUse();
    const number = this.#slot.use(glue.with_bearer, token);
    return new Biller(new Made(number, { ...this.#settings, bearer: token }));
  }

  dispose() {
    if (this.#envelopes === undefined) return;
    this.#envelopes = undefined;
    // Another instance's biller is made of these; the calls that there are read their answers with it.
    for (const name of CREDENTIALS) delete this.#settings[name];
    this.#slot.use(glue.forget_credentials);
  }

  #prepare(operation, request) {
    const slot = this.#slot;
    const envelope = this.#envelopesInUse()[operation];
    const body = prepareOnce(slot.number, operation, request);
    if (body !== undefined) return new Call(slot, envelope, body);
    const prepared = JSON.parse(slot.ask(glue.prepare_value, OPERATIONS[operation], request));
    return new Call(slot, envelope, prepared.body, prepared.warnings);
  }

  #envelopesInUse() {
    if (this.#envelopes === undefined) throw disposed("biller");
    return this.#envelopes;
  }
}

/** The lookup of a bill under way: its call, and the bill's side of the comparison. */
class Lookup {
  #slot;
  #bill;

  constructor(slot, call, bill) {
    this.#slot = slot;
    this.#bill = bill;
    this.call = call;
    Object.freeze(this);
  }

  decide(status, body) {
    const verdict = this.#slot.ask(glue.decide_lookup, this.#bill, httpStatus(status), bytesOf(body));
    const { error, ...rest } = JSON.parse(verdict);
    if (error !== undefined) rest.error = new BillwireError(error);
    return freeze(rest);
  }
}

function prepareOnce(biller, operation, request) {
  try {
    return prepare(biller, OPERATIONS[operation], PACKS[operation], request);
  } catch (error) {
    instance.generation = 0;
    throw accident(error);
  } finally {
    relieve();
  }
}

/** A biller that withBearer has made: its number, and its settings. */
class Made {
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

export { envelopeOf, slotOf };
