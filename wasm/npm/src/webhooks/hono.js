// The entry `billwire/hono`.
import { expectRequest } from "./adapter.js";
import { webhook as handler } from "./web.js";

export function webhook(options) {
  const handle = handler(options);
  return async function billwireWebhook(context) {
    expectRequest("billwire/hono", context, ({ req }) => typeof req?.raw?.headers?.get === "function");
    return handle(context.req.raw);
  };
}
