// Hono on the adapter of the argument.
import { webhook } from "billwire/hono";
import { Hono } from "hono";
import { options } from "./merchant.mjs";

export async function serve(adapter) {
  const { serve } = await import(adapter);
  const { fetch } = new Hono().post("/webhook", webhook(options()));
  return new Promise((resolve) =>
    serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}/webhook`),
    ),
  );
}
