// Common parts of the flows: one step at a time, or all of them by `run`.
import { callable, checkNames } from "../arguments.js";
import { billerSource } from "../biller-source.js";
import { envelopeOf, handleOf } from "../biller.js";
import { bytesOf, httpStatus } from "../call.js";
import {
  BillwireError,
  freeze,
  internal,
  invalidArgument,
  isBillwireError,
  readArgument,
  refusePromise,
  withSentence,
} from "../errors.js";
import { isPlain, own } from "../intrinsics.js";
import { envelopeOf as newEnvelope, sentOf } from "../request.js";
import { WasmHandle, disposed } from "../wasm-handle.js";
import { FlowRequest } from "./flow-request.js";
import { pause } from "./pause.js";
import { glue, instance } from "../wasm.js";

// The state of a flow is nowhere else.
instance.isIrreplaceable = () => glue.count_flows() > 0;

const ANSWER =
  'it has to return { status, body } with the raw body, as send(request) of billwire/fetch does, or { sent: "no" } ' +
  'or { sent: "maybe" }';
const CLAIMS = ['"credited"', '"creditedBefore"', '"paidOtherwise"'];
/** Sleeps of one wait after which its clock has to have moved. */
const MOST_SLEEPS = 1_000;
const NO_SLEEP =
  "it returns before the time, and the clock stands still: wait, or set the option `now` of the flow";

/** Result of a handler's `review` if the merchant has none. */
export const NOT_STORED = Symbol("not stored");

/** State machine of one bill. Its subclasses make it, and say what is theirs. */
export class Flow {
  #handle;
  #biller;
  #now;
  #random;
  #isSettlement;
  /** Whether a settlement flow has drawn its mark. */
  #hasMark = false;
  /** Whether the program has not yet said what became of a record. */
  #isUnsaved = false;
  /** Last step. The wasm keeps no flow that has ended. */
  #last;
  #isRunning = false;

  /** `make` makes the flow in the wasm, from the handle of the biller, its options and the time. */
  constructor(biller, make, options, isSettlement) {
    this.#biller = handleOf(biller);
    const {
      now = isSettlement ? () => Date.now() : steadyClock(),
      random = () => Math.random(),
      ...rest
    } = optionsOf(options);
    this.#now = timeBy(callable(now, "now"));
    this.#random = chanceBy(callable(random, "random"));
    this.#isSettlement = isSettlement;
    this.#handle = new WasmHandle(
      instance,
      make(this.#biller, rest, this.#now()),
      refuseLost,
      glue.drop_flow,
    );
  }

  step() {
    if (this.#last !== undefined) return this.#last;
    const [text, headers, body] = this.#handle.call(glue.flow_step, this.#now(), this.#chance());
    const step = stepOf(JSON.parse(text), headers, body, this.#biller, this.#now);
    this.#isUnsaved = ["load", "save", "control", "credit", "review"].includes(step.step);
    if (isLast(step)) this.#end(step);
    return step;
  }

  /**
   * The first number tells the attempts of a settlement flow from those of others, so it is drawn by lot, whatever
   * the option `random` returns.
   */
  #chance() {
    if (!this.#isSettlement || this.#hasMark) return this.#random();
    this.#hasMark = true;
    return Math.random();
  }

  answered(number, status, body, options) {
    if (options !== undefined) checkNames(options, ["retryAfterMs"]);
    const retryAfter = retryAfterOf(options);
    this.#handle.call(
      glue.flow_answered,
      numberOf(number, "number"),
      httpStatus(status),
      bytesOf(body),
      retryAfter,
      this.#now(),
    );
  }

  noAnswer(number, options) {
    const maybeSent = sentOf(options, ["retryAfterMs"]) === "maybe";
    this.#handle.call(
      glue.flow_no_answer,
      numberOf(number, "number"),
      maybeSent,
      retryAfterOf(options),
      this.#now(),
    );
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
    const members = this.#isSettlement ? SETTLING : CREDITING;
    const caller = readArgument("options", () => callerOf(options, members));
    if (this.#isRunning) this.#refuseSecondRun();
    this.#isRunning = true;
    try {
      if (typeof caller.biller === "function" && this.#last === undefined)
        this.#handle.call(glue.flow_renews);
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

  /** Time by the clock of a flow. */
  static time(flow) {
    return flow.#now();
  }

  /** Calls the wasm for a subclass. */
  static call(flow, work, ...args) {
    return flow.#handle.call(work, ...args);
  }

  /** Says what became of a record or of a credit, as {@link Flow.call}. */
  static told(flow, work, ...args) {
    flow.#handle.call(work, ...args);
    flow.#isUnsaved = false;
  }

  async #run(caller) {
    const sleeps = { until: undefined, count: 0, start: 0 };
    for (;;) {
      const step = this.step();
      switch (step.step) {
        case "load":
        case "save":
        case "control":
          await this.take(step, caller);
          break;
        case "send":
          await this.#send(step.request, caller);
          break;
        case "credit":
          this.#claimed(await caller.credit(step));
          break;
        case "review":
          this.reviewed(Boolean(caller.review) && (await caller.review(step)) !== NOT_STORED);
          break;
        case "wait":
          if (waitsInVain(step, caller)) return step;
          if (step.until - this.#now() > (caller.maxWaitMs ?? Infinity)) return step;
          await pause(step.until - this.#now(), caller.sleep?.bind(caller), caller.signal);
          refuseNoSleep(sleeps, step.until, this.#now());
          break;
        default:
          return step;
      }
    }
  }

  #claimed(claim) {
    const expected = `it has to return ${CLAIMS.join(" or ")}`;
    if (typeof claim !== "string") throw invalidArgument("credit", expected);
    try {
      this.claimed(claim);
    } catch (error) {
      throw isBillwireError(error) && error.code === "unknown_value"
        ? invalidArgument("credit", expected)
        : error;
    }
  }

  async #send(prepared, caller) {
    const request = await this.#renewed(prepared, caller);
    let answer;
    try {
      answer = await caller.send(request);
    } catch (error) {
      if (isWrongUse(error)) return this.#unsent(request, caller, error);
      return this.noAnswer(request.number, { sent: wasNotSent(error) ? "no" : "maybe" });
    }
    if (typeof answer !== "object" || answer === null) throw invalidArgument("send", ANSWER);
    const [sent, retryAfterMs] = ["sent", "retryAfterMs"].map((name) => own(answer, name));
    try {
      if (sent === undefined) this.answered(request.number, answer.status, answer.body, { retryAfterMs });
      else this.noAnswer(request.number, { sent, retryAfterMs });
    } catch (error) {
      throw isBillwireError(error) && error.kind === "invalid_config"
        ? withSentence(error, `send: ${ANSWER}`)
        : error;
    }
  }

  /** The request with the credentials of the moment. */
  async #renewed(request, caller) {
    try {
      caller.signal?.throwIfAborted();
      if (caller.biller === undefined || caller.biller === null) return request;
      const biller = await billerSource(caller.biller)();
      caller.signal?.throwIfAborted();
      return FlowRequest.by(request, handleOf(biller), envelopeOf(biller, request.operation));
    } catch (error) {
      return this.#unsent(request, caller, error);
    }
  }

  /** Throws an error, after it has stored that nothing was sent, so that nobody has to look it up. */
  async #unsent(request, caller, error) {
    this.noAnswer(request.number, { sent: "no" });
    if (request.operation === "settlement") await this.save(this.step(), caller);
    throw error;
  }

  #end(step) {
    this.#last = step;
    this.#handle.release(() => this.#refuseTurn());
    instance.releaseMemory();
  }

  /** Throws the error for a run beside another one. */
  #refuseSecondRun() {
    try {
      this.#refuseTurn();
    } catch (error) {
      throw withSentence(error, "a run of this flow is under way: await it, or run another flow of the bill");
    }
  }

  /** Throws the error for an answer that the flow does not wait for. */
  #refuseTurn() {
    return instance.attempt(glue.flow_out_of_turn, this.#isSettlement);
  }
}

/** Refuses a `sleep` that returns while its clock stands still: the flow would ask for it for ever. */
function refuseNoSleep(sleeps, until, now) {
  if (sleeps.until !== until) Object.assign(sleeps, { until, count: 0, start: now });
  sleeps.count++;
  if (sleeps.count > MOST_SLEEPS && now < until && now === sleeps.start)
    throw invalidArgument("sleep", NO_SLEEP);
}

function stepOf(value, headers, body, biller, now) {
  const { step, ...rest } = value;
  if (step === "send") {
    const { number, operation, sendBefore, ...target } = rest;
    const envelope = newEnvelope(operation, { ...target, headers });
    const request = new FlowRequest(
      { number, sendBefore: sendBefore ?? undefined },
      envelope,
      body,
      biller,
      now,
    );
    return Object.freeze({ step, request });
  }
  if (step === "finished") withErrors(value.ending);
  if (step === "credit" || step === "review") return freeze({ ...value, ...reportOf(value.transaction) });
  return freeze(value);
}

/** Fields by which a payment is found in a report. What the service left out is null, which every database takes. */
function reportOf({
  tran_id,
  tran_date = null,
  fee_amount = null,
  currency,
  bank_code = null,
  bank_ref = null,
}) {
  return { tran_id, tran_date, fee_amount, currency, bank_code, bank_ref };
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
  refusePromise(options, "options");
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw invalidArgument("options", "expected an object");
  return readArgument("options", () => ({ __proto__: null, ...options }));
}

/** Whether only other credentials end a wait, and the caller has no function that renews them. */
function waitsInVain({ reason }, { biller }) {
  return reason === "credentials" && typeof biller !== "function";
}

/** Functions that `run` needs, and other options that it takes. */
const SETTLING = {
  functions: ["load", "save", "send"],
  others: ["control", "biller", "sleep", "signal", "maxWaitMs"],
};
const CREDITING = { functions: ["send", "credit"], others: ["review", "biller", "sleep", "signal"] };

/** Checks the work of a program. An object of a class may have members of its own. */
function callerOf(options, { functions, others }) {
  const isOfClass = typeof options === "object" && options !== null && !isPlain(options);
  if (!isOfClass || Array.isArray(options)) checkNames(options, [...functions, ...others]);
  refusePromise(options, "options");
  for (const name of functions) callable(options[name], name);
  for (const name of ["sleep", "control", "review"])
    if (options[name] !== undefined && options[name] !== null) callable(options[name], name);
  const { biller, maxWaitMs, signal } = options;
  if (biller !== undefined && biller !== null) billerSource(biller);
  if (maxWaitMs !== undefined && maxWaitMs !== null && !(maxWaitMs >= 0))
    throw invalidArgument("maxWaitMs", "expected milliseconds");
  if (signal !== undefined && signal !== null && typeof signal.throwIfAborted !== "function")
    throw invalidArgument("signal", "expected an AbortSignal");
  return options;
}

/** Time of `Retry-After` in milliseconds, if it is known. */
function retryAfterOf(options) {
  const millis = typeof options === "object" && options !== null ? own(options, "retryAfterMs") : undefined;
  return Number.isFinite(millis) && millis > 0 ? Math.ceil(millis) : undefined;
}

/** Clock of a flow without a record. It does not follow a clock that is set back: the flow would wait longer. */
function steadyClock() {
  const start = Date.now() - performance.now();
  return () => start + performance.now();
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

export function numberOf(value, name) {
  if (!Number.isSafeInteger(value) || value < 0)
    throw invalidArgument(name, "expected the number that the step has");
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

/** Whether an error of `send` says that its options are wrong, as they are at the next attempt. Nothing was sent. */
function isWrongUse(error) {
  return isBillwireError(error) && error.kind === "invalid_config" && wasNotSent(error);
}

function refuseLost() {
  throw internal(
    "the flow was lost when the WebAssembly instance trapped: run a new one, which loads the stored record",
  );
}
