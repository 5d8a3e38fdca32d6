// The webhook's endpoint, on Nest. Its middleware comes before `listen`, which adds the body parser.
import "reflect-metadata";
import { Module } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import { webhook } from "billwire/nest";
import { options, port } from "./merchant.mjs";

class Merchant {}
Module({})(Merchant); // with decorators: @Module({})

const app = await NestFactory.create(Merchant, { logger: ["error", "warn"] });
app.use("/webhook", webhook(options));
await app.listen(port, "127.0.0.1"); // behind your proxy
console.log(`listening on http://127.0.0.1:${port}/webhook`);
