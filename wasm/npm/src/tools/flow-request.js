// The request of a flow, which `send` of billwire/fetch takes as it takes a call.
import { decode, sentOf } from "../call.js";
import { causeOf, readArgument } from "../errors.js";
import { own } from "../intrinsics.js";
import { PreparedRequest, envelopeOf } from "../request.js";

/** Request of a flow. */
export class FlowRequest extends PreparedRequest {
  #biller;
  #now;

  constructor({ number, operation, sendBefore, ...target }, headers, body, biller, now) {
    super(envelopeOf(operation, { ...target, headers }), body);
    this.number = number;
    if (sendBefore !== null) this.sendBefore = sendBefore;
    this.#biller = biller;
    this.#now = now;
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
}
