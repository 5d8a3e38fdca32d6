// The part of a handler that all frameworks share: options, limits, the decision, and the report of it.
import { LONGEST_TIMER, callable, checkLimit, nearest, optionsOver } from "../arguments.js";
import { billerSource } from "../biller-source.js";
import { uncoded } from "../coding.js";
import { BillwireError, invalidArgument, notOf, readArgument } from "../errors.js";
import { send } from "../fetch.js";
import { isPlain, own } from "../intrinsics.js";
import { WebhookReceiver } from "../webhook.js";
import { Turns, check, decide, sharing } from "./credit.js";
import { bounded, described, failed, named, printable, replyOf } from "./reply.js";

/** Longer than a service takes to answer, and shorter than a service waits for an answer. */
const VERIFICATION_MS = 5_000;
/** Pause between two verifications of one bill for strangers. */
const STRANGERS_PAUSE_MS = 60_000;

/** Validates the options of a handler. */
export function settingsOf(options) {
  return readArgument("options", () => checked(options));
}

function checked(options) {
  // A framework that got the function `webhook` itself calls it with a request or with its own object.
  if (!isPlain(options) && own(Object(options), "receiver") === undefined) {
    throw invalidArgument(
      "options",
      "call webhook({ receiver, biller, findBill, credit }), and give the framework the function that it returns",
    );
  }
  const settings = optionsOver(defaultsOf(), options);
  const functions = ["findBill", "credit", "send", ...(settings.review === undefined ? [] : ["review"])];
  for (const name of [...functions, "onResult"]) callable(settings[name], name);
  const { receiver, functionTimeout } = settings;
  // For bytes too: a larger limit is none.
  for (const name of ["maxBytes", "timeout", "functionTimeout"])
    checkLimit(settings[name], name, LONGEST_TIMER);
  if (!(receiver instanceof WebhookReceiver)) throw notOf("WebhookReceiver", "receiver", receiver);
  if (
    settings.policy !== undefined &&
    (typeof settings.policy !== "object" || Array.isArray(settings.policy))
  )
    throw invalidArgument("policy", "expected an object such as { attempts: 3 }");
  // The pause between strangers is the handler's own: a flow has one event.
  const { unauthenticatedPauseMs = STRANGERS_PAUSE_MS, ...policy } = settings.policy ?? {};
  const misspelt = Object.keys(policy).find(
    (name) => nearest(name, ["unauthenticatedPauseMs"]) !== undefined,
  );
  if (misspelt !== undefined)
    throw invalidArgument(`policy.${misspelt}`, "unknown setting; did you mean `unauthenticatedPauseMs`?");
  checkLimit(unauthenticatedPauseMs, "policy.unauthenticatedPauseMs", LONGEST_TIMER);
  check({ ...settings, policy });
  for (const name of functions) settings[name] = bounded(name, settings[name], functionTimeout);
  return {
    ...settings,
    currentBiller: billerOf(settings),
    policy,
    // A stranger's reply waits in a flow of its own, so that the flow of the bill has its result before.
    promptPolicy: { ...policy, unauthenticatedReplyMs: 1 },
    shared: sharing(settings.send),
    turns: new Turns(unauthenticatedPauseMs),
  };
}

/** Function that returns the biller of the moment. */
function billerOf({ biller, functionTimeout }) {
  return billerSource(typeof biller === "function" ? bounded("biller", biller, functionTimeout) : biller);
}

function defaultsOf() {
  return {
    receiver: undefined,
    biller: undefined,
    findBill: undefined,
    credit: undefined,
    review: undefined,
    send: (request) => send(request, { timeout: VERIFICATION_MS }),
    policy: undefined,
    maxBytes: 65_536,
    timeout: 5_000,
    functionTimeout: 6_000,
    onResult: print,
  };
}

/**
 * Response to a request; never rejects. `read` reads the raw body up to a limit and in a time, and gives the
 * HTTP status of the refusal otherwise.
 */
export async function respond(settings, request) {
  const { reply, later, ...decision } = await handled(settings, request).catch(failed);
  const { status } = reply;
  report(settings, named({ ...decision, status }));
  later?.then((result) => report(settings, named({ ...result, event: decision.event, status })));
  // A server may add headers of its own, so these are not those of billwire's frozen reply.
  return { ...reply, headers: { ...reply.headers } };
}

/** A stranger costs no more than its headers: the body is read once the sender is known. */
async function handled(settings, { method, contentType, contentEncoding, headers, read }) {
  if (method !== "POST") return refused(405, { Allow: "POST" });
  if (!isJson(contentType)) return refused(415);
  settings.receiver.authenticate(headers);
  const body = await read(settings.maxBytes, settings.timeout);
  // Text has no content coding, and a number is the status of a refusal.
  const plain = typeof body === "object" ? await uncoded(body, contentEncoding, settings.maxBytes) : body;
  if (typeof plain === "number") return refused(plain);
  const event = settings.receiver.receive(headers, plain);
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

/** Error for a request whose raw body is gone. */
export function consumed(reason = "its body was read already") {
  return invalidArgument(
    "request",
    `${reason}, and a parsed body cannot be checked; put the webhook's route before any body parser`,
  );
}

function report({ onResult }, result) {
  try {
    Promise.resolve(onResult(Object.freeze(result))).catch(() => {});
  } catch {
    // The response must not depend on the caller's log.
  }
}

/** Results that a person has to look at, although no verification has shown anything that could be stored. */
const UNVERIFIED = ["mismatch", "unknownBill"];

/** Advice after results that nobody has to review. A browser's GET gets none. */
const ADVICE = {
  refused: (status) =>
    status === 405 ? undefined : `: HTTP ${status}: ${REFUSALS[status] ?? "the body cannot be read"}`,
  pending: () =>
    ": the status of its transaction decides nothing; if it means success, list it in the profile's successStatuses",
};
const REFUSALS = {
  408: "the body did not arrive in time (timeout)",
  413: "the body is longer than maxBytes",
  415: "expected the content type application/json, and no content coding but those of HTTP",
};

/** Prints a line without values. Messages of errors that are not billwire's may hold some, so they are left out. */
function print({ result, status, bill, mismatches, reviewed, error, cause, failedIn, event }) {
  const unchecked = event?.warnings.find(({ code }) => code === "unchecked_token");
  // The result of a deferred event is reported twice.
  if (unchecked !== undefined && !warned.has(event)) console.error("webhook:", unchecked.explanation);
  if (unchecked !== undefined) warned.add(event);
  if (failedIn !== undefined) return console.error("webhook:", `${failedIn}: ${withAdvice(error ?? cause)}`);
  if (error === undefined) {
    const isForPerson = reviewed === false || (reviewed === undefined && UNVERIFIED.includes(result));
    const advice = isForPerson
      ? `${referenceOf(bill)}${differencesOf(mismatches)}`
      : ADVICE[result]?.(status);
    return advice === undefined ? undefined : console.error("webhook:", `${result}${advice}`);
  }
  console.error("webhook:", withAdvice(error));
}

/** Text of an error, with advice for a foreign one, whose message may hold values. */
function withAdvice(error) {
  return error instanceof BillwireError ? error.message : `${described(error)}; ${SEE_ALL}`;
}

/** Reference of a bill, which is the merchant's own text. */
function referenceOf(bill) {
  if (bill === undefined || bill === null)
    return ": findBill gave no bill for the identity_code, its first argument";
  const { identity_code } = Object((Array.isArray(bill) ? bill[0] : bill) ?? {});
  return typeof identity_code === "string" ? `: bill ${printable(identity_code)}` : "";
}

/** Fields in which the service's answer differs from the bill, without their values. */
function differencesOf(mismatches = []) {
  const fields = mismatches.map(({ field, code }) => `${field} is ${code}`);
  return fields.length === 0 ? "" : `: ${fields.join(", ")}`;
}

/** Events whose warning was printed. */
const warned = new WeakSet();
const SEE_ALL = "pass onResult to log its message, which may hold values";
