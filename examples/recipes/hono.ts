// Hono on Node.
import { serve } from "@hono/node-server";
import { webhook } from "billwire/hono";
import { Hono } from "hono";
import { Books } from "./merchant/books.ts";
import { webhookOptions } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";

const books = new Books(openSqlite(process.env.DATABASE_URL));
const app = new Hono();

app.post("/webhook", webhook(webhookOptions(process.env, books)));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000), hostname: "127.0.0.1" }); // behind your proxy
