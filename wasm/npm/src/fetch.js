// The entry `billwire/fetch`: sends a call once, and decodes the answer.
import { LONGEST_TIMER, awaited, callable, checkLimit, optionsOver } from "./arguments.js";
import { readBody } from "./body.js";
import { uncoded } from "./coding.js";
import { invalidArgument, isBillwireError, readArgument, refusePromise, withSentence } from "./errors.js";
import { giveBack, take } from "./once.js";
import { WrongUse, isCloudflare, isWatched, request as requestOnce } from "./transport.js";

const DEFAULTS = {
  fetch: undefined,
  agent: undefined,
  connectTimeout: 10_000,
  timeout: 30_000,
  signal: undefined,
  maxBytes: 1_048_576,
  onAttempt: undefined,
};

export function send(request, options) {
  return awaited(sendOnce(request, options), "send(…)", RESULT);
}

const RESULT = [
  ...["outcome", "nextStep", "response", "data", "link", "code", "warnings"],
  ...["verdict", "confirmed", "amount", "claimKey", "transaction", "mismatches"],
  ...["status", "json", "body"],
];

async function sendOnce(request, options) {
  const { call, read } = readArgument("call", () => callOf(request));
  take(call);
  const settings = settingsFor(call, options);
  const started = performance.now();
  const attempt = { isGivenOut: false, status: undefined, retryAfterMs: undefined };
  let result;
  try {
    const body = await exchange(call, settings, attempt);
    result = read(attempt.status, body, attempt.retryAfterMs);
  } catch (error) {
    end(call, settings, attempt, started, () => ({ error }));
    throw error;
  }
  end(call, settings, attempt, started, () => call.outcomeOf?.(result) ?? result);
  return result;
}

/**
 * Ends an attempt: completes its error, lets the call be sent again if nothing has happened, and tells the
 * caller.
 */
function end(call, settings, attempt, started, outcome) {
  const { error, nextStep } = meaningOf(outcome);
  if (isBillwireError(error)) Reflect.set(error, "retryAfterMs", attempt.retryAfterMs);
  if (nextStep === "sendAgain" || (isBillwireError(error) && error.sent === "no")) giveBack(call);
  report(settings, call, attempt, started, { code: error?.code, nextStep });
}

/** Error and next step of an outcome, which is the caller's own if the call is. */
function meaningOf(outcome) {
  try {
    const { nextStep, error } = outcome() ?? {};
    return { error, nextStep: nextStep ?? error?.nextStep ?? null };
  } catch {
    return { nextStep: null };
  }
}

/** Settings for a call. Their error says that nothing was sent, so that a flow does not look it up. */
function settingsFor(call, options) {
  try {
    return settingsOf(options);
  } catch (error) {
    giveBack(call);
    throw isBillwireError(error) ? Object.assign(error, { sent: "no" }) : error;
  }
}

/** The call to send, and the function that reads its answer. */
function callOf(request) {
  refusePromise(request, "call");
  const call = request?.call ?? request;
  const read = request?.decide ?? call?.decode;
  if (typeof call?.noAnswer !== "function" || typeof read !== "function") {
    throw invalidArgument(
      "call",
      "expected a prepared call, such as send(biller.prepareSettlement(bill)), a lookup or a " +
        "confirmation; a copy has no methods",
    );
  }
  // The third argument of a lookup's decide is its options.
  const isDecided = typeof request.decide === "function";
  return { call, read: (...answer) => read.apply(request, isDecided ? answer.slice(0, 2) : answer) };
}

function settingsOf(options = {}) {
  const settings = optionsOver(DEFAULTS, options);
  const { signal, agent } = settings;
  for (const name of ["timeout", "connectTimeout"]) checkLimit(settings[name], name, LONGEST_TIMER);
  checkLimit(settings.maxBytes, "maxBytes", Number.MAX_SAFE_INTEGER);
  if (signal !== undefined && Object.prototype.toString.call(signal) !== "[object AbortSignal]")
    throw invalidArgument("signal", "expected an AbortSignal");
  for (const name of ["fetch", "onAttempt"]) if (settings[name] !== undefined) callable(settings[name], name);
  if (
    agent !== undefined &&
    (typeof agent.addRequest !== "function" || settings.fetch !== undefined || !isWatched())
  ) {
    throw invalidArgument(
      "agent",
      "expected an agent of node:http or node:https, in Node and without the option fetch",
    );
  }
  if (settings.fetch === undefined && !isWatched() && typeof globalThis.fetch !== "function")
    throw invalidArgument("fetch", "this runtime has no fetch; pass one");
  return settings;
}

/** Sends the call and reads the answer's body. Throws the error of a call without an answer. */
async function exchange(call, settings, attempt) {
  const stop = stopOf(settings);
  try {
    stop.signal.throwIfAborted();
    refuseLate(call);
    const response = await answered(call, settings, stop, attempt);
    if (typeof response !== "object" || response === null)
      throw new NotUsable("the function `fetch` returned nothing: return the Response");
    attempt.status = response.status;
    attempt.retryAfterMs = retryAfter(response.headers);
    return await bodyOf(response, settings.maxBytes, stop.stopped);
  } catch (cause) {
    if (cause instanceof WrongUse) throw Object.assign(cause.error, { sent: "no" });
    const error = call.noAnswer({ sent: attempt.isGivenOut ? "maybe" : "no", cause });
    throw cause instanceof NotUsable ? withSentence(error, cause.message) : error;
  } finally {
    stop.end();
  }
}

/** Fault that billwire finds itself, so that its sentence can stand in the error. */
class NotUsable extends Error {}

/**
 * Throws when the request must not be sent any more. It is asked again where the bytes leave: a machine may
 * stand still.
 */
function refuseLate(call) {
  if (call.isLate?.())
    throw new NotUsable("it is too late to send this request: ask the flow for its next step");
}

async function bodyOf(response, maxBytes, stopped) {
  const { body, bodyUsed, headers } = response;
  if (bodyUsed === true)
    throw new NotUsable("the body of the response was read already: return the response unread");
  if (body === undefined && typeof response.arrayBuffer !== "function")
    throw new NotUsable("the response has neither body nor arrayBuffer: return a Response");
  const bytes = await readBody(response, maxBytes, stopped);
  const plain = bytes && (await uncoded(bytes, headers?.get?.("Content-Encoding"), maxBytes));
  if (plain === undefined || plain === 413)
    throw new NotUsable(`the answer is longer than ${maxBytes} bytes`);
  return typeof plain === "number" ? bytes : plain;
}

/** Response to the call. A response that comes after the end of the waiting is not read. */
async function answered(call, settings, stop, attempt) {
  const leave = () => {
    refuseLate(call);
    attempt.isGivenOut = true;
  };
  const sent = sentBy(call, settings, stop.signal, leave);
  return Promise.race([sent, stop.stopped]).catch((error) => {
    void sent.then((late) => late.body?.cancel?.()).catch(() => {});
    throw error;
  });
}

/**
 * Sends by Node's own transport, or by `fetch`. A function of the caller may have sent whatever its error
 * says.
 */
async function sentBy(call, settings, signal, leave) {
  const { method, url, body } = call;
  const headers = { ...Object.fromEntries(call.headers), "Accept-Encoding": "identity" };
  if (settings.fetch === undefined && isWatched())
    return requestOnce({ url, method, headers, body }, settings, signal, leave);
  const init = {
    method,
    headers,
    redirect: "manual",
    ...NO_CACHE,
    signal,
    ...(body !== undefined && { body }),
  };
  const isDenos = globalThis.Deno !== undefined && settings.fetch === undefined;
  const once = isDenos && body !== undefined ? sentOnceByDeno(url, init) : init;
  leave();
  return (settings.fetch ?? globalThis.fetch)(url, once);
}

/** No answer may come from a cache. Cloudflare's workers have none for calls, and refuse the option. */
const NO_CACHE = isCloudflare() ? {} : { cache: "no-store" };

/**
 * Options with the body as a Blob: Deno's fetch sends text again, silently, after a connection is cut.
 * Without the permission to connect, its fetch of a Blob fails, and then keeps the program from ending. So
 * the permission is asked for before.
 */
function sentOnceByDeno(url, init) {
  const { hostname, port, protocol } = new URL(url);
  const host = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const { state } = globalThis.Deno.permissions?.requestSync({ name: "net", host }) ?? {};
  if (state === "denied")
    throw new TypeError("Deno has no permission to connect to the service: --allow-net");
  return { ...init, body: new Blob([init.body]) };
}

/**
 * Signal that ends the attempt, by the caller's signal or by the time-out, also for a fetch that ignores
 * signals.
 */
function stopOf({ signal: callers, timeout }) {
  const controller = new AbortController();
  // A listener for each attempt would make Node warn of a signal that many share.
  const signal = callers === undefined ? controller.signal : AbortSignal.any([controller.signal, callers]);
  const stopped = new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    if (signal.aborted) reject(signal.reason);
  });
  stopped.catch(() => {});
  const timer = setTimeout(
    () => controller.abort(new DOMException(`no answer within ${timeout} ms`, "TimeoutError")),
    timeout,
  );
  return { signal, stopped, end: () => clearTimeout(timer) };
}

/** Tells the caller how the attempt went. It must never throw: a settled bill would look like a failed one. */
function report({ onAttempt }, { operation }, { status, retryAfterMs }, started, { code, nextStep }) {
  if (onAttempt === undefined) return;
  const durationMs = performance.now() - started;
  const attempt = { operation, durationMs, status, nextStep, code, retryAfterMs };
  try {
    Promise.resolve(onAttempt(Object.freeze(attempt))).catch(() => {});
  } catch {
    // It is the caller's own.
  }
}

const SECONDS = /^\d{1,9}$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Milliseconds by the header `Retry-After`: seconds, or a date, by the service's own clock. */
function retryAfter(headers) {
  const [wait, date] = ["Retry-After", "Date"].map((name) => headers?.get?.(name)?.trim() ?? "");
  if (SECONDS.test(wait)) return Number(wait) * 1_000;
  if (!HTTP_DATE.test(wait)) return undefined;
  const now = HTTP_DATE.test(date) ? Date.parse(date) : Date.now();
  return Math.max(0, Date.parse(wait) - now);
}
