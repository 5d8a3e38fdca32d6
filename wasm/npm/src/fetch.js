// The entry `billwire/fetch`: sends a call once, and decodes the answer.
import { isBillwireError, invalidArgument, readArgument } from "./errors.js";
import { neverConnected } from "./connection.js";
import { hasOwn, own } from "./intrinsics.js";
import { readBody } from "./body.js";

const DEFAULTS = { fetch: undefined, timeout: 30_000, signal: undefined, maxBytes: 1_048_576, onAttempt: undefined };
/** Longest time of a timer. */
const MAX_MS = 2_147_483_647;

export async function send(request, options) {
  const { call, read } = callOf(request);
  const settings = settingsOf(options);
  const started = performance.now();
  const seen = { status: undefined, retryAfterMs: undefined };
  let result;
  try {
    const body = await exchange(call, settings, seen);
    result = read(seen.status, body);
  } catch (error) {
    report(settings, call, seen, started, { error, nextStep: error?.nextStep });
    throw error;
  }
  report(settings, call, seen, started, result);
  return result;
}

/** The call to send, and the function that reads its answer. */
function callOf(request) {
  const call = request?.call ?? request;
  const read = request?.decide ?? call?.decode;
  if (typeof call?.noAnswer !== "function" || typeof read !== "function") {
    throw invalidArgument("call", "expected a prepared call, a lookup or a confirmation; a copy has no methods");
  }
  return { call, read: (status, body) => read.call(request, status, body) };
}

function settingsOf(options = {}) {
  if (typeof options !== "object" || options === null) throw invalidArgument("options", "expected an object");
  if (Object.keys(options).some((name) => !hasOwn(DEFAULTS, name))) throw invalidArgument("options", `expected only ${Object.keys(DEFAULTS).join(", ")}`);
  const given = Object.entries(DEFAULTS).map(([name, value]) => [name, readArgument(name, () => own(options, name)) ?? value]);
  const settings = Object.fromEntries(given);
  const { timeout, maxBytes, signal } = settings;
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > MAX_MS) throw invalidArgument("timeout", "expected milliseconds from 1 to 2147483647");
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1) throw invalidArgument("maxBytes", "expected a number of bytes above 0");
  if (signal !== undefined && typeof signal.addEventListener !== "function") throw invalidArgument("signal", "expected an AbortSignal");
  for (const name of ["fetch", "onAttempt"]) {
    if (settings[name] !== undefined && typeof settings[name] !== "function") throw invalidArgument(name, "expected a function");
  }
  if (settings.fetch === undefined && typeof globalThis.fetch !== "function") throw invalidArgument("fetch", "this runtime has no fetch; pass one");
  return settings;
}

/** Sends the call and reads the answer's body. Throws the error of a call without an answer. */
async function exchange(call, settings, seen) {
  const stop = stopOf(settings);
  if (stop.signal.aborted) {
    stop.end();
    throw call.noAnswer({ sent: "no", cause: stop.signal.reason });
  }
  try {
    const response = await answered(call, settings, stop);
    seen.status = response.status;
    seen.retryAfterMs = retryAfter(response.headers);
    const body = await readBody(response, settings.maxBytes, stop.stopped);
    if (body === undefined) throw new RangeError(`the answer is longer than ${settings.maxBytes} bytes`);
    return body;
  } catch (cause) {
    // After an abort, the cause is the caller's reason, which says nothing about the connection.
    const isCertain = seen.status === undefined && !stop.signal.aborted && neverConnected(cause);
    throw call.noAnswer({ sent: isCertain ? "no" : "maybe", cause });
  } finally {
    stop.end();
  }
}

/** Response to the call. A response that comes after the end of the waiting is not read. */
async function answered(call, { fetch }, { signal, stopped }) {
  const { url, method, headers, body, redirect } = call;
  const init = { method, headers, redirect, signal, ...(body !== undefined && { body }) };
  const client = fetch ?? globalThis.fetch;
  const response = client(url, body === undefined ? init : onceBy(client, url, init));
  return Promise.race([response, stopped]).catch((error) => {
    void Promise.resolve(response).then((late) => late.body?.cancel?.()).catch(() => {});
    throw error;
  });
}

/** Options by which the runtime's own fetch sends the body once. */
function onceBy(client, url, init) {
  if (isNodes(client)) return sentOnce(init);
  const isDenos = globalThis.Deno !== undefined && client === globalThis.fetch;
  return isDenos ? sentOnceByDeno(url, init) : init;
}

/**
 * Options with the body as a Blob: Deno's fetch sends text again, silently, after a connection is cut. Without the permission to
 * connect, its fetch of a Blob fails, and then keeps the program from ending. So the permission is asked for before.
 */
function sentOnceByDeno(url, init) {
  const { hostname, port, protocol } = new URL(url);
  const host = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  const { state } = globalThis.Deno.permissions?.requestSync({ name: "net", host }) ?? {};
  if (state === "denied") throw new TypeError("Deno has no permission to connect to the service: --allow-net");
  return { ...init, body: new Blob([init.body]) };
}

/** Whether a function is Node's own fetch: a wrapper or polyfill in its place may not understand a body as a stream. */
function isNodes(fetch) {
  return globalThis.process?.versions?.node !== undefined && /\bundici\b|\bfetchImpl\b/.test(Function.prototype.toString.call(fetch));
}

/**
 * Options with the body as a stream. Node's fetch sends a request again after HTTP 421, and after 401 in some versions,
 * unless its body is a stream. The length keeps the request the same as that with a text.
 */
function sentOnce({ body, ...init }) {
  const bytes = new TextEncoder().encode(body);
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  return { ...init, headers: { ...init.headers, "Content-Length": String(bytes.length) }, body: stream, duplex: "half", credentials: "omit" };
}

/** Signal that ends the attempt, by the caller's signal or by the time-out, also for a fetch that ignores signals. */
function stopOf({ signal, timeout }) {
  const controller = new AbortController();
  const stopped = new Promise((_, reject) => controller.signal.addEventListener("abort", () => reject(controller.signal.reason)));
  stopped.catch(() => {});
  const abort = () => controller.abort(signal.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  const timer = setTimeout(() => controller.abort(new DOMException(`no answer within ${timeout} ms`, "TimeoutError")), timeout);
  const end = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
  return { signal: controller.signal, stopped, end };
}

/** Tells the caller how the attempt went. It must never throw: a settled bill would look like a failed one. */
function report({ onAttempt }, { operation }, seen, started, result) {
  const error = result?.error;
  const { status, retryAfterMs } = seen;
  if (isBillwireError(error)) Reflect.set(error, "retryAfterMs", retryAfterMs);
  if (onAttempt === undefined) return;
  const durationMs = performance.now() - started;
  const attempt = { operation, durationMs, status, nextStep: result?.nextStep ?? null, code: error?.code, retryAfterMs };
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
