// The simulated service, with the clock that belongs to it.
import { internal, looking, misuse } from "../errors.js";
import { hasOwn } from "../intrinsics.js";
import { WasmHandle } from "../wasm-handle.js";
import { bytesOf, pairsOf } from "./arguments.js";
import { send } from "./fetch.js";
import { jsonOf } from "./json.js";
import { glue, instance } from "./wasm.js";

/** Any point in time: what a test says does not depend on when it runs. */
const START = Date.UTC(2026, 0, 31, 17);
const LATEST = 8.64e15;
const ANSWER_ADVICE = "give the answer with its HTTP status and its body, or null if there was none";

// Books cannot be made again.
instance.isIrreplaceable = true;

export class Simulator {
  #service;
  #now;
  #baseUrl;

  constructor(options) {
    const [now, baseUrl] = ["now", "baseUrl"].map((name) => given(options, "options", name));
    const { now: _, baseUrl: __, ...settings } = { ...options };
    this.#now = now === undefined || now === null ? START : instant(now, "now");
    this.#baseUrl = baseUrl === undefined || baseUrl === null ? undefined : addressOf(baseUrl);
    const number = instance.attempt(glue.new_simulator, jsonOf(settings, "options"));
    this.#service = new WasmHandle(instance, number, lost, glue.drop_simulator);
    // It is handed on by itself in the place of the global one.
    this.fetch = (input, init) => send(this, this.#baseUrl, input, init);
  }

  get now() {
    return this.#now;
  }

  set now(now) {
    this.#now = instant(now, "now");
  }

  advance(ms) {
    if (!Number.isInteger(ms) || ms < 0) throw misuse("ms", "give a whole number of milliseconds");
    this.#now = instant(this.#now + ms, "ms");
  }

  handle(request) {
    const [method = "POST", path, headers = {}, body = ""] = ["method", "path", "headers", "body"].map((name) => given(request, "request", name));
    if (typeof method !== "string") throw misuse("method", "give text");
    if (typeof path !== "string") throw misuse("path", "give the path below the base address");
    const pairs = pairsOf(headers);
    const bytes = bytesOf(body);
    return JSON.parse(this.#service.use(glue.handle, method, path, pairs, bytes, this.#now));
  }

  script(script) {
    this.#service.use(glue.script, jsonOf(script, "script"));
  }

  sendWebhooksTo(endpoint) {
    this.#service.use(glue.send_webhooks_to, jsonOf(endpoint, "webhook"));
  }

  dueWebhooks() {
    return JSON.parse(this.#service.use(glue.due, this.#now));
  }

  get nextDue() {
    return this.#service.use(glue.next_due) ?? null;
  }

  delivered(id, answer) {
    if (!Number.isSafeInteger(id)) throw misuse("id", "give the id of the webhook");
    if (answer !== null && typeof answer !== "object") throw misuse("answer", ANSWER_ADVICE);
    const { status, body = "" } = answer ?? {};
    if (answer !== null && !(Number.isInteger(status) && status >= 0 && status <= 65535)) {
      throw misuse("answer.status", ANSWER_ADVICE);
    }
    this.#service.use(glue.delivered, id, status, bytesOf(body), this.#now);
  }

  books() {
    return JSON.parse(this.#service.use(glue.books));
  }
}

/** Books cannot be made again, and empty ones would be a lie. */
function lost() {
  throw internal("the simulator's books were lost when its WebAssembly instance broke: start a new Simulator");
}

/** A member of what the caller has given; undefined if it has none of its own. */
function given(object, path, name) {
  return looking(path, () => (typeof object === "object" && object !== null && hasOwn(object, name) ? object[name] : undefined));
}

function instant(now, path) {
  const ms = now instanceof Date ? now.getTime() : now;
  if (Number.isInteger(ms) && ms >= 0 && ms <= LATEST) return ms;
  throw misuse(path, "give a Date, or whole milliseconds since 1970");
}

function addressOf(baseUrl) {
  if (typeof baseUrl === "string" && URL.canParse(baseUrl)) return new URL(baseUrl).href.replace(/\/$/, "");
  throw misuse("baseUrl", "give the base address that calls begin with");
}
