// The request of a flow, which `send` of billwire/fetch takes as it takes a call.
import { decode } from "../call.js";
import { PreparedRequest } from "../request.js";

/** Request of a flow. */
export class FlowRequest extends PreparedRequest {
  #biller;
  #now;

  /** `biller` is its handle. */
  constructor({ number, sendBefore }, envelope, body, biller, now) {
    super(biller, envelope, body, true);
    this.number = number;
    if (sendBefore !== undefined) this.sendBefore = sendBefore;
    this.#biller = biller;
    this.#now = now;
    Object.freeze(this);
  }

  /** The same request with the credentials of another biller. */
  static by(request, biller, envelope) {
    return new FlowRequest(request, envelope, request.body, biller, request.#now);
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
}
