// The entry `billwire/web`: Request in, Response out.
import { readBody } from "../body.js";
import { expectRequest } from "./adapter.js";
import { consumed, respond, settingsOf } from "./handler.js";

/**
 * Milliseconds after which a body that was too long is let go: its server would end the connection before the
 * reply is sent.
 */
const LINGER = 1_000;

export function webhook(options) {
  const settings = settingsOf(options);
  return async function billwireWebhook(request) {
    expectRequest("billwire/web", request, ({ headers }) => typeof headers?.get === "function");
    const { method } = request;
    const [token, contentType, contentEncoding] = ["Token", "Content-Type", "Content-Encoding"].map(
      (name) => request.headers.get(name) ?? undefined,
    );
    const read = (limit, ms) => readInTime(request, limit, ms);
    const reply = await respond(settings, { method, contentType, contentEncoding, headers: { token }, read });
    return new Response(reply.body, { status: reply.status, headers: reply.headers });
  };
}

const LATE = Symbol("late");

/** Raw body of a request, or the HTTP status of its refusal. `text()` and `json()` would decode it, without a limit. */
async function readInTime(request, limit, ms) {
  if (request.bodyUsed) throw consumed();
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(reject, ms, LATE)));
  try {
    return (await readBody(request, limit, late, (cancel) => setTimeout(cancel, LINGER))) ?? 413;
  } catch (error) {
    if (error === LATE) return 408;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
