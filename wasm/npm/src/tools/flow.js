// What the flows share: one step at a time, or all of them by `run`.
import { addAxiosOptions, bytesOf, httpStatus, sentOf, shownRequest } from "../call.js";
import { BillwireError, causeOf, freeze, internal, invalidArgument, readArgument } from "../errors.js";
import { INSPECT, headersOf } from "../headers.js";
import { own } from "../intrinsics.js";
import { WasmHandle, disposed } from "../wasm-handle.js";
import { attempt } from "./attempt.js";
import { pause } from "./pause.js";
import { glue, instance } from "../wasm.js";

/** State machine of one bill. Its subclasses make it, and say what is theirs. */
export class Flow {
  #handle;
  #now;
  #random;
  #isSettlement;
  /** Whether the program has not yet said what became of a record. */
  #isUnsaved = false;
  /** Last step. The wasm keeps no flow that has ended. */
  #last;
  #isRunning = false;

  /** `make` makes the flow in the wasm, from its options and the time. */
  constructor(make, options, isSettlement) {
    const { now = () => Date.now(), random = () => Math.random(), ...rest } = optionsOf(options);
    this.#now = timeBy(callable(now, "now"));
    this.#random = chanceBy(callable(random, "random"));
    this.#isSettlement = isSettlement;
    this.#handle = new WasmHandle(instance, make(rest, this.#now()), refuseLost, glue.drop_flow);
    Object.freeze(this);
  }

  step() {
    if (this.#last !== undefined) return this.#last;
    const [text, headers, body] = this.#handle.call(glue.flow_step, this.#now(), this.#random());
    const step = stepOf(JSON.parse(text), headers, body);
    this.#isUnsaved = step.step === "save" || step.step === "credit";
    if (isLast(step)) this.#end(step);
    return step;
  }

  saved(revision) {
    this.#handle.call(glue.flow_saved, numberOf(revision, "revision"));
    this.#isUnsaved = false;
  }

  notSaved(revision) {
    this.#handle.call(glue.flow_not_saved, numberOf(revision, "revision"));
    this.#isUnsaved = false;
  }

  answered(number, status, body) {
    this.#handle.call(glue.flow_answered, numberOf(number, "number"), httpStatus(status), bytesOf(body), this.#now());
  }

  noAnswer(number, options) {
    this.#handle.call(glue.flow_no_answer, numberOf(number, "number"), sentOf(options) === "maybe", this.#now());
  }

  async *[Symbol.asyncIterator]() {
    for (;;) {
      const step = this.step();
      yield step;
      if (isLast(step)) return;
      if (this.#isUnsaved) this.#refuseTurn();
    }
  }

  async run(options) {
    const caller = callerOf(options, this.#isSettlement ? ["save", "send"] : ["save", "send", "credit"]);
    if (this.#isRunning) this.#refuseTurn();
    this.#isRunning = true;
    try {
      return await this.#run(caller);
    } finally {
      this.#isRunning = false;
    }
  }

  dispose() {
    this.#last = undefined;
    this.#handle.release(() => disposed("flow"));
    instance.releaseMemory();
  }

  /** Says what became of a credit. */
  static claim(flow, name) {
    if (typeof name !== "string") throw invalidArgument("claim", 'expected "credited", "creditedBefore" or "paidOtherwise"');
    flow.#handle.call(glue.flow_claimed, name);
    flow.#isUnsaved = false;
  }

  async #run(caller) {
    for (;;) {
      const step = this.step();
      switch (step.step) {
        case "save":
          await this.#save(step, caller);
          break;
        case "send":
          if (caller.signal?.aborted) await this.#stop(step.request, caller);
          await this.#send(step.request, caller);
          break;
        case "credit":
          this.claimed(await caller.credit(step));
          break;
        case "wait":
          await pause(step.until - this.#now(), caller.sleep?.bind(caller), caller.signal);
          break;
        default:
          return step;
      }
    }
  }

  async #save(step, caller) {
    const isStored = await caller.save(step);
    if (typeof isStored !== "boolean") throw invalidArgument("save", "it has to return true, or false if another flow stored a record");
    if (isStored) this.saved(step.revision);
    else this.notSaved(step.revision);
  }

  async #send(request, caller) {
    let answer;
    try {
      answer = await caller.send(request);
    } catch (error) {
      return this.noAnswer(request.number, { sent: wasNotSent(error) ? "no" : "maybe" });
    }
    if (typeof answer !== "object" || answer === null) throw invalidArgument("send", 'it has to return { status, body }, or { sent: "no" } or { sent: "maybe" }');
    if (own(answer, "sent") === undefined) this.answered(request.number, answer.status, answer.body);
    else this.noAnswer(request.number, answer);
  }

  /** Throws the reason of the signal. First it stores that nothing was sent, so that nobody has to look it up. */
  async #stop({ number, operation }, caller) {
    this.noAnswer(number, { sent: "no" });
    if (operation === "settlement" || !this.#isSettlement) await this.#save(this.step(), caller);
    caller.signal.throwIfAborted();
  }

  #end(step) {
    this.#last = step;
    this.#handle.release(() => this.#refuseTurn());
    instance.releaseMemory();
  }

  /** Throws the error for an answer that the flow does not wait for. */
  #refuseTurn() {
    return attempt(glue.flow_out_of_turn, this.#isSettlement);
  }
}

/** Request of a flow, printed without its secrets. `send` of billwire/fetch calls its methods. */
class FlowRequest {
  constructor({ number, operation, method, url }, headers, body) {
    this.number = number;
    this.operation = operation;
    this.method = method;
    this.url = url;
    this.headers = headersOf(headers);
    this.body = body;
    this.redirect = "manual";
    addAxiosOptions(this, body);
    Object.freeze(this);
  }

  decode(status, body) {
    return { status, body };
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

function stepOf(value, headers, body) {
  const { step, ...rest } = value;
  if (step === "send") return Object.freeze({ step, request: new FlowRequest(rest, headers, body) });
  if (step === "finished") withErrors(value.ending);
  return freeze(value);
}

function withErrors(ending) {
  for (const object of [ending, own(ending, "lookup")]) {
    const error = object && own(object, "error");
    if (error !== undefined) object.error = new BillwireError(error);
  }
}

function isLast({ step }) {
  return step === "finished" || step === "takenOver";
}

function optionsOf(options = {}) {
  if (typeof options !== "object" || options === null) throw invalidArgument("options", "expected { policy, record }");
  return readArgument("options", () => ({ ...options }));
}

function callerOf(options, names) {
  if (typeof options !== "object" || options === null) throw invalidArgument("options", `expected { ${names.join(", ")} }`);
  for (const name of names) callable(options[name], name);
  if (options.sleep !== undefined) callable(options.sleep, "sleep");
  return options;
}

function callable(value, name) {
  if (typeof value !== "function") throw invalidArgument(name, "expected a function");
  return value;
}

function timeBy(now) {
  return () => {
    const time = readArgument("now", now);
    if (!Number.isFinite(time)) throw invalidArgument("now", "it has to return milliseconds since 1970");
    return time;
  };
}

function chanceBy(random) {
  return () => readArgument("random", () => Number(random()));
}

function numberOf(value, name) {
  if (!Number.isSafeInteger(value) || value < 0) throw invalidArgument(name, "expected the number that the step has");
  return value;
}

/** Whether an error of `send` says that nothing was sent. */
function wasNotSent(error) {
  try {
    return typeof error === "object" && error !== null && own(error, "sent") === "no";
  } catch {
    return false;
  }
}

function refuseLost() {
  throw internal("the flow was lost when the WebAssembly instance trapped: resume it from the stored record");
}
