// The latest requests and webhooks of the sandbox, for its page and for `billwire events`.
import { jsonOf } from "./output.js";

/** Entries and webhooks that are kept. */
const MOST = 200;

export class History {
  #entries = [];
  #webhooks = new Map();
  #count = 0;

  /** Adds a line of the log. */
  add(event, facts) {
    this.#entries.push({ time: new Date().toISOString(), event, ...facts });
    if (this.#entries.length > MOST) this.#entries.shift();
  }

  /** Adds a delivery of a webhook. Deliveries with the same body are of one webhook. */
  delivered(webhook, answer) {
    const known = this.#webhooks.get(webhook.body) ?? { id: ++this.#count, deliveries: 0 };
    this.#webhooks.set(webhook.body, { ...known, webhook, answer, deliveries: known.deliveries + 1 });
    if (this.#webhooks.size > MOST) this.#webhooks.delete(this.#webhooks.keys().next().value);
  }

  /** The webhook that was delivered under an id, to send it again. */
  webhook(id) {
    return [...this.#webhooks.values()].find((one) => one.id === id)?.webhook;
  }

  /** JSON without credentials: the headers of a webhook have its token. */
  toText() {
    const webhooks = [...this.#webhooks.values()].map(({ id, webhook, answer, deliveries }) => {
      const { identity_code, tran_id, tran_amount, currency, status } = JSON.parse(webhook.body);
      const result = answer.reason ?? `HTTP ${answer.status}`;
      return { id, identity_code, tran_id, tran_amount, currency, status, deliveries, answer: result };
    });
    return jsonOf({ log: this.#entries, webhooks });
  }
}
