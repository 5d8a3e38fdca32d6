// The entry `billwire/fastify`.
import { settingsOf } from "./handler.js";
import { headersOf, respondTo } from "./node.js";

export function webhook(options) {
  const settings = settingsOf(options);
  return async function billwireWebhook(instance) {
    // Parsers of a plugin do not affect other routes. This one leaves the raw body to the handler, for every content type.
    instance.removeAllContentTypeParsers();
    instance.addContentTypeParser("*", (_request, _payload, done) => done(null));
    instance.post("/", async ({ raw }, reply) => {
      const answer = await respondTo(settings, raw);
      return reply.code(answer.status).headers(headersOf(raw, answer)).send(answer.body);
    });
  };
}
