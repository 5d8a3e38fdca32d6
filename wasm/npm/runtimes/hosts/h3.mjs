import { webhook } from "billwire/web";
import { H3, serve as start } from "h3";
import { options } from "./merchant.mjs";

const handle = webhook(options());
const app = new H3().post("/webhook", ({ req }) => handle(req));

export async function serve() {
  const server = start(app, { port: 0, hostname: "127.0.0.1", silent: true });
  await server.ready();
  return new URL("/webhook", server.url);
}
