import { webhook } from "billwire/hono";
import { Hono } from "hono";
import { handle } from "hono/aws-lambda";
import { invoking } from "./lambda.mjs";
import { options } from "./merchant.mjs";

export const deliver = invoking(handle(new Hono().post("/webhook", webhook(options()))));
