// Receiving a webhook, and confirming what it says.
import { envelopeOf, handleOf } from "./biller.js";
import { Call, bytesOf, httpStatus } from "./call.js";
import { answered, freeze, looking, misuse } from "./errors.js";
import { accident } from "./instance.js";
import { elementsOf, hasOwn, isBytes, isIterable, own } from "./intrinsics.js";
import { jsonText } from "./json.js";
import { FIELDS, readWebhookPayload } from "./models.js";
import { receive, relieve } from "./memory.js";
import { WasmHandle, disposable, disposed } from "./wasm-handle.js";
import { glue, instance } from "./wasm.js";

const TOKEN = "token";
const NO_WARNINGS = Object.freeze([]);
let acknowledgement;

export class WebhookReceiver {
  #handle;
  #checkout;
  #limit;

  constructor(options, checkout) {
    if (typeof checkout !== "boolean") throw misuse("variant", "call WebhookReceiver.merchantProxy or .checkout");
    const [number, settings] = instance.attempt(glue.new_receiver, options, checkout);
    const make = () => instance.attempt(glue.new_receiver, settings, checkout)[0];
    this.#handle = new WasmHandle(instance, number, make, glue.drop_receiver);
    this.#checkout = checkout;
    this.#limit = this.#handle.use(glue.webhook_limit);
    Object.freeze(this);
  }

  static {
    disposable(WebhookReceiver);
  }

  static merchantProxy(options) {
    return new WebhookReceiver(options, false);
  }

  static checkout(options) {
    return new WebhookReceiver(options, true);
  }

  dispose() {
    this.#handle.release(() => disposed("receiver"));
  }

  receive(headers, body) {
    try {
      return this.#receive(headers, body);
    } catch (error) {
      throw answered(error);
    }
  }

  #receive(headers, body) {
    const authentication = this.#checkout ? "unauthenticated" : "token";
    const token = this.#checkout ? "" : soleToken(headers);
    const isRaw = typeof body === "string" || isBytes(body);
    if (token !== undefined && isRaw) {
      const payload = receiveOnce(this.#handle.number, body, token, this.#limit);
      if (payload !== undefined) return new WebhookEvent(payload, authentication);
    }
    const tokens = this.#checkout ? [] : looking("headers", () => tokensOf(headers));
    const received = JSON.parse(this.#handle.ask(glue.receive_value, tokens, bytesOf(body, this.#limit)));
    return new WebhookEvent(complete(received.payload), authentication, received.warnings);
  }
}

function receiveOnce(receiver, body, token, limit) {
  try {
    return receive(receiver, readWebhookPayload, addUnknown, body, token, limit);
  } catch (error) {
    instance.generation = 0;
    throw accident(error);
  } finally {
    relieve();
  }
}

/** The payload with the members that no field takes, of a body as JSON.parse has read it. */
function addUnknown(payload, body) {
  own(payload, "customers")?.forEach((customer, index) => {
    customer.extra = unknownOf(body.customers[index], FIELDS.Customer);
  });
  payload.extra = unknownOf(body, FIELDS.WebhookPayload);
  return payload;
}

/** What is left of an object without the fields; there may be thousands, so they are not copied. */
function unknownOf(object, fields) {
  for (const field of fields) delete object[field];
  return object;
}

/** A payload in which every field is an own member, so that nothing is inherited in the place of one that did not come. */
function complete(payload) {
  addMissing(payload, FIELDS.WebhookPayload);
  own(payload, "customers")?.forEach((customer) => addMissing(customer, FIELDS.Customer));
  return payload;
}

function addMissing(object, names) {
  for (const name of names) {
    if (hasOwn(object, name)) continue;
    Object.defineProperty(object, name, { value: undefined, configurable: true, enumerable: true, writable: true });
  }
}

/** A payload as it can be read again: unknown members, which stand one level deeper than they came, are no part of the digest. */
function readable(key, value) {
  return key === "extra" ? undefined : value;
}

class WebhookEvent {
  constructor(payload, authentication, warnings = NO_WARNINGS) {
    this.payload = payload;
    this.authentication = authentication;
    this.warnings = warnings.length === 0 ? NO_WARNINGS : freeze(warnings);
  }

  get dedupKey() {
    const texts = ["tran_id", "tran_no", "bank_code", "bank_ref", "status"].map((name) => own(this.payload, name));
    return instance.attempt(glue.dedup_key, texts) ?? null;
  }

  get fingerprint() {
    return instance.attempt(glue.fingerprint, jsonText(this.payload, readable));
  }

  compare(storedFingerprint) {
    if (typeof storedFingerprint !== "string" && storedFingerprint !== null && storedFingerprint !== undefined) {
      throw misuse("storedFingerprint", "give the fingerprint of the record, or null");
    }
    return freeze(JSON.parse(instance.attempt(glue.compare, this.fingerprint, storedFingerprint ?? undefined)));
  }

  acknowledge() {
    return (acknowledgement ??= freeze(JSON.parse(instance.attempt(glue.acknowledgement))));
  }

  confirm(biller, expectation) {
    return new Confirmation(biller, expectation, textOf(this.payload, "tran_id"), textOf(this.payload, "tran_no"));
  }
}

/** An own member that is text; undefined for anything else. */
function textOf(object, name) {
  const text = own(object, name);
  return typeof text === "string" ? text : undefined;
}

class Confirmation {
  #handle;
  #expectation;
  #tranId;
  #tranNo;

  constructor(biller, expectation, tranId, tranNo) {
    this.#handle = handleOf(biller);
    this.#expectation = looking("expectation", () => ({ ...expectation }));
    this.#tranId = tranId;
    this.#tranNo = tranNo;
    const { body, warnings } = JSON.parse(this.#handle.use(glue.confirm, this.#expectation, tranId, tranNo));
    this.call = new Call(this.#handle, envelopeOf(biller, "verification"), body, warnings);
    Object.freeze(this);
  }

  decide(status, body) {
    const ids = [this.#tranId, this.#tranNo];
    const verdict = this.#handle.ask(glue.decide, this.#expectation, ...ids, httpStatus(status), bytesOf(body));
    return freeze(JSON.parse(verdict));
  }
}

/** The one token of plain headers; undefined if that is not what they hold. */
function soleToken(headers) {
  try {
    if (typeof headers !== "object" || headers === null || Symbol.iterator in headers) return undefined;
    let token;
    for (const name in headers) {
      if (name.length !== TOKEN.length || name.toLowerCase() !== TOKEN || !hasOwn(headers, name)) continue;
      const value = headers[name];
      if (token !== undefined || typeof value !== "string") return undefined;
      token = value;
    }
    return token === "" ? undefined : token;
  } catch {
    return undefined; // a proxy or a getter of the caller's: the other way says what is wrong
  }
}

/** The values of all token headers. */
function tokensOf(headers) {
  const tokens = [];
  for (const [name, value] of entriesOf(headers)) {
    if (typeof name !== "string") throw misuse("headers", "a header's name is text");
    if (name.toLowerCase() !== TOKEN || value === undefined) continue;
    for (const one of Array.isArray(value) ? elementsOf(value) : [value]) {
      if (typeof one !== "string") throw misuse("headers", "a header's value is text, or a list of text");
      tokens.push(one);
    }
  }
  return tokens;
}

function entriesOf(headers) {
  if (typeof headers !== "object" || headers === null) throw misuse("headers", HEADERS_ADVICE);
  if (!isIterable(headers)) return Object.entries(headers);
  const entries = Array.isArray(headers) ? elementsOf(headers) : Array.from(headers);
  if (!entries.every(Array.isArray)) throw misuse("headers", HEADERS_ADVICE);
  return entries.map((entry) => [own(entry, 0), own(entry, 1)]);
}

const HEADERS_ADVICE = "give a Headers, an object of names and values, or pairs; a flat list (rawHeaders) is none of them";
