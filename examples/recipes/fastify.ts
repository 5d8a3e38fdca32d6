// Fastify. The plugin removes its JSON parser, which would consume the raw body. Other routes keep theirs.
import { webhook } from "billwire/fastify";
import Fastify from "fastify";
import { Books } from "./merchant/books.ts";
import { webhookOptions } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";

const books = new Books(openSqlite(process.env.DATABASE_URL));
const app = Fastify();

await app.register(webhook(webhookOptions(process.env, books)), { prefix: "/webhook" });
await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" }); // behind your proxy
