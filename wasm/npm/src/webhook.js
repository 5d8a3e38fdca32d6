// The class `WebhookReceiver`, and the event and confirmation that come from it.
import { elsewhere, unsent } from "./arguments.js";
import { REQUEST, envelopeOf, handleOf } from "./biller.js";
import { Call, bytesOf, httpStatus } from "./call.js";
import { freeze, invalidArgument, marked, notOf, readArgument, withResponse } from "./errors.js";
import { entriesOf } from "./header-entries.js";
import { elementsOf, hasOwn, isBytes, own } from "./intrinsics.js";
import { jsonText } from "./json.js";
import { receive, runPass } from "./memory.js";
import { FIELDS, readWebhookPayload } from "./models.js";
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
    if (typeof checkout !== "boolean")
      throw invalidArgument("variant", "call WebhookReceiver.merchantProxy or .checkout");
    const [number, settings] = instance.attempt(glue.new_receiver, options, checkout);
    this.#handle = new WasmHandle(
      instance,
      number,
      () => instance.attempt(glue.new_receiver, settings, checkout)[0],
      glue.drop_receiver,
    );
    this.#checkout = checkout;
    this.#limit = this.#handle.call(glue.webhook_limit);
  }

  static {
    marked("WebhookReceiver", WebhookReceiver);
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

  authenticate(headers) {
    this.receive(headers, "{}");
  }

  receive(headers, body) {
    try {
      return this.#receive(headers, body);
    } catch (error) {
      throw withResponse(error);
    }
  }

  #receive(headers, body) {
    const authentication = this.#checkout ? "unauthenticated" : "token";
    const unchecked = this.#checkout ? shown(headers) : [];
    const token = this.#checkout ? (unchecked.length > 0 ? undefined : "") : soleToken(headers);
    const isRaw = typeof body === "string" || isBytes(body);
    if (token !== undefined && isRaw) {
      const payload = runPass(
        receive,
        this.#handle.number,
        readWebhookPayload,
        addUnknown,
        body,
        token,
        this.#limit,
      );
      if (payload !== undefined) return new WebhookEvent(payload, authentication);
    }
    const tokens = this.#checkout ? unchecked : readArgument("headers", () => tokensOf(headers));
    const received = JSON.parse(
      this.#handle.callAndRelease(glue.receive_value, tokens, bytesOf(body, this.#limit)),
    );
    return new WebhookEvent(complete(received.payload), authentication, received.warnings);
  }
}

/** Adds the unknown members of a body that JSON.parse has read to the `extra` of a payload. */
function addUnknown(payload, body) {
  own(payload, "customers")?.forEach((customer, index) => {
    customer.extra = unknownOf(body.customers[index], FIELDS.Customer);
  });
  payload.extra = unknownOf(body, FIELDS.WebhookPayload);
  return payload;
}

/**
 * Removes the known fields from an object. There may be thousands of unknown members, so they are not copied. An
 * empty list stands for an empty object.
 */
function unknownOf(object, fields) {
  if (Array.isArray(object)) return {};
  for (const field of fields) delete object[field];
  return object;
}

/** Makes every field an own member: a missing field must not be inherited from Object.prototype. */
function complete(payload) {
  addMissing(payload, FIELDS.WebhookPayload);
  own(payload, "customers")?.forEach((customer) => addMissing(customer, FIELDS.Customer));
  return payload;
}

function addMissing(object, names) {
  for (const name of names) {
    if (hasOwn(object, name)) continue;
    Object.defineProperty(object, name, {
      value: undefined,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}

/** Leaves `extra` out. Unknown members are not part of the digest, and `extra` holds them one level too deep. */
function readable(key, value) {
  return key === "extra" ? undefined : value;
}

/** JSON text of an event's payload, and whether its sender is known. */
export function payloadOf(event) {
  return readArgument("event", () => {
    if (!(event instanceof WebhookEvent)) throw notOf("WebhookEvent", "event", event);
    return [jsonText(event.payload, readable), event.authentication === "token"];
  });
}

const CONFIRM = "a webhook tells no verdict: read that of send(event.confirm(biller, bill))";

class WebhookEvent {
  static {
    for (const name of FIELDS.WebhookPayload) elsewhere(WebhookEvent, name, `read event.payload.${name}`);
    elsewhere(WebhookEvent, "amount", "read event.payload.tran_amount");
    for (const name of ["body", "data"]) elsewhere(WebhookEvent, name, "read event.payload");
    elsewhere(WebhookEvent, "reply", "call event.acknowledge()");
    elsewhere(WebhookEvent, "type", "there is one kind of webhook: read event.payload.status");
    elsewhere(WebhookEvent, "token", "it is not kept: event.authentication says whether one was checked");
    for (const name of ["verdict", "confirmed", "claimKey"]) elsewhere(WebhookEvent, name, CONFIRM);
    marked("WebhookEvent", WebhookEvent);
  }

  constructor(payload, authentication, warnings = NO_WARNINGS) {
    this.payload = payload;
    this.authentication = authentication;
    this.warnings = warnings.length === 0 ? NO_WARNINGS : freeze(warnings);
  }

  get dedupKey() {
    const texts = ["tran_id", "tran_no", "bank_code", "bank_ref", "status"].map((name) =>
      own(this.payload, name),
    );
    return instance.attempt(glue.dedup_key, texts) ?? null;
  }

  get fingerprint() {
    return instance.attempt(glue.fingerprint, jsonText(this.payload, readable));
  }

  compare(storedFingerprint) {
    if (
      typeof storedFingerprint !== "string" &&
      storedFingerprint !== null &&
      storedFingerprint !== undefined
    ) {
      throw invalidArgument("storedFingerprint", "expected the fingerprint of the record, or null");
    }
    return freeze(
      JSON.parse(instance.attempt(glue.compare, this.fingerprint, storedFingerprint ?? undefined)),
    );
  }

  acknowledge() {
    return (acknowledgement ??= freeze(JSON.parse(instance.attempt(glue.acknowledgement))));
  }

  confirm(biller, expectation) {
    return new Confirmation(
      biller,
      expectation,
      textOf(this.payload, "tran_id"),
      textOf(this.payload, "tran_no"),
    );
  }
}

/** Own member that is text; undefined for any other. */
function textOf(object, name) {
  const text = own(object, name);
  return typeof text === "string" ? text : undefined;
}

class Confirmation {
  #handle;
  #expectation;
  #tranId;
  #tranNo;

  static {
    unsent(Confirmation, "event.confirm(biller, bill)", ["verdict", "confirmed", "claimKey"]);
    for (const name of REQUEST)
      elsewhere(Confirmation, name, "a confirmation has its request in confirmation.call");
  }

  constructor(biller, expectation, tranId, tranNo) {
    this.#handle = handleOf(biller);
    this.#expectation = readArgument("expectation", () => ({ ...expectation }));
    this.#tranId = tranId;
    this.#tranNo = tranNo;
    const { body, warnings } = JSON.parse(this.#handle.call(glue.confirm, this.#expectation, tranId, tranNo));
    this.call = new Call(this.#handle, envelopeOf(biller, "verification"), body, warnings);
  }

  decide(status, body) {
    const ids = [this.#tranId, this.#tranNo];
    const verdict = this.#handle.callAndRelease(
      glue.decide,
      this.#expectation,
      ...ids,
      httpStatus(status),
      bytesOf(body),
    );
    return freeze(JSON.parse(verdict));
  }
}

/**
 * The token of a plain object of headers with exactly one token; undefined for any other headers. Node's
 * `headersDistinct` has each value in an array.
 */
function soleToken(headers) {
  try {
    if (typeof headers !== "object" || headers === null || Symbol.iterator in headers) return undefined;
    let token;
    for (const name in headers) {
      if (name.length !== TOKEN.length || name.toLowerCase() !== TOKEN || !hasOwn(headers, name)) continue;
      const value = headers[name];
      const text = Array.isArray(value) && value.length === 1 ? own(value, 0) : value;
      if (token !== undefined || typeof text !== "string") return undefined;
      token = text;
    }
    return token === "" ? undefined : token;
  } catch {
    return undefined; // a proxy or a getter of the caller threw: the wasm reports it
  }
}

/** Values of all token headers, where they decide nothing and may be anything. */
function shown(headers) {
  try {
    return tokensOf(headers);
  } catch {
    return [];
  }
}

/** Values of all token headers. */
function tokensOf(headers) {
  const tokens = [];
  for (const [name, value] of entriesOf(headers)) {
    if (typeof name !== "string") throw invalidArgument("headers", "expected text as the name of a header");
    if (name.toLowerCase() !== TOKEN || value === undefined) continue;
    for (const one of Array.isArray(value) ? elementsOf(value) : [value]) {
      if (typeof one !== "string")
        throw invalidArgument("headers", "expected text, or a list of text, as the value of a header");
      tokens.push(one);
    }
  }
  return tokens;
}
