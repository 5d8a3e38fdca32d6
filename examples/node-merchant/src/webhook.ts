// The webhook's endpoint. billwire's handler receives, verifies and replies; this file finds bills and credits them.
import Fastify, { type FastifyInstance } from "fastify";
import { webhook, type WebhookResult } from "billwire/fastify";
import type { BilledBill } from "./books.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";

/** Result of a webhook. Only "credited" changes our books. */
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
  const { biller, receiver, books } = merchant;
  // Fastify's own log is off, because it would write headers. log.ts writes ours.
  const app = Fastify({ logger: false, forceCloseConnections: true, ...TIMEOUTS });
  const options = {
    biller,
    receiver,
    findBill: (refId: string | undefined) => books.findBill(refId),
    credit: (bill: BilledBill, claimKey: string) => books.credit(bill, claimKey),
    onResult: (result: WebhookResult) => note(merchant, result.event?.payload.identity_code, result),
  };
  app.register(webhook(options), { prefix: "/webhook" });
  return app;
}

/** Reports a result, and keeps what a person has to see. */
export async function note(
  { books, diary, log }: Merchant,
  refId: string | undefined,
  { result, error, mismatches, transaction }: Omit<WebhookResult, "status">,
): Promise<void> {
  diary.noticed(refId, result);
  const different = mismatches?.map(({ field, code }) => `${field} ${code}`).join(", ");
  log("notice", { ref_id: refId, result, detail: error === undefined ? different : describe(error) });
  if (refId !== undefined && transaction && FOR_A_PERSON.has(result))
    await books.keep(refId, result, transaction);
}

const FOR_A_PERSON: ReadonlySet<NoticeResult> = new Set([
  "paidTwice",
  "reversed",
  "mismatch",
  "paymentFailed",
]);
