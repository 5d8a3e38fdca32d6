// A Next route handler. `text()` and `json()` would decode the bytes, and nothing limits them but us.
import { readBody } from "../../../merchant/body.ts";
import { BODY_LIMIT, openMerchant, type Merchant } from "../../../merchant/merchant.ts";
import { openSqlite } from "../../../merchant/sqlite.ts";
import { answerWebhook } from "../../../merchant/webhook.ts";

let merchant: Merchant | undefined; // opened by the first request: Next runs this file when it builds, without settings

export async function POST(request: Request): Promise<Response> {
  const bytes = await readBody(request, BODY_LIMIT);
  if (!bytes) return new Response(null, { status: 413 });
  merchant ??= openMerchant(process.env, openSqlite(process.env.DATABASE_URL));
  const reply = await answerWebhook(merchant, request.headers, bytes);
  return new Response(reply.body, reply);
}
