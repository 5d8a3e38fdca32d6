// The webhook's endpoint, on Hono.
import { serve } from "@hono/node-server";
import { webhook } from "billwire/hono";
import { Hono } from "hono";
import { options, port } from "./merchant.mjs";

const app = new Hono();
app.post("/webhook", webhook(options));
serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => {
  console.log(`listening on http://127.0.0.1:${port}/webhook`); // behind your proxy
});
