// A Cloudflare worker.
import type { D1Database } from "@cloudflare/workers-types";
import { openD1 } from "./merchant/d1.ts";
import { openMerchant, type Merchant, type Settings } from "./merchant/merchant.ts";
import { respond } from "./merchant/respond.ts";

/** The worker's bindings: secrets, and the database with merchant/schema.sql. */
interface Env extends Settings {
  readonly DB: D1Database;
}

let merchant: Merchant | undefined; // opened by the first request, which has the bindings

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (new URL(request.url).pathname !== "/webhook") return new Response(null, { status: 404 });
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { Allow: "POST" } });
    // No `waitUntil`: the answer must wait until the credit is in the database.
    return respond(request, () => (merchant ??= openMerchant(env, openD1(env.DB))));
  },
};
