// Hono, here on Node. `text()` and `json()` would decode the bytes; `arrayBuffer()` gives them as they came.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { BODY_LIMIT, openMerchant } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";
import { answerWebhook } from "./merchant/webhook.ts";

const merchant = openMerchant(process.env, openSqlite(process.env.DATABASE_URL));
const app = new Hono();

// A larger body is refused before it is read whole, also where no Content-Length announces it.
app.post("/webhook", bodyLimit({ maxSize: BODY_LIMIT }), async ({ req }) => {
  const bytes = new Uint8Array(await req.arrayBuffer());
  const reply = await answerWebhook(merchant, req.raw.headers, bytes);
  return new Response(reply.body, reply);
});

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" }); // behind your proxy
