import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import {
  CreditFlow,
  isBillwireError,
  type CreditEnding,
  type CreditResult,
  type Expectation,
  type Reply,
  type WebhookEvent,
} from "billwire";
import { send } from "billwire/fetch";
import type { BilledAmount } from "./books.ts";
import { describe } from "./log.ts";
import type { Merchant } from "./merchant.ts";

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
  | "ignored"
  | "busy"
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

/** CreditFlow decides: a webhook proves nothing, even with the right token. The service's answer does. */
async function handle(merchant: Merchant, event: WebhookEvent): Promise<Reply> {
  const { identity_code: refId } = event.payload;
  const bill = refId === undefined ? undefined : await merchant.books.findBill(refId);
  const { credit: policy } = merchant.patience;
  const flow = bill
    ? CreditFlow.ofEvent(merchant.biller, event, expectationOf(bill), { policy, record: bill.record })
    : CreditFlow.ofUnknownBill(merchant.biller, event, { policy });
  const { reply } = await credit(merchant, refId, flow);
  return reply ?? event.acknowledge();
}

/** Does what a flow says, and reports how it ends. */
export async function credit(merchant: Merchant, refId: string | undefined, flow: CreditFlow): Promise<CreditResult> {
  const { books, patience } = merchant;
  const bill = refId ?? ""; // an unknown bill is neither saved nor credited
  const result = await flow.run({
    save: (step) => books.save("credits", bill, step),
    send: (request) => send(request, { timeout: patience.answer }),
    credit: (step) => books.credit(bill, step.claimKey, step),
  });
  note(merchant, refId, RESULTS[result.ending.outcome], detailOf(result.ending));
  return result;
}

export function expectationOf({ ref_id, currency, total_amount }: BilledAmount): Expectation {
  return { identity_code: ref_id, purpose_of_transaction: ref_id, currency, amount: total_amount };
}

const RESULTS: Record<CreditEnding["outcome"], NoticeResult> = {
  credited: "paid",
  creditedBefore: "duplicate",
  nothingToCredit: "pending", // a success arrives in its own webhook
  unknownBill: "unknown bill",
  mismatch: "mismatch",
  paidOtherwise: "paid twice",
  ignored: "ignored",
  busy: "busy", // the service delivers it again
  unconfirmed: "unconfirmed",
};

function detailOf(ending: CreditEnding): string | undefined {
  if (ending.outcome === "mismatch") return ending.mismatches.map(({ field, code }) => `${field} ${code}`).join(", ");
  return ending.outcome === "unconfirmed" ? describe(ending.error) : undefined;
}

function note(merchant: Merchant, refId: string | undefined, result: NoticeResult, detail?: string): void {
  merchant.diary.noticed(refId, result);
  merchant.log("notice", { ref_id: refId, result, detail });
}
