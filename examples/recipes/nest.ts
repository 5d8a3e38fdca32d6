// Nest. The webhook's middleware comes before `listen`, which adds the body parser.
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { webhook } from "billwire/nest";
import { Books } from "./merchant/books.ts";
import { webhookOptions } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";

@Module({
  providers: [{ provide: Books, useFactory: () => new Books(openSqlite(process.env.DATABASE_URL)) }],
})
class Merchant {}

const app = await NestFactory.create(Merchant, { logger: ["error", "warn"] });
app.use("/webhook", webhook(webhookOptions(process.env, app.get(Books))));
await app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1"); // behind your proxy
