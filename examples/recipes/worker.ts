// A Cloudflare worker.
import type { D1Database } from "@cloudflare/workers-types";
import { webhook } from "billwire/web";
import { Books } from "./merchant/books.ts";
import { openD1 } from "./merchant/d1.ts";
import { webhookOptions, type Settings } from "./merchant/merchant.ts";

/** The worker's bindings: secrets, and the database with merchant/schema.sql. */
interface Env extends Settings {
  readonly DB: D1Database;
}

let handle: ReturnType<typeof webhook> | undefined; // made by the first request, which has the bindings

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    if (new URL(request.url).pathname !== "/webhook") return new Response(null, { status: 404 });
    // No `waitUntil`: the answer must wait until the credit is in the database.
    return (handle ??= webhook(webhookOptions(env, new Books(openD1(env.DB)))))(request);
  },
};
