import type { BillsOfWebhook, WebhookOptions } from "./options.js";
import type { NodeRequest, NodeResponse } from "./node.js";

export type * from "./node.js";
export type * from "./options.js";

/**
 * Makes the handler of a webhook's route, for Express, Connect and Node's own server. Put the route before
 * `express.json()`, which would consume the raw body.
 */
export function webhook<Bill extends BillsOfWebhook>(
  options: WebhookOptions<Bill>,
): (request: NodeRequest, response: NodeResponse) => Promise<void>;
