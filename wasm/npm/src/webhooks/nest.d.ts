import type { BillsOfWebhook, WebhookOptions } from "./options.js";
import type { NodeRequest, NodeResponse } from "./node.js";

export type * from "./node.js";
export type * from "./options.js";

/**
 * Makes a middleware for a webhook's path: `app.use("/webhook", webhook(options))`, before `app.listen` or
 * `app.init`, which add the body parser. It works on Express and on Fastify.
 */
export function webhook<Bill extends BillsOfWebhook>(
  options: WebhookOptions<Bill>,
): (request: NodeRequest, response: NodeResponse, next: () => unknown) => unknown;
