// The entry `billwire/express`.
import { expectRequest } from "./adapter.js";
import { settingsOf } from "./handler.js";
import { respondTo, write } from "./node.js";

export function webhook(options) {
  const settings = settingsOf(options);
  return async function billwireWebhook(request, response) {
    expectRequest("billwire/express", request, () => typeof response?.writeHead === "function");
    write(request, response, await respondTo(settings, request));
  };
}
