// The entry `billwire/web`: Request in, Response out.
import { readBody } from "../body.js";
import { consumed, respond, settingsOf } from "./handler.js";

export function webhook(options) {
  const settings = settingsOf(options);
  return async function billwireWebhook(request) {
    const { method, headers } = request;
    const read = (limit, ms) => readInTime(request, limit, ms);
    const reply = await respond(settings, { method, contentType: headers.get("Content-Type") ?? undefined, headers, read });
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
    return (await readBody(request, limit, late)) ?? 413;
  } catch (error) {
    if (error === LATE) return 408;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
