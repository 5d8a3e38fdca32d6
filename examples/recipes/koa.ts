// Koa. The webhook's route comes before any body parser, which would consume the raw body.
import { webhook } from "billwire/express";
import Koa from "koa";
import { Books } from "./merchant/books.ts";
import { webhookOptions } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";

const books = new Books(openSqlite(process.env.DATABASE_URL));
const handle = webhook(webhookOptions(process.env, books));
const app = new Koa();

app.use(({ req, res, path }, next) => (path === "/webhook" ? handle(req, res) : next()));

app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1"); // behind your proxy
