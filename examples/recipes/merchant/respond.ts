// For frameworks that give a Request and take a Response: nothing limits a body there but us.
import { readBody } from "./body.ts";
import { BODY_LIMIT, BODY_PATIENCE, type Merchant } from "./merchant.ts";
import { answerWebhook } from "./webhook.ts";

/** Gives the response to a webhook. `text()` and `json()` would decode the bytes; this takes them as they came. */
export async function respond(request: Request, merchant: () => Merchant): Promise<Response> {
  const bytes = await readBody(request, BODY_LIMIT, BODY_PATIENCE);
  if (typeof bytes === "number") return new Response(null, { status: bytes });
  const reply = await answerWebhook(merchant(), request.headers, bytes);
  return new Response(reply.body, reply);
}
