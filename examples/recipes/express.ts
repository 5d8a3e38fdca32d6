// Express. The webhook's route comes before express.json(), which would consume the raw body.
import { webhook } from "billwire/express";
import express from "express";
import { Books } from "./merchant/books.ts";
import { webhookOptions } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";

const books = new Books(openSqlite(process.env.DATABASE_URL));
const app = express();

app.post("/webhook", webhook(webhookOptions(process.env, books)));
app.use(express.json()); // for all other routes

app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1"); // behind your proxy
