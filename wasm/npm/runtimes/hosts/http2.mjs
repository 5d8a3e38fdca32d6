// Node's server of HTTP/2.
import { once } from "node:events";
import { connect, createServer } from "node:http2";
import { webhook } from "billwire/express";
import { listening } from "./listening.mjs";
import { options } from "./merchant.mjs";

const session = connect(await listening(createServer(webhook(options()))));

export async function deliver({ method, headers, body }) {
  const stream = session.request({ ":method": method, ":path": "/webhook", ...headers });
  stream.on("error", () => {}).end(body); // the rest of a long body may be unread
  const [head] = await once(stream, "response");
  stream.resume();
  return { status: head[":status"] };
}
