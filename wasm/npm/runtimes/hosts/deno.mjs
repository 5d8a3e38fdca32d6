import { webhook } from "billwire/web";
import { options } from "./merchant.mjs";

export function serve() {
  const { addr } = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, webhook(options()));
  return `http://127.0.0.1:${addr.port}/webhook`;
}
