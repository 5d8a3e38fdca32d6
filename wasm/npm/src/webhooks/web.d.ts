import type { BillOfWebhook, WebhookOptions } from "./options.js";

export type * from "./options.js";

/** Makes a handler of Request and Response, for Next, workers, Deno and Bun. */
export function webhook<Bill extends BillOfWebhook>(options: WebhookOptions<Bill>): (request: Request) => Promise<Response>;
