// Hono on Node.
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { openMerchant, TIMEOUTS } from "./merchant/merchant.ts";
import { respond } from "./merchant/respond.ts";
import { openSqlite } from "./merchant/sqlite.ts";

const merchant = openMerchant(process.env, openSqlite(process.env.DATABASE_URL));
const app = new Hono();

app.post("/webhook", async ({ req }) => respond(req.raw, () => merchant));

serve({
  fetch: app.fetch,
  port: Number(process.env.PORT ?? 3000),
  hostname: "127.0.0.1", // behind your proxy
  serverOptions: TIMEOUTS,
});
