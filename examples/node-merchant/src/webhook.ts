// The webhook's endpoint. billwire's handler receives, verifies and replies; this file finds bills, credits
// them, and keeps what a person must see.
import Fastify, { type FastifyInstance } from "fastify";
import { webhook, type WebhookResult } from "billwire/fastify";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";
import type { BilledBill } from "./payments.ts";

/** Result of a webhook. Only "credited" credits a bill. */
export type NoticeResult = WebhookResult["result"];

export interface Endpoint {
  url: string;
  close(): Promise<void>;
}

/** Time after which a slow webhook is cut off. */
const TIMEOUTS = {
  requestTimeout: 5_000,
  http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
};

export async function listenForWebhooks(merchant: Merchant, port: number): Promise<Endpoint> {
  const app = webhookApp(merchant);
  return { url: `${await app.listen({ host: "127.0.0.1", port })}/webhook`, close: () => app.close() };
}

export function webhookApp(merchant: Merchant): FastifyInstance {
  const { biller, receiver, payments } = merchant;
  // Fastify's own log is off, because it would write headers. log.ts writes ours.
  const app = Fastify({ logger: false, forceCloseConnections: true, ...TIMEOUTS });
  const options = webhook<BilledBill>({
    biller,
    receiver,
    findBill: (refId) => payments.findBill(refId),
    credit: ({ ref_id }, claimKey, paid) => payments.credit(ref_id, { claimKey, ...paid }),
    review: (seen) => payments.review(seen.bill.ref_id, seen),
    onResult: (result) => note(merchant, result.event?.payload.identity_code, result),
  });
  app.register(options, { prefix: "/webhook" });
  return app;
}

/** Reports a result. */
export function note(
  { diary, log }: Merchant,
  refId: string | undefined,
  { result, error, mismatches }: Pick<WebhookResult, "result" | "error" | "mismatches">,
): void {
  diary.noticed(refId, result);
  const different = mismatches?.map(({ field, code }) => `${field} ${code}`).join(", ");
  log("notice", { ref_id: refId, result, detail: error === undefined ? different : describe(error) });
}
