import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { isBillwireError, type Reply, type WebhookEvent } from "billwire";
import { isAmount } from "./amount.ts";
import type { BilledAmount } from "./books.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";
import { ask } from "./send.ts";

/** Result of a webhook. Only "paid" changes our books. */
export type NoticeResult =
  | "paid"
  | "duplicate"
  | "pending"
  | "mismatch"
  | "forged"
  | "unreadable"
  | "unknown bill"
  | "paid twice"
  | "unconfirmed"
  | "failed";

export interface Endpoint {
  url: string;
  close(): Promise<void>;
}

/** Limit of the receiver, in bytes. */
const MOST_BYTES = 65_536;
/** Time after which a slow webhook is cut off. */
const TIMEOUTS = { requestTimeout: 5_000, http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 } };

export async function listenForWebhooks(merchant: Merchant, port: number): Promise<Endpoint> {
  const app = webhookApp(merchant);
  return { url: `${await app.listen({ host: "127.0.0.1", port })}/webhook`, close: () => app.close() };
}

export function webhookApp(merchant: Merchant): FastifyInstance {
  // Fastify's own log is off, because it would write headers. log.ts writes ours.
  const app = Fastify({ logger: false, forceCloseConnections: true, bodyLimit: MOST_BYTES, ...TIMEOUTS });

  // The receiver needs the raw body. Any other content type is answered with 415.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.post("/webhook", async (request, reply) => {
    const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
    // `headersDistinct`, because `headers` joins a second Token header into the first.
    return answer(reply, await receive(merchant, request.raw.headersDistinct, body));
  });
  app.setErrorHandler((error: { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error;
    const refused = statusCode >= 400 && statusCode < 500; // by Fastify: too large, too slow, of another type
    note(merchant, undefined, refused ? "unreadable" : "failed", describe(error));
    return reply.code(refused ? statusCode : 500).send(); // no details about our own errors
  });

  return app;
}

function answer(reply: FastifyReply, { status, headers, body }: Reply): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

async function receive(merchant: Merchant, headers: NodeJS.Dict<string[]>, body: Uint8Array): Promise<Reply> {
  let event: WebhookEvent;
  try {
    event = merchant.receiver.receive(headers, body);
  } catch (error) {
    if (!isBillwireError(error) || !error.response) throw error;
    note(merchant, undefined, error.kind === "unauthenticated" ? "forged" : "unreadable", describe(error));
    return error.response;
  }
  return handle(merchant, event);
}

/** A webhook proves nothing, even with the right token. It is a reason to ask the service, whose answer decides. */
async function handle(merchant: Merchant, event: WebhookEvent): Promise<Reply> {
  const { payload } = event;
  const bill = payload.identity_code === undefined ? undefined : await merchant.books.findBill(payload.identity_code);
  if (!bill) return conflict(merchant, payload.identity_code, "unknown bill");
  if (contradicts(event, bill)) return conflict(merchant, bill.ref_id, "mismatch", "the notice itself");

  if (payload.status !== "success") {
    note(merchant, bill.ref_id, "pending"); // nothing to credit yet: a success arrives in its own webhook
    return event.acknowledge();
  }
  // A conflict saves a query. But the earlier webhook may have been the false one, so a bill that this transaction has
  // paid is no conflict.
  const { delivery, reply } = event.compare(await merchant.books.fingerprintOf(bill.ref_id, event.dedupKey));
  if (delivery !== "replay") return confirmAndCredit(merchant, event, bill);
  note(merchant, bill.ref_id, "duplicate");
  return reply;
}

/** Asks the service about a bill, and credits it if the answer confirms the payment. */
export async function confirmAndCredit(merchant: Merchant, event: WebhookEvent, bill: BilledAmount): Promise<Reply> {
  try {
    const confirmation = event.confirm(merchant.biller, {
      identity_code: bill.ref_id,
      purpose_of_transaction: bill.ref_id,
      currency: bill.currency,
      amount: bill.total_amount,
    });
    const verdict = await ask(confirmation.call, merchant.patience, (status, body) =>
      confirmation.decide(status, body),
    );
    if (!verdict.confirmed) {
      const fields = verdict.mismatches.map(({ field, code }) => `${field} ${code}`);
      return conflict(merchant, bill.ref_id, "mismatch", fields.join(", "));
    }
    const credit = await merchant.books.credit(bill, verdict.claimKey, event);
    if (credit === "paid twice") return conflict(merchant, bill.ref_id, credit);
    note(merchant, bill.ref_id, credit);
    return event.acknowledge();
  } catch (error) {
    if (!isBillwireError(error)) throw error;
    // No transaction can have the number that the webhook names.
    if (error.kind === "invalid_request") return conflict(merchant, bill.ref_id, "mismatch", describe(error));
    note(merchant, bill.ref_id, "unconfirmed", describe(error));
    return { status: 503, headers: {}, body: "" }; // not acknowledged: the service may deliver it again
  }
}

/** Returns whether the webhook states another amount or currency than we billed. */
function contradicts({ payload }: WebhookEvent, bill: BilledAmount): boolean {
  const otherAmount = payload.tran_amount !== undefined && !isAmount(payload.tran_amount, bill.total_amount);
  const otherCurrency = payload.currency !== undefined && payload.currency !== bill.currency;
  return otherAmount || otherCurrency;
}

function conflict(merchant: Merchant, refId: string | undefined, result: NoticeResult, detail?: string): Reply {
  note(merchant, refId, result, detail);
  return { status: 409, headers: {}, body: "" };
}

function note(merchant: Merchant, refId: string | undefined, result: NoticeResult, detail?: string): void {
  merchant.diary.noticed(refId, result);
  merchant.log("notice", { ref_id: refId, result, detail });
}
