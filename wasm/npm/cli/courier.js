// Delivers the webhooks of the sandbox that are due, and tells the simulator their results.

import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import { deliveryOf } from "./log.js";

const PATIENCE = 10_000;
/** Bytes of an answer to read. An acknowledgement has a few dozen. */
const MOST_BYTES = 65_536;
const LONGEST_WAIT = 2 ** 31 - 1;
/** Not `fetch`, which takes twice as long for each webhook. */
const PLAIN = { request: http.request, agent: new http.Agent({ keepAlive: true }) };
const SECURE = { request: https.request, agent: new https.Agent({ keepAlive: true }) };

export class Courier {
  #change;
  #log;
  #timer;
  #isAwake = false;

  /** `change` runs work with the simulator, and wakes the courier. */
  constructor(change, log) {
    this.#change = change;
    this.#log = log;
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
    if (next !== null) this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(next - Date.now(), 1), LONGEST_WAIT));
  }

  async #deliver(webhook) {
    const answer = await answerOf(webhook);
    this.#log(...deliveryOf(webhook, answer));
    this.#change((simulator) => simulator.delivered(webhook.id, answer));
  }
}

/** Answer of the merchant; null without one. The error may contain the address, so it is not reported. */
async function answerOf({ url, headers, body }) {
  const { request, agent } = url.startsWith("https:") ? SECURE : PLAIN;
  try {
    const sent = request(url, { method: "POST", headers, agent, signal: AbortSignal.timeout(PATIENCE) }).end(body);
    const [response] = await once(sent, "response");
    return { status: response.statusCode, body: await shortBody(response) };
  } catch {
    return null;
  }
}

/** Body of the answer. A long one is left out: it acknowledges nothing. */
async function shortBody(response) {
  const chunks = [];
  let length = 0;
  for await (const chunk of response) {
    length += chunk.length;
    if (length > MOST_BYTES) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
