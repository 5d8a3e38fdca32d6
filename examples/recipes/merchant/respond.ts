// For frameworks with Request and Response: only this code limits a body there.
import { readBody } from "./body.ts";
import { BODY_LIMIT, BODY_PATIENCE, type Merchant } from "./merchant.ts";
import { answerWebhook } from "./webhook.ts";

/** Returns the response to a webhook. It reads raw bytes; `text()` and `json()` would decode them. */
export async function respond(request: Request, merchant: () => Merchant): Promise<Response> {
  const bytes = await readBody(request, BODY_LIMIT, BODY_PATIENCE);
  if (typeof bytes === "number") return new Response(null, { status: bytes });
  const reply = await answerWebhook(merchant(), request.headers, bytes);
  return new Response(reply.body, reply);
}
