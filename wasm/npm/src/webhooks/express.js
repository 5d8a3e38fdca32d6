// The entry `billwire/express`.
import { settingsOf } from "./handler.js";
import { respondTo, write } from "./node.js";

export function webhook(options) {
  const settings = settingsOf(options);
  return async function billwireWebhook(request, response) {
    write(request, response, await respondTo(settings, request));
  };
}
