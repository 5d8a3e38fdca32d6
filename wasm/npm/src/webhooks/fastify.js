// The entry `billwire/fastify`.
import { invalidArgument } from "../errors.js";
import { settingsOf } from "./handler.js";
import { headersOf, respondTo } from "./node.js";

const PLUGIN =
  'the webhook of "billwire/fastify" is a plugin and no route: app.register(webhook(…), { prefix: "/webhook" })';

export function webhook(options) {
  const settings = settingsOf(options);
  return async function billwireWebhook(instance) {
    if (typeof instance?.removeAllContentTypeParsers !== "function") throw invalidArgument("webhook", PLUGIN);
    // Parsers of a plugin do not affect other routes. This one hands on the raw body, as hooks such as those
    // of @fastify/compress have it.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, payload, done) => done(null, payload));
    instance.post("/", async ({ raw, body }, reply) => {
      const answer = await respondTo(settings, raw, body ?? raw);
      return reply.code(answer.status).headers(headersOf(raw, answer)).send(answer.body);
    });
  };
}
