import { createServer } from "node:http";
import { webhook } from "billwire/express";
import Koa from "koa";
import { listening } from "./listening.mjs";
import { options } from "./merchant.mjs";

const handle = webhook(options());
const app = new Koa().use(({ req, res }) => handle(req, res));

export const serve = () => listening(createServer(app.callback()));
