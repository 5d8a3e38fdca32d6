// The entry `billwire/nest`.
import { webhook as handler } from "./express.js";

export function webhook(options) {
  const handle = handler(options);
  // Middleware of a path gets the paths below it too; their addresses are what follows.
  return function billwireWebhook(request, response, next) {
    const isExact = /^\/?(?:\?|$)/.test(request.url);
    return isExact ? handle(request, response) : next();
  };
}
