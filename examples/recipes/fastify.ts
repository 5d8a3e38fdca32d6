// Fastify. The webhook's route is in a plugin without the JSON parser, which would consume the raw body.
import Fastify, { type FastifyInstance } from "fastify";
import { BODY_LIMIT, BODY_PATIENCE, openMerchant, TIMEOUTS } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";
import { answerWebhook } from "./merchant/webhook.ts";

const merchant = openMerchant(process.env, openSqlite(process.env.DATABASE_URL));
const app = Fastify({ http: TIMEOUTS, requestTimeout: BODY_PATIENCE });

// Parsers of a plugin do not affect other routes.
async function webhooks(plugin: FastifyInstance): Promise<void> {
  // Reads bytes for every content type, or without one. A larger body is refused before it is read.
  plugin.removeAllContentTypeParsers();
  plugin.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: BODY_LIMIT },
    async (_: unknown, body: Buffer) => body,
  );

  plugin.post("/webhook", async (request, reply) => {
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array(); // undefined without a body
    // `headersDistinct`, because `headers` joins a second Token header into the first.
    const { status, headers, body } = await answerWebhook(merchant, request.raw.headersDistinct, bytes);
    return reply.code(status).headers(headers).send(body);
  });
}

await app.register(webhooks);
await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" }); // behind your proxy
