// The class `WebhookTarget`: the sample target of interface section 4.4.
import { freeze, isBillwireError, invalidArgument } from "../errors.js";
import { pairsOf } from "./arguments.js";
import { glue, instance } from "./wasm.js";

export class WebhookTarget {
  #receiver;
  #events = [];

  constructor(receiver) {
    if (typeof receiver?.receive !== "function")
      throw invalidArgument("receiver", "expected a WebhookReceiver");
    this.#receiver = receiver;
  }

  receive(headers, body) {
    let event;
    try {
      event = this.#receiver.receive(headers, body);
    } catch (error) {
      if (isBillwireError(error) && error.response) return error.response;
      throw error;
    }
    const failed = instance.attempt(glue.failed_by_headers, pairsOf(headers));
    if (failed !== undefined) return freeze(JSON.parse(failed));
    this.#events.push(event);
    return event.acknowledge();
  }

  get events() {
    return [...this.#events];
  }
}
