// A Cloudflare worker. `text()` and `json()` would decode the bytes, and nothing limits them but us.
import type { D1Database } from "@cloudflare/workers-types";
import { readBody } from "./merchant/body.ts";
import { openD1 } from "./merchant/d1.ts";
import { BODY_LIMIT, openMerchant, type Merchant, type Settings } from "./merchant/merchant.ts";
import { answerWebhook } from "./merchant/webhook.ts";

/** The worker's bindings: secrets, and the database with merchant/schema.sql. */
interface Env extends Settings {
  readonly DB: D1Database;
}

let merchant: Merchant | undefined; // opened by the first request, which brings the bindings

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (new URL(request.url).pathname !== "/webhook") return new Response(null, { status: 404 });
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });

    const bytes = await readBody(request, BODY_LIMIT);
    if (!bytes) return new Response(null, { status: 413 });
    merchant ??= openMerchant(env, openD1(env.DB));
    // No `waitUntil`: the answer has to wait until the credit is in the database.
    const reply = await answerWebhook(merchant, request.headers, bytes);
    return new Response(reply.body, reply);
  },
};
