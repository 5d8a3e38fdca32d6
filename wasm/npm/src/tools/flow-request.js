// The request of a flow, which `send` of billwire/fetch takes as it takes a call.
import { addAxiosOptions, decode, sentOf, shownRequest } from "../call.js";
import { causeOf, readArgument } from "../errors.js";
import { INSPECT, headersOf } from "../headers.js";
import { own } from "../intrinsics.js";

/** Request of a flow, printed without its secrets. */
export class FlowRequest {
  #biller;
  #now;

  constructor({ number, operation, method, url, sendBefore }, headers, body, biller, now) {
    this.number = number;
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.headers = headersOf(headers);
    this.body = body;
    this.redirect = "manual";
    addAxiosOptions(this, body);
    if (sendBefore !== null) this.sendBefore = sendBefore;
    this.#biller = biller;
    this.#now = now;
    Object.freeze(this);
  }

  /** Whether it must not be sent any more, by the clock of the flow. */
  isLate() {
    return this.#now() >= this.sendBefore;
  }

  /** Answer as the flow takes it. */
  decode(status, body, retryAfterMs) {
    return { status, body, retryAfterMs };
  }

  /** Meaning of such an answer, for observers. */
  outcomeOf({ status, body }) {
    try {
      return decode(this.#biller, this.operation, status, body);
    } catch (error) {
      return { error };
    }
  }

  noAnswer(options) {
    const sent = sentOf(options);
    const cause = readArgument("cause", () => causeOf(own(options, "cause")));
    return Object.assign(new Error("the request brought no answer", { cause }), { sent });
  }

  toJSON() {
    return shownRequest(this);
  }

  [INSPECT]() {
    return this.toJSON();
  }
}
