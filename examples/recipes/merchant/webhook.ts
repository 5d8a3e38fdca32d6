// Handles a webhook in every framework: receives, confirms, claims with the credit, and acknowledges.
import { decimal, isBillwireError, type Confirmation, type Reply, type Verdict, type WebhookEvent } from "billwire";
import { readBody } from "./body.ts";
import type { Bill } from "./books.ts";
import type { Merchant } from "./merchant.ts";

/** A request's headers: the web's, or Node's `headersDistinct`. */
export type RequestHeaders = Headers | Readonly<Record<string, readonly string[] | undefined>>;

/** Returns the response to a webhook, and never throws. An acknowledged payment is in the books. */
export async function answerWebhook(merchant: Merchant, headers: RequestHeaders, body: Uint8Array): Promise<Reply> {
  if (!isJson(headers)) return UNSUPPORTED;
  try {
    const event = merchant.receiver.receive(headers, body);
    return await (event.authentication === "token" ? handle(merchant, event) : handleAnybodys(merchant, event));
  } catch (error) {
    return failed(error);
  }
}

/** An event proves nothing, even with the right token. It is a reason to ask the service, whose answer decides. */
async function handle(merchant: Merchant, event: WebhookEvent): Promise<Reply> {
  const bill = await findBill(merchant, event);
  if (!bill) return CONFLICT;
  // Nothing to credit: a success arrives as its own event.
  if (event.payload.status !== "success") return event.acknowledge();
  if (contradicts(event, bill)) return CONFLICT;
  if (names(event, bill.paidBy)) return event.acknowledge();

  const verdict = await verify(confirmationOf(merchant, event, bill));
  if (!verdict.confirmed) return CONFLICT;
  // An earlier event, true or false, may have led to the credit. The transaction then belongs to this bill.
  const credit = await merchant.books.credit(bill, verdict.claimKey);
  return credit === "paid otherwise" ? CONFLICT : event.acknowledge();
}

/**
 * Anyone can send events of the checkout variant, and must learn nothing from the answer. Unless an event names the
 * transaction that paid its bill, the answer is the same for every bill, and takes a second. An event only triggers a
 * query about an open bill, once a minute, and the query contains nothing of the event.
 */
async function handleAnybodys(merchant: Merchant, event: WebhookEvent): Promise<Reply> {
  if (event.payload.status !== "success") return event.acknowledge();
  const second = sleep(1_000);
  if (await paysItsBill(merchant, event).catch(noted)) return event.acknowledge();
  await second;
  return COME_AGAIN;
}

async function paysItsBill(merchant: Merchant, event: WebhookEvent): Promise<boolean> {
  const bill = await findBill(merchant, event);
  if (!bill || contradicts(event, bill)) return false;
  if (bill.paidBy !== null) return names(event, bill.paidBy);
  if (!(await merchant.books.mayAskAbout(bill))) return false;

  const verdict = await verify(confirmationOf(merchant, merchant.receiver.receive([], "{}"), bill));
  if (!verdict.confirmed) return false;
  const credit = await merchant.books.credit(bill, verdict.claimKey);
  return credit !== "paid otherwise" && names(event, verdict.claimKey);
}

async function findBill({ books }: Merchant, { payload }: WebhookEvent): Promise<Bill | undefined> {
  return payload.identity_code === undefined ? undefined : books.findBill(payload.identity_code);
}

/** Returns whether the event states another amount or currency than the bill. */
function contradicts({ payload: { tran_amount, currency } }: WebhookEvent, bill: Bill): boolean {
  const otherAmount = tran_amount !== undefined && decimal.compare(tran_amount, bill.amount) !== 0;
  return otherAmount || (currency !== undefined && currency !== bill.currency);
}

/** Returns whether the event is about the transaction that paid its bill. */
function names({ payload: { tran_id, tran_no } }: WebhookEvent, paidBy: string | null): boolean {
  return paidBy !== null && (tran_id === paidBy || tran_no === paidBy);
}

function confirmationOf({ biller }: Merchant, event: WebhookEvent, bill: Bill): Confirmation {
  return event.confirm(biller, {
    identity_code: bill.ref_id,
    purpose_of_transaction: bill.ref_id,
    currency: bill.currency,
    amount: bill.amount,
  });
}

/** Time for an answer in milliseconds: less than the service waits for ours. */
const PATIENCE = 5_000;
/** Limit of an answer in bytes; a verification's has a few hundred. */
const ANSWER_LIMIT = 1_048_576;

/** Asks the service. The call has `redirect: "manual"`, so its token never follows a redirect. */
async function verify(confirmation: Confirmation): Promise<Verdict> {
  const { call } = confirmation;
  let status: number;
  let body: Uint8Array | number;
  try {
    const response = await fetch(call.url, { ...call, signal: AbortSignal.timeout(PATIENCE) });
    status = response.status;
    body = await readBody(response, ANSWER_LIMIT, PATIENCE);
  } catch {
    throw call.noAnswer({ sent: "maybe" });
  }
  if (typeof body === "number") throw call.noAnswer({ sent: "maybe" });
  return confirmation.decide(status, body);
}

/** Not acknowledged: the service may deliver it again, with other content. */
const CONFLICT: Reply = { status: 409, headers: {}, body: "" };
/** Not acknowledged, for any reason. */
const COME_AGAIN: Reply = { status: 503, headers: { "Retry-After": "60" }, body: "" };
const UNSUPPORTED: Reply = { status: 415, headers: {}, body: "" };

/** Returns whether the content type is JSON or absent. */
function isJson(headers: RequestHeaders): boolean {
  const type = headers instanceof Headers ? headers.get("content-type") : headers["content-type"]?.join();
  return /^application\/json[ \t]*(;|$)/i.test(type ?? "application/json");
}

/**
 * Returns the response to an error. Every response except that to an invalid webhook makes the service deliver it
 * again.
 */
function failed(error: unknown): Reply {
  noted(error);
  if (!isBillwireError(error)) return { status: 503, headers: {}, body: "" };
  if (error.response) return error.response; // 401 or 400
  if (error.kind === "invalid_request") return CONFLICT; // no transaction can have this number
  // The verification gave no result: try again later, or fix the request or the credentials.
  return { status: error.nextStep === "verifyAgain" ? 503 : 500, headers: {}, body: "" };
}

/** Logs an error. billwire's own sentences contain no values; other errors' messages may, so they are not logged. */
function noted(error: unknown): false {
  const name = error instanceof Error ? error.name : typeof error;
  console.error("webhook:", isBillwireError(error) ? error.message : name);
  return false;
}

async function sleep(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}
