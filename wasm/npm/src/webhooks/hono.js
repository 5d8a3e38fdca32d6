// The entry `billwire/hono`.
import { webhook as handler } from "./web.js";

export function webhook(options) {
  const handle = handler(options);
  return async function billwireWebhook({ req }) {
    return handle(req.raw);
  };
}
