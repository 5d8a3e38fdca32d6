// The h3 of Nitro 2 and Nuxt, on Node's requests.
import { createServer } from "node:http";
import { webhook } from "billwire/express";
import { createApp, createRouter, defineEventHandler, toNodeListener } from "h3-1";
import { listening } from "./listening.mjs";
import { options } from "./merchant.mjs";

const handle = webhook(options());
const router = createRouter().post(
  "/webhook",
  defineEventHandler(({ node: { req, res } }) => handle(req, res)),
);

export const serve = () => listening(createServer(toNodeListener(createApp().use(router))));
