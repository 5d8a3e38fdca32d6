// The webhook's endpoint, on Fastify. The plugin removes its JSON parser, which would consume the raw body.
// Other routes keep theirs.
import { webhook } from "billwire/fastify";
import Fastify from "fastify";
import { options, port } from "./merchant.mjs";

const app = Fastify();
await app.register(webhook(options), { prefix: "/webhook" });
await app.listen({ port, host: "127.0.0.1" }); // behind your proxy
console.log(`listening on http://127.0.0.1:${port}/webhook`);
