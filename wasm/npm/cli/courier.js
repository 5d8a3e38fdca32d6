// Delivers the webhooks of the sandbox that are due, and tells the simulator their results.

import { answerOf } from "./delivery.js";
import { deliveryOf } from "./log.js";

const LONGEST_WAIT = 2 ** 31 - 1;

export class Courier {
  #change;
  #log;
  #history;
  #timer;
  #isAwake = false;

  /** `change` runs work with the simulator, and wakes the courier. */
  constructor(change, log, history) {
    this.#change = change;
    this.#log = log;
    this.#history = history;
  }

  /** Delivers after the current work, since that may still change what is due. */
  wake() {
    if (this.#isAwake) return;
    this.#isAwake = true;
    setImmediate(() => this.#deliverDue());
  }

  #deliverDue() {
    const [due, next] = this.#change((simulator) => [simulator.dueWebhooks(), simulator.nextDue]);
    this.#isAwake = false;
    for (const webhook of due) void this.#deliver(webhook);
    clearTimeout(this.#timer);
    if (next !== null)
      this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(next - Date.now(), 1), LONGEST_WAIT));
  }

  async #deliver(webhook) {
    const answer = await this.send(webhook);
    this.#change((simulator) => simulator.delivered(webhook.id, answer.reason ? null : answer));
  }

  /** Sends a webhook, also one that was acknowledged before. */
  async send(webhook) {
    const answer = await answerOf(webhook);
    this.#log(...deliveryOf(webhook, answer));
    this.#history.delivered(webhook, answer);
    return answer;
  }
}
