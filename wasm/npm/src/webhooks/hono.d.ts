import type { BillsOfWebhook, WebhookOptions } from "./options.js";

export type * from "./options.js";

/** Makes the handler of a webhook's route: `app.post("/webhook", webhook(options))`. */
export function webhook<Bill extends BillsOfWebhook>(
  options: WebhookOptions<Bill>,
): (context: { readonly req: { readonly raw: Request } }) => Promise<Response>;
