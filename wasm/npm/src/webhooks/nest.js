// The entry `billwire/nest`.
import { invalidArgument } from "../errors.js";
import { webhook as handler } from "./express.js";

const NO_REQUEST = "expected the request of Express: use it as middleware, or pass @Req() and @Res()";

export function webhook(options) {
  const handle = handler(options);
  // Middleware of a path gets the paths below it too; their addresses are what follows.
  return function billwireWebhook(request, response, next) {
    if (typeof request?.url !== "string") throw invalidArgument("request", NO_REQUEST);
    const isExact = /^\/?(?:\?|$)/.test(request.url);
    return isExact ? handle(request, response) : next();
  };
}
