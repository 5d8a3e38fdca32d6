// The webhook's endpoint, on Hono.
import { serve } from "@hono/node-server";
import { webhook } from "billwire/hono";
import { Hono } from "hono";
import { options } from "./merchant.mjs";

const app = new Hono();
app.post("/webhook", webhook(options));
serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" }); // behind your proxy
