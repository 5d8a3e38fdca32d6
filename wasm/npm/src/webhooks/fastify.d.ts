import type { BillsOfWebhook, WebhookOptions } from "./options.js";
import type { NodeRequest } from "./node.js";

export type { NodeRequest } from "./node.js";
export type * from "./options.js";

/** Part of a Fastify instance that the plugin needs. */
export interface FastifyScope {
  /** Removes the parsers of this plugin. */
  removeAllContentTypeParsers(): unknown;
  /** Adds a parser to this plugin. */
  addContentTypeParser(
    type: string,
    parser: (request: unknown, payload: unknown, done: (error: null) => void) => void,
  ): unknown;
  /** Adds a route. */
  post(
    path: string,
    handler: (request: { readonly raw: NodeRequest }, reply: FastifyAnswer) => Promise<unknown>,
  ): unknown;
}

/** Part of a Fastify reply that the plugin needs. */
export interface FastifyAnswer {
  /** Sets the HTTP status. */
  code(status: number): FastifyAnswer;
  /** Sets headers. */
  headers(headers: Record<string, string>): FastifyAnswer;
  /** Sends the body. */
  send(body: string): FastifyAnswer;
}

/** Makes a plugin for a webhook's path: `app.register(webhook(options), { prefix: "/webhook" })`. */
export function webhook<Bill extends BillsOfWebhook>(
  options: WebhookOptions<Bill>,
): (instance: FastifyScope) => Promise<void>;
