import type { BillsOfWebhook, WebhookOptions } from "./options.js";

export type * from "./options.js";

/** Part of a Request that the handler needs. */
export interface WebRequest {
  /** HTTP method. */
  readonly method: string;
  /** Headers. */
  readonly headers: {
    /** Returns the value of a header. */
    get(name: string): string | null;
  };
  /** Body: a web stream. */
  readonly body: unknown;
  /** Whether the body was read. */
  readonly bodyUsed: boolean;
}

/** Makes a handler of Request and Response, for Next, SvelteKit, Azure Functions, workers, Deno and Bun. */
export function webhook<Bill extends BillsOfWebhook>(
  options: WebhookOptions<Bill>,
): (request: WebRequest) => Promise<Response>;
