// Fastify. Its JSON parser would take the bytes and leave an object: the webhook's route lives in a plugin without it.
import Fastify, { type FastifyInstance } from "fastify";
import { BODY_LIMIT, BODY_PATIENCE, openMerchant, TIMEOUTS } from "./merchant/merchant.ts";
import { openSqlite } from "./merchant/sqlite.ts";
import { answerWebhook } from "./merchant/webhook.ts";

const merchant = openMerchant(process.env, openSqlite(process.env.DATABASE_URL));
const app = Fastify({ http: TIMEOUTS, requestTimeout: BODY_PATIENCE });

// A plugin's parsers are its own: all other routes keep theirs.
async function webhooks(plugin: FastifyInstance): Promise<void> {
  // Bytes, whatever the content type says or if there is none; a larger body is refused before it is read whole.
  plugin.removeAllContentTypeParsers();
  plugin.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: BODY_LIMIT },
    async (_: unknown, body: Buffer) => body,
  );

  plugin.post("/webhook", async (request, reply) => {
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array(); // undefined if it has none
    // `headersDistinct`, since `headers` joins a second Token header into the first.
    const { status, headers, body } = await answerWebhook(merchant, request.raw.headersDistinct, bytes);
    return reply.code(status).headers(headers).send(body);
  });
}

await app.register(webhooks);
await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" }); // behind your proxy
