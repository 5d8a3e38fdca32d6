import { webhook } from "billwire/web";
import { options } from "./merchant.mjs";

export const serve = () =>
  new URL("/webhook", Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: webhook(options()) }).url);
