// The class `Simulator`: the simulated service and its clock.
import { awaited } from "../arguments.js";
import { internal, invalidArgument, readArgument, refusePromise } from "../errors.js";
import { hasOwn } from "../intrinsics.js";
import { WasmHandle } from "../wasm-handle.js";
import { bytesOf, pairsOf } from "./arguments.js";
import { send } from "./fetch.js";
import { jsonOf } from "./json.js";
import { glue, instance } from "./wasm.js";

/** Fixed start of the clock, so that a test gives the same result on every day. */
const START = Date.UTC(2026, 0, 31, 17);
const LATEST = 8.64e15;
const ANSWER_ADVICE = "expected the answer with its HTTP status and its body, or null for no answer";

// A new instance cannot restore the books.
instance.isIrreplaceable = () => true;

export class Simulator {
  #service;
  #now;
  #baseUrl;

  constructor(options) {
    refusePromise(options, "options");
    const [now, baseUrl, seed] = ["now", "baseUrl", "seed"].map((name) =>
      ownArgument(options, "options", name),
    );
    const { now: _, baseUrl: __, ...others } = readArgument("options", () => ({ ...options }));
    // A random seed protects nothing: it only separates the ids of two runs.
    const settings = { ...others, seed: seed ?? Math.random().toString(36).slice(2) };
    this.#now = now === undefined || now === null ? START : instant(now, "now");
    this.#baseUrl = baseUrl === undefined || baseUrl === null ? undefined : addressOf(baseUrl);
    const number = instance.attempt(glue.new_simulator, jsonOf(settings, "options"));
    this.#service = new WasmHandle(instance, number, lost, glue.drop_simulator);
    // An arrow function, so that it works without its object in place of the global `fetch`.
    this.fetch = (input, init) =>
      awaited(send(this, this.#baseUrl, input, init), "fetch(…)", ["status", "ok", "headers", "body"]);
  }

  get now() {
    return this.#now;
  }

  set now(now) {
    this.#now = instant(now, "now");
  }

  advance(ms) {
    if (!Number.isInteger(ms) || ms < 0)
      throw invalidArgument("ms", "expected a whole number of milliseconds");
    this.#now = instant(this.#now + ms, "ms");
  }

  handle(request) {
    const [method = "POST", path, headers = {}, body = ""] = ["method", "path", "headers", "body"].map(
      (name) => ownArgument(request, "request", name),
    );
    if (typeof method !== "string") throw invalidArgument("method", "expected text");
    if (typeof path !== "string") throw invalidArgument("path", "expected the path below the base address");
    const pairs = pairsOf(headers);
    const bytes = bytesOf(body);
    return JSON.parse(this.#service.call(glue.handle, method, path, pairs, bytes, this.#now));
  }

  script(script) {
    this.#service.call(glue.script, jsonOf(script, "script"));
  }

  pay(payment) {
    return JSON.parse(this.#service.call(glue.pay, jsonOf(payment, "payment"), this.#now));
  }

  sendWebhooksTo(endpoint) {
    this.#service.call(glue.send_webhooks_to, jsonOf(endpoint, "webhook"));
  }

  setRetries(retries) {
    this.#service.call(glue.set_retries, jsonOf(retries, "retries"));
  }

  dueWebhooks() {
    return JSON.parse(this.#service.call(glue.due, this.#now));
  }

  get nextDue() {
    return this.#service.call(glue.next_due) ?? null;
  }

  delivered(id, answer) {
    if (!Number.isSafeInteger(id)) throw invalidArgument("id", "expected the id of the webhook");
    refusePromise(answer, "answer");
    if (answer !== null && typeof answer !== "object") throw invalidArgument("answer", ANSWER_ADVICE);
    const [status, body = ""] = ["status", "body"].map((name) => ownArgument(answer, "answer", name));
    if (answer !== null && !(Number.isInteger(status) && status >= 0 && status <= 65535)) {
      throw invalidArgument("answer.status", ANSWER_ADVICE);
    }
    this.#service.call(glue.delivered, id, status, bytesOf(body), this.#now);
  }

  books() {
    return JSON.parse(this.#service.call(glue.books, this.#now));
  }
}

/** Throws for a simulator whose instance broke: a new instance has empty books, which would be wrong. */
function lost() {
  throw internal(
    "the simulator's books were lost when its WebAssembly instance trapped: start a new Simulator",
  );
}

/** Own member of an argument; undefined without one. */
function ownArgument(object, path, name) {
  return readArgument(path, () =>
    typeof object === "object" && object !== null && hasOwn(object, name) ? object[name] : undefined,
  );
}

function instant(now, path) {
  const ms = readArgument(path, () => (now instanceof Date ? now.getTime() : now));
  if (Number.isInteger(ms) && ms >= 0 && ms <= LATEST) return ms;
  throw invalidArgument(path, "expected a Date, or whole milliseconds since 1970");
}

function addressOf(baseUrl) {
  if (typeof baseUrl === "string" && URL.canParse(baseUrl)) return new URL(baseUrl).href.replace(/\/$/, "");
  throw invalidArgument("baseUrl", "expected the base address of the calls");
}
