// The part of a handler that all frameworks share: options, limits, the decision, and the report of it.
import { invalidArgument, isBillwireError, readArgument } from "../errors.js";
import { send } from "../fetch.js";
import { hasOwn, own } from "../intrinsics.js";
import { check, decide, failed, replyOf } from "./credit.js";
import { inMemory } from "./records.js";

/** Longer than a service takes to answer, and shorter than a service waits for an answer. */
const VERIFICATION_MS = 5_000;
/** Time in which a verification has ended, with a margin. */
const POLICY = Object.freeze({ inFlightMs: 6_000 });
/** Longest time of a timer; a larger limit of bytes is none. */
const MAX_NUMBER = 2_147_483_647;

/** Validates the options of a handler. */
export function settingsOf(options) {
  if (typeof options !== "object" || options === null) throw invalidArgument("options", "expected an object");
  const defaults = defaultsOf();
  if (Object.keys(options).some((name) => !hasOwn(defaults, name))) throw invalidArgument("options", `expected only ${Object.keys(defaults).join(", ")}`);
  const given = Object.entries(defaults).map(([name, value]) => [name, readArgument(name, () => own(options, name)) ?? value]);
  const settings = Object.fromEntries(given);
  for (const name of ["findBill", "credit", "send", "onResult"]) {
    if (typeof settings[name] !== "function") throw invalidArgument(name, "expected a function");
  }
  const { records, receiver } = settings;
  if (typeof records.find !== "function" || typeof records.save !== "function") throw invalidArgument("records", "expected { find, save }");
  for (const name of ["maxBytes", "timeout"]) {
    const value = settings[name];
    if (!Number.isInteger(value) || value < 1 || value > MAX_NUMBER) throw invalidArgument(name, `expected a whole number from 1 to ${MAX_NUMBER}`);
  }
  if (typeof receiver?.receive !== "function") throw invalidArgument("receiver", "expected a WebhookReceiver");
  settings.policy = { ...POLICY, ...settings.policy };
  check(settings);
  return settings;
}

function defaultsOf() {
  return {
    receiver: undefined,
    biller: undefined,
    findBill: undefined,
    credit: undefined,
    send: (request) => send(request, { timeout: VERIFICATION_MS }),
    records: inMemory(),
    policy: undefined,
    maxBytes: 65_536,
    timeout: 5_000,
    onResult: print,
  };
}

/**
 * Response to a request; never rejects. `read` reads the raw body up to a limit and in a time, and gives the HTTP status of
 * the refusal otherwise.
 */
export async function respond(settings, { method, contentType, headers, read }) {
  const { reply, ...decision } = await handled(settings, { method, contentType, headers, read }).catch(failed);
  report(settings, { ...decision, status: reply.status });
  return reply;
}

async function handled(settings, { method, contentType, headers, read }) {
  if (method !== "POST") return refused(405, { Allow: "POST" });
  if (!isJson(contentType)) return refused(415);
  const body = await read(settings.maxBytes, settings.timeout);
  if (typeof body === "number") return refused(body);
  const event = settings.receiver.receive(headers, body);
  const decision = await decide(settings, event).catch(failed);
  return { ...decision, event };
}

function refused(status, headers) {
  return { result: "refused", reply: replyOf(status, headers) };
}

/** Whether the content type is JSON or absent. */
function isJson(type) {
  return /^application\/json[ \t]*(?:;|$)/i.test(type ?? "application/json");
}

/** Error for a request whose body another handler has read. */
export function consumed() {
  return invalidArgument("request", "its body was read already, and a parsed body cannot be checked; put the webhook's route before any body parser");
}

function report({ onResult }, result) {
  try {
    Promise.resolve(onResult(Object.freeze(result))).catch(() => {});
  } catch {
    // The response must not depend on the caller's log.
  }
}

/** Prints an error. billwire's sentences contain no values; messages of other errors may, so they are left out. */
function print({ error }) {
  if (error === undefined) return;
  console.error("webhook:", isBillwireError(error) ? error.message : error instanceof Error ? error.name : typeof error);
}
